// An exercise as a form that fits its kind: what is asked, where to answer, what can be done, and what is said to it.

import { button, element } from "./dom.js";
import { filled, written } from "./prose.js";
import { signsFor } from "./signs.js";
import { TableForm } from "./table.js";

const SIGNS = {
  right: ["✓", "Right"],
  wrong: ["✗", "Not yet"],
  open: ["✓", "Right so far"],
  hint: ["☞", "Tip"],
  help: ["☞", "Help"],
};
const LEVELS = 3;
let made = 0;

export class ExerciseForm {
  // `acts`: say(text) sends what is said; `marking`: clicks on the board, or null; `about`: its board or hints, drawn.
  constructor(exercise, state, acts, marking, about) {
    Object.assign(this, { exercise, state, acts, marking, about, id: `exercise-${(made += 1)}` });
    this.root = element("form", "exercise");
    this.root.noValidate = true;
    this.root.setAttribute("aria-label", "Exercise");
    this.lines = element("ol", "lines");
    this.lines.setAttribute("aria-label", "Your lines");
    this.tips = element("ul", "tips-given");
    this.verdict = element("div", "verdict");
    this.verdict.id = `${this.id}-verdict`;
    this.verdict.setAttribute("role", "status");
    this.root.append(...this.#question(), this.lines, ...this.#answer(), this.tips, this.verdict, this.#buttons());
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    this.#showLinesSoFar();
    this.#refresh();
  }

  get isProof() {
    return this.exercise.kind === "proof";
  }

  // -- what is there

  #question() {
    const { exercise } = this;
    const ask = filled(exercise.kind === "choice" ? "legend" : "p", "ask", exercise.ask_parts);
    ask.id = `${this.id}-ask`;
    if (exercise.kind !== "choice") {
      return [ask, ...(exercise.terms ? [element("p", "terms", sentence(exercise.terms))] : []), ...this.about];
    }
    this.choices = element("fieldset", "choices");
    this.choices.append(ask, ...exercise.choices.map((choice) => this.#choice(choice)));
    return [...this.about, this.choices];
  }

  #choice({ letter, parts }) {
    const line = element("label", "choice");
    const radio = Object.assign(element("input"), { type: "radio", name: this.id, value: letter });
    line.append(radio, element("b", "", `${letter})`), filled("span", "", parts));
    return line;
  }

  #answer() {
    const { exercise } = this;
    if (exercise.kind === "choice") return [element("p", "form-of", "Choose one, then check it.")];
    const field = (this.field = element(exercise.takes_lines ? "textarea" : "input", "answer"));
    Object.assign(field, {
      id: `${this.id}-answer`,
      autocomplete: "off",
      spellcheck: false,
      maxLength: 20_000,
      enterKeyHint: this.isProof ? "send" : "done",
    });
    field.setAttribute("autocapitalize", "off");
    field.setAttribute("aria-describedby", `${this.id}-ask ${this.id}-form`);
    if (exercise.takes_lines) field.rows = this.isProof ? 2 : 4;
    else field.type = "text";
    field.addEventListener("keydown", (event) => this.#key(event));
    this.marking?.attach(field);
    this.label = element("label", "field-name", "Your answer");
    this.label.htmlFor = field.id;
    const form = element("p", "form-of", `Type ${exercise.form}.${this.#keys()}`);
    form.id = `${this.id}-form`;
    const table = exercise.table ? [new TableForm(exercise.table, field).root] : [];
    return [...table, this.label, field, ...signsFor(exercise.kind, field), form, ...this.#help()];
  }

  #keys() {
    if (this.isProof) return " Enter checks it, Shift+Enter begins another line.";
    if (this.exercise.takes_lines) return " Ctrl+Enter checks them.";
    if (this.exercise.table) return " Or press the buttons in the table.";
    if (!this.marking) return "";
    if (this.exercise.kind === "clues") return " Or click the clues on the board (Enter on the keyboard).";
    if (this.marking.onlyMines) return " Or click cells on the board to put mines there (key m).";
    const clicks = "once for safe, twice for a mine, a third time to clear it";
    return ` Or click cells on the board: ${clicks} (keys s, m, Delete).`;
  }

  #help() {
    if (!this.exercise.help.length) return [];
    const box = element("details", "help");
    const [lead, ...reasons] = this.exercise.help;
    const list = element("dl");
    for (const reason of reasons) {
      const [words, meaning] = reason.trim().split(/ {2,}/);
      const term = element("dt");
      term.append(element("code", "", words));
      list.append(term, element("dd", "", meaning));
    }
    box.append(element("summary", "", "How a line is written"), element("p", "", lead), list);
    box.open = !this.state.so_far;
    return [box];
  }

