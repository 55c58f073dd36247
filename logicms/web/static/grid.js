// The grid: a board as an ARIA grid. Tab reaches one cell, the arrows move among the others (roving tabindex). Only
// cells that look different from before are touched: on a large board that is the difference between now and later.

import { cellName, columnName, placeOf } from "./board.js";
import { element } from "./dom.js";
import { percentOf } from "./odds.js";

const GLYPHS = { "?": "", F: "⚑", "*": "✱", "-": "✓", 0: "·" };
const NAMES = { "?": "hidden", F: "hidden, flagged", "*": "a mine", "-": "safe, clue not known" };
const LARGE = 2_000; // cells; from here on, lines out of sight are not laid out
const LEAST_WHOLE = 28; // pixels: from here on, a board is shown whole
const HOLD_MS = 450; // a finger that stays this long sets a flag

// What a mark puts into a cell, strongest first: its class, its glyph, and how it is said.
const MARKS = [
  ["safe", "✓", (marks) => (marks.claimed ? "safe, you say" : "certainly safe")],
  ["mine", "✱", (marks) => (marks.claimed ? "a mine, you say" : "certainly a mine")],
  ["derivedSafe", "✓", () => "safe, by the steps so far"],
  ["derivedMine", "✱", () => "a mine, by the steps so far"],
  ["supposedSafe", "✓", () => "safe, if the supposition holds"],
  ["supposedMine", "✱", () => "a mine, if the supposition holds"],
  ["placed", "✱", () => "a mine in this placement"],
  ["wrongFlag", "✗", () => "the flag was wrong: there is no mine"],
];
// What a mark draws around or over a cell.
const RINGS = [
  ["used", "a clue that is used"],
  ["shared", "part of this step"],
  ["differs", "differs in the other placement"],
  ["best", "best guess"],
  ["dead", "its number would tell nothing"],
  ["flip", "part of a coin flip"],
  ["region", "in the region of the tip"],
  ["clash", "part of the contradiction"],
  ["pending", "your move is on its way"],
];
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export class Grid {
  // `acts`: choose(name), key(name, event) -> whether the key meant something; if there is more to do: flag(name) by
  // right click or long press, stroke() -> {at(names), end()} or null to draw by dragging, turn(name, by) by the wheel.
  // `most`: the largest size of a cell; `room`: how large all may be, {width, height}, or a width alone.
  constructor(root, acts, { most = () => 54, room = null } = {}) {
    Object.assign(this, { root, acts, room, cells: new Map(), width: 0, height: 0, grid: "", current: "A1" });
    this.most = typeof most === "function" ? most : () => most;
    addEventListener("resize", () => this.fit());
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("contextmenu", (event) => this.#contextMenu(event));
    root.addEventListener("keydown", (event) => this.#keydown(event));
    root.addEventListener("focusin", (event) => {
      const name = event.target.dataset?.cell;
      if (name) this.#enter(name);
    });
    if (acts.flag) this.#holding();
    if (acts.stroke) this.#drawing();
    if (acts.turn) {
      root.addEventListener("wheel", (event) => {
        const name = Math.abs(event.deltaY) > Math.abs(event.deltaX) && nameAt(event);
        if (name && this.acts.turn(name, event.deltaY < 0 ? 1 : -1)) event.preventDefault();
      });
    }
  }

  show(board, marks = {}) {
    const isBuilt = board.width === this.width && board.height === this.height && board.grid === this.grid;
    if (!isBuilt) this.#build(board);
    const rings = RINGS.filter(([kind]) => marks[kind]?.size);
    const inside = MARKS.filter(([kind]) => marks[kind]?.size);
    for (const [name, cell] of this.cells) {
      draw(cell, name, board.sign(cell.row, cell.col), marks, inside, rings);
    }
  }

  clear() {
    this.cells.clear();
    this.width = this.height = 0;
    this.root.replaceChildren();
  }

  // As large as there is room for, never too small to hit.
  fit() {
    if (!this.root.isConnected || !this.width) return;
    const least = matchMedia("(pointer: coarse)").matches ? 32 : 24;
    const room = this.room?.() ?? this.root.closest("section").clientWidth - 50;
    const { width, height } = typeof room === "number" ? { width: room, height: Infinity } : room;
    const columns = this.width + 0.75 + (this.grid === "hex" ? 0.5 : 0);
    const byWidth = Math.floor((width - 2 * this.width - 4) / columns);
    const byHeight = Math.floor((height - 2 * this.height - 26) / this.height);
    const whole = Math.min(byWidth, byHeight); // a finger takes a little less if nothing need be scrolled then
    const size = Math.min(this.most(), whole >= LEAST_WHOLE ? whole : Math.max(least, whole));
    this.root.style.setProperty("--cell", `${size}px`);
  }

  focus(name = this.current) {
    this.cells.get(name)?.node.focus({ preventScroll: true });
    this.reveal(name);
  }

  // Scrolls a cell into sight inside the frame, and nothing else.
  reveal(name) {
    const cell = this.cells.get(name)?.node;
    const frame = this.root.parentElement;
    if (!cell || !frame) return;
    const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
    const edge = 1.5 * inner.width; // the names at the edges, and a neighbour
    const over = (low, high, from, to) => Math.min(0, low - from - edge) || Math.max(0, high - to + edge);
    frame.scrollLeft += over(inner.left, inner.right, outer.left, outer.right);
    frame.scrollTop += over(inner.top, inner.bottom, outer.top, outer.bottom);
  }

  #build(board) {
    Object.assign(this, { width: board.width, height: board.height, grid: board.grid });
    for (const kind of ["hex", "torus"]) this.root.classList.toggle(kind, board.grid === kind);
    this.root.classList.toggle("large", board.cells > LARGE);
    this.cells.clear();
    this.fit();
    this.root.setAttribute("aria-colcount", board.width);
    this.root.setAttribute("aria-rowcount", board.height);
    const names = element("div", "line names");
    names.setAttribute("aria-hidden", "true");
    names.append(
      element("span", "name"),
      ...Array.from({ length: board.width }, (_, col) => element("span", "name", columnName(col))),
    );
    this.root.replaceChildren(names, ...Array.from({ length: board.height }, (_, row) => this.#line(board, row)));
    this.#enter(this.cells.has(this.current) ? this.current : "A1");
  }

  #line(board, row) {
    const line = element("div", "line");
    line.setAttribute("role", "row");
    const name = element("span", "name", String(row + 1));
    name.setAttribute("aria-hidden", "true");
    line.append(name);
    for (let col = 0; col < board.width; col += 1) {
      const node = element("div", "cell");
      node.setAttribute("role", "gridcell");
      node.tabIndex = -1;
      node.dataset.cell = cellName(row, col);
      this.cells.set(node.dataset.cell, { node, row, col, look: "", glyph: "", label: "", title: "", odds: "" });
      line.append(node);
    }
    return line;
  }

  #enter(name) {
    this.cells.get(this.current)?.node.setAttribute("tabindex", "-1");
    this.current = name;
    this.cells.get(name).node.setAttribute("tabindex", "0");
  }

  // -- mouse and finger

  #click(event) {
    const name = nameAt(event);
    if (!name || this.handled) {
      this.handled = false;
      return;
    }
    this.focus(name);
    this.acts.choose(name);
  }

  #contextMenu(event) {
    const name = nameAt(event);
    if (!name || !this.acts.flag) return;
    event.preventDefault();
    if (this.handled) return; // the long press that opened the menu has set the flag
    this.focus(name);
    this.acts.flag(name);
  }

  // A long press sets a flag. Some browsers open a menu then, some do not: whichever comes first counts.
  #holding() {
    let timer = null;
    const stop = () => clearTimeout(timer);
    this.root.addEventListener("pointerdown", (event) => {
      this.handled = false;
      const name = nameAt(event);
      if (!name || event.pointerType === "mouse") return;
      stop();
      timer = setTimeout(() => {
        this.handled = true;
        this.focus(name);
        navigator.vibrate?.(20);
        this.acts.flag(name);
      }, HOLD_MS);
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) this.root.addEventListener(kind, stop);
    this.root.addEventListener("pointermove", (event) => {
      if (Math.hypot(event.movementX, event.movementY) > 6) stop();
    });
  }

  // Drawing by click and drag, with the mouse or a pen; a finger draws cell by cell, and scrolls when it moves.
  #drawing() {
    let [stroke, last] = [null, ""];
    this.root.addEventListener("pointerdown", (event) => {
      const name = nameAt(event);
      if (!name || event.button || event.pointerType === "touch") return;
      stroke = this.acts.stroke();
      if (!stroke) return;
      event.preventDefault();
      this.focus(name);
      stroke.at([(last = name)]);
    });
    this.root.addEventListener("pointerover", (event) => {
      const name = nameAt(event);
      if (!stroke || !name) return;
      stroke.at(between(last, name)); // a quick pointer skips cells
      last = name;
    });
    addEventListener("pointerup", () => {
      if (!stroke) return;
      this.handled = true; // the click that follows
      setTimeout(() => (this.handled = false));
      stroke.end();
      stroke = null;
    });
  }

  // -- keys

  #keydown(event) {
    if (event.altKey || event.metaKey) return;
    const { row, col } = placeOf(this.current);
    const to = {
      ArrowUp: [row - 1, col],
      ArrowDown: [row + 1, col],
      ArrowLeft: [row, col - 1],
      ArrowRight: [row, col + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? this.height - 1 : row, this.width - 1],
    }[event.key];
    if (to) {
      const inside = (index, size) => Math.min(Math.max(index, 0), size - 1);
      this.focus(cellName(inside(to[0], this.height), inside(to[1], this.width)));
    } else if (event.ctrlKey) {
      return;
    } else if (event.key === "Enter" || event.key === " ") {
      this.acts.choose(this.current, true);
    } else if (!this.acts.key(this.current, event)) {
      return;
    }
    event.preventDefault();
  }
}

