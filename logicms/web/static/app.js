// The page: two ways to use it, one board. Analyse any position, or play; both ask for reasons in the same way.

import { Address, fragmentOfGame, gameOfFragment } from "./address.js";
import { ask } from "./api.js";
import { Analyse } from "./analyse.js";
import { Board, boardOf, byPlace, isClue, parseBoard, textOfFragment } from "./board.js";
import { count, element, find, listed } from "./dom.js";
import { Files } from "./files.js";
import { Grid } from "./grid.js";
import { Kept } from "./kept.js";
import { Ladder } from "./ladder.js";
import { Path } from "./path.js";
import { Play } from "./play.js";
import { SAMPLES } from "./samples.js";
import { settings, wireSettings } from "./settings.js";
import { Why, WHY_IDLE } from "./why.js";

const state = { mode: "analyse", overlay: null };
const isPlaying = () => state.mode === "play";
const isNarrow = () => matchMedia("(max-width: 699px)").matches;

// -- showing

const grid = new Grid(
  find("board"),
  {
    choose,
    key,
    flag: (name) => (isPlaying() ? play.flag(name) : analyse.drawing.flag(name)),
    stroke: () => (isPlaying() ? null : analyse.drawing.stroke()),
    turn: (name, by) => !isPlaying() && analyse.drawing.turn(name, by),
  },
  {
    most: () => (innerWidth > 1600 ? 80 : 60) * (settings.get("type") / 100),
    room: () => ({
      width: find("frame").clientWidth,
      height: isNarrow() ? innerHeight / 2 : find("frame").clientHeight,
    }),
  },
);

// The board that is shown; none until a game has begun.
const shownBoard = () => (isPlaying() ? play.shownBoard : analyse.board);

function paint(board = shownBoard()) {
  if (!board) return;
  const { overlay } = state;
  const base = !overlay || overlay.isOver ? (isPlaying() ? play.marks : analyse.marks()) : {};
  grid.show(board, { ...base, ...overlay });
  find("board-title").textContent = isPlaying() ? play.title : (board.title ?? "Board");
  const total = board.mines === null ? "mine total unknown" : count(board.mines, "mine", "mines");
  find("facts").textContent = `${board.size}, ${total}`;
  document.querySelector("main").classList.toggle("wide", board.width > 20);
}

const say = (text) => {
  find("live").textContent = text;
};

// Says something that everybody should see; it leaves by itself.
function tell(text) {
  find("told").textContent = text;
  clearTimeout(state.telling);
  state.telling = setTimeout(() => (find("told").textContent = ""), 8000);
}

function fail(error) {
  if (error.name === "AbortError") return;
  const place = error.line ? `Line ${error.line}, column ${error.column}: ` : "";
  find("error").replaceChildren(element("strong", "", place), error.message);
  const lines = (error.text ?? "").split("\n").slice(1);
  if (lines.length) find("error").append(element("pre", "", lines.join("\n")));
  find("error").hidden = false;
}

function calm() {
  find("error").hidden = true;
}

// -- the parts

const desk = {
  board: shownBoard,
  flags: () => (isPlaying() ? "ignore" : "fact"),
  odds: (name) => (isPlaying() ? undefined : analyse.oddsAt(name)),
  overlay(marks) {
    state.overlay = marks ?? path.marks;
    paint();
  },
  reveal: (name) => grid.reveal(name),
  focus: (name) => grid.focus(name),
  prove: (cell, subject = null) => why.show(cell, { subject }),
  clearWhy: () => why.clear(),
  changed: () => address.show(),
  say,
  fail,
  calm,
};
const why = new Why(desk);
const ladder = new Ladder(desk);
const path = new Path(desk);

// Forgets what was said about the board that was shown.
function forget() {
  path.clear();
  ladder.clear();
  why.clear();
}

// Another board or another view of it: what follows stands at the top of the reasons, however far they were read.
function forgetAll() {
  forget();
  document.querySelector(".side").scrollTop = 0;
}

const analyse = new Analyse({
  paint: (board) => !isPlaying() && paint(board),
  say,
  tell,
  fail,
  calm,
  forget: forgetAll,
  changed() {
    address.show();
    note();
  },
  contradiction: (conflict) => why.showContradiction(conflict),
});

const play = new Play({
  shown() {
    if (!isPlaying()) return;
    if (state.shown !== play.shownBoard) forget();
    state.shown = play.shownBoard;
    paint();
    find("summary").textContent = play.summary;
    find("stage").classList.toggle("won", play.game.outcome === "won");
    address.show();
  },
  isShown: isPlaying,
  begun: () => kept.settle(),
  keep: (id, game) => kept.note(gameEntry(id, game)),
  kept: (id) => kept.gameText(id),
  why: explain,
  say: whilePlaying(say),
  tell: whilePlaying(tell),
  fail: whilePlaying(fail),
  calm: whilePlaying(calm),
});

