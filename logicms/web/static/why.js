// Why: the explanation of one cell. In plain words first, then the proof step by step, beside the board and on it.

import { ask } from "./api.js";
import { button, contradiction, disable, element, find, legendOf, listed, press } from "./dom.js";
import { spelled } from "./odds.js";
import { legendLines, lineOf, marksAt, sentence, techniqueLink } from "./proof.js";
import { settings } from "./settings.js";

export const KINDS = { counting: "Counting", direct: "Direct", resolution: "Refutation" };
const OF_PLACEMENTS = [
  ["placed", "✱", "mine in this placement"],
  ["hidden differs", "", "differs in the other"],
];
export const WHY_IDLE = "Choose a hidden cell to see why it is safe, a mine, or neither.";

export class Why {
  // `desk`: board(), flags(), odds(name), overlay(marks, or null; with `isOver`, besides what is marked anyway),
  // reveal(name), focus(name), say(text), fail(error), calm(), changed() when another place is read.
  constructor(desk) {
    Object.assign(this, { desk, idle: WHY_IDLE, proof: null, at: 0, cell: null, subject: null });
    Object.assign(this, {
      card: find("why"),
      title: find("why-title"),
      text: find("why-text"),
      words: find("why-words"),
      box: find("why-proof"),
      kinds: find("why-kinds"),
      list: find("steps"),
      number: find("step-number"),
      back: find("step-back"),
      on: find("step-on"),
      placements: find("why-placements"),
      yourself: find("why-yourself"),
      close: find("why-close"),
      legend: find("why-legend"),
    });
    this.back.addEventListener("click", () => this.go(this.at - 1));
    this.on.addEventListener("click", () => this.go(this.at + 1));
    this.close.addEventListener("click", () => this.leave());
    this.card.addEventListener("keydown", (event) => this.#key(event));
    for (const each of this.kinds.querySelectorAll("[data-by]")) {
      each.addEventListener("click", () => {
        settings.set("by", each.dataset.by);
        this.show(this.cell, { subject: this.subject });
      });
    }
  }

  get by() {
    return settings.get("by");
  }

  // What the address says of it: the cell, the kind of proof, and the step.
  get place() {
    if (!this.cell || this.subject) return {};
    const { by, step } = this.proof ? { by: this.proof.by, step: this.at + 1 } : this.wanted;
    return { cell: this.cell, by, step };
  }

  clear() {
    const wasShown = this.cell !== null || this.proof !== null;
    this.cell = this.proof = this.subject = null;
    this.#asks = null;
    this.title.textContent = "Why?";
    this.text.textContent = this.idle;
    this.#empty();
    this.desk.overlay(null);
    if (wasShown) this.desk.changed();
  }

  #asks = null;

  // Ends reading: back to the cell.
  leave() {
    const { cell } = this;
    this.clear();
    if (cell) this.desk.focus(cell);
  }

  #empty() {
    this.box.hidden = this.placements.hidden = this.words.hidden = true;
    this.close.hidden = this.cell === null && this.proof === null;
    this.card.removeAttribute("aria-busy");
    this.legend.replaceChildren();
  }

