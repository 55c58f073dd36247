// A board: rows of characters, the mine total, a title. Text is read by the service, which knows all formats; what it
// writes in logicms's own notation is read here, and so is the part of an address after the #, which
// `notation/boards.py` reads and writes as well: #board=ROW/ROW&mines=99&grid=hex&title=…&first=E1.

export function columnName(col) {
  let name = "";
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export const cellName = (row, col) => `${columnName(col)}${row + 1}`;

export function placeOf(name) {
  const [, letters, digits] = /^([A-Z]+)([0-9]+)$/.exec(name) || [];
  if (!letters) return null;
  let col = 0;
  for (const letter of letters) col = col * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, col: col - 1 };
}

// Compares names of cells by where they are, row by row.
export function byPlace(one, two) {
  const [a, b] = [placeOf(one), placeOf(two)];
  return a.row - b.row || a.col - b.col;
}

export const isClue = (sign) => /^[0-8]$/.test(sign);

export class Board {
  // `grid`: square, hex (rows 2, 4, … lie half a cell further right) or torus (opposite edges are joined).
  constructor(rows, { mines = null, title = null, first = null, grid = null } = {}) {
    Object.assign(this, { rows, mines, title, first, grid: grid ?? "square" });
  }
  get width() {
    return this.rows[0].length;
  }
  get height() {
    return this.rows.length;
  }
  get cells() {
    return this.width * this.height;
  }
  sign(row, col) {
    return this.rows[row][col];
  }
  at(name) {
    const place = placeOf(name);
    return place && this.rows[place.row]?.[place.col];
  }
  names(signs) {
    const found = [];
    this.rows.forEach((row, r) => {
      for (let c = 0; c < row.length; c += 1) if (signs.includes(row[c])) found.push(cellName(r, c));
    });
    return found;
  }
  // The board with other signs at some cells, by name.
  withSigns(signs) {
    const rows = this.rows.map((row) => [...row]);
    for (const [name, sign] of signs) {
      const { row, col } = placeOf(name);
      rows[row][col] = sign;
    }
    return this.changed({ rows: rows.map((row) => row.join("")) });
  }
  changed(values) {
    return new Board(values.rows ?? this.rows, { ...this, ...values });
  }
  // Without a player's flags, which are claims.
  get withoutFlags() {
    return this.changed({ rows: this.rows.map((row) => row.replaceAll("F", "?")) });
  }
  // Cut off or filled up with hidden cells at the right and at the bottom.
  resized(width, height) {
    const rows = Array.from({ length: height }, (_, row) => (this.rows[row] ?? "").slice(0, width).padEnd(width, "?"));
    return this.changed({ rows });
  }
  neighbours(name) {
    const { row, col } = placeOf(name);
    const found = new Set();
    for (const [down, right] of around(this.grid, row)) {
      const place = this.#inside(row + down, col + right);
      if (place && place !== name) found.add(place);
    }
    return [...found];
  }
  #inside(row, col) {
    const { width, height } = this;
    if (this.grid === "torus") return cellName((row + height) % height, (col + width) % width);
    return row >= 0 && row < height && col >= 0 && col < width ? cellName(row, col) : null;
  }
  count(signs) {
    let number = 0;
    for (const row of this.rows) for (const sign of row) if (signs.includes(sign)) number += 1;
    return number;
  }
  get text() {
    const title = this.title && `title: ${this.title}`;
    const mines = this.mines !== null && `mines: ${this.mines}`;
    const head = [title, mines, this.grid !== "square" && `grid: ${this.grid}`].filter(Boolean);
    const rows = this.rows.map((row) => row.split("").join(" "));
    return [...head, ...(head.length ? [""] : []), ...rows, ""].join("\n");
  }
  get size() {
    return `${this.width}×${this.height}${{ hex: " hexagons", torus: ", opposite edges joined" }[this.grid] ?? ""}`;
  }
  #fragment = null; // made once: of a large board it is long

  get fragment() {
    return (this.#fragment ??= this.#written());
  }
  #written() {
    const parts = [`board=${this.rows.join("/")}`];
    if (this.mines !== null) parts.push(`mines=${this.mines}`);
    if (this.grid !== "square") parts.push(`grid=${this.grid}`);
    if (this.title) parts.push(`title=${percentEncoded(this.title)}`);
    if (this.first) parts.push(`first=${this.first}`);
    return `#${parts.join("&")}`;
  }
}

// Which cells touch a cell of this row, as rows down and columns to the right.
function around(grid, row) {
  const beside = [
    [0, -1],
    [0, 1],
  ];
  if (grid === "hex") {
    const first = row % 2 ? 0 : -1; // rows 2, 4, … lie half a cell further right
    for (const down of [-1, 1]) beside.push([down, first], [down, first + 1]);
    return beside;
  }
  for (const down of [-1, 1]) for (const right of [-1, 0, 1]) beside.push([down, right]);
  return beside;
}

// Reads logicms's own notation, as the service writes it.
export function parseBoard(text) {
  const found = { rows: [], mines: null, title: null, first: null, grid: null };
  for (const line of text.split("\n")) {
    const key = /^(title|mines|size|first|grid):\s*(.*)$/.exec(line);
    if (key) {
      if (key[1] === "mines") found.mines = Number(key[2]);
      if (["title", "first", "grid"].includes(key[1])) found[key[1]] = key[2];
    } else if (line.trim()) {
      found.rows.push(line.replaceAll(" ", ""));
    }
  }
  return new Board(found.rows, found);
}

// Returns what each key of a fragment says.
export function keysOf(fragment) {
  const given = {};
  for (const part of fragment.replace(/^[^#]*#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at > 0) given[part.slice(0, at)] = percentDecoded(part.slice(at + 1));
  }
  return given;
}

// encodeURIComponent leaves some characters alone that end a link in a message.
const percentEncoded = (value) =>
  encodeURIComponent(value).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function percentDecoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The board of a fragment as this page writes it; null if it is anything else, which only the service can judge.
export function boardOf(fragment) {
  const { board = "", mines = "", grid = "square", title, first } = keysOf(fragment);
  const rows = board.split("/");
  const isGrid = rows.every((row) => /^[?0-8F*-]+$/.test(row) && row.length === rows[0].length);
  if (!isGrid || !/^[0-9]{0,6}$/.test(mines) || !["square", "hex", "torus"].includes(grid)) return null;
  return new Board(rows, { mines: mines ? Number(mines) : null, grid, title, first });
}

// Returns the text that a link carries, for the service to read: a link comes from anywhere.
export function textOfFragment(fragment) {
  const given = keysOf(fragment);
  if (!given.board) return null;
  const oneLine = (text) => text.replaceAll(/[\r\n]/g, " ");
  const keys = ["title", "mines", "grid", "first"].filter((key) => given[key]);
  const head = keys.map((key) => `${key}: ${oneLine(given[key])}`);
  return { ...given, text: [...head, "", ...given.board.split("/")].join("\n") };
}