  #buttons() {
    const bar = element("div", "bar");
    this.submit = element("button", "strong", "Check");
    this.submit.type = "submit";
    this.tip = button("Tip", () => this.acts.say("tip"));
    this.undo = button("Undo last line", () => this.acts.say("undo"));
    this.skip = button("Skip", () => this.acts.say("skip"));
    this.back = button("Back", () => this.acts.say("back"));
    bar.append(this.submit, this.tip, this.undo, element("span", "spring"), this.back, this.skip);
    return (this.bar = bar);
  }

  #refresh() {
    const { level, so_far: soFar, stop } = this.state;
    this.tip.textContent = level < LEVELS ? `Tip ${level + 1} of ${LEVELS}` : "No further tips";
    this.tip.disabled = level >= LEVELS;
    this.undo.hidden = !soFar;
    this.back.hidden = stop === 0;
    if (!level) this.tips.replaceChildren();
    if (this.isProof) this.label.textContent = `Line ${linesOf(soFar).length + 1} of your proof`;
  }

  // -- what is done

  get said() {
    return this.choices ? (this.choices.querySelector(":checked")?.value ?? "") : this.field.value;
  }

  check() {
    if (this.said.trim()) return this.acts.say(this.said);
    const text = this.choices ? "Choose one of them first." : `Type ${this.exercise.form}.`;
    this.#tell("help", [{ kind: "text", text }]);
    return this.focus();
  }

  focus() {
    const place = this.field ?? this.choices.querySelector(":checked") ?? this.choices.querySelector("input");
    place.focus({ preventScroll: true });
  }

  #key(event) {
    if (event.key !== "Enter" || event.isComposing || !this.exercise.takes_lines) return;
    if (this.isProof ? event.shiftKey : !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.check();
  }

  // -- what is said to it

  // Shows a reply; the learner is still here.
  stay(reply, state) {
    const { so_far: before } = this.state;
    this.state = state;
    const lines = reply.judgement?.lines ?? [];
    if (reply.kind === "hint") this.tips.append(filled("li", "", reply.parts));
    if (this.isProof && lines.length) {
      this.#showLines(lines);
      // What was wrong comes back into the field, to be mended.
      const first = lines.findIndex(({ level }) => level === "wrong");
      const again = first < 0 ? [] : lines.slice(first).map(({ line }) => line);
      this.field.value = again.join("\n");
      this.field.rows = Math.max(2, lines.length - Math.max(first, 0));
    } else if (before !== state.so_far) {
      this.#showLinesSoFar();
    }
    if (reply.kind === "hint") this.verdict.replaceChildren();
    else this.#tell(reply.kind, reply.parts);
    this.#refresh();
    if (reply.kind !== "hint" || this.tip.disabled) this.focus();
    (this.isProof && reply.kind !== "hint" ? this.field : this.bar).scrollIntoView({ block: "nearest" });
  }

  // Shows that the answer was right; `go` goes on.
  finish(reply, go) {
    if (reply.judgement?.lines.length) this.#showLines(reply.judgement.lines);
    this.#tell("right", reply.parts);
    this.tips.replaceChildren();
    for (const part of this.root.querySelectorAll("input, textarea, .signs button, .value")) part.disabled = true;
    const typing = this.isProof
      ? [this.field, this.label, ...this.root.querySelectorAll(".form-of, .help, .signs")]
      : [];
    for (const part of typing) part.hidden = true;
    const on = button("Continue", go, "strong");
    on.setAttribute("aria-describedby", this.verdict.id);
    this.bar.replaceChildren(on);
    on.focus({ preventScroll: true });
    on.scrollIntoView({ block: "nearest" });
  }

  #tell(kind, parts) {
    const [sign, word] = SIGNS[kind] ?? SIGNS.help;
    const head = element("strong", "", word);
    const mark = element("span", "sign", sign);
    mark.setAttribute("aria-hidden", "true");
    const text = element("div", "told");
    const isSaid = parts[0]?.text.startsWith(word); // "Right: A1 and C1 are mines." needs no other head
    text.append(...(isSaid ? [] : [head, element("span", "unseen", ". ")]), filled("p", isSaid ? "first" : "", parts));
    this.verdict.className = `verdict ${kind}`;
    this.verdict.replaceChildren(mark, text);
  }

  #showLines(lines) {
    this.lines.hidden = !lines.length;
    this.lines.replaceChildren(...lines.map(lineVerdict));
  }

  // The service keeps right lines only.
  #showLinesSoFar() {
    this.#showLines(linesOf(this.state.so_far).map((line) => ({ line, level: "right", text: "" })));
  }
}

export function lineVerdict({ line, level, text }) {
  const item = element("li", level);
  const sign = element("span", "sign", level === "wrong" ? "✗" : "✓");
  sign.setAttribute("aria-hidden", "true");
  const said = level === "wrong" ? " is wrong. " : " is right. ";
  item.append(sign, element("code", "", line), element("span", "unseen", said));
  if (text) item.append(element("span", "remark", text));
  return item;
}

// What became of an exercise that lies behind: the question, the learner's answer, and what was said to it.
export function pastExercise(exercise, about, isSolved, note) {
  const root = element("div", "exercise past");
  root.append(filled("p", "ask", exercise.ask_parts), ...about);
  if (exercise.choices.length) {
    const list = element("ul", "past-choices");
    for (const { letter, parts } of exercise.choices) {
      const line = element("li");
      line.append(element("b", "", `${letter}) `), ...written(parts));
      list.append(line);
    }
    root.append(list);
  }
  const verdict = element("div", `verdict ${isSolved ? "right" : "help"}`);
  const mark = element("span", "sign", isSolved ? "✓" : "–");
  mark.setAttribute("aria-hidden", "true");
  const text = element("div", "told");
  text.append(element("strong", "", isSolved ? "Solved" : "Skipped"));
  if (isSolved && note) text.append(element("pre", "said", note.said), filled("p", "", note.parts));
  verdict.append(mark, text);
  root.append(verdict);
  return root;
}

const linesOf = (text) => text.split("\n").filter(Boolean);

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
