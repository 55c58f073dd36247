// Games before Python is there: a worker that is still loading plays by these rules, so that nobody waits for the first
// click. It is the twin of `game.py`, `answers/play.py` and `notation/transcripts.py`: the same seed draws the same
// layout, the same move on the same text gives the same answer, with the same text in it; the tests hold them side by
// side. Whatever needs reasoning, a search or a refusal is left to Python: then there is no answer here.

import { Board, placeOf } from "./board.js";

const MOST_CELLS = 10_000;
const MOST_MOVES = 1_000;
const STARTS = ["safe", "zero", "none"];
const GRIDS = ["square", "hex", "torus"];

// Returns { status, text } as `web/browser.py` does, or null: then only Python can say.
export function earlyAnswer({ method, path, text }) {
  if (method !== "POST" || path !== "game") return null;
  const { game: transcript = null, move = null, seconds = null, ...wish } = JSON.parse(text);
  const game = transcript === null ? begun(wish) : Object.keys(wish).length ? null : read(transcript);
  if (!game || !Number.isSafeInteger(game.seed) || !(seconds === null || isNumber(seconds))) return null;
  const state = playedOut(game);
  if (seconds !== null) game.seconds = seconds;
  return state && (move === null ? answered(game, state) : moved(game, state, move));
}

const isNumber = (value) => Number.isSafeInteger(value) && value >= 0 && value < 1e9;

// -- a game: what its transcript says, `rows` being the layout once it is drawn

function begun({ width, height, mines, grid = "square", start = "safe", seed = null, ...others }) {
  if (Object.keys(others).length || !isPossible(width, height, mines, grid, start)) return null;
  if (seed !== null && !(Number.isSafeInteger(seed) && seed >= 0)) return null;
  const drawnFrom = seed ?? crypto.getRandomValues(new Uint32Array(1))[0];
  const since = { first: null, isNoGuess: false, undone: 0, seconds: 0, rows: null, moves: [] };
  return { width, height, mines, grid, start, seed: drawnFrom, ...since };
}

// Whether such a board exists and has room for any first cell; if not, Python says why.
function isPossible(width, height, mines, grid, start) {
  if (![width, height, mines].every(isNumber) || width < 3 || height < 3) return false;
  if (!STARTS.includes(start) || !GRIDS.includes(grid)) return false;
  return width * height <= MOST_CELLS && mines + 9 <= width * height; // a cell and its neighbours
}

const HEAD = /^size: ([0-9]+)x([0-9]+)\nmines: ([0-9]+)\n((?:[a-z-]+: .+\n)*)$/;
const ROWS = /^(?:[0-8*]+\n)+$/;
const MOVE = /^(open|flag|chord) ([A-Z]+[0-9]+)(?: (player|tip|start|deduction|guess)(?: ([0-9]+(?:\/[0-9]+)?))?)?$/;

// A transcript exactly as `format_transcript` writes it.
function read(text) {
  const parts = text.split(/(?<=\n)\n/);
  const [, width, height, mines, keys] = HEAD.exec(parts.shift()) ?? [];
  if (keys === undefined) return null;
  const said = Object.fromEntries(keys.split("\n").map((line) => line.split(": ")));
  const { grid = "square", start, seed = "", first = null, undone = 0, seconds = 0, ...others } = said;
  const rows = ROWS.test(parts[0] ?? "") ? parts.shift().trimEnd().split("\n") : null;
  const moves = (parts.shift() ?? "")
    .split("\n")
    .slice(0, -1)
    .map((line) => MOVE.exec(line));
  const game = { width: Number(width), height: Number(height), mines: Number(mines), grid, start, first, rows };
  if (parts.length || !isPossible(game.width, game.height, game.mines, grid, start)) return null;
  if (moves.length > MOST_MOVES || !moves.every(Boolean) || !/^[0-9]{1,16}$/.test(seed)) return null;
  if (Object.keys(others).some((key) => key && key !== "no-guess")) return null;
  if (rows !== null && !isLayout(game)) return null;
  const turns = moves.map(([, verb, cell, by = "player", odds = null]) => ({ verb, cell, by, odds }));
  const numbers = { undone: Number(undone), seconds: Number(seconds), seed: Number(seed) };
  return { ...game, ...numbers, isNoGuess: others["no-guess"] === "yes", moves: turns };
}

