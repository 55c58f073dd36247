// The page: two ways to use it, one board. Analyse any position, or play; both ask for reasons in the same way.

import { ask, Newest } from "./api.js";
import { Board, parseBoard, placeOf, textOfFragment } from "./board.js";
import { element, Grid } from "./grid.js";
import { Ladder } from "./ladder.js";
import { Play } from "./play.js";
import { SAMPLES } from "./samples.js";
import { Why, WHY_IDLE } from "./why.js";

const find = (id) => document.getElementById(id);
const state = {
  mode: "analyse",
  view: "certain",
  board: null,
  kept: null,
  solved: null,
  odds: null,
  overlay: null,
  playMarks: {},
};
const [reading, reasoning] = [new Newest(), new Newest()];

// Look, sign and meaning of what is marked, by view.
const CERTAIN = [
  ["safe", "✓", "safe"],
  ["mine", "✱", "mine"],
];
const LEGENDS = {
  odds: [...CERTAIN, ["heat", "50", "odds of a mine in percent"], ["best", "", "best guess"]],
  certain: [...CERTAIN, ["used", "1", "clue in use"], ["shared", "", "cells it speaks of"]],
};
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

// -- showing

const grid = new Grid(find("board"), {
  choose,
  flag: (name) => (state.mode === "play" ? play.move({ flag: name }) : set(name, "F")),
  key,
});

function paint() {
  if (!state.board) return;
  grid.show(state.board, state.overlay ?? base());
  const { board } = state;
  find("board-title").textContent = state.mode === "play" ? "Game" : (board.title ?? "Board");
  const total = board.mines === null ? "mine total unknown" : count(board.mines, "mine", "mines");
  find("facts").textContent = `${board.size}, ${total}`;
}

function base() {
  if (state.mode === "play") return state.playMarks;
  const { solved, odds, view } = state;
  if (solved?.status === "inconsistent") return { clash: new Set(solved.conflict), used: new Set(solved.conflict) };
  if (!solved || view === "plain") return {};
  const marks = { safe: new Set(solved.safe), mine: new Set(solved.mine) };
  if (view === "certain") return marks;
  const cells = Object.entries(odds?.cells ?? {});
  const best = solved.safe.length ? [] : (odds?.best ?? []);
  return { ...marks, odds: new Map(cells), best: new Set(best) };
}

function say(text) {
  find("live").textContent = text;
}

function fail(error) {
  if (error.name === "AbortError") return;
  const box = find("error");
  box.replaceChildren(
    element("strong", "", error.line ? `Line ${error.line}, column ${error.column}: ` : ""),
    error.message,
  );
  const lines = (error.text ?? "").split("\n").slice(1);
  if (lines.length) box.append(element("pre", "", lines.join("\n")));
  box.hidden = false;
}

function overlay(marks) {
  state.overlay = marks;
  paint();
}

// -- analysing

const desk = {
  board: () => state.board,
  flags: () => (state.mode === "play" ? "ignore" : "fact"),
  odds: (name) => state.odds?.cells?.[name],
  overlay,
  say,
  fail,
  prove: (cell) => why.show(cell),
};
const why = new Why(desk);
const ladder = new Ladder(desk);

function take(board) {
  Object.assign(state, { board, solved: null, odds: null, overlay: null });
  find("error").hidden = true;
  why.clear();
  ladder.clear();
  paint();
}

function analyse(board, cell = null) {
  reading.stop();
  take(board);
  history.replaceState(null, "", board.fragment);
  clearTimeout(state.timer);
  state.timer = setTimeout(() => reason(board, cell), 60);
}

async function reason(board, cell) {
  const signal = reasoning.signal();
  const busy = setTimeout(() => {
    find("summary").textContent = "Thinking …";
  }, 250);
  grid.root.setAttribute("aria-busy", "true");
  try {
    const given = { board: board.text };
    const [solved, odds] = await Promise.all([ask("solve", given, signal), ask("odds", given, signal)]);
    if (board !== state.board || state.mode !== "analyse") return;
    Object.assign(state, { solved, odds });
    summarise();
    if (!state.overlay) paint();
    if (cell) why.show(cell);
  } catch (error) {
    if (error.name === "AbortError") return;
    const isLimit = error.status === 504;
    find("summary").textContent = isLimit ? "Not decided within the time limit." : "This board could not be analysed.";
    fail(error);
  } finally {
    clearTimeout(busy);
    if (!signal.aborted) grid.root.removeAttribute("aria-busy");
  }
}

function summarise() {
  const text = summary(state);
  find("summary").textContent = text;
  legend(state.view === "odds" ? LEGENDS.odds : LEGENDS.certain);
  say(text);
}