// A game that is not shown any more says nothing.
function whilePlaying(act) {
  return (...given) => isPlaying() && act(...given);
}

const files = new Files({
  board: shownBoard,
  proof: () => why.question,
  go,
  link: () => address.link,
  read(board, isOfLink) {
    if (!isOfLink) address.leave();
    kept.settle();
    showAnalyse(board);
  },
  focusBoard: () => grid.focus("A1"),
  tell,
  fail,
  calm,
});

const kept = new Kept({
  open(fragment) {
    address.leave();
    go(fragment);
  },
  here() {
    if (!shownBoard()) return null;
    return isPlaying() ? gameEntry(play.id, play.game) : positionEntry(analyse.board);
  },
  copyLink: () => files.copy(address.link, "Link"),
  tell,
});

// -- where we are

const address = new Address({
  game: () => (isPlaying() ? { text: play.game?.game, id: play.id } : null),
  board: () => analyse.board,
  place: () => why.place,
});

const positionEntry = (board) => ({ name: board.title ?? `Board, ${board.size}`, address: board.fragment });

const gameEntry = (id, { game, board }) => ({
  name: `Game, ${parseBoard(board).size}`,
  address: fragmentOfGame(game, id),
  game: id,
});

// Keeps the position that is worked on, a moment after it changed; the examples are here anyway.
function note() {
  if (isPlaying() || SAMPLES.some(({ fragment }) => fragment === analyse.board?.fragment)) return;
  const now = positionEntry(analyse.board);
  clearTimeout(state.noting);
  state.noting = setTimeout(() => kept.note(now), 400);
}

// Goes to what the part of an address after the # names.
async function go(fragment) {
  address.arrive();
  const game = gameOfFragment(fragment);
  if (game) return comeBack(game);
  if (fragment === "#play") return startPlaying();
  const given = textOfFragment(fragment);
  if (!given) return Boolean(analyse.board) || showSample();
  const { text, cell, by, step } = given;
  const board = boardOf(fragment);
  kept.settle();
  if (board) showAnalyse(board, { resume: true });
  const shown = board ?? (await files.read(text, { isOfLink: true }));
  if (shown === false && !analyse.board) showUnreadable("board");
  if (cell && shown && shown === analyse.board) explain(cell.toUpperCase(), { by, step: Number(step) || 1 });
}

// A link that cannot be read is said above the board that is shown instead; the address stays, to be mended.
function showUnreadable(what) {
  const refusal = [...find("error").childNodes];
  address.isUnreadable = true;
  showSample();
  find("error").replaceChildren(`The ${what} of this link cannot be read. `, ...refusal);
  find("error").hidden = false;
}

function showSample() {
  showAnalyse(SAMPLES[0].board());
}

// -- modes

function setMode(mode) {
  if (mode === state.mode) return;
  if (isPlaying()) play.leave();
  else analyse.stop();
  files.reading.stop();
  state.mode = mode;
  state.shown = null;
  forgetAll();
  for (const each of ["analyse", "play"]) {
    find(`mode-${each}`).setAttribute("aria-pressed", String(each === mode));
    for (const part of document.querySelectorAll(`.${each}-only`)) part.hidden = each !== mode || part.id === "replay";
  }
  find("text-form").hidden = find("size-form").hidden = true;
  for (const id of ["edit-text", "edit-size"]) find(id).setAttribute("aria-expanded", "false");
  find("summary-title").textContent = isPlaying() ? "The game" : "What follows";
  find("legend").replaceChildren();
  find("heat-scale").hidden = find("about-cell").hidden = true;
  find("odds-field").hidden = isPlaying() || analyse.view !== "odds";
  find("stage").classList.remove("won");
  why.idle = isPlaying() ? 'Choose "Why?" below the board, then a cell; or ask for a tip.' : WHY_IDLE;
  find("why-text").textContent = why.idle;
  calm();
}

function showAnalyse(board, options = {}) {
  files.reading.stop(); // a board that was on its way comes too late
  setMode("analyse");
  analyse.take(board, options);
}

async function startPlaying() {
  setMode("play");
  if (play.game) {
    play.show();
  } else {
    showNothing();
    await play.begin();
  }
  address.show();
}

// Until there is a game, no other board is shown in its place.
function showNothing() {
  grid.clear();
  find("board-title").textContent = "Game";
  find("facts").textContent = "";
  find("summary").textContent = "Reading the game …";
}

async function comeBack(game) {
  setMode("play");
  if (play.id === game.id) play.show();
  else showNothing();
  if ((await play.resume(game)) === false) showUnreadable("game");
}