// The cells on the way from one to another, the last one included.
function between(from, to) {
  const [one, two] = [placeOf(from), placeOf(to)];
  const [down, right] = [two.row - one.row, two.col - one.col];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return cellName(one.row + Math.round(down * part), one.col + Math.round(right * part));
  });
}

const nameAt = (event) => event.target.closest?.("[data-cell]")?.dataset.cell;

// Draws one cell: its sign, what is marked there, and the same in words.
function draw(cell, name, sign, marks, inside, rings) {
  const shown = [lookOf(sign)];
  const said = [name, NAMES[sign] ?? `open, clue ${sign}`];
  let glyph = GLYPHS[sign] ?? sign;
  const odds = marks.odds?.get(name);
  const mark = inside.find(([kind]) => marks[kind].has(name));
  if (mark) {
    const [kind, sign, words] = mark;
    [shown[0], glyph] = [dashed(kind), sign];
    said.push(words(marks));
  } else if (odds !== undefined) {
    shown[0] = "heat";
    glyph = percentOf(odds);
    said.push(`${marks.oddsOf ?? "probability of a mine"} ${glyph} percent`);
  }
  for (const [kind, words] of rings) {
    if (!marks[kind].has(name)) continue;
    shown.push(kind);
    said.push(marks[`${kind}Said`] ?? words);
  }
  if (marks.goal === name) shown.push("goal");
  if (marks.goal === name && marks.goalSaid) said.push(marks.goalSaid);
  put(cell, shown.join(" "), glyph, said.join(", "), marks.titles?.(name) ?? name, odds?.value ?? "");
}

function put(cell, look, glyph, label, title, odds) {
  const { node } = cell;
  if (look !== cell.look) node.className = `cell ${(cell.look = look)}`;
  if (glyph !== cell.glyph) node.textContent = cell.glyph = glyph;
  if (label !== cell.label) node.setAttribute("aria-label", (cell.label = label));
  if (title !== cell.title) node.title = cell.title = title;
  if (odds !== cell.odds) node.style.setProperty("--odds", (cell.odds = odds) || 0);
}

function lookOf(sign) {
  if (sign === "0") return "open zero";
  return { "?": "hidden", F: "flag", "*": "mine", "-": "safe" }[sign] ?? `open clue-${sign}`;
}