function summary({ board, solved, odds }) {
  if (!board.count("?F")) return "There is no hidden cell on this board.";
  const safest = odds.status === "exact" && !solved.safe.length ? odds.best.slice(0, 3) : [];
  if (!safest.length) return whatFollows(solved);
  return `${whatFollows(solved)} Safest: ${safest.join(", ")}, with odds ${odds.cells[safest[0]].mine} of a mine.`;
}

function whatFollows({ status, safe = [], mine = [], conflict = [] }) {
  const mines = count(mine.length, "is a mine", "are mines");
  const itself = conflict.length === 1 ? "s itself" : " one another";
  return {
    solved: () => `Every hidden cell is certain. ${count(safe.length, "is", "are")} safe, ${mines}.`,
    progress: () =>
      `${count(safe.length, "cell is", "cells are")} certainly safe, ${mines}; of the others nothing is certain.`,
    stuck: () => "Nothing is certain: the next move is a guess.",
    inconsistent: () => `This board is inconsistent: ${conflict.join(", ")} contradict${itself}.`,
    limit: () => `Not decided within the limit. Certain so far: ${safe.length} safe, ${mine.length} mines.`,
  }[status]();
}

function legend(entries) {
  const lines = entries.map(([look, glyph, text]) => {
    const line = element("li");
    const sample = element("span", `cell ${look}${look === "used" ? " open" : ""}`);
    sample.setAttribute("aria-hidden", "true");
    sample.append(element("span", "", glyph));
    line.append(sample, text);
    return line;
  });
  find("legend").replaceChildren(...lines);
}

// Reads a text in any format that the service knows. False where it is refused and no other board has come meanwhile.
async function read(text, cell = null) {
  try {
    const found = await ask("convert", { board: text, to: "board" }, reading.signal());
    setMode("analyse");
    find("text-form").hidden = true;
    find("edit-text").setAttribute("aria-expanded", "false");
    analyse(parseBoard(found.text), cell);
    say(found.from === "board" ? "The board was read" : `The board was read as ${found.from}`);
    return true;
  } catch (error) {
    fail(error);
    return error.name === "AbortError";
  }
}

function set(name, sign) {
  const { row, col } = placeOf(name);
  const again = sign === "F" && state.board.sign(row, col) === "F"; // a second flag takes the first one off
  analyse(state.board.with(row, col, again ? "?" : sign));
}

// -- what cells and keys do

function choose(name) {
  if (state.mode === "play") return play.choose(name);
  const sign = state.board.at(name);
  if (/[0-8]/.test(sign)) {
    why.clear();
    say(`${name} is open`);
  } else {
    why.show(name);
  }
}

function key(name, event) {
  const pressed = event.key.toLowerCase();
  if (state.mode === "play") {
    const what = { f: { flag: name }, u: { undo: true }, a: { auto: true } }[pressed];
    if (what) play.move(what);
    return Boolean(what);
  }
  if (/^[0-8]$/.test(pressed)) {
    set(name, pressed);
  } else if (pressed === "h" || pressed === "?") {
    set(name, "?");
  } else if (pressed === "f") {
    set(name, "F");
  } else if (pressed === "a") {
    setView("certain");
    analyse(state.board);
  } else if (pressed === "escape") {
    why.clear();
  } else {
    return false;
  }
  return true;
}

// -- modes and views

function setView(view) {
  state.view = view;
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
  state.overlay = null;
  paint();
  if (state.solved) summarise();
}

function setMode(mode) {
  if (mode === state.mode) return;
  if (state.mode === "analyse") state.kept = state.board;
  state.mode = mode;
  for (const each of ["analyse", "play"]) {
    find(`mode-${each}`).setAttribute("aria-pressed", String(each === mode));
    for (const part of document.querySelectorAll(`.${each}-only`)) part.hidden = each !== mode || part.id === "replay";
  }
  find("summary-title").textContent = mode === "play" ? "The game" : "What follows";
  find("legend").replaceChildren();
  why.idle = mode === "play" ? "Ask for a tip, all the way down: its proof comes here, step by step." : WHY_IDLE;
}

function startPlaying() {
  reading.stop();
  setMode("play");
  if (play.game) play.desk.shown(play.board, play.summary, {});
  else play.begin();
}

const play = new Play({
  say,
  fail,
  shown(board, summary, marks) {
    if (state.mode !== "play") return;
    take(board);
    state.playMarks = marks;
    paint();
    if (summary) {
      find("summary").textContent = summary;
      play.summary = summary;
      say(summary);
    }
  },
});