  // Shows why a cell is what it is. `subject`: another board than the desk's; `by`, `step`: where to begin; `focus`:
  // whether a reader who came by keyboard goes there.
  async show(cell, { subject = null, by, step = 1, focus = false } = {}) {
    const board = subject ?? this.desk.board();
    const asked = (this.#asks = {});
    Object.assign(this, { cell, subject, proof: null, wanted: { by, step: step > 1 && step } });
    this.title.textContent = `Why ${cell}?`;
    this.text.textContent = "Looking for the shortest reason …";
    this.#empty();
    this.card.setAttribute("aria-busy", "true");
    this.desk.overlay({ goal: cell, goalSaid: "asked about", isOver: true });
    this.desk.changed();
    try {
      const [found, words] = await this.#ask(board, cell, by ?? this.by);
      if (asked !== this.#asks) return; // something else was asked for meanwhile
      this.desk.calm();
      this.#tell(found, words, step, by ?? this.by);
      this.#intoView(focus);
    } catch (error) {
      if (asked !== this.#asks) return;
      this.clear();
      this.desk.fail(error);
    }
  }

  // The proof, and the same in words.
  #ask(board, cell, by) {
    const given = { board: board.text, cell, by, flags: this.desk.flags() };
    return Promise.all([ask("prove", given), ask("prove", { ...given, to: "words" }).catch(() => null)]);
  }

  // What to ask for to have this proof once more, to save it.
  get question() {
    if (!this.proof) return null;
    const board = this.subject ?? this.desk.board();
    const { by } = this.proof;
    return { board: board.text, cell: this.cell ?? anyCell(board), by, flags: this.desk.flags() };
  }

  // Shows the proof that the board contradicts itself.
  async showContradiction(conflict) {
    const board = this.desk.board();
    const asked = (this.#asks = {});
    try {
      const [found, words] = await this.#ask(board, anyCell(board), "resolution");
      if (asked !== this.#asks || found.status !== "inconsistent") return;
      this.#tell(found, words, 1);
    } catch {
      if (asked === this.#asks) this.#contradictory({ conflict });
    }
  }

  #intoView(focus) {
    if (focus) this.title.focus({ preventScroll: true });
    const side = this.card.parentElement; // on a phone it has no box of its own, and the page scrolls
    const end = this.card.getBoundingClientRect().bottom - side.getBoundingClientRect().top + side.scrollTop;
    if (end <= side.clientHeight) side.scrollTop = 0;
    else this.card.scrollIntoView({ block: "start" });
    if (this.at > 0) this.list.children[this.at]?.scrollIntoView({ block: "nearest" }); // a link led to this step
    if (this.cell) this.desk.reveal(this.cell);
  }

  #tell(found, words, step, by = this.by) {
    this.#empty();
    this.close.hidden = false;
    const proof = found.status === "inconsistent" ? found.proof : found;
    this.proof = proof?.steps?.length ? proof : null;
    if (found.status === "inconsistent") this.#contradictory(found);
    else if (found.verdict === "unknown") this.#uncertain(found);
    else if (found.verdict === "limit") this.#undecided();
    else this.#certain(found);
    this.#sayWords(words?.text ?? "");
    this.desk.say(this.text.textContent);
    if (this.proof) this.#showProof(found, step, by);
    this.desk.changed();
  }

  #sayWords(text) {
    const isSaid = /^(\S+ is (safe|a mine)\.$|Whether \S+ is a mine is not certain|The board is inconsistent|To show:)/;
    const paragraphs = text
      .trim()
      .split(/\n\n+/)
      .map((part) => part.split("\n").filter((line) => !isSaid.test(line)));
    const shown = paragraphs.filter((lines) => lines.length).map((lines) => element("p", "", lines.join("\n")));
    this.words.replaceChildren(...shown);
    this.words.hidden = !this.words.childElementCount;
  }

  #contradictory({ conflict }) {
    this.title.textContent = "Why is this board inconsistent?";
    this.text.replaceChildren(
      element("strong", "", contradiction(conflict)),
      ": no placement of mines fits. From a contradiction anything follows, so no cell is called safe or a mine.",
    );
    if (!this.proof) this.desk.overlay({ clash: new Set(conflict), used: new Set(conflict) });
  }

  #undecided() {
    this.text.textContent = `Whether ${this.cell} is certain was not decided within the time limit.`;
  }

