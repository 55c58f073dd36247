// Analysing: a position, what follows from it, and how it is drawn. What is asked of the service comes in two parts,
// what is certain and how likely the rest is, so that a limit on the second does not take the first away.

import { ask, Newest } from "./api.js";
import { isClue } from "./board.js";
import { contradiction, count, disable, find, legendOf, listed, press } from "./dom.js";
import { Drawing } from "./drawing.js";
import { oddsOf, opposite, spelled } from "./odds.js";
import { Past } from "./past.js";
import { settings } from "./settings.js";

const MANY = 600; // cells; above, only the odds near clues are sent
// Look, glyph and meaning of what is marked, by view.
const CERTAIN = [
  ["safe", "✓", "safe"],
  ["mine", "✱", "mine"],
];
const LEGENDS = {
  hidden: [],
  certain: CERTAIN,
  odds: [
    ...CERTAIN,
    ["hidden best", "", "best guess"],
    ["hidden dead", "", "number tells nothing"],
    ["hidden flip", "", "coin flip"],
  ],
};
const SHOWN_ODDS = {
  mine: "probability of a mine",
  safe: "probability of being safe",
  zero: "probability of opening a 0",
};

export class Analyse {
  // `desk`: paint(), say(text), tell(text), fail(error), calm(), changed(), forget() before another board is shown,
  // contradiction(conflict).
  constructor(desk) {
    Object.assign(this, { desk, board: null, past: new Past(), reasoning: new Newest() });
    this.drawing = new Drawing({
      board: () => this.board,
      preview: (board) => this.desk.paint(board),
      commit: (board, reason) => this.take(board, { reason }),
      tell: (text) => this.desk.tell(text),
    });
    for (const each of document.querySelectorAll("[data-view]")) {
      each.addEventListener("click", () => this.setView(each.dataset.view));
    }
    find("odds-of").addEventListener("change", (event) => {
      settings.set("odds", event.target.value);
      this.#update();
    });
    find("odds-of").value = settings.get("odds");
    find("undo-drawing").addEventListener("click", () => this.undo());
    find("redo-drawing").addEventListener("click", () => this.redo());
    this.#showView();
  }

  // Shows a board. `reason`: why it changed, for undo; `resume`: it may be one that the tab remembers the past of.
  take(board, { reason = null, resume = false } = {}) {
    this.desk.forget();
    Object.assign(this, { board, solved: null, odds: null });
    if (resume) this.past.resume(board);
    this.past.add(board, reason);
    this.drawing.show(board);
    this.#showUndo();
    this.desk.calm();
    this.desk.paint(board);
    this.desk.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#reason(board), 60);
  }

  stop() {
    clearTimeout(this.timer);
    this.reasoning.stop();
    find("board").removeAttribute("aria-busy");
    this.drawing.take(null);
  }

  undo() {
    this.#restore(this.past.undo());
  }

  redo() {
    this.#restore(this.past.redo());
  }

  #restore(board) {
    if (board) this.take(board);
    else this.desk.tell("There is nothing more to undo or redo.");
  }

  #showUndo() {
    const [undo, redo] = [find("undo-drawing"), find("redo-drawing")];
    redo.disabled = !this.past.canRedo;
    disable(undo, !this.past.canUndo, redo);
    disable(redo, !this.past.canRedo, undo);
  }

  // -- what follows

  get view() {
    return settings.get("view");
  }

  // Without a clue and a total there is nothing to reason from; odds of one half would only look like knowledge.
  get isBlank() {
    return this.board.mines === null && !this.board.rows.some((row) => [...row].some(isClue));
  }

  get #needsOdds() {
    const { solved } = this;
    const isThere = this.odds && (this.view !== "odds" || this.odds.status !== "exact" || this.odds.dead);
    if (isThere || this.isBlank || !["solved", "progress", "stuck", "limit"].includes(solved?.status)) return false;
    if (this.view === "odds") return true;
    return this.view === "certain" && solved.status !== "solved" && !solved.safe.length;
  }

  async #reason(board) {
    const signal = this.reasoning.signal();
    const slow = setTimeout(() => {
      find("summary").textContent = "Thinking …";
    }, 250);
    find("board").setAttribute("aria-busy", "true");
    try {
      const solved = this.solved ?? (await foundSoFar(ask("solve", { board: board.text }, signal)));
      if (board !== this.board) return; // another board has come meanwhile
      this.solved = solved;
      clearTimeout(slow);
      this.#tell();
      if (this.solved.status === "inconsistent") this.desk.contradiction(this.solved.conflict);
      await this.#askOdds(board, signal);
    } catch (error) {
      if (error.name === "AbortError" || board !== this.board) return;
      const isLimit = error.status === 504;
      find("summary").textContent = isLimit
        ? "Not decided within the time limit."
        : "This board could not be analysed.";
      if (!isLimit) this.desk.fail(error);
    } finally {
      clearTimeout(slow);
      if (!signal.aborted) find("board").removeAttribute("aria-busy");
    }
  }

  async #askOdds(board, signal) {
    if (!this.#needsOdds) return;
    const given = { board: board.text, compact: board.cells > MANY, details: this.view === "odds" };
    let odds;
    try {
      odds = await foundSoFar(ask("odds", given, signal));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      odds = { status: "limit", cells: {}, best: [], message: error.message };
    }
    if (board !== this.board) return;
    this.odds = odds;
    this.#tell();
  }

  // Says and draws what is known now.
  #tell() {
    find("summary").textContent = summary(this);
    this.#legend();
    this.desk.say(find("summary").textContent);
    this.desk.paint(this.board);
  }

  #update() {
    this.desk.paint(this.board);
    if (this.solved) this.#reason(this.board);
  }

  setView(view) {
    settings.set("view", view);
    this.#showView();
    this.desk.forget();
    this.#update();
  }

  #showView() {
    press(document.querySelectorAll("[data-view]"), (each) => each.dataset.view === this.view);
    find("odds-field").hidden = this.view !== "odds";
  }

  // -- what is drawn

  marks() {
    const { solved, odds, view } = this;
    if (solved?.status === "inconsistent") return { clash: new Set(solved.conflict), used: new Set(solved.conflict) };
    if (!solved || view === "hidden") return {};
    const marks = { safe: new Set(solved.safe), mine: new Set(solved.mine) };
    if (view === "certain" || odds?.status !== "exact") return marks;
    const best = solved.safe.length ? [] : odds.best.slice(0, 1);
    return {
      ...marks,
      ...(settings.get("odds") === "mine" ? {} : { safe: new Set(), mine: new Set() }),
      odds: this.#shownOdds(),
      oddsOf: SHOWN_ODDS[settings.get("odds")],
      titles: (name) => this.about(name),
      best: new Set(best),
      dead: new Set(odds.dead ?? []),
      flip: new Set((odds.flips ?? []).flat()),
    };
  }

  oddsAt(name) {
    const { odds, board } = this;
    if (odds?.status !== "exact") return undefined;
    return odds.cells[name] ?? ("?F".includes(board.at(name)) ? odds.elsewhere : undefined);
  }

  #shownOdds() {
    const kind = settings.get("odds");
    const shown = new Map();
    for (const name of this.board.names("?F")) {
      const odds = this.oddsAt(name);
      if (!odds) continue;
      if (kind === "mine") shown.set(name, odds);
      else if (kind === "safe") shown.set(name, opposite(odds));
      else if (odds.zero_value !== undefined) shown.set(name, { mine: odds.zero, value: odds.zero_value });
    }
    return shown;
  }

  // One line about a cell, for hover and focus: the exact fraction.
  about(name) {
    const odds = this.oddsAt(name);
    if (!odds || this.view === "hidden") return name;
    const { zero: mine, zero_value: value } = odds;
    const zero = value === undefined ? "" : `, a 0 with probability ${spelled({ mine, value })}`;
    return `${name}: a mine with probability ${spelled(odds)}${zero}`;
  }

  #legend() {
    const isNothing = this.isBlank || this.solved.status === "inconsistent";
    find("legend").replaceChildren(...legendOf(isNothing ? [] : LEGENDS[this.view]));
    find("heat-scale").hidden = this.view !== "odds" || this.odds?.status !== "exact";
  }
}

