// The whole solution: every deduction of a board in order, easiest first, with a jump to any of them.

import { ask } from "./api.js";
import { button, contradiction, count, disable, element, find, listed } from "./dom.js";
import { TECHNIQUES, techniqueLink } from "./proof.js";

const SIGNS = { safe: "-", mine: "*" };

export class Path {
  // `desk` as for Why, and prove(cell, board).
  constructor(desk) {
    Object.assign(this, { desk, steps: [], at: 0, board: null });
    Object.assign(this, {
      card: find("path"),
      text: find("path-text"),
      start: find("path-start"),
      box: find("path-box"),
      number: find("path-number"),
      back: find("path-back"),
      on: find("path-on"),
      step: find("path-step"),
      list: find("path-list"),
    });
    this.start.addEventListener("click", () => (this.steps.length ? this.close() : this.show()));
    this.back.addEventListener("click", () => this.go(this.at - 1));
    this.on.addEventListener("click", () => this.go(this.at + 1));
    this.box.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      this.go(this.at + by);
      event.preventDefault();
    });
  }

  clear() {
    this.steps = [];
    this.asked = null;
    this.box.hidden = true;
    this.text.textContent = "Every deduction of this board in order, the easiest first.";
    this.start.textContent = "Show me the whole solution";
  }

  close() {
    this.clear();
    this.desk.clearWhy();
  }

  async show() {
    if (this.asked) return;
    const board = this.desk.board();
    const asked = (this.asked = {});
    this.text.textContent = "Looking for all deductions …";
    try {
      const found = await ask("path", { board: board.text, flags: this.desk.flags() });
      if (asked !== this.asked) return; // it was for another board
      this.asked = null;
      this.#tell(found, board);
    } catch (error) {
      if (asked !== this.asked) return;
      this.clear();
      if (error.answer?.steps) this.#tell(error.answer, board);
      else this.desk.fail(error);
    }
  }

  #tell(found, board) {
    Object.assign(this, { steps: found.steps ?? [], board });
    const { length } = this.steps;
    this.text.textContent = length
      ? `${count(length, "deduction", "deductions")}, the easiest first.${this.#end(found)}`
      : (nothing(found) ?? "Nothing is certain here: the next move is a guess.");
    this.desk.say(this.text.textContent);
    if (!length) return;
    this.start.textContent = "Close the solution";
    this.box.hidden = false;
    this.list.replaceChildren(...this.steps.map((step, index) => this.#item(step, index)));
    this.go(0, false);
    this.card.scrollIntoView({ block: "nearest" });
  }

  #end({ status }) {
    if (status === "solved") return " Then every hidden cell is known.";
    if (status === "limit") return " More may follow: the time limit was reached.";
    return " Then nothing more is certain.";
  }

  #item({ cells, verdict, technique }, index) {
    const item = element("li");
    const more = cells.length > 3 ? ` and ${cells.length - 3} more` : "";
    const names = `${cells.slice(0, 3).join(" ")}${more}`;
    const jump = button(`${names} ${verdict === "mine" ? "✱" : "✓"}`, () => this.go(index), `technique-${technique}`);
    const what = `${listed(cells)} ${verdict === "mine" ? "mine" : "safe"}`;
    jump.setAttribute("aria-label", `Deduction ${index + 1}: ${what}, ${TECHNIQUES[technique] ?? technique}`);
    item.append(jump);
    return item;
  }

  // The board as it is known before a step: what earlier steps found is on it.
  #boardBefore(index) {
    const known = new Map();
    for (const { cells, verdict } of this.steps.slice(0, index)) {
      for (const name of cells) known.set(name, SIGNS[verdict]);
    }
    return this.board.withSigns(known);
  }

  go(at, aloud = true) {
    if (!this.steps.length) return;
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    const step = this.steps[this.at];
    this.desk.clearWhy();
    this.number.textContent = `Deduction ${this.at + 1} of ${this.steps.length}`;
    const current = this.list.children[this.at].firstChild;
    disable(this.back, this.at === 0, current);
    disable(this.on, this.at === this.steps.length - 1, current);
    [...this.list.children].forEach((item, index) => {
      if (index === this.at) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    });
    this.list.children[this.at].scrollIntoView({ block: "nearest" });
    this.#describe(step);
    this.desk.overlay(this.marks);
    this.desk.reveal(step.cells[0]);
    if (aloud) this.desk.say(`${this.number.textContent}: ${this.step.textContent}`);
  }

  #describe(step) {
    const { cells, verdict, clues, technique, uses_mine_total: usesTotal } = step;
    const [one, many] = { mine: ["is a mine", "are mines"], safe: ["is safe", "are safe"] }[verdict];
    const are = cells.length === 1 ? one : many;
    const sources = [listed(clues), usesTotal && "the mine total"].filter(Boolean).join(" and ");
    const before = this.at;
    this.step.replaceChildren(
      element("strong", "", `${listed(cells)} ${are}`),
      ` because of ${sources}: `,
      techniqueLink(technique),
      " ",
      button("Why?", () => this.desk.prove(cells[0], this.#boardBefore(before))),
    );
  }

  // What is marked at the current step; null while no solution is shown.
  get marks() {
    if (!this.steps.length) return null;
    const { cells, verdict, clues } = this.steps[this.at];
    const marks = { derivedSafe: new Set(), derivedMine: new Set(), used: new Set(clues) };
    for (const earlier of this.steps.slice(0, this.at)) {
      const kind = earlier.verdict === "mine" ? "derivedMine" : "derivedSafe";
      for (const name of earlier.cells) marks[kind].add(name);
    }
    marks[verdict] = new Set(cells);
    return marks;
  }
}

function nothing({ status, conflict }) {
  if (status === "inconsistent") return `${contradiction(conflict)}: nothing follows.`;
  if (status === "limit") return "No deduction was found within the time limit.";
  return null;
}
