// A learner's progress, in this browser's local storage: for each lesson where they stand, and what they answered; and
// how many drills of each kind they have solved. What cannot be read there, or is not of this form, is ignored: anybody
// can write into a local storage. Several tabs may write: none takes away what another one has solved.

const KEY = "logicms.learn.1";
const DRILLS = "logicms.drills.1";
const isText = (value) => typeof value === "string" && value.length <= 20_000;
const isCount = (value) => Number.isInteger(value) && value >= 0 && value <= 1_000_000_000;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function isState(state, id) {
  return (
    isObject(state) &&
    state.lesson === id &&
    isCount(state.stop) &&
    isText(state.so_far) &&
    isCount(state.level) &&
    state.level <= 3 &&
    Array.isArray(state.solved) &&
    state.solved.length <= 200 &&
    state.solved.every(isText)
  );
}

function isNote(note) {
  return (
    isObject(note) &&
    isText(note.said) &&
    Array.isArray(note.parts) &&
    note.parts.every((part) => isObject(part) && isText(part.kind) && isText(part.text)) &&
    (note.claims === undefined || isClaims(note.claims))
  );
}

const isClaims = (claims) =>
  isObject(claims) && Object.entries(claims).every(([name, mine]) => isText(name) && typeof mine === "boolean");

function readAll(key = KEY) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "{}");
    return isObject(found) ? found : {};
  } catch {
    return {};
  }
}

function writeAll(all, key = KEY) {
  try {
    localStorage.setItem(key, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

// Returns {state, notes, done} of a lesson, or null; notes are what was answered last, by exercise.
export function kept(id) {
  const found = readAll()[id];
  if (!isObject(found) || !isState(found.state, id)) return null;
  const { lesson, stop, so_far, level, solved } = found.state;
  const notes = Object.entries(isObject(found.notes) ? found.notes : {}).filter(([, note]) => isNote(note));
  return {
    state: { lesson, stop, so_far, level, solved },
    notes: Object.fromEntries(notes),
    done: found.done === true,
  };
}

// Returns the entry of this tab with what another tab has kept. What is solved stays solved. The learner's place is
// this tab's if it kept the last one (`before`), and may lie further back then; else the later one counts.
export function merged(entry, other, before) {
  const isOwn = other.state.stop === before.stop && other.state.so_far === before.so_far;
  const { stop, so_far, level } = isOwn ? entry.state : later(entry.state, other.state);
  const solved = [...new Set([...other.state.solved, ...entry.state.solved])].slice(0, 200);
  return {
    state: { ...entry.state, stop, so_far, level, solved },
    notes: { ...other.notes, ...entry.notes },
    done: entry.done || other.done,
  };
}

function later(one, other) {
  if (one.stop !== other.stop) return one.stop > other.stop ? one : other;
  return one.so_far.length >= other.so_far.length ? one : other; // more lines of the same proof
}

// Keeps an entry, and returns whether that worked; `before` is the state that this tab kept or read last.
export function keep(id, entry, before) {
  const other = kept(id);
  return writeAll({ ...readAll(), [id]: other ? merged(entry, other, before) : entry });
}

// Returns all of it as the file that `logicms learn` keeps in a terminal (docs/reference/notation/lessons.md).
export function asFile() {
  const entries = Object.keys(readAll()).sort().map(kept).filter(Boolean);
  const states = entries.map(({ state }) => ({ ...state, solved: [...state.solved].sort() }));
  const done = entries.filter((entry) => entry.done).map(({ state }) => state.lesson);
  return `${JSON.stringify({ version: 1, states, done }, null, 1)}\n`;
}

export function forget(id) {
  const all = readAll();
  delete all[id];
  writeAll(all);
}

export function forgetAll() {
  for (const key of [KEY, DRILLS]) {
    try {
      localStorage.removeItem(key);
    } catch {
      /* then there is nothing to forget */
    }
  }
}

export const isOurs = (key) => key === null || key === KEY || key === DRILLS;

// -- drills: how many of a kind were solved, and which seed comes next

export function drillsOf(kind) {
  const found = readAll(DRILLS)[kind];
  const isGood = isObject(found) && isCount(found.solved) && isCount(found.next);
  return isGood ? { solved: found.solved, next: found.next } : { solved: 0, next: 1 };
}

// A drill that was met before counts no second time.
export function drillDone(kind, seed, isSolved) {
  const { solved, next } = drillsOf(kind);
  if (seed < next) return true;
  return writeAll({ ...readAll(DRILLS), [kind]: { solved: solved + (isSolved ? 1 : 0), next: seed + 1 } }, DRILLS);
}