// What an answer held when the time ran out, if anything.
async function foundSoFar(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error.answer) return error.answer;
    throw error;
  }
}

// -- sentences

function summary(analyse) {
  const { board, solved, odds, view } = analyse;
  if (solved.status === "inconsistent") return whatFollows(solved);
  if (!board.count("?F")) return "There is no hidden cell on this board.";
  if (analyse.isBlank) return "Nothing is known yet: draw clues, or say how many mines there are.";
  if (view === "hidden") return "The answers are hidden. Ask for a tip, or choose a cell to see why.";
  const isLate = view === "odds" && odds?.status === "limit"; // said even where no guess is needed
  return [whatFollows(solved), ...(isLate || !solved.safe.length ? guessing(odds) : [])].join(" ");
}

function whatFollows({ status, safe = [], mine = [], conflict = [] }) {
  const found = certainly(safe.length, mine.length);
  return {
    solved: () => `Every hidden cell is certain. ${allOf(safe.length, mine.length)}.`,
    progress: () => `${found}; nothing is certain about the others.`,
    stuck: () => "Nothing is certain: the next move is a guess.",
    inconsistent: () => `This board is inconsistent: ${contradiction(conflict)}.`,
    limit: () =>
      `Not decided within the time limit. So far: ${safe.length + mine.length ? found : "nothing is certain"}.`,
  }[status]();
}

const mines = (number) => count(number, "is a mine", "are mines");

function allOf(safe, mine) {
  if (safe && mine) return `${count(safe, "is", "are")} safe, ${mines(mine)}`;
  const all = safe + mine === 1 ? "It is" : `All ${safe + mine} are`;
  return `${all} ${safe ? "safe" : safe + mine === 1 ? "a mine" : "mines"}`;
}

function certainly(safe, mine) {
  if (!safe) return `${count(mine, "cell is certainly a mine", "cells are certainly mines")}, none is certainly safe`;
  return `${count(safe, "cell is", "cells are")} certainly safe${mine ? `, ${mines(mine)}` : ""}`;
}

function guessing(odds) {
  if (odds?.status === "limit") return ["The odds were not computed within the limit."];
  if (odds?.status !== "exact" || !odds.best.length) return [];
  const [best] = odds.best;
  const risk = (name) => spelled(odds.cells[name] ?? odds.elsewhere);
  const why = odds.why ? `: ${odds.why}` : "";
  const said = [`Best guess: ${best}, a mine with probability ${risk(best)}${why}.`];
  const { safest = [] } = odds;
  if (safest.length && !safest.includes(best)) {
    said.push(
      `The safest ${safest.length === 1 ? "is" : "are"} ${listed(safest.slice(0, 3))}, with ${risk(safest[0])}.`,
    );
  }
  const isSaid = odds.why?.includes(` ${odds.win} `);
  if (odds.win && !isSaid) said.push(`With best play the game is won with probability ${spelled(oddsOf(odds.win))}.`);
  return said;
}
