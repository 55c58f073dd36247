// A board in the part of an address behind its #: #b=30x16.CELLS&mines=99&title=…&grid=hex&first=E1, and the older
// #board=ROW/ROW&mines=99. The cells are numbers in base 64, made by arithmetic coding: what is common costs little.
// This is the twin of `notation/links.py`, which explains it; the tests hold them side by side.

const SIGNS = "?012345678F*-";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CHUNK = 512;
const COMMON = [12, 8, 10, 8, 5, 3, 2, 1, 1, 1, 6, 1, 1];
const MORE = 8;
const CHECK = 4093;
const MOST_CELLS = 4_000_000;
const GRIDS = ["square", "hex", "torus"];
const DAMAGED = "This link is damaged: perhaps its end is missing.";

// Returns the fragment, # included. A board: rows ["?1?", …], and, unless null, mines, title, grid, first.
export function encodeLink(board) {
  const { rows, mines = null, title = null, grid = null, first = null } = board;
  const keys = { mines, title: title || null, grid: grid === "square" ? null : grid, first };
  const more = Object.entries(keys).filter(([, value]) => value !== null);
  const chunks = encoded(rows.join(""), rows[0].length).map(written).join(".");
  const size = `${rows[0].length}x${rows.length}`;
  return `#b=${size}.${chunks}${more.map(([key, value]) => `&${key}=${percentEncoded(value)}`).join("")}`;
}

// Returns the board of a fragment; null where there is none in it. A link that cannot be read throws an Error.
export function decodeLink(fragment) {
  const given = keysOf(fragment);
  if (given.b === undefined && given.board === undefined) return null;
  const rows = given.b === undefined ? plainRows(given.board) : rowsOf(given.b);
  const { mines = null, title = null, grid = "square", first = null } = given;
  if (mines !== null && !/^[0-9]{1,9}$/.test(mines)) throw new Error("This link gives no readable number of mines.");
  if (!GRIDS.includes(grid)) throw new Error("This link names a grid that is not known.");
  return { rows, mines: mines === null ? null : Number(mines), title, grid, first };
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

function plainRows(text) {
  const rows = text.split("/");
  const right = rows.every((row) => row.length === rows[0].length && /^[?0-8F*-]+$/.test(row));
  if (!right) throw new Error("The rows of this link are not a board: its characters are ? 0-8 F * -.");
  return rows;
}

function rowsOf(text) {
  const [, w, h, data] = /^([0-9]{1,9})x([0-9]{1,9})\.([A-Za-z0-9_.-]*)$/.exec(text) ?? [];
  const [width, height] = [Number(w), Number(h)];
  const cells = width * height;
  const chunks = (data ?? "").split(".");
  if (!(cells > 0 && cells <= MOST_CELLS) || chunks.length !== Math.ceil(cells / CHUNK)) throw new Error(DAMAGED);
  const signs = decoded(chunks, width, cells);
  return Array.from({ length: height }, (_, row) => signs.slice(row * width, (row + 1) * width));
}

// How likely each sign is, by the cell to the left.
class Model {
  counts = Array.from({ length: 4 }, () => [...COMMON]);
  totals = Array(4).fill(COMMON.reduce((sum, each) => sum + each));
  left = 0;

  get total() {
    return this.totals[this.left];
  }

  share(index) {
    const counts = this.counts[this.left];
    let before = 0;
    for (let at = 0; at < index; at += 1) before += counts[at];
    return [before, counts[index], this.total].map(BigInt);
  }

  index(number) {
    let rest = number;
    return this.counts[this.left].findIndex((count) => (rest -= count) < 0);
  }

  count(index) {
    this.counts[this.left][index] += MORE;
    this.totals[this.left] += MORE;
    this.left = index === 0 ? 0 : index === 1 ? 1 : index < 10 ? 2 : 3;
  }
}

function encoded(signs, width) {
  const model = new Model();
  const numbers = [];
  for (let start = 0; start < signs.length; start += CHUNK) {
    const shares = [];
    let check = width;
    for (const sign of signs.slice(start, start + CHUNK)) {
      const index = SIGNS.indexOf(sign);
      shares.push(model.share(index));
      model.count(index);
      check = (check * 31 + index) % CHECK;
    }
    let number = BigInt(check);
    for (const [before, own, total] of shares.reverse()) number = (number / own) * total + before + (number % own);
    numbers.push(number);
  }
  return numbers;
}

function decoded(chunks, width, cells) {
  const model = new Model();
  let signs = "";
  for (const chunk of chunks) {
    let number = read(chunk);
    let check = width;
    for (const end = Math.min(signs.length + CHUNK, cells); signs.length < end;) {
      const whole = BigInt(model.total);
      const index = model.index(Number(number % whole));
      const [before, own] = model.share(index);
      number = own * (number / whole) + (number % whole) - before;
      model.count(index);
      check = (check * 31 + index) % CHECK;
      signs += SIGNS[index];
    }
    if (number !== BigInt(check)) throw new Error(DAMAGED);
  }
  return signs;
}

// A number in base 64 is two octal digits each: no other base is as quick to write and read.
function written(number) {
  const octal = number.toString(8);
  const pairs = (octal.length % 2 ? `0${octal}` : octal).match(/../g);
  return pairs.map((pair) => DIGITS[Number.parseInt(pair, 8)]).join("");
}

function read(digits) {
  const pairs = [...digits].map((digit) => DIGITS.indexOf(digit).toString(8).padStart(2, "0"));
  return BigInt(`0o${pairs.join("") || "0"}`);
}
