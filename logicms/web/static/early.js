// Games before Python is there: a worker that is still loading plays by these rules, so that nobody waits for the first
// click. It is the twin of `game/rules.py` and `game/draw.py`: the same seed draws the same layout, the same move gives
// the same answer and the same game to keep; the tests hold them side by side. Whatever needs reasoning, a search or a
// refusal is left to Python: then there is no answer here.

import { Board, parseBoard, placeOf } from "./board.js";

const MOST_CELLS = 10_000;
const MOST_MOVES = 1_000;
const STARTS = ["safe", "zero", "none"];
const GRIDS = ["square", "hex", "torus"];

// Returns { status, text, kept } as `web/browser.py` does, or null: then only Python can say.
export function earlyAnswer({ method, path, text }, kept) {
  const [, id, what] = path.split("/");
  if (method === "POST" && id === undefined) return begun(JSON.parse(text));
  if (kept === null) return null;
  const game = JSON.parse(kept);
  if (game.moves.length > MOST_MOVES) return null;
  if (method === "GET" && what === undefined) return answered(game, playedOut(game));
  return method === "POST" && what === "moves" ? moved(game, JSON.parse(text)) : null;
}

// -- beginning

function begun({ width, height, mines, grid = "square", start = "safe", seed = null, ...others }) {
  if (Object.keys(others).length || !isPossible(width, height, mines, grid, start)) return null;
  if (seed !== null && !(Number.isSafeInteger(seed) && seed >= 0)) return null;
  const game = {
    id: btoa(String.fromCharCode(...randomBytes()))
      .replace(/=+$/, "")
      .replaceAll("+", "-")
      .replaceAll("/", "_"),
    ...{ width, height, mines, start, grid },
    seed: (seed === null ? randomSeed() : new Twister(BigInt(seed)).bits128()).toString(16),
    ...{ first: null, seeded: seed !== null, moves: [], undone: 0, layout_seen: false, layout: null },
  };
  return answered(game, playedOut(game), 201);
}

const randomBytes = () => crypto.getRandomValues(new Uint8Array(16));
const randomSeed = () => randomBytes().reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

// Whether such a board exists and has room for any first cell; if not, Python says why.
function isPossible(width, height, mines, grid, start) {
  const sizes = [width, height, mines];
  if (!sizes.every((each) => Number.isSafeInteger(each) && each >= 0) || width < 3 || height < 3) return false;
  if (!STARTS.includes(start) || !GRIDS.includes(grid)) return false;
  return width * height <= MOST_CELLS && mines + 9 <= width * height; // a cell and its neighbours
}

// -- the state of a game: the layout's rows once it is drawn, and what the player sees

function playedOut(game) {
  let state = { layout: atTheStart(game), seen: Array.from({ length: game.height }, () => "?".repeat(game.width)) };
  for (const { move } of game.moves) state = after(game, state, move);
  return state;
}

function atTheStart(game) {
  if (game.layout !== null) return { ...parseBoard(game.layout), rows: withClues(parseBoard(game.layout)) };
  return game.start === "none" || game.first !== null ? drawn(game, game.first) : null;
}

function drawn({ width, height, mines, start, grid, seed }, first) {
  const empty = new Board(Array(height).fill("-".repeat(width)), { grid });
  const names = first === null || start === "none" ? [] : [first, ...(start === "zero" ? empty.neighbours(first) : [])];
  const free = new Set(names);
  const cells = empty.names("-").filter((name) => !free.has(name));
  const chosen = new Twister(BigInt(`0x${seed}`)).sample(cells, mines);
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

function moved(game, what) {
  const state = playedOut(game);
  const [[verb, cell], ...others] = Object.entries(what).filter(([, value]) => value !== null);
  if (others.length) return null;
  if (verb === "undo" && cell === true && game.moves.length) {
    const earlier = { ...game, moves: game.moves.slice(0, -1), undone: game.undone + 1 };
    return answered(earlier, playedOut(earlier));
  }
  if (!isAllowed(game, state, verb, cell)) return null;
  const move = `${verb} ${cell}`;
  const next = after(game, state, move);
  const seen = game.layout_seen || outcome(game, next) !== null;
  const moves = [...game.moves, { move, by: "player", odds: null }];
  return answered({ ...game, moves, layout_seen: seen }, next);
}

function isAllowed(game, state, verb, cell) {
  if (!/^[A-Z]{1,3}[1-9][0-9]{0,3}$/.test(cell) || outcome(game, state) !== null) return false;
  const board = new Board(state.seen, game);
  const sign = board.at(cell);
  if (verb === "open") return sign === "?";
  if (verb === "flag") return sign === "?" || sign === "F";
  const around = board.neighbours(cell).map((name) => board.at(name));
  const flags = around.filter((each) => each === "F").length;
  return verb === "chord" && flags > 0 && sign === String(flags) && around.includes("?");
}

function after(game, { layout, seen }, move) {
  const [verb, cell] = move.split(" ");
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

function answered(game, state, status = 200) {
  const ended = outcome(game, state);
  const { layout } = state;
  const answer = {
    version: 1,
    id: game.id,
    board: written(game, state.seen, layout?.first),
    outcome: ended,
    no_guess: game.layout !== null,
    ...{ seeded: game.seeded, layout_seen: game.layout_seen, undone: game.undone },
    moves: game.moves.map(({ move, by, odds }) => {
      const [verb, cell] = move.split(" ");
      return { [verb]: cell, by, ...(odds === null ? {} : { odds }) };
    }),
    ...(ended === null ? {} : { layout: written(game, layout.rows, layout.first) }),
  };
  return { status, text: JSON.stringify(answer), kept: JSON.stringify(game) };
}

// As `format_board` writes it.
function written({ mines, grid }, rows, first) {
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