function isLayout({ width, height, mines, grid, rows }) {
  if (rows.length !== height || rows.some((row) => row.length !== width)) return false;
  const board = new Board(rows, { grid });
  return board.count("*") === mines && withClues(board).every((row, number) => row === rows[number]);
}

// -- the state of a game: the layout once it is drawn, and what the player sees

// The state after all moves; null if one of them is not allowed.
function playedOut(game) {
  const { width, height, first, rows, start } = game;
  let layout = rows && { rows, first };
  if (!layout && (start === "none" || first !== null)) layout = drawn(game, first);
  let state = { layout, seen: Array(height).fill("?".repeat(width)) };
  for (const turn of game.moves) {
    if (!isAllowed(game, state, turn)) return null;
    state = after(game, state, turn);
  }
  return state;
}

function drawn({ width, height, mines, start, grid, seed }, first) {
  const empty = new Board(Array(height).fill("-".repeat(width)), { grid });
  const names = first === null || start === "none" ? [] : [first, ...(start === "zero" ? empty.neighbours(first) : [])];
  const free = new Set(names);
  const cells = empty.names("-").filter((name) => !free.has(name));
  const chosen = new Twister(new Twister(BigInt(seed)).bits128()).sample(cells, mines);
  return { rows: withClues(empty.withSigns(chosen.map((name) => [name, "*"]))), first };
}

function withClues(board) {
  const number = (name) => board.neighbours(name).filter((each) => board.at(each) === "*").length;
  return board.withSigns(board.names("-012345678").map((name) => [name, String(number(name))])).rows;
}

function outcome(game, { seen }) {
  const signs = seen.join("");
  if (signs.includes("*")) return "lost";
  return signs.replaceAll(/[^?F]/g, "").length === game.mines ? "won" : null;
}

// -- moves

function moved(game, state, what) {
  const [[verb, cell], ...others] = Object.entries(what).filter(([, value]) => value !== null);
  if (others.length) return null;
  if (verb === "undo" && cell === true && game.moves.length) return takenBack(game);
  const turn = { verb, cell, by: "player", odds: null };
  if (!isAllowed(game, state, turn)) return null;
  return answered({ ...game, moves: [...game.moves, turn] }, after(game, state, turn));
}

// Without the first opening, the layout is not drawn any more, unless it was searched for.
function takenBack(game) {
  const earlier = { ...game, moves: game.moves.slice(0, -1), undone: game.undone + 1 };
  const isBegun = earlier.moves.some(({ verb }) => verb === "open");
  if (!game.isNoGuess && !isBegun) Object.assign(earlier, { rows: null, first: null });
  return answered(earlier, playedOut(earlier));
}

function isAllowed(game, state, { verb, cell }) {
  if (!/^[A-Z]{1,3}[1-9][0-9]{0,3}$/.test(cell) || outcome(game, state) !== null) return false;
  const board = new Board(state.seen, game);
  const sign = board.at(cell);
  if (verb === "open") return sign === "?";
  if (verb === "flag") return sign === "?" || sign === "F";
  const around = board.neighbours(cell).map((name) => board.at(name));
  const flags = around.filter((each) => each === "F").length;
  return verb === "chord" && flags > 0 && sign === String(flags) && around.includes("?");
}

function after(game, { layout, seen }, { verb, cell }) {
  const board = new Board(seen, game);
  if (verb === "flag") {
    return { layout, seen: board.withSigns([[cell, board.at(cell) === "F" ? "?" : "F"]]).rows };
  }
  const found = layout ?? drawn(game, cell);
  const cells = verb === "chord" ? board.neighbours(cell).filter((name) => board.at(name) === "?") : [cell];
  return { layout: found, seen: opened(new Board(found.rows, game), seen, cells) };
}

// A 0 opens the cells around it as well, except those with flags.
function opened(layout, seen, cells) {
  const rows = seen.map((row) => [...row]);
  const spread = [...cells];
  while (spread.length) {
    const name = spread.pop();
    const { row, col } = placeOf(name);
    if (rows[row][col] !== "?") continue;
    rows[row][col] = layout.sign(row, col);
    if (rows[row][col] === "0") spread.push(...layout.neighbours(name));
  }
  return rows.map((row) => row.join(""));
}

// -- what is said

