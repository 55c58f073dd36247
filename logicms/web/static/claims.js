// Cells that a learner names as safe or as mines: in a text field, and by clicks on the board; both show the same.

import { placeOf } from "./board.js";

const MODES = { safe: false, mine: true, mines: true };

// Reads what `safe B1 B2, mine A1` or `~B1 A1` says, as well as it can; the service judges, this only draws.
export function readClaims(text) {
  const claims = new Map();
  for (const group of text.toUpperCase().split(/[,;\n]/)) {
    let mode = true;
    for (const word of group.split(/[\s:=]+/)) {
      const [, not, name] = /^(~?)([A-Z]+[0-9]+)$/.exec(word) ?? [];
      if (word.toLowerCase() in MODES) mode = MODES[word.toLowerCase()];
      else if (name) claims.set(name, not ? false : mode);
    }
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

function byPlace(one, two) {
  const [a, b] = [placeOf(one), placeOf(two)];
  return a.row - b.row || a.col - b.col;
}

// Marks cells of a board and keeps a text field in step.
export class Marking {
  constructor(rows, onlyMines, say) {
    Object.assign(this, { onlyMines, say, field: null, draw: () => {}, rows });
  }
  attach(field) {
    this.field = field;
    field.addEventListener("input", () => this.draw(this.marks()));
  }
  drawn(draw) {
    this.draw = draw;
    draw(this.marks());
  }
  marks() {
    const claims = readClaims(this.field?.value ?? "");
    return { claimed: true, safe: new Set(named(claims, false)), mine: new Set(named(claims, true)) };
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
    if (this.field.disabled || !this.isHidden(name)) return;
    const claims = readClaims(this.field.value);
    if (mine === undefined) claims.delete(name);
    else claims.set(name, mine);
    this.field.value = writeClaims(claims, this.onlyMines);
    this.draw(this.marks());
    this.say(`${name}: ${mine === undefined ? "not marked" : mine ? "a mine" : "safe"}`);
  }
  isHidden(name) {
    const { row, col } = placeOf(name);
    return this.rows[row]?.[col] === "?";
  }
}
