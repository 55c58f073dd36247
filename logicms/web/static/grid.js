// The grid: a board as an ARIA grid. Tab reaches one cell, the arrows move among the others (roving tabindex).

import { cellName, columnName, placeOf } from "./board.js";
import { percent } from "./odds.js";

const GLYPHS = { "?": "", F: "⚑", "*": "✱", "-": "✓", 0: "·" };
const NAMES = { "?": "hidden", F: "hidden, flagged", "*": "a mine", "-": "safe, clue not known" };

export class Grid {
  // `acts`: choose(name), flag(name), key(name, event) -> whether the key meant something. `most`: the largest size of
  // a cell; `room`: how wide all may be, if not the section; `named`: cells are told by their names, as in lessons.
  constructor(root, acts, { most = 54, room = null, named = false } = {}) {
    Object.assign(this, {
      root,
      acts,
      most,
      room,
      named,
      cells: new Map(),
      width: 0,
      height: 0,
      grid: "",
      current: "A1",
    });
    addEventListener("resize", () => this.#fit());
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("contextmenu", (event) => this.#contextMenu(event));
    root.addEventListener("keydown", (event) => this.#keydown(event));
    root.addEventListener("focusin", (event) => {
      const name = event.target.dataset?.cell;
      if (name) this.#enter(name);
    });
  }

  show(board, marks = {}) {
    const isBuilt = board.width === this.width && board.height === this.height && board.grid === this.grid;
    if (!isBuilt) this.#build(board);
    for (const [name, cell] of this.cells) draw(cell, name, board.at(name), marks, this.named);
  }

  // As large as the frame allows, never too small to hit.
  #fit() {
    if (!this.root.isConnected) return;
    const least = matchMedia("(pointer: coarse)").matches ? 32 : 24;
    const room = this.room?.() ?? this.#roomOfSection();
    const cells = this.width + 0.62 + (this.grid === "hex" ? 0.5 : 0);
    const size = Math.min(this.most, Math.max(least, Math.floor((room - 2 * this.width) / cells)));
    this.root.style.setProperty("--cell", `${size}px`);
  }

  #roomOfSection() {
    const stage = this.root.closest("section");
    return stage.clientWidth ? stage.clientWidth - 50 : stage.parentElement.clientWidth - 10; // no box on a phone
  }

  focus(name = this.current) {
    this.cells.get(name)?.focus();
  }

  #build(board) {
    Object.assign(this, { width: board.width, height: board.height, grid: board.grid });
    for (const kind of ["hex", "torus"]) this.root.classList.toggle(kind, board.grid === kind);
    this.cells.clear();
    this.root.replaceChildren();
    this.root.closest("main").classList.toggle("wide", board.width > 20);
    this.#fit();
    this.root.setAttribute("aria-colcount", board.width);
    this.root.setAttribute("aria-rowcount", board.height);
    const names = element("div", "line names");
    names.setAttribute("aria-hidden", "true");
    names.append(
      element("span", "name"),
      ...Array.from({ length: board.width }, (_, col) => element("span", "name", columnName(col))),
    );
    this.root.append(names, ...Array.from({ length: board.height }, (_, row) => this.#line(board, row)));
    this.#enter(this.cells.has(this.current) ? this.current : "A1");
  }

  #line(board, row) {
    const line = element("div", "line");
    line.setAttribute("role", "row");
    const name = element("span", "name", String(row + 1));
    name.setAttribute("aria-hidden", "true");
    line.append(name);
    for (let col = 0; col < board.width; col += 1) {
      const cell = element("div", "cell");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.dataset.cell = cellName(row, col);
      cell.append(element("span"));
      this.cells.set(cell.dataset.cell, cell);
      line.append(cell);
    }
    return line;
  }

  #enter(name) {
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    this.cells.get(name).setAttribute("tabindex", "0");
  }

  #click(event) {
    const name = event.target.closest("[data-cell]")?.dataset.cell;
    if (!name) return;
    this.focus(name);
    this.acts.choose(name);
  }

  #contextMenu(event) {
    const name = event.target.closest("[data-cell]")?.dataset.cell;
    if (!name || !this.acts.flag) return;
    event.preventDefault();
    this.focus(name);
    this.acts.flag(name);
  }

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
      this.acts.choose(this.current);
    } else if (!this.acts.key(this.current, event)) {
      return;
    }
    event.preventDefault();
  }
}

// Draws one cell: its sign, what is marked there, and the same in words.
function draw(cell, name, sign, marks, named) {
  const { row, col } = placeOf(name);
  const kinds = ["used", "shared", "best", "region", "clash"].filter((kind) => marks[kind]?.has(name));
  if (marks.goal === name) kinds.push("goal");
  const odds = marks.odds?.get(name);
  let [look, glyph] = [lookOf(sign), GLYPHS[sign] ?? sign];
  const said = [named ? name : `row ${row + 1}, column ${col + 1}`, NAMES[sign] ?? `open, clue ${sign}`];
  if (marks.safe?.has(name)) {
    [look, glyph] = ["safe", "✓"];
    said.push(marks.claimed ? "safe, you say" : "certainly safe");
  } else if (marks.mine?.has(name)) {
    [look, glyph] = ["mine", "✱"];
    said.push(marks.claimed ? "a mine, you say" : marks.supposed ? "a mine in this placement" : "certainly a mine");
  } else if (odds !== undefined) {
    [look, glyph] = ["heat", percent(odds.mine)];
    said.push(`mine odds ${glyph} percent`);
  }
  if (marks.used?.has(name)) said.push("a clue that is used");
  if (marks.shared?.has(name)) said.push("part of this step");
  if (marks.best?.has(name)) said.push("best guess");
  if (marks.clash?.has(name)) said.push("contradicts");
  cell.className = ["cell", look, ...kinds].join(" ");
  cell.style.setProperty("--odds", odds?.value ?? 0);
  cell.firstChild.textContent = glyph;
  cell.setAttribute("aria-label", said.join(", "));
  cell.title = name;
}

function lookOf(sign) {
  if (sign === "0") return "open zero";
  return { "?": "hidden", F: "flag", "*": "mine", "-": "safe" }[sign] ?? "open";
}

export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