// -- copying, sharing, dropping, pasting

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    find("copied").textContent = `${what} copied`;
  } catch {
    find("text-form").hidden = false;
    find("text").value = text;
    find("text").select();
    find("copied").textContent = "The browser does not let the page copy: the text is selected above";
  }
}

async function copyAs(format) {
  try {
    const { text } = state.board;
    const found = format === "board" ? { text } : await ask("convert", { board: text, to: format });
    await copy(found.text, { board: "Text", svg: "SVG", emoji: "Emoji" }[format]);
  } catch (error) {
    fail(error);
  }
}

function wire() {
  find("mode-analyse").addEventListener("click", () => {
    setMode("analyse");
    analyse(state.kept ?? SAMPLES[0].board());
  });
  find("mode-play").addEventListener("click", startPlaying);
  find("analyse-this").addEventListener("click", () => {
    const { board } = play;
    const rows = board.rows.map((row) => row.replaceAll("F", "?"));
    setMode("analyse");
    analyse(new Board(rows, board));
  });
  for (const button of document.querySelectorAll("[data-view]")) {
    button.addEventListener("click", () => setView(button.dataset.view));
  }
  wireText();
  wireSamples();
  wirePalette();
  wireCopying();
  wireReading();
}

function wireCopying() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copyAs(button.dataset.copy));
  }
  find("share").addEventListener("click", () => {
    const cell = why.cell ? `&cell=${why.cell}` : "";
    copy(`${location.origin}/${state.board.fragment}${cell}`, "Link");
  });
}

// Boards come by paste, by drop and by link.
function wireReading() {
  addEventListener("paste", (event) => {
    if (event.target.closest?.("textarea, input")) return;
    const text = event.clipboardData?.getData("text");
    if (text?.trim()) {
      event.preventDefault();
      read(text);
    }
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer.files[0];
    if (file && file.size > 900_000) return fail(new Error("This file is too large for a board."));
    read(file ? await file.text() : event.dataTransfer.getData("text"));
  });
  addEventListener("hashchange", (event) => {
    // An answer that came in between may have put the address of its own board in place of the link's.
    const { hash } = new URL(event.newURL);
    if (hash === "#play") startPlaying();
    const given = textOfFragment(hash);
    if (given) read(given.text, given.cell);
  });
}

function wireText() {
  const [form, button, text] = [find("text-form"), find("edit-text"), find("text")];
  const open = (shown) => {
    form.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
  };
  button.addEventListener("click", () => {
    open(form.hidden);
    text.value = state.board?.text ?? "";
    text.focus();
  });
  find("cancel-text").addEventListener("click", () => {
    open(false);
    find("error").hidden = true;
    button.focus();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await read(text.value)) grid.focus("A1");
  });
}

function wireSamples() {
  const list = find("sample");
  list.append(new Option("Choose …", ""));
  SAMPLES.forEach(({ name }, index) => list.append(new Option(name, index)));
  list.append(new Option("A new random position", "random"));
  list.addEventListener("change", async () => {
    if (list.value === "random") await randomPosition();
    else if (list.value !== "") analyse(SAMPLES[list.value].board());
    list.value = "";
  });
}

// A position as it is after the first opening of a game, by the system's randomness.
async function randomPosition() {
  try {
    const signal = reading.signal();
    const game = await ask("games", { width: 16, height: 12, mines: 32, start: "zero" }, signal);
    const opened = await ask(`games/${game.id}/moves`, { open: "H6" }, signal);
    analyse(new Board(parseBoard(opened.board).rows, { mines: 32, title: "A random position" }));
  } catch (error) {
    fail(error);
  }
}

function wirePalette() {
  const signs = [
    ["?", "hidden"],
    ...[..."012345678"].map((digit) => [digit, `clue ${digit}`]),
    ["F", "flag"],
    ["*", "mine"],
    ["-", "safe"],
  ];
  const glyphs = { F: "⚑", "*": "✱", "-": "✓" };
  const buttons = signs.map(([sign, name]) => {
    const button = element("button", "", glyphs[sign] ?? sign);
    button.type = "button";
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => set(grid.current, sign));
    return button;
  });
  find("palette").append(...buttons);
}

async function begin() {
  wire();
  if (location.hash === "#play") return startPlaying();
  const given = textOfFragment(location.hash);
  if (given && (await read(given.text, given.cell))) return;
  const refusal = find("error").cloneNode(true);
  analyse(SAMPLES[0].board());
  // A link that cannot be read is said above the board that is shown instead.
  if (given) {
    find("error").replaceWith(refusal);
    refusal.prepend("The board of this link cannot be read. ");
  }
}

begin();
