// Drawing a board: a brush to paint with, keys and wheel for single cells, and the size, total and kind of the board.

import { Board, isClue } from "./board.js";
import { button, count, find, press } from "./dom.js";

const MOST = 200; // columns, and rows
const MOST_CELLS = 10_000; // more are not analysed
const BRUSHES = [
  [null, "Why?", "Ask why: a click on a hidden cell explains it"],
  ["?", "Hide", "hidden"],
  ...[..."012345678"].map((digit) => [digit, digit, `clue ${digit}`]),
  ["F", "⚑", "flag"],
  ["*", "✱", "mine"],
  ["-", "✓", "safe"],
];

export class Drawing {
  // `desk`: board(), preview(board), commit(board, reason), tell(text).
  constructor(desk) {
    Object.assign(this, { desk, brush: null });
    const palette = find("palette");
    for (const [sign, label, name] of BRUSHES) {
      const made = button(label, () => this.take(sign), isClue(sign ?? "") ? `clue-${sign}` : "");
      made.setAttribute("aria-label", sign === null ? "Ask why" : `Draw: ${name}`);
      made.title = name;
      made.dataset.brush = sign ?? "ask";
      palette.append(made);
    }
    this.take(null);
    this.#wireSizes();
  }

  take(brush) {
    this.brush = brush;
    press(find("palette").children, (each) => each.dataset.brush === (brush ?? "ask"));
    document.body.classList.toggle("drawing", brush !== null);
  }

  // A stroke of the brush: cells are painted as the pointer passes, and the board changes once, at its end.
  stroke() {
    if (this.brush === null) return null;
    const signs = new Map();
    const paint = (names) => {
      for (const name of names) {
        if (!signs.has(name) && this.#isPossible(name, this.brush)) signs.set(name, this.brush);
      }
      this.desk.preview(this.desk.board().withSigns(signs));
    };
    return { at: paint, end: () => this.desk.commit(this.desk.board().withSigns(signs)) };
  }

  // Sets one cell, by a key or a click.
  set(name, sign) {
    if (this.#isPossible(name, sign)) this.desk.commit(this.desk.board().withSigns(new Map([[name, sign]])));
  }

  // A flag is put on a hidden cell or taken off; a clue is never lost by it.
  flag(name) {
    const sign = this.desk.board().at(name);
    if (sign === "?" || sign === "F") return this.set(name, sign === "F" ? "?" : "F");
    this.desk.tell(`${name} is not hidden, so it takes no flag. Hide it first (key h).`);
  }

  // The wheel goes through what is possible there: hidden, then the clues that its neighbours allow.
  turn(name, by) {
    if (this.brush === null) return false;
    const board = this.desk.board();
    const around = board.neighbours(name).map((each) => board.at(each));
    const least = around.filter((sign) => sign === "*" || sign === "F").length;
    const most = around.filter((sign) => "?F*".includes(sign)).length;
    const signs = ["?", ...Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => String(least + index))];
    const at = signs.indexOf(board.at(name));
    const next = signs[Math.min(Math.max((at < 0 ? 0 : at) + by, 0), signs.length - 1)];
    this.desk.commit(board.withSigns(new Map([[name, next]])), `wheel ${name}`);
    return true;
  }

  // Whether a key means a sign; then it is set.
  key(name, pressed) {
    const sign = { h: "?", delete: "?", backspace: "?", f: "F" }[pressed] ?? pressed;
    if (pressed === "f") this.flag(name);
    else if (/^[0-8?*-]$/.test(sign)) this.set(name, sign);
    else return false;
    return true;
  }

  #isPossible(name, sign) {
    if (!isClue(sign)) return true;
    const { length } = this.desk.board().neighbours(name);
    if (Number(sign) <= length) return true;
    this.desk.tell(`${name} has ${count(length, "neighbour", "neighbours")}, so it cannot show ${sign}.`);
    return false;
  }

  // -- the board as a whole

  #wireSizes() {
    const fields = { width: find("board-width"), height: find("board-height"), mines: find("board-mines") };
    for (const field of [fields.width, fields.height]) {
      field.addEventListener("change", () => {
        const [width, height] = [size(fields.width), size(fields.height)];
        if (!width || !height) this.desk.tell(`A board has from 1 to ${MOST} columns and rows.`);
        else if (width * height > MOST_CELLS) this.desk.tell("A board of more than 10,000 cells is not analysed here.");
        else this.desk.commit(this.desk.board().resized(width, height));
      });
    }
    fields.mines.addEventListener("change", () => {
      const { value } = fields.mines;
      if (value && !/^[0-9]{1,6}$/.test(value)) return this.desk.tell("The mine total is a whole number, or empty.");
      this.desk.commit(this.desk.board().changed({ mines: value ? Number(value) : null }));
    });
    find("board-grid").addEventListener("change", (event) => {
      this.desk.commit(this.desk.board().changed({ grid: event.target.value }));
    });
    find("board-name").addEventListener("change", (event) => {
      this.desk.commit(this.desk.board().changed({ title: event.target.value.trim().slice(0, 200) || null }));
    });
    for (const [id, sign] of Object.entries({ "all-hidden": "?", "all-zero": "0" })) {
      find(id).addEventListener("click", () => {
        const { width, height, mines, grid } = this.desk.board();
        const rows = Array(height).fill(sign.repeat(width));
        this.desk.commit(new Board(rows, { grid, mines: sign === "?" ? mines : null }));
      });
    }
  }

  // Shows the values of a board in the fields.
  show(board) {
    find("board-width").value = board.width;
    find("board-height").value = board.height;
    find("board-mines").value = board.mines ?? "";
    find("board-grid").value = board.grid;
    find("board-name").value = board.title ?? "";
  }
}

function size(field) {
  const value = Number(field.value);
  return Number.isInteger(value) && value >= 1 && value <= MOST ? value : null;
}