// -- what cells and keys do

function choose(name, byKey = false) {
  if (isPlaying()) return play.choose(name);
  const { brush } = analyse.drawing;
  if (brush !== null) return analyse.drawing.set(name, brush);
  explain(name, { focus: byKey });
}

// Why a cell is what it is; of a clue, what it says.
function explain(name, options = {}) {
  const sign = shownBoard()?.at(name);
  tell("");
  if (isClue(sign)) showClue(name, sign);
  else why.show(name, options);
}

function showClue(name, sign) {
  why.clear();
  const board = shownBoard();
  const around = board.neighbours(name).filter((each) => "?F*".includes(board.at(each)));
  around.sort(byPlace);
  desk.overlay({ used: new Set([name]), shared: new Set(around) });
  const said = around.length
    ? `${count(Number(sign), "mine", "mines")} among ${listed(around)}`
    : "no hidden cell is next to it";
  tell(`${name} shows ${sign}: ${said}.`);
}

function key(name, event) {
  const pressed = event.key.toLowerCase();
  if (pressed === "w") explain(name, { focus: true });
  else if (isPlaying()) return playKey(name, pressed);
  else if (pressed === "a") analyse.setView("certain");
  else if (pressed === "escape") escape();
  else return analyse.drawing.key(name, pressed);
  return true;
}

function escape() {
  forget();
  tell("");
}

function playKey(name, pressed) {
  if (pressed === "f") play.flag(name);
  else if (pressed === "u") play.move({ undo: true });
  else if (pressed === "a") play.move({ auto: true });
  else return false;
  return true;
}

function undoByKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("textarea, input, dialog")) return;
  const pressed = event.key.toLowerCase();
  if (pressed !== "z" && pressed !== "y") return;
  event.preventDefault();
  if (isPlaying()) play.move({ undo: true });
  else if (pressed === "y" || event.shiftKey) analyse.redo();
  else analyse.undo();
}

// -- beginning

function wireModes() {
  find("mode-analyse").addEventListener("click", () => {
    if (!isPlaying()) return;
    address.leave();
    showAnalyse(analyse.board ?? SAMPLES[0].board());
  });
  find("mode-play").addEventListener("click", () => {
    if (isPlaying()) return;
    address.leave();
    startPlaying();
  });
  find("analyse-this").addEventListener("click", () => {
    if (!play.game) return;
    const board = play.shownBoard;
    address.leave();
    showAnalyse(board.withoutFlags.changed({ first: null }));
  });
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the part after the # is a board's
    grid.focus();
  });
  addEventListener("hashchange", () => go(location.hash));
  addEventListener("keydown", undoByKey);
}

function wireSamples() {
  const list = find("sample");
  list.append(new Option("Examples …", ""));
  SAMPLES.forEach(({ name }, index) => list.append(new Option(name, index)));
  list.append(new Option("A new random position", "random"));
  list.addEventListener("change", async () => {
    const { value } = list;
    list.value = "";
    address.leave();
    kept.settle();
    if (value === "random") await randomPosition();
    else if (value !== "") showAnalyse(SAMPLES[value].board());
  });
}

// A position as it is after the first opening of a game, by the system's randomness.
async function randomPosition() {
  try {
    const signal = files.reading.signal();
    const wish = { width: 16, height: 12, mines: 32, start: "zero" };
    const { board } = await ask("game", { ...wish, move: { open: "H6" } }, signal);
    showAnalyse(new Board(parseBoard(board).rows, { mines: 32, title: "A random position" }));
  } catch (error) {
    fail(error);
  }
}

function wirePanels() {
  find("edit-size").addEventListener("click", () => {
    find("size-form").hidden = !find("size-form").hidden;
    find("edit-size").setAttribute("aria-expanded", String(!find("size-form").hidden));
  });
  wireSettings(() => {
    grid.fit();
    paint();
  });
  // A menu closes when something else is wanted.
  addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target) || event.target.closest(".items button")) menu.open = false;
    }
  });
  addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest?.("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  const about = (event) => {
    const name = event.target.closest?.("[data-cell]")?.dataset.cell;
    const text = name && !isPlaying() && analyse.board ? analyse.about(name) : "";
    find("about-cell").textContent = text;
    find("about-cell").hidden = !text || text === name;
  };
  for (const kind of ["focusin", "pointerover"]) find("board").addEventListener(kind, about);
}

// The board is as large as its frame allows; on a phone it stays in sight, and what is below must know its height.
function watchSizes() {
  new ResizeObserver(() => {
    grid.fit();
    document.documentElement.style.setProperty("--stuck", `${find("frame").offsetHeight}px`);
  }).observe(find("frame"));
}

wireModes();
wireSamples();
wirePanels();
watchSizes();
go(location.hash);
