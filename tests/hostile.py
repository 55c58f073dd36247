"""Bodies that nobody should send, made from a seed: boards without end, wrong types, broken JSON, forged proofs."""

from __future__ import annotations

import json
import random

SIGNS = "?012345678F*-"
JUNK = [
    "\x00",
    "\ud7ff",
    "𝟙",
    "\u202e",
    "\r",
    "\t",
    "'; DROP TABLE games; --",
    "<script>",
    "../../etc/passwd",
    "$(id)",
    "%00",
]
COMMANDS = [
    "show",
    "check",
    "solve",
    "odds",
    "prove",
    "next",
    "path",
    "ask",
    "verify",
    "convert",
    "generate",
    "exercise",
]


def hostile(seed: int) -> tuple[str, bytes, str]:
    """Return an address, a body and its type; the same seed gives the same ones."""
    rng = random.Random(seed)
    make = rng.choice(
        [
            hard_board,
            hard_board,
            giant_board,
            wrong_types,
            deep,
            broken_json,
            junk_text,
            total,
            formula,
            proof,
            game,
            learner,
        ]
    )
    path, body = make(rng)
    if isinstance(body, bytes):
        return path, body, rng.choice(["application/json", "text/plain"])
    return path, json.dumps(body).encode("utf-8", "surrogatepass"), "application/json"


def hard_board(rng):
    """Mostly wide boundaries: clues strewn so that they share cells and say little."""
    width, height, share = rng.randint(5, 60), rng.randint(5, 60), rng.uniform(0.05, 0.4)
    row = lambda: "".join(rng.choice("123445") if rng.random() < share else "?" for _ in range(width))  # noqa: E731
    mines = f"mines: {rng.randint(0, width * height)}\n" if rng.random() < 0.5 else ""
    command = rng.choice(["check", "solve", "odds", "prove", "next", "path"])
    more = {"cell": f"A{rng.randint(1, height)}"} if command == "prove" else {}
    reason = {"reason": rng.choice(["forward", "resolution", "complete"])} if command == "solve" else {}
    return f"/v1/{command}", {"board": mines + "\n".join(row() for _ in range(height)), **more, **reason}


def giant_board(rng):
    text = rng.choice(
        [
            "\n".join(["?" * 900] * 900),
            "\n" * 300_000,
            "1" * 500_000,
            "? " * 400_000,
            "size: 99999999x99999999\n?",
            "2000x2000:1,1,m0",
            "4000 4000 5\n-1",
            "# " * 300_000 + "\n?",
            "title: " + "x" * 900_000 + "\n?",
        ]
    )
    return f"/v1/{rng.choice(COMMANDS)}", {"board": text}


def total(rng):
    mines = rng.choice(["-1", "9" * rng.randint(1, 9000), "1e9", "0x10", "٣", "99", "NaN", "2", str(2**64)])
    return f"/v1/{rng.choice(['solve', 'odds', 'check'])}", {"board": f"mines: {mines}\n???\n?1?\n???"}


def value(rng, depth=0):
    kinds = [None, True, -1, 0, 2**70, 1e308, "", "?", "B1", "\x00", "a" * 5000, [], {}, -0.0]
    if depth < 4 and rng.random() < 0.4:
        return rng.choice(
            [lambda: [value(rng, depth + 1) for _ in range(3)], lambda: {"board": value(rng, depth + 1), "é": 1}]
        )()
    return rng.choice(kinds)


def wrong_types(rng):
    fields = [
        "board",
        "cell",
        "by",
        "level",
        "flags",
        "format",
        "to",
        "hints",
        "formula",
        "proof",
        "time_limit",
        "reason",
        "technique",
        "width",
        "rating",
        "seed",
        "x",
    ]
    return f"/v1/{rng.choice(COMMANDS)}", {field: value(rng) for field in rng.sample(fields, rng.randint(0, 6))}


def deep(rng):
    depth = rng.choice([50, 500, 5000, 200_000])
    opening, closing = rng.choice([(b"[", b"]"), (b'{"board":', b"}"), (b'{"proof":[', b"]}")])
    return f"/v1/{rng.choice(COMMANDS)}", (opening * depth)[:700_000] + b"1" + (closing * depth)[
        : rng.choice([0, 200_000])
    ]


def broken_json(rng):
    text = bytearray(json.dumps({"board": "? 1\n1 ?", "cell": "A1", "to": "jsm", "formula": "A1"}).encode())
    for _ in range(rng.randint(1, 6)):
        text[rng.randrange(len(text))] = rng.randrange(256)
    return f"/v1/{rng.choice(COMMANDS)}", bytes(text)


def junk_text(rng):
    text = "".join(rng.choice([*SIGNS, " ", "\n", *JUNK]) for _ in range(rng.randint(0, 400)))
    more = (
        {"format": rng.choice(["seed", "tatham", "jsm", "jsm-link", "ms-board", "hints", "kata", "?", ""])}
        if rng.random() < 0.6
        else {}
    )
    return f"/v1/{rng.choice(['show', 'solve', 'odds', 'check', 'convert'])}", {
        "board": text,
        **more,
        **({"to": "emoji"} if rng.random() < 0.2 else {}),
    }


