// A board: rows of signs, the mine total, a title. Text is read by the service, which knows all formats; what it writes
// in logicms's own notation is read here, and so is the part of an address behind the #.

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
  sign(row, col) {
    return this.rows[row][col];
  }
  at(name) {
    const place = placeOf(name);
    return place && this.rows[place.row]?.[place.col];
  }
  with(row, col, sign) {
    const rows = this.rows.map((line, r) => (r === row ? line.slice(0, col) + sign + line.slice(col + 1) : line));
    return new Board(rows, this);
  }
  count(signs) {
    const all = [...this.rows.join("")];
    return all.filter((sign) => signs.includes(sign)).length;
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
  get fragment() {
    const parts = [`board=${this.rows.join("/")}`];
    if (this.mines !== null) parts.push(`mines=${this.mines}`);
    if (this.grid !== "square") parts.push(`grid=${this.grid}`);
    if (this.title) parts.push(`title=${encodeURIComponent(this.title)}`);
    return `#${parts.join("&")}`;
  }
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

// Returns the text that a link carries, for the service to read: a link comes from anywhere.
export function textOfFragment(fragment) {
  const given = {};
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at > 0) given[part.slice(0, at)] = decoded(part.slice(at + 1));
  }
  if (!given.board) return null;
  const oneLine = (text) => text.replaceAll(/[\r\n]/g, " ");
  const head = ["title", "mines", "grid"].filter((key) => given[key]).map((key) => `${key}: ${oneLine(given[key])}`);
  return {
    text: [...head, "", ...given.board.split("/")].join("\n"),
    cell: given.cell,
    prove: given.prove,
    flags: given.flags,
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