function answered(game, { layout, seen }) {
  const ended = outcome(game, { seen });
  const answer = {
    version: 1,
    game: transcriptOf({ ...game, rows: layout?.rows, first: layout?.first }),
    board: boardText(game, seen, layout?.first),
    outcome: ended,
    no_guess: game.isNoGuess,
    seed: game.seed,
    ...{ undone: game.undone, seconds: game.seconds },
    moves: game.moves.map(({ verb, cell, by, odds }) => ({ [verb]: cell, by, ...(odds === null ? {} : { odds }) })),
    ...(ended === null ? {} : { layout: boardText(game, layout.rows, layout.first) }),
  };
  return { status: 200, text: JSON.stringify(answer) };
}

// As `format_transcript` writes it.
function transcriptOf(game) {
  const head = [
    ["size", `${game.width}x${game.height}`],
    ["mines", String(game.mines)],
    ["grid", game.grid !== "square" && game.grid],
    ["start", game.start],
    ["seed", String(game.seed)],
    ["first", game.first],
    ["no-guess", game.isNoGuess && "yes"],
    ["undone", game.undone && String(game.undone)],
    ["seconds", game.seconds && String(game.seconds)],
  ].filter(([, value]) => value);
  const moves = game.moves.map(({ verb, cell, by, odds }) => {
    return [verb, cell, by !== "player" || odds !== null ? by : null, odds].filter(Boolean).join(" ");
  });
  const parts = [head.map((each) => each.join(": ")), game.rows ?? [], moves].filter(({ length }) => length);
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

// As `format_board` writes it.
function boardText({ mines, grid }, rows, first) {
  const head = [`mines: ${mines}`, first && `first: ${first}`, grid !== "square" && `grid: ${grid}`].filter(Boolean);
  const lines = rows.map((row, number) => (grid === "hex" && number % 2 ? " " : "") + [...row].join(" "));
  return [...head, "", ...lines, ""].join("\n");
}

// -- Python's random.Random: the Mersenne Twister MT19937, seeded by an array of 32-bit words

const [SIZE, SHIFT] = [624, 397];

class Twister {
  #words = new Uint32Array(SIZE);
  #at = SIZE;

  constructor(seed) {
    const key = [];
    for (let rest = seed; rest > 0n || !key.length; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
    const words = this.#words;
    words[0] = 19650218;
    for (let i = 1; i < SIZE; i += 1) words[i] = Math.imul(1812433253, words[i - 1] ^ (words[i - 1] >>> 30)) + i;
    let [i, j] = [1, 0];
    const mix = (factor, more) => {
      words[i] = (words[i] ^ Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), factor)) + more;
      i += 1;
      if (i < SIZE) return;
      words[0] = words[SIZE - 1];
      i = 1;
    };
    for (let round = Math.max(SIZE, key.length); round > 0; round -= 1) {
      mix(1664525, key[j] + j);
      j = (j + 1) % key.length;
    }
    for (let round = SIZE - 1; round > 0; round -= 1) mix(1566083941, -i);
    words[0] = 0x80000000;
  }

  #turn() {
    const words = this.#words;
    for (let i = 0; i < SIZE; i += 1) {
      const joined = (words[i] & 0x80000000) | (words[(i + 1) % SIZE] & 0x7fffffff);
      words[i] = words[(i + SHIFT) % SIZE] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    }
    this.#at = 0;
  }

  #word() {
    if (this.#at === SIZE) this.#turn();
    let word = this.#words[this.#at];
    this.#at += 1;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  bits128() {
    let found = 0n;
    for (let word = 0n; word < 4n; word += 1n) found |= BigInt(this.#word()) << (32n * word);
    return found;
  }

  #below(number) {
    const length = 32 - Math.clz32(number);
    let found;
    do found = this.#word() >>> (32 - length);
    while (found >= number);
    return found;
  }

  // As `random.sample`, which has two ways: from a list that shrinks, or again whatever was chosen before.
  sample(population, number) {
    const least = 21 + (number > 5 ? 4 ** Math.ceil(Math.log(number * 3) / Math.log(4)) : 0);
    if (population.length > least) {
      const chosen = new Set();
      while (chosen.size < number) chosen.add(this.#below(population.length));
      return [...chosen].map((index) => population[index]);
    }
    const pool = [...population];
    const chosen = [];
    while (chosen.length < number) {
      const index = this.#below(pool.length);
      chosen.push(pool[index]);
      pool[index] = pool.at(-1);
      pool.pop();
    }
    return chosen;
  }
}
