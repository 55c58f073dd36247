// Cells that a learner names as safe or as mines: in a text field, and by clicks on the board; both show the same.

import { byPlace, isClue, placeOf } from "./board.js";

const MODES = { safe: false, mine: true, mines: true };

// Reads what `safe B1 B2, mine A1` or `~B1 A1` says, as well as it can; the service judges, this only draws. A word
// such as safe holds until the next one.
export function readClaims(text) {
  const claims = new Map();
  let mode = true;
  for (const word of text.toUpperCase().split(/[\s:=,;]+/)) {
    const [, not, name] = /^([~¬]?)([A-Z]+[0-9]+)$/.exec(word) ?? [];
    if (word.toLowerCase() in MODES) mode = MODES[word.toLowerCase()];
    else if (name) claims.set(name, not ? false : mode);
  }
  return claims;
}

export function writeClaims(claims, onlyMines) {
  const safe = named(claims, false);
  const mine = named(claims, true);
  if (onlyMines) return mine.join(" ");
  return [safe.length && `safe ${safe.join(" ")}`, mine.length && `mine ${mine.join(" ")}`].filter(Boolean).join(", ");
}

// The cells of one kind, in the order of the board.
function named(claims, isMine) {
  const those = [...claims].filter(([, is]) => is === isMine);
  return those.map(([name]) => name).sort(byPlace);
}

// What a board shows of claims, which may be a Map or the claims of an answer that was right.
export function marksOf(claims) {
  const all = claims instanceof Map ? claims : new Map(Object.entries(claims).filter(([name]) => placeOf(name)));
  return { claimed: true, safe: new Set(named(all, false)), mine: new Set(named(all, true)) };
}

// What is chosen on a board, in step with a text field. A kind of it has marks(), choose(name) and key(name, event).
class Choosing {
  constructor(rows, say) {
    Object.assign(this, { rows, say, field: null, draw: () => {} });
  }
  attach(field) {
    this.field = field;
    field.addEventListener("input", () => this.draw(this.marks()));
  }
  drawn(draw) {
    this.draw = draw;
    draw(this.marks());
  }
  sign(name) {
    const { row, col } = placeOf(name);
    return this.rows[row]?.[col];
  }
}

// Marks cells as safe or as mines.
export class Marking extends Choosing {
  constructor(rows, onlyMines, say) {
    super(rows, say);
    this.onlyMines = onlyMines;
  }
  marks() {
    return marksOf(readClaims(this.field?.value ?? ""));
  }
  choose(name) {
    const before = readClaims(this.field.value).get(name);
    const next = { undefined: this.onlyMines, false: true, true: undefined };
    this.set(name, next[before]);
  }
  key(name, event) {
    const to = { s: false, m: true, Backspace: undefined, Delete: undefined };
    if (!(event.key in to) || (event.key === "s" && this.onlyMines)) return false;
    this.set(name, to[event.key]);
    return true;
  }
  set(name, mine) {
    if (this.field.disabled || this.sign(name) !== "?") return;
    const claims = readClaims(this.field.value);
    if (mine === undefined) claims.delete(name);
    else claims.set(name, mine);
    this.field.value = writeClaims(claims, this.onlyMines);
    this.draw(this.marks());
    this.say(`${name} is ${mine === undefined ? "not marked" : mine ? "marked as a mine" : "marked as safe"}.`);
  }
}

// Clues that a learner names, by clicks on the board; the field has their cells.
export class Naming extends Choosing {
  names() {
    return this.field?.value.toUpperCase().match(/\b[A-Z]+[0-9]+\b/g) ?? [];
  }
  marks() {
    return { used: new Set(this.names()) };
  }
  choose(name) {
    if (this.field.disabled || !isClue(this.sign(name))) return;
    const others = this.names().filter((each) => each !== name);
    const isNew = others.length === this.names().length;
    this.field.value = (isNew ? [...others, name] : others).sort(byPlace).join(" ");
    this.draw(this.marks());
    this.say(isNew ? `The clue at ${name} is named.` : `The clue at ${name} is no longer named.`);
  }
  key() {
    return false;
  }
}
