"""Boards of hexagons and boards with joined edges: every answer against an oracle with a geometry of its own.

The oracle tries every placement. It measures hexagons in cube coordinates and a torus by remainders, and shares with
the package nothing but `Board` and `Cell`.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import dist
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from conftest import FULL, ROOT

from logicms import Player, Problem, deduce, guess, next_deduction, odds, parse_board, prove, verify
from logicms.answers.solve import Strategy, search
from logicms.board import GRIDS, Board, Cell, Grid, neighbours_of
from logicms.cli import app
from logicms.deduction import Reason
from logicms.deduction.deduction import check
from logicms.errors import BoardError, InconsistentBoard
from logicms.explanation import rating
from logicms.game import Draw, Game, Outcome
from logicms.generation import generate
from logicms.guessing import Policy
from logicms.layout import complete_layout
from logicms.notation.boards import format_board
from logicms.notation.read import FORMATS, read, write, write_what_fits
from logicms.notation.transcripts import parse_transcript
from logicms.player import play
from logicms.proofs.proof import clause
from logicms.render.graph import graph_dot, graph_svg
from logicms.render.latex import board_latex
from logicms.render.picture import Marks, board_svg, board_text

OTHERS: tuple[Grid, ...] = ("hex", "torus")
BOARDS = 2_000 if FULL else 250
"""So many random boards of each grid."""
MOST_HIDDEN = 10


# -- the geometry again


def touch(one: Cell, other: Cell, width: int, height: int, grid: Grid) -> bool:
    """Return whether two cells are neighbours."""
    if grid == "hex":
        return distance(cube(one), cube(other)) == 1
    rows, cols = abs(one.row - other.row), abs(one.col - other.col)
    if grid == "torus":
        rows, cols = min(rows, height - rows), min(cols, width - cols)
    return max(rows, cols) == 1


def cube(cell: Cell) -> tuple[int, int, int]:
    """Return a hexagon's cube coordinates, whose sum is 0: every second row lies half a cell further right."""
    q = cell.col - (cell.row - cell.row % 2) // 2
    return q, cell.row, -q - cell.row


