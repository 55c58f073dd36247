// Why: the explanation of one cell. The fewest clues, then the proof step by step, beside the board and on it.

import { ask } from "./api.js";
import { element } from "./grid.js";
import { percent } from "./odds.js";

const TECHNIQUES = {
  single: "one clue alone",
  subset: "one clue inside another",
  propagate: "suppose the opposite, and follow it",
  split: "needs a case split",
};
export const WHY_IDLE = "Choose a hidden cell to see why it is safe, a mine, or neither.";

export class Why {
  // `desk`: board(), flags(), odds(name), overlay(marks or null), say(text), fail(error).
  constructor(desk) {
    Object.assign(this, { desk, idle: WHY_IDLE, proof: null, at: 0, by: "resolution", cell: null });
    const find = (id) => document.getElementById(id);
    Object.assign(this, {
      title: find("why-title"),
      text: find("why-text"),
      box: find("why-proof"),
      list: find("steps"),
      number: find("step-number"),
      back: find("step-back"),
      on: find("step-on"),
      placements: find("why-placements"),
      yourself: find("why-yourself"),
    });
    this.back.addEventListener("click", () => this.go(this.at - 1));
    this.on.addEventListener("click", () => this.go(this.at + 1));
    this.box.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) {
        this.go(this.at + by);
        event.preventDefault();
      }
    });
    for (const button of this.box.querySelectorAll("[data-by]")) {
      button.addEventListener("click", () => this.show(this.cell, button.dataset.by));
    }
  }

  clear() {
    this.cell = this.proof = null;
    this.title.textContent = "Why?";
    this.text.textContent = this.idle;
    this.box.hidden = this.placements.hidden = true;
    this.desk.overlay(null);
  }

  async show(cell, by = this.by) {
    Object.assign(this, { cell, by });
    this.title.textContent = `Why ${cell}?`;
    this.text.textContent = "Looking for the shortest reason …";
    const board = this.desk.board();
    let found;
    try {
      found = await ask("prove", { board: board.text, cell, by, flags: this.desk.flags() });
    } catch (error) {
      if (this.cell !== cell) return;
      this.clear();
      this.desk.fail(error);
      return;
    }
    // Something else was asked for meanwhile.
    if (this.cell !== cell || this.by !== by || board !== this.desk.board()) return;
    for (const button of this.box.querySelectorAll("[data-by]")) {
      button.setAttribute("aria-pressed", String(button.dataset.by === by));
    }
    this.#tell(found);
    // On a phone the reason stands below the board, which stays in sight.
    if (this.narrow) this.text.closest("section").scrollIntoView({ block: "nearest" });
  }

  get narrow() {
    return matchMedia("(max-width: 900px)").matches;
  }

  #tell(found) {
    this.proof = found.steps?.length ? found : null;
    this.box.hidden = !this.proof;
    this.placements.hidden = true;
    if (found.status === "inconsistent") this.#contradictory(found);
    else if (found.verdict === "unknown") this.#uncertain(found);
    else if (found.verdict === "limit") this.#undecided();
    else this.#certain(found);
    this.desk.say(this.text.textContent);
  }

  #contradictory({ conflict }) {
    this.text.textContent =
      `These clues contradict one another: ${conflict.join(", ")}. ` +
      `From a contradiction anything follows, so nothing is said of ${this.cell}.`;
    this.desk.overlay({ clash: new Set(conflict), used: new Set(conflict) });
  }

  #undecided() {
    this.text.textContent = `Whether ${this.cell} is certain was not decided within the time limit.`;
  }

  #certain(found) {
    const verdict = found.verdict === "mine" ? "is a mine" : "is safe";
    const total = found.uses_mine_total ? "the mine total" : "";
    const sources = [listed(found.clues), total].filter(Boolean).join(" and ");
    const because = sources ? `because of ${sources}` : "as the board says itself";
    this.text.replaceChildren(element("strong", "", `${this.cell} ${verdict}`), ` ${because}. `);
    if (found.technique) this.text.append(element("span", "badge", TECHNIQUES[found.technique] ?? found.technique));
    if (!this.proof) return this.desk.overlay({ goal: this.cell, ...this.#conclusion(found) });
    this.list.replaceChildren(...found.steps.map((step) => this.#line(step)));
    const flags = this.desk.flags() === "fact" ? "" : `&flags=${this.desk.flags()}`;
    const goal = `${found.verdict === "safe" ? "~" : ""}${this.cell}`;
    this.yourself.href = `/learn${this.desk.board().fragment}&prove=${goal}${flags}`;
    this.go(0, false);
  }

  #conclusion(found) {
    return { [found.verdict]: new Set([this.cell]) };
  }

  #uncertain(found) {
    const odds = this.desk.odds(this.cell);
    const risk = odds === undefined ? "" : ` The odds of a mine are ${percent(odds.mine)} %.`;
    this.text.replaceChildren(
      element("strong", "", `${this.cell} is not certain`),
      `: both placements below meet every clue, and they differ there.${risk}`,
    );
    this.placements.hidden = found.placements.length < 2;
    const names = ["safe there", "a mine there"];
    const buttons = found.placements.map((mines, index) => {
      const button = element("button", "", `Placement ${index + 1}: ${names[index]}`);
      button.type = "button";
      button.addEventListener("click", () => this.#place(mines, index));
      return button;
    });
    this.placements.replaceChildren(...buttons);
    this.#place(found.placements[0] ?? [], 0);
  }

  #place(mines, index) {
    [...this.placements.children].forEach((button, at) => button.setAttribute("aria-pressed", String(at === index)));
    this.desk.overlay({ goal: this.cell, mine: new Set(mines), supposed: true });
  }

  #line(step) {
    const line = element("li");
    const clause = element("span", "clause");
    clause.append(...(step.sum ? [equation(step)] : literals(step.clause)));
    line.append(element("span", "number", String(step.step)), clause, element("span", "because", this.#because(step)));
    line.addEventListener("click", () => this.go(step.step - 1));
    return line;
  }

  #because(step) {
    if (step.by === "clue") return `${step.clue} shows ${this.#clue(step.clue)}`;
    if (step.by === "fact") return `${step.cell} is known`;
    if (step.by === "assume") return "assumed: the negation";
    if (step.by === "total") return "by the mine total";
    if (step.by === "given") return `given: ${step.given}`;
    if (step.by === "sum") return `${summed(step)}; so ${words(step.clause)}`;
    const [one, two] = step.from;
    return `from ${one} and ${two}, which disagree on ${step.on}`;
  }

  #clue(name) {
    const hint = this.proof.hints[name];
    if (!hint) return "its clue";
    const number = hint.mines ?? `${hint.at_least ?? 0} to ${hint.at_most ?? "all"}`;
    return `${number} ${number === 1 ? "mine" : "mines"} among ${hint.among.join(" ")}`;
  }

  go(at, aloud = true) {
    if (!this.proof) return;
    const { steps } = this.proof;
    this.at = Math.min(Math.max(at, 0), steps.length - 1);
    const step = steps[this.at];
    this.number.textContent = `Step ${this.at + 1} of ${steps.length}`;
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === steps.length - 1;
    [...this.list.children].forEach((line, index) => {
      if (index === this.at) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    const line = this.list.children[this.at];
    if (aloud && this.narrow) line.scrollIntoView({ block: "nearest" });
    this.list.scrollTop = line.offsetTop - this.list.offsetTop - this.list.clientHeight / 2 + line.clientHeight / 2;
    this.desk.overlay(this.#marks(step));
    if (aloud) this.desk.say(`${this.number.textContent}: ${line.textContent}`);
  }

  #marks(step) {
    const used = new Set(step.clue ? [step.clue] : [...(step.add ?? []), ...(step.subtract ?? [])]);
    const shared = new Set(step.clause.map((literal) => literal.replace("~", "")));
    const last = this.at === this.proof.steps.length - 1;
    if (step.by === "clue") for (const name of this.proof.hints[step.clue]?.among ?? []) shared.add(name);
    if (last) for (const clue of this.proof.clues) used.add(clue);
    if (last) shared.delete(this.cell);
    return { goal: this.cell, used, shared, ...(last ? this.#conclusion(this.proof) : {}) };
  }
}

function literals(clause) {
  if (!clause.length) return [element("span", "badge", "contradiction")];
  return clause.flatMap((text, index) => {
    const kind = text.startsWith("~") ? "safe" : "mine";
    const literal = element("span", `literal is-${kind}`, `${text.replace("~", "")} ${kind}`);
    return index ? [element("span", "or", "or"), literal] : [literal];
  });
}

function equation(step) {
  const { cells, ...right } = step.sum;
  const terms = Object.entries(cells).map(([name, factor], index) => {
    const sign = factor < 0 ? "− " : index ? "+ " : "";
    return `${sign}${Math.abs(factor) === 1 ? "" : Math.abs(factor)}${name}`;
  });
  const left = terms.join(" ") || "0";
  const number = right.mines !== undefined ? `= ${right.mines}` : `from ${right.at_least} to ${right.at_most}`;
  return element("span", "badge", `${left} ${number}`);
}

function summed({ add, subtract }) {
  const parts = [add.length && `add ${listed(add)}`, subtract.length && `subtract ${listed(subtract)}`];
  return parts.filter(Boolean).join(", ");
}

function words(clause) {
  const said = clause.map((text) => `${text.replace("~", "")} is ${text.startsWith("~") ? "safe" : "a mine"}`);
  return said.join(" or ") || "that cannot be";
}

export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export { TECHNIQUES };
