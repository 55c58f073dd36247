// A proof, step by step: how a step is written, how it is said aloud, and what it puts on the board.

import { element, listed } from "./dom.js";

export const TECHNIQUES = {
  single: "one clue alone",
  subset: "one clue inside another",
  difference: "one clue minus others",
  propagate: "suppose the opposite, and follow it",
  split: "needs a case split",
};

// The technique of a deduction, as a link to its explanation.
export function techniqueLink(technique) {
  const link = element("a", "badge", TECHNIQUES[technique] ?? technique);
  link.href = `learn.html#technique-${technique}`;
  link.title = "How this technique works";
  return link;
}

const nameOf = (literal) => literal.replace("~", "");
const isNegative = (literal) => literal.startsWith("~");
const literalWords = (literal) => `${nameOf(literal)} is ${isNegative(literal) ? "safe" : "a mine"}`;

export function clauseWords(clause) {
  return clause.map(literalWords).join(" or ") || "a contradiction";
}

// -- written

export function lineOf(step, proof) {
  const line = element("li");
  const clause = element("span", "clause");
  clause.append(...(step.sum ? [equation(step)] : literals(step.clause)));
  const number = element("span", "number", String(step.step));
  line.append(number, " ", clause, " ", element("span", "because", because(step, proof)));
  return line;
}

function literals(clause) {
  if (!clause.length) return [element("span", "badge strong", "contradiction")];
  return clause.flatMap((literal, index) => {
    const kind = isNegative(literal) ? "safe" : "mine";
    const shown = element("span", `literal is-${kind}`, `${nameOf(literal)} ${kind}`);
    return index ? [" ", element("span", "or", "or"), " ", shown] : [shown];
  });
}

function equation(step) {
  const { cells, ...right } = step.sum;
  const added = ([, factor]) => factor > 0;
  const ordered = Object.entries(cells).sort((one, two) => added(two) - added(one)); // what is subtracted comes last
  const terms = ordered.map(([name, factor], index) => {
    const sign = factor < 0 ? "− " : index ? "+ " : "";
    return `${sign}${Math.abs(factor) === 1 ? "" : Math.abs(factor)}${name}`;
  });
  const left = terms.join(" ") || "0";
  const number = right.mines !== undefined ? `= ${right.mines}` : `from ${right.at_least} to ${right.at_most}`;
  return element("span", "sum", `${left} ${number}`);
}

function because(step, proof) {
  if (step.by === "clue") return `${step.clue} shows ${hintWords(proof.hints[step.clue])}`;
  if (step.by === "fact") return `${step.cell} is known`;
  if (step.by === "assumption") return `by the assumption ${step.assumption}`;
  if (step.by === "assume") return "suppose the opposite of what is to be shown";
  if (step.by === "total") return "by the mine total";
  if (step.by === "given") return `given: ${step.given}`;
  if (step.by === "rule") return `by ${step.rule}`;
  const other = step.clause.length > 1 ? "other " : "";
  if (step.by === "only") return `no ${other}rule or fact makes ${listed(step.unfounded)} hold`;
  if (step.by === "sum") return `${summed(step)}; so ${clauseWords(step.clause)}`;
  return `from ${step.from[0]} and ${step.from[1]}, which disagree on ${step.on}`;
}

function hintWords(hint) {
  if (!hint) return "its clue";
  const number = hint.mines ?? `${hint.at_least ?? 0} to ${hint.at_most ?? "all"}`;
  return `${number} ${number === 1 ? "mine" : "mines"} among ${hint.among.join(" ") || "no cells"}`;
}

function summed({ add, subtract }) {
  const parts = [add.length && `add ${listed(add)}`, subtract.length && `subtract ${listed(subtract)}`];
  return parts.filter(Boolean).join(", ");
}

// -- said

export function sentence(step, proof) {
  return `${clauseWords(step.clause)}; ${because(step, proof)}.`;
}

// -- on the board

// What is marked at a step: what is derived so far stays, the clues in use and the cells they speak of change. Facts
// that rest on a supposition are drawn as supposed; the last step draws what is proved.
export function marksAt(proof, at) {
  const step = proof.steps[at];
  const isLast = at === proof.steps.length - 1;
  const marks = { ...factsUntil(proof, at), used: usedBy(step, proof), shared: new Set() };
  for (const literal of step.clause) marks.shared.add(nameOf(literal));
  const clues = step.sum ? [...step.add, ...step.subtract] : [step.clue];
  for (const clue of clues) for (const name of proof.hints[clue]?.among ?? []) marks.shared.add(name);
  if (isLast) for (const clue of proof.clues) marks.used.add(clue);
  if (!proof.cell) return { ...marks, clash: new Set(proof.clues) }; // the proof of a contradiction
  marks.goal = proof.cell;
  marks.goalSaid = "to be shown";
  if (isLast) marks[proof.verdict] = new Set([proof.cell]);
  if (isLast) marks.shared.delete(proof.cell);
  return marks;
}

// What these marks mean, as far as a proof has them: look, glyph and meaning.
export function legendLines({ steps }) {
  const lines = [
    ["open used", "1", "clue in use"],
    ["hidden shared", "", "cells it speaks of"],
  ];
  if (steps.length > 1) lines.push(["derived-mine", "✱", "follows"]);
  if (steps.some(({ by }) => by === "assume")) lines.push(["supposed-mine", "✱", "only supposed"]);
  return lines;
}

function usedBy(step, proof) {
  if (step.clue) return new Set([step.clue]);
  const parents = (step.from ?? []).map((number) => proof.steps[number - 1]?.clue);
  return new Set([...parents, ...(step.add ?? []), ...(step.subtract ?? [])].filter(Boolean));
}

function factsUntil(proof, at) {
  const marks = {
    derivedSafe: new Set(),
    derivedMine: new Set(),
    supposedSafe: new Set(),
    supposedMine: new Set(),
  };
  const supposed = new Set();
  for (const step of proof.steps.slice(0, at + 1)) {
    if (step.by === "assume" || step.from?.some((number) => supposed.has(number))) supposed.add(step.step);
    if (step.clause.length !== 1) continue;
    const kind = isNegative(step.clause[0]) ? "Safe" : "Mine";
    marks[`${supposed.has(step.step) ? "supposed" : "derived"}${kind}`].add(nameOf(step.clause[0]));
  }
  return marks;
}