def distance(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def around(board: Board, cell: Cell) -> list[Cell]:
    return [other for other in board.cells if touch(cell, other, board.width, board.height, board.grid)]


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("size", [(3, 3), (4, 3), (3, 4), (5, 6), (6, 5), (7, 7), (1, 1), (1, 6), (6, 1), (2, 2)])
def test_neighbours(grid: Grid, size: tuple[int, int]) -> None:
    width, height = size
    if grid == "torus" and min(size) < 3:
        with pytest.raises(BoardError, match="at least 3x3"):
            neighbours_of(width, height, grid)
        return
    board = Board(("?" * width,) * height, grid=grid)
    table = neighbours_of(width, height, grid)
    for cell in board.cells:
        expected = around(board, cell)
        assert list(board.neighbours(cell)) == expected
        assert [board.cells[index] for index in table[board.index(cell)]] == expected
    if grid == "torus":
        assert {len(row) for row in table} == {8}
    if grid == "hex" and min(size) > 2:
        assert max(map(len, table)) == 6


# -- the oracle


def placements(board: Board) -> tuple[tuple[Cell, ...], list[frozenset[Cell]]]:
    """Return the hidden cells, and every set of them that the clues and the total allow as mines."""
    cells = board.hidden
    sums = [(around(board, cell), int(board[cell])) for cell in board.open]
    if board.mines is not None:
        sums.append((list(board.cells), board.mines))
    found = []
    for bits in range(1 << len(cells)):
        mines = frozenset(cell for place, cell in enumerate(cells) if bits >> place & 1).union(board.known_mines)
        if all(sum(cell in mines for cell in counted) == wanted for counted, wanted in sums):
            found.append(mines)
    return cells, found


def positions(grid: Grid, count: int, seed: int = 7) -> Iterator[Board]:
    """Yield random positions: with known cells, the total right, unknown or made up, and now and then a wrong clue."""
    rng = random.Random(f"{grid} {seed}")
    while count:
        width, height = rng.choice([(3, 3), (4, 3), (3, 4), (4, 4), (5, 3), *([(6, 2)] if grid == "hex" else [])])
        empty = Board(("-" * width,) * height, grid=grid)
        mines = {cell for cell in empty.cells if rng.random() < 0.25}
        signs = {}
        for cell in empty.cells:
            if cell not in mines and rng.random() < 0.5:
                signs[cell] = str(sum(other in mines for other in around(empty, cell)))
            else:
                signs[cell] = ("*" if cell in mines else "-") if rng.random() < 0.1 else "?"
        if rng.random() < 0.1:
            signs[rng.choice(empty.cells)] = rng.choice("0123")
        hidden, known = (list(signs.values()).count(sign) for sign in "?*")
        total = rng.choice((None, len(mines), len(mines), rng.randint(known, known + hidden)))
        if 0 < hidden <= MOST_HIDDEN and (total is None or known <= total <= known + hidden):
            rows = tuple("".join(signs[Cell(row, col)] for col in range(width)) for row in range(height))
            yield Board(rows, total, grid=grid)
            count -= 1


@pytest.mark.full
@pytest.mark.parametrize("grid", OTHERS)
def test_certain_cells_odds_and_proofs_are_those_of_every_placement(grid: Grid) -> None:
    seen = Counter[str]()
    for board in positions(grid, BOARDS):
        cells, all_mines = placements(board)
        if not all_mines:
            seen["inconsistent"] += 1
            assert check(board).status == "inconsistent"
            for reasoner in (deduce, odds):
                with pytest.raises(InconsistentBoard):
                    reasoner(board)
            continue
        share = {cell: Fraction(sum(cell in mines for mines in all_mines), len(all_mines)) for cell in cells}
        safe, mine = ({cell for cell in cells if share[cell] == certain} for certain in (0, 1))
        assert check(board).status == "consistent"
        deduction, counted = deduce(board), odds(board)
        assert (deduction.safe, deduction.mine) == (safe, mine), board
        assert (dict(counted.mine), counted.placements) == (share, len(all_mines)), board
        assert all(counted.mine[str(cell)] == share[cell] for cell in cells)
        assert search(Problem.of(board), Strategy(), every=True).found == len(all_mines)
        for cell in sorted(safe | mine):
            proof = prove(board, cell)
            assert verify(proof, board) and proof.goal == (clause(f"{cell}" if cell in mine else f"~{cell}"),)
        assert (next_deduction(board) is None) == (rating(board) is None) == (not safe | mine)
        seen["certain" if safe | mine else "stuck"] += 1
        with_total, without = board.mines is not None, placements(Board(board.rows, grid=grid))[1]
        needed = {c for c in safe | mine if len({c in mines for mines in without}) > 1} if with_total else set()
        assert deduction.needs_mine_total == needed
    assert min(seen.values()) > BOARDS // 30 and len(seen) == 3, seen


@pytest.mark.full
@pytest.mark.parametrize("grid", OTHERS)
@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_way_to_reason_is_right(grid: Grid, reason: Reason) -> None:
    found = 0
    for board in positions(grid, BOARDS // 10, seed=8):
        cells, all_mines = placements(board)
        if all_mines:
            deduction = deduce(board, reason=reason)
            assert all(not any(cell in mines for mines in all_mines) for cell in deduction.safe)
            assert all(all(cell in mines for mines in all_mines) for cell in deduction.mine)
            found += len(deduction.safe) + len(deduction.mine)
    assert found


# -- games


@pytest.mark.full
@pytest.mark.parametrize("grid", OTHERS)
@pytest.mark.parametrize("reason", get_args(Reason))
def test_games_are_played_to_the_end(grid: Grid, reason: Reason) -> None:
    outcomes = Counter[Outcome]()
    for seed in range(40 if FULL else 4):
        game = Game.random(5, 5, 4, random.Random(seed), start="zero", grid=grid)
        played = play(game, Player(reason=reason, guess="safest"))
        layout = played.game.layout
        outcomes[played.outcome] += 1
        for cell in layout.cells:
            mines = sum(layout[other] == "*" for other in around(layout, cell))
            assert layout[cell] in ("*", str(mines))
            assert played.game.board[cell] in ("?", layout[cell])
        assert all(move.by != "deduction" or layout[move.cell] != "*" for move in played.moves)
        assert Game.replay(layout, played.game.transcript).board == played.game.board
        assert played.game.board.grid == layout.grid == grid
    assert outcomes[Outcome.WON] and not outcomes[Outcome.STUCK]


@pytest.mark.parametrize("grid", OTHERS)
def test_an_opened_zero_opens_what_touches_it(grid: Grid) -> None:
    layout = complete_layout(Board(("------",) * 5 + ("-----*",), grid=grid))
    opened = Game.from_layout(layout).open("C3").board
    zeros = {Cell(2, 2)}
    while more := {o for c in zeros for o in around(layout, c) if layout[o] == "0"} - zeros:
        zeros |= more
    assert set(opened.open) == zeros | {other for cell in zeros for other in around(layout, cell)}


@pytest.mark.parametrize("grid", OTHERS)
@pytest.mark.parametrize("policy", get_args(Policy))
def test_guesses(grid: Grid, policy: Policy) -> None:
    board = Board(("????", "?1??", "????"), mines=2, grid=grid)
    chosen = guess(board, policy)
    if policy == "never":
        assert chosen is None
        return
    assert chosen is not None
    cells, all_mines = placements(board)
    share = {cell: Fraction(sum(cell in mines for mines in all_mines), len(all_mines)) for cell in cells}
    assert chosen.odds == share[chosen.cell]
    if policy != "degree":
        assert chosen.odds == min(share.values())
    if policy == "best":
        assert "not considered: that takes a grid of squares" in chosen.reason


def test_the_best_guess_is_never_a_mine() -> None:
    assert guess(Board(("???", "?6?", "???"), mines=7, grid="hex"), mines=["B1"]) is not None
    assert guess(Board(("?1",), grid="hex")) is None


@pytest.mark.parametrize("grid", OTHERS)
def test_generated_boards_need_no_guess(grid: Grid) -> None:
    made = generate(5, 5, 4, rng=random.Random(7), no_guess=True, grid=grid)
    assert made.layout.grid == grid and made.no_guess
    played = play(Game.from_layout(made.layout), Player(guess="never"))
    assert played.outcome is Outcome.WON and not played.guesses
    assert complete_layout(made.layout) == made.layout


def test_a_draw_refuses_what_is_no_grid() -> None:
    with pytest.raises(BoardError, match="not a grid: 'round'; choose square, hex or torus"):
        Draw(4, 4, 2, "safe", 1, grid="round")  # type: ignore[arg-type]
    with pytest.raises(BoardError, match="at least 3x3 cells, not 2x5"):
        Draw(2, 5, 2, "safe", 1, grid="torus")


# -- a value


def test_the_grid_is_part_of_the_board() -> None:
    square, hexagons = Board(("??", "1?")), Board(("??", "1?"), grid="hex")
    assert square != hexagons and len({square, hexagons, Board(("??", "1?"), grid="square")}) == 2
    assert hexagons.with_signs({"A1": "F"}).grid == hexagons.with_signs({"A1": "F"}).with_flags("fact").grid == "hex"
    assert eval(repr(hexagons)) == hexagons and "grid" not in repr(square)
    assert Game.random(4, 4, 2, random.Random(1), grid="hex").open("A1").board.grid == "hex"


# -- text


@pytest.mark.parametrize("grid", GRIDS)
def test_text_is_read_back(grid: Grid) -> None:
    for board in positions(grid, 100):
        text = format_board(board)
        assert parse_board(text) == board
        assert ("grid:" in text) == (grid != "square")
        for columns in (80, board.width + 5):
            for ascii in (False, True):
                picture = board_text(board, ascii=ascii, columns=columns)
                assert picture.isascii() or not ascii
                assert max(map(len, picture.splitlines()[: board.height + 1])) <= columns
                assert read(picture, "picture")[0].grid == grid
                assert read(picture, "picture")[0].rows == board.rows


def test_square_is_the_default() -> None:
    assert parse_board("grid: square\n? 1") == parse_board("? 1") == Board(("?1",))
    assert parse_board("  grid :  hex   # six neighbours\n? 1").grid == "hex"


@pytest.mark.parametrize("grid", OTHERS)
@pytest.mark.parametrize("columns", [40, 80, None])
def test_wide_pictures(grid: Grid, columns: int | None) -> None:
    board = Board(("?" * 30, "1" * 30, "?" * 30, "2" * 30), grid=grid)
    text = board_text(board, columns=columns)
    assert read(text)[0] == board
    assert max(map(len, text.splitlines())) <= (columns or 99) or columns == 40
    heat = Marks(odds=dict.fromkeys(board.hidden, Fraction(1, 3)))
    assert max(map(len, board_text(board, heat, columns=columns).splitlines())) <= (columns or 200)


@pytest.mark.parametrize("grid", OTHERS)
@pytest.mark.parametrize("name", [form.name for form in FORMATS.values() if form.format and form.room])
def test_other_formats_have_no_room_for_a_grid(grid: Grid, name: str) -> None:
    room = FORMATS[name].room
    assert room is not None
    board = Board(("---", "*--", "---") if room.layouts == "only" else ("?1?", "???", "???"), grid=grid)
    if room.mines == "must":
        board = replace(board, mines=2)
    if "grid" in room.keys:
        assert read(write(board, name), name).board() == board
        return
    with pytest.raises(BoardError, match=f"{name} has no room for the grid {grid}.*`force`"):
        write(board, name)
    text, left_out = write_what_fits(board, name, force=True)
    assert f"the grid {grid}" in left_out
    assert read(text, name).board().grid == "square"


# -- pictures


@pytest.mark.parametrize("grid", OTHERS)
def test_pictures_are_well_formed(grid: Grid) -> None:
    for board in positions(grid, 20):
        marks = Marks(used=frozenset(board.open), shared=frozenset(board.hidden), goal=Cell(0, 0))
        svg = ET.fromstring(board_svg(board, marks))
        assert len([group for group in svg.iter() if group.tag.endswith("}g") and group.get("id")]) == len(board.cells)
        assert board_text(board, marks, ascii=True) in "".join(svg.itertext())


def test_hexagons_touch_where_they_are_neighbours() -> None:
    board = Board(("?1??", "2???", "????"), grid="hex")
    svg = ET.fromstring(board_svg(board))
    corners = {
        group.get("id", ""): [tuple(map(float, point.split(","))) for point in group[0].get("points", "").split()]
        for group in svg.iter("{http://www.w3.org/2000/svg}g")
    }
    middles = {board.cell(name): tuple(sum(axis) / 6 for axis in zip(*at, strict=True)) for name, at in corners.items()}
    width, height = (float(svg.get(name, "0")) for name in ("width", "height"))
    assert all(0 < x < width and 0 < y < height for at in corners.values() for x, y in at)
    for one in board.cells:
        near = {other for other in board.cells if other != one and dist(middles[one], middles[other]) < 33}
        assert near == set(around(board, one))


def test_joined_edges_are_drawn_as_such() -> None:
    board = Board(("1??", "???", "???", "???"), grid="torus")
    assert board_svg(board).count('class="joined"') == 1 and "joined" not in board_svg(replace(board, grid="square"))
    drawn = ET.fromstring(graph_svg(Problem.of(board).graph))
    dashed = [line.get("stroke-dasharray") for line in drawn.iter("{http://www.w3.org/2000/svg}line")]
    assert (dashed.count(None), dashed.count("4 3")) == (3, 2 * 5), "three of eight cells are on this side of the edges"
    assert "Opposite edges are joined" in board_latex(board)


def test_rows_are_shifted_everywhere() -> None:
    board = Board(("1??", "???", "???"), grid="hex")
    dot = graph_dot(Problem.of(board).graph)
    assert all(f'pos="{at}!"' in dot for at in ("44,0", "22,-44", "66,-44", "44,-88")), "A2 lies below A1 and B1"
    for boxes in (False, True):
        rows = [line for line in board_latex(board, to_write_in=boxes).splitlines() if r"\footnotesize 2 &" in line]
        assert rows and rows[0].startswith(r"\footnotesize 2 &  & \multicolumn{2}")
    text = board_text(board, Marks(odds=dict.fromkeys(board.hidden, Fraction(1, 3)))).splitlines()
    assert [line.index("%") for line in text[2:4]] == [8, 6]


# -- on the command line


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=text, catch_exceptions=False)


@pytest.mark.parametrize("grid", OTHERS)
def test_a_game_on_the_command_line(grid: Grid, tmp_path: Path) -> None:
    played = run("play", "--grid", grid, "--size", "5x5", "--mines", "4", "--seed", "3", "--start", "zero", "--json")
    game = json.loads(played.stdout)
    layout = parse_transcript(game["game"]).layout
    assert layout is not None and layout.grid == grid and complete_layout(layout) == layout
    (tmp_path / "game.json").write_text(played.stdout, encoding="utf-8")
    (tmp_path / "layout.txt").write_text(format_board(layout), encoding="utf-8")
    replayed = json.loads(run("play", "--replay", str(tmp_path / "game.json"), "--json").stdout)
    assert (replayed["moves"], replayed["game"]) == (game["moves"], game["game"])
    again = json.loads(run("play", str(tmp_path / "layout.txt"), "--first", game["moves"][0]["open"], "--json").stdout)
    assert (again["outcome"], parse_transcript(again["game"]).grid) == (game["outcome"], grid)
    refused = run("play", str(tmp_path / "layout.txt"), "--grid", grid)
    assert refused.exit_code == 2 and "leave out --level, --size, --mines, --grid" in refused.stderr


@pytest.mark.parametrize("grid", OTHERS)
def test_generated_on_the_command_line(grid: Grid) -> None:
    for more in (["--no-guess"], ["--hints", "6"], ["--technique", "single"]):
        made = run("generate", "--grid", grid, "--size", "5x4", "--mines", "3", "--seed", "7", *more)
        assert parse_board(made.stdout).grid == grid
    refused = run("generate", "--smallest", "--technique", "single", "--grid", grid)
    assert refused.exit_code == 2 and "nothing else" in refused.stderr
    small = run("play", "--grid", "torus", "--size", "2x9", "--mines", "3")
    assert small.exit_code == 2 and "at least 3x3 cells, not 2x9" in small.stderr


@pytest.mark.parametrize("name", ["hex", "torus"])
def test_every_command_reads_the_grid(name: str, tmp_path: Path) -> None:
    path = str(ROOT / "examples" / "boards" / f"{name}.txt")
    certain = {"hex": ("B1", "D3"), "torus": ("B1", "B3")}[name]
    assert json.loads(run("show", "--json", path).stdout)["grid"] == name
    solved = json.loads(run("solve", "--json", path).stdout)
    assert solved["grid"] == name and certain[0] in solved["safe"] and certain[1] in solved["mine"]
    for by in ("direct", "resolution", "counting"):
        proof = run("prove", "--by", by, "--json", path, certain[1])
        (tmp_path / "proof.json").write_text(proof.stdout, encoding="utf-8")
        assert run("verify", str(tmp_path / "proof.json"), path).exit_code == 0
        square = tmp_path / "square.txt"
        square.write_text(Path(path).read_text(encoding="utf-8").replace(f"grid: {name}", ""), encoding="utf-8")
        assert run("verify", str(tmp_path / "proof.json"), str(square)).exit_code == 1, "the clues count other cells"
    for command in ("check", "odds", "graph", "search"):
        assert run(command, path).exit_code == 0
    assert json.loads(run("next", "--json", "--level", "4", path).stdout)["cell"] in solved["safe"] + solved["mine"]
    asked = json.loads(run("ask", "--json", path, f"~{certain[0]} & {certain[1]}").stdout)
    assert asked["answer"] == "yes"
    assert "grid" not in json.loads(run("solve", "--json", str(ROOT / "examples/boards/corner.txt")).stdout)


def test_a_board_under_rules_keeps_its_grid() -> None:
    path = str(ROOT / "examples" / "boards" / "hex.txt")
    rules = "all c in cells, k in 0..8: clue(c, k) -> k x in around(c): mine(x)"
    ruled, plain = run("solve", "--json", "--rules", "-", path, text=rules), run("solve", "--json", path)
    both = [json.loads(each.stdout) for each in (ruled, plain)]
    assert both[0]["safe"] == both[1]["safe"] and both[0]["mine"] == both[1]["mine"] and both[0]["safe"]