  #certain(found) {
    const verdict = found.verdict === "mine" ? "is a mine" : "is safe";
    const total = found.uses_mine_total ? "the mine total" : "";
    const sources = [listed(found.clues), total].filter(Boolean).join(" and ");
    const because = sources ? `because of ${sources}` : "as the board itself says";
    this.text.replaceChildren(element("strong", "", `${this.cell} ${verdict}`), ` ${because}. `);
    if (found.technique) this.text.append(techniqueLink(found.technique));
    if (!this.proof) this.desk.overlay({ goal: this.cell, [found.verdict]: new Set([this.cell]) });
  }

  // -- an uncertain cell: two placements that differ there

  #uncertain(found) {
    const odds = this.desk.odds(this.cell);
    const risk = odds === undefined ? "" : ` The probability of a mine is ${spelled(odds)}.`;
    this.text.replaceChildren(
      element("strong", "", `${this.cell} is not certain`),
      `: both placements below fit every clue, and they differ there.${risk}`,
    );
    const [one = [], two = []] = found.placements;
    const differs = new Set([
      ...one.filter((name) => !two.includes(name)),
      ...two.filter((name) => !one.includes(name)),
    ]);
    this.placements.hidden = found.placements.length < 2;
    const buttons = found.placements.map((mines, index) =>
      button(`If ${this.cell} is ${mines.includes(this.cell) ? "a mine" : "safe"}`, () =>
        this.#place(mines, differs, index),
      ),
    );
    this.placements.replaceChildren(...buttons);
    this.legend.replaceChildren(...legendOf(OF_PLACEMENTS));
    this.#place(one, differs, 0);
  }

  #place(mines, differs, index) {
    const buttons = [...this.placements.children];
    press(buttons, (each) => buttons.indexOf(each) === index);
    this.desk.overlay({ goal: this.cell, placed: new Set(mines), differs });
  }

  // -- the proof

  #showProof(found, step, wanted) {
    this.box.hidden = false;
    this.kinds.hidden = !this.cell;
    const sizes = found.sizes ?? {}; // of every kind, where the shortest was sought
    for (const each of this.kinds.querySelectorAll("[data-by]")) {
      const { by } = each.dataset;
      each.disabled = found.sizes !== undefined && by !== "shortest" && !(by in sizes);
      each.textContent = by === "shortest" ? "Shortest" : `${KINDS[by]}${sizes[by] ? ` ${sizes[by]}` : ""}`;
      each.title = by === "shortest" ? "The proof with the least to read" : found.sizes ? stepsOf(sizes[by]) : "";
    }
    const chosen = wanted === found.by ? wanted : "shortest";
    press(this.kinds.querySelectorAll("[data-by]"), (each) => each.dataset.by === chosen);
    this.list.replaceChildren(...this.proof.steps.map((each) => this.#line(each)));
    this.list.setAttribute("aria-label", `Steps of the proof: ${KINDS[this.proof.by] ?? this.proof.by}`);
    this.legend.replaceChildren(...legendOf(legendLines(this.proof)));
    this.#offerToProve(found);
    this.go(step - 1, false);
  }

  #line(step) {
    const line = lineOf(step, this.proof);
    line.addEventListener("click", () => this.go(step.step - 1));
    return line;
  }

  #offerToProve(found) {
    this.yourself.hidden = !this.cell;
    if (!this.cell) return;
    const flags = this.desk.flags() === "fact" ? "" : `&flags=${this.desk.flags()}`;
    const goal = `${found.verdict === "safe" ? "~" : ""}${this.cell}`;
    const board = this.subject ?? this.desk.board();
    this.yourself.href = `learn.html${board.fragment}&prove=${goal}${flags}`;
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const last = (this.proof?.steps.length ?? 1) - 1;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") this.leave();
    else if (to === undefined || !this.proof) return;
    else this.go(to);
    event.preventDefault();
  }

  go(at, aloud = true) {
    if (!this.proof) return;
    const { steps } = this.proof;
    this.at = Math.min(Math.max(at, 0), steps.length - 1);
    this.number.textContent = `Step ${this.at + 1} of ${steps.length}`;
    disable(this.back, this.at === 0, this.list);
    disable(this.on, this.at === steps.length - 1, this.list);
    this.number.parentElement.hidden = steps.length === 1;
    [...this.list.children].forEach((line, index) => {
      if (index === this.at) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    if (aloud) this.list.children[this.at].scrollIntoView({ block: "nearest" });
    this.desk.overlay(marksAt(this.proof, this.at));
    if (aloud) this.desk.say(`${this.number.textContent}: ${sentence(steps[this.at], this.proof)}`);
    this.desk.changed();
  }
}

// Any cell will do to ask about a board that contradicts itself.
const anyCell = (board) => board.names("?F")[0] ?? "A1";

function stepsOf(number) {
  return number === undefined ? "There is no such proof here" : `${number} ${number === 1 ? "step" : "steps"}`;
}
