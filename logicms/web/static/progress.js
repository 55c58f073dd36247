// A learner's progress, in this browser's local storage: for each lesson where they stand, and what they answered.
// What cannot be read there, or is not of this form, is ignored: anybody can write into a local storage.

const KEY = "logicms.learn.1";
const isText = (value) => typeof value === "string" && value.length <= 20_000;
const isCount = (value) => Number.isInteger(value) && value >= 0 && value <= 100_000;
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
    note.parts.every((part) => isObject(part) && isText(part.kind) && isText(part.text))
  );
}

function readAll() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isObject(found) ? found : {};
  } catch {
    return {};
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

// Returns whether it could be kept.
export function keep(id, entry) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [id]: entry }));
    return true;
  } catch {
    return false;
  }
}

export function forget(id) {
  const all = readAll();
  delete all[id];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    /* then there is nothing to forget */
  }
}

export function forgetAll() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    /* the same */
  }
}
