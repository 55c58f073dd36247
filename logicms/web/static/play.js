// Playing: a game that the service holds. The page sees what the player sees; looking back marks every unneeded guess.

import { ask, look, Newest } from "./api.js";
import { cellName, parseBoard } from "./board.js";
import { element } from "./grid.js";

export const LEVELS = {
  small: { label: "Small, 6×6 with 5 mines", width: 6, height: 6, mines: 5 },
  beginner: { label: "Beginner, 9×9 with 10", width: 9, height: 9, mines: 10 },
  intermediate: { label: "Intermediate, 16×16 with 40", width: 16, height: 16, mines: 40 },
  expert: { label: "Expert, 30×16 with 99", width: 30, height: 16, mines: 99 },
  hex: { label: "Hexagons, 9×9 with 12", width: 9, height: 9, mines: 12, grid: "hex" },
  torus: { label: "Joined edges, 9×9 with 10", width: 9, height: 9, mines: 10, grid: "torus" },
};
// What a board is to need; but for the first kind it is searched for, and starts at a cell of its own.
export const BOARDS = {
  any: { label: "Any", wish: {} },
  "no-guess": { label: "No guess needed", wish: { no_guess: true } },
  single: { label: "Single clues are enough", wish: { technique: "single" } },
  subset: { label: "Needs one clue inside another", wish: { technique: "subset" } },
  propagate: { label: "Needs to assume the opposite", wish: { technique: "propagate" } },
  split: { label: "Needs a case split", wish: { technique: "split" } },
};
const KINDS = {
  start: "the start",
  certain: "certainly safe",
  guess: "a guess that was needed",
  unneeded: "a guess that was not needed",
};

export class Play {
  // `desk`: shown(board, summary, marks), say(text), fail(error).
  constructor(desk) {
    Object.assign(this, { desk, game: null, asking: new Newest(), busy: false, judged: [] });
    const find = (id) => document.getElementById(id);
    Object.assign(this, {
      level: find("level"),
      kind: find("kind"),
      seed: find("seed"),
      undo: find("undo"),
      auto: find("auto"),
      flagMode: find("flag-mode"),
      reviewButton: find("review"),
      replay: find("replay"),
      at: find("replay-at"),
    });
    for (const [name, { label }] of Object.entries(LEVELS)) {
      this.level.append(new Option(label, name, false, name === "beginner"));
    }
    for (const [name, { label }] of Object.entries(BOARDS)) this.kind.append(new Option(label, name));
    find("new-game").addEventListener("click", () => this.begin());
    this.undo.addEventListener("click", () => this.move({ undo: true }));
    this.auto.addEventListener("click", () => this.move({ auto: true }));
    this.flagMode.addEventListener("click", () => this.flagMode.setAttribute("aria-pressed", String(!this.flagging)));
    this.reviewButton.addEventListener("click", () => this.review());
    this.at.addEventListener("input", () => this.showMove(Number(this.at.value) - 1));
  }

  get flagging() {
    return this.flagMode.getAttribute("aria-pressed") === "true";
  }

  async begin() {
    const { width, height, mines, grid = "square" } = LEVELS[this.level.value];
    const seed = this.seed.value.trim();
    if (seed && !/^[0-9]{1,12}$/.test(seed)) {
      return this.desk.fail(new Error("A seed is a whole number, or nothing at all."));
    }
    const wish = { ...BOARDS[this.kind.value].wish, ...(seed ? { seed: Number(seed) } : {}) };
    const begun = await this.#ask("games", { width, height, mines, grid, start: "zero", ...wish });
    if (begun && this.board.first) await this.move({ open: this.board.first });
  }

  choose(cell) {
    return this.move(this.flagging ? { flag: cell } : { open: cell });
  }

  async move(what) {
    if (!this.game) return;
    if (what.open && this.board.at(what.open) === "F") {
      return this.desk.say(`${what.open} has a flag: press f to take it off`);
    }
    if (what.open && this.board.at(what.open) !== "?") return;
    await this.#ask(`games/${this.game.id}/moves`, what);
  }