def formula(rng):
    atoms = [
        "a",
        "b",
        "~a",
        "A1",
        "true",
        "(",
        ")",
        "->",
        "<->",
        "^",
        "&",
        "|",
        "__import__('os')",
        "lambda: 0",
        "\\u0061",
        "1",
    ]
    text = rng.choice(
        [
            " ".join(rng.choice(atoms) for _ in range(rng.randint(1, 40))),
            "(" * rng.choice([10, 3000, 90_000]) + "a",
            "~" * rng.choice([10, 50_000]) + "a",
            " ^ ".join(f"v{n}" for n in range(rng.choice([5, 25, 400]))),
            " <-> ".join(f"v{n}" for n in range(rng.choice([5, 22, 300]))),
            " & ".join(f"(v{n} | w{n})" for n in range(rng.choice([5, 30, 3000]))),
        ]
    )
    hints = rng.choice(
        [
            text,
            "a\na -> b",
            f"{rng.randint(0, 40)} among " + " ".join(f"v{n}" for n in range(40)),
            "at least 10 among " + " ".join(f"v{n}" for n in range(90)),
        ]
    )
    return "/v1/ask", {
        "hints": hints,
        "formula": text,
        "by": rng.choice(["forward", "backward", "resolution", "saturation", "course"]),
    }


def proof(rng):
    step = {
        "step": value(rng),
        "clause": value(rng),
        "by": rng.choice(["clue", "resolve", "sum", "assume", "?"]),
        "from": [1, value(rng)],
        "on": "A1",
    }
    data = {
        "version": 1,
        "by": rng.choice(["resolution", "counting", "direct"]),
        "goal": value(rng),
        "hints": value(rng),
        "steps": [step] * rng.randint(0, 3),
        "symbols": value(rng),
        "clues": value(rng),
    }
    return "/v1/verify", {"proof": data, **({"board": "???\n121"} if rng.random() < 0.5 else {})}


def game(rng):
    number = lambda: rng.choice([0, 1, 5, 9, 60, 10**6, -1, 2**70, "9", None, 2.5])  # noqa: E731
    moves = [{"open": "A1"}, {"flag": "B1"}, {"undo": True}, {"auto": True}, {"open": value(rng)}, value(rng)]
    if rng.random() < 0.5:
        lines = rng.choices(
            ["open A1", "flag A1", "chord B1", "open B2 guess 1/2", rng.choice(JUNK)], k=rng.randint(0, 9)
        )
        text = "\n".join(["size: 2x2", "mines: 1", "seed: 7", *rng.choice([[], ["", "*1", "11"]]), "", *lines])
        path = rng.choice(["game", "review", "tip"])
        return f"/v1/{path}", {"game": text, **({"move": rng.choice(moves)} if path == "game" else {})}
    return "/v1/game", {
        "width": number(),
        "height": number(),
        "mines": number(),
        **({"first": rng.choice(["A1", "ZZZ99", "", "🙂"])} if rng.random() < 0.3 else {}),
        **({"move": rng.choice(moves)} if rng.random() < 0.5 else {}),
    }


def learner(rng):
    """What a learner might say, and what nobody would; the state that comes along is forged as often as not."""
    words = (
        "A1 ~B1 | & -> ~ clue A2 fact given assume from 1 2 99 on total false safe mine none ; , ( 2/0 1e999 %".split()
    )
    words.append("\n")
    text = " ".join(rng.choice([*words, *JUNK]) for _ in range(rng.randint(0, 60)))
    lines = "\n".join(f"{n}. A1 | B1   from {rng.randint(-1, n)} {n - 1}" for n in range(rng.choice([1, 5, 400])))
    said = rng.choice(
        [text, text, lines, "hint", "undo", "back", "skip", "", "(" * 9000, "~" * 9000, "a | " * 4000 + "b"]
    )
    name = rng.choice(["01-proposition", "06-resolution", "04-unit-resolution", "14-first-order"])
    state = {
        "lesson": name,
        "stop": rng.randint(0, 9),
        "so_far": rng.choice(["", text, lines]),
        "level": rng.randint(0, 3),
    }
    if rng.random() < 0.3:
        state[rng.choice(["lesson", "stop", "so_far", "level", "solved", "x"])] = value(rng)
    if rng.random() < 0.6:
        return f"/v1/lessons/{name}/say", {"state": state, "said": said}
    board = rng.choice(["???\n121", "mines: 3\n" + "\n".join(["?" * 40, "2" * 40] * 10), "?" * 50, "121"])
    return "/v1/exercise", {"board": board, "goal": rng.choice(["~B1", "A1 | C1", "B2", text[:200]]), "said": said}
