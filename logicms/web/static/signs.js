// Buttons that write into an answer field what a phone's keyboard hides: operators, and the words of a proof.

import { element } from "./dom.js";

const OPERATORS = [
  ["~", "not"],
  ["&", "and"],
  ["|", "or"],
  ["->", "implies"],
  ["<->", "if and only if"],
  ["(", "open parenthesis"],
  [")", "close parenthesis"],
];
const CLAUSE = [OPERATORS[0], OPERATORS[2]];
const words = (...all) => all.map((word) => [word, word]);

// By the kind of exercise; the others need none.
const SIGNS = {
  formula: [...OPERATORS, ["^", "exclusive or"]],
  clauses: CLAUSE,
  premise: CLAUSE,
  proof: [...CLAUSE, ...words("clue", "given", "assume", "from", "on", "false")],
  rows: words("perhaps", "none", ";"),
  rules: [...OPERATORS, ...words("all", "some", "in", ":")],
};
const TIGHT = ["~", "(", ")"]; // no blanks around these

// Writes a sign where the caret is, with blanks around it as people write them.
function write(field, sign) {
  const [start, end] = [field.selectionStart, field.selectionEnd];
  const before = field.value.slice(0, start);
  const space = TIGHT.includes(sign) || !before || /\s$/.test(before) ? "" : " ";
  field.setRangeText(space + sign + (TIGHT.includes(sign) ? "" : " "), start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

// Returns the buttons for a field, as a toolbar: Tab reaches one of them, the arrows move among the others.
export function signsFor(kind, field) {
  const signs = SIGNS[kind];
  if (!signs) return [];
  const bar = element("div", "signs");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Write into your answer");
  const buttons = signs.map(([sign, name], index) => {
    const made = element("button", "", sign);
    made.type = "button";
    made.tabIndex = index ? -1 : 0;
    made.setAttribute("aria-label", name === sign ? `the word ${name}` : `${name}, ${sign}`);
    made.addEventListener("click", () => write(field, sign));
    return made;
  });
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = buttons[(at + step + buttons.length) % buttons.length];
    for (const each of buttons) each.tabIndex = each === next ? 0 : -1;
    next.focus();
  });
  bar.append(...buttons);
  return [bar];
}