  // A move is not taken while another is under way; a new game replaces whatever is.
  async #ask(path, body) {
    if (this.busy && path !== "games") return false;
    const signal = this.asking.signal();
    this.busy = true;
    const waiting = setTimeout(() => this.desk.say(path === "games" ? "Searching for a board …" : "Thinking …"), 400);
    try {
      this.#now(await ask(path, body, signal));
      return true;
    } catch (error) {
      this.desk.fail(error);
      return false;
    } finally {
      clearTimeout(waiting);
      if (!signal.aborted) this.busy = false;
    }
  }

  #now(game) {
    this.game = game;
    this.board = parseBoard(game.board);
    this.replay.hidden = true;
    this.reviewButton.hidden = !game.outcome;
    this.undo.disabled = !game.moves.length;
    this.auto.disabled = Boolean(game.outcome);
    this.desk.shown(this.board, this.#summary(), this.#marks());
  }

  #marks() {
    if (!this.game.layout) return {};
    const hit = minesOf(this.board);
    const mine = minesOf(parseBoard(this.game.layout)).filter((name) => !hit.includes(name));
    return { mine: new Set(mine), clash: new Set(hit) };
  }

  #summary() {
    const { outcome, moves, undone } = this.game;
    const undid = undone ? ` ${undone} ${undone === 1 ? "move was" : "moves were"} taken back.` : "";
    if (outcome === "won") return `Won in ${moves.length} moves.${undid}`;
    if (!moves.length) return this.#welcome();
    const last = moves.at(-1);
    if (outcome === "lost") {
      return `${last.open} was a mine: lost. Undo takes it back, or look back on the game.${undid}`;
    }
    const isBegun = moves.length === 1 && this.board.first === last.open && last.by === "player";
    const begun = isBegun ? `${last.open} is open: from here no guess is needed. ` : "";
    return `${begun}${moved(last)}${this.#left()}${undid}`;
  }

  #welcome() {
    const { first, mines } = this.board;
    const start = first
      ? `Open ${first}: from there no guess is needed.`
      : "Open any cell: the first one is safe, and so are all around it.";
    return `${mines} mines. ${start}${this.game.seeded ? " This game has a seed, so it can be played again." : ""}`;
  }

  #left() {
    const { board } = this;
    const flags = board.count("F");
    const safe = board.count("?F") - board.mines;
    return `${board.mines} mines, ${flags} ${flags === 1 ? "flag" : "flags"}, ${safe} safe cells to go.`;
  }

  async review() {
    try {
      this.judged = (await look(`games/${this.game.id}/review`)).moves;
    } catch (error) {
      return this.desk.fail(error);
    }
    const count = (kind) => this.judged.filter((move) => move.kind === kind).length;
    const guesses = count("guess") + count("unneeded");
    const told = guesses
      ? `${guesses} ${guesses === 1 ? "guess" : "guesses"}, ${count("unneeded") || "none"} of them not needed (⚠)`
      : "no guess at all";
    document.getElementById("replay-text").textContent =
      `${this.judged.length} openings: ${count("certain")} certain, ${told}.`;
    this.replay.hidden = false;
    this.at.max = this.judged.length;
    const lines = this.judged.map((move, index) => this.#judgedMove(move, index));
    document.getElementById("replay-list").replaceChildren(...lines);
    const first = this.judged.findIndex((move) => move.kind === "unneeded");
    this.showMove(first < 0 ? this.judged.length - 1 : first);
  }

  #judgedMove(move, index) {
    const mark = { unneeded: " ⚠", guess: " ?" }[move.kind] ?? "";
    const line = element("li");
    const button = element("button", move.kind, `${move.open}${mark}`);
    button.type = "button";
    button.setAttribute("aria-label", `Move ${index + 1}, ${move.open}: ${KINDS[move.kind]}`);
    button.addEventListener("click", () => this.showMove(index));
    line.append(button);
    return line;
  }

  showMove(index) {
    const move = this.judged[index];
    if (!move) return;
    this.at.value = index + 1;
    document.querySelectorAll("#replay-list button").forEach((button, at) => {
      button.setAttribute("aria-current", String(at === index));
    });
    document.getElementById("replay-move").textContent =
      `Move ${index + 1}: ${move.open} was ${KINDS[move.kind]}.${risk(move)}${better(move)}`;
    this.desk.shown(parseBoard(move.board), null, { goal: move.open, safe: new Set(move.better) });
  }
}

function minesOf(board) {
  const names = board.rows.map((row, r) => [...row].map((sign, c) => (sign === "*" ? cellName(r, c) : null)));
  return names.flat().filter(Boolean);
}

// -- sentences about a move

function moved({ by, open, flag, odds }) {
  const reason = {
    start: "as the start",
    deduction: "because it is certainly safe",
    guess: `as a guess, with odds ${odds} of a mine`,
  }[by];
  return reason ? `logicms ${open ? "opened" : "took the flag off"} ${open ?? flag} ${reason}. ` : "";
}

function risk({ kind, odds, least }) {
  if (!odds || kind === "certain") return "";
  return ` Odds of a mine there: ${odds}${kind === "guess" ? `; the least anywhere: ${least}` : ""}.`;
}

function better({ better: cells }) {
  if (!cells.length) return "";
  return ` Certainly safe instead: ${cells.slice(0, 8).join(", ")}${cells.length > 8 ? " …" : "."}`;
}
