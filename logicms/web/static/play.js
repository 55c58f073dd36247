// Playing. A game is a text, its transcript: it goes along with each move, the answer has it as it is then, and the
// browser keeps it. Moves wait their turn, so that each is made on the text of the last; one that gets no answer is
// made again on the same text, which cannot make it twice. The text has the mines in it; the page looks at the board
// only.

import { ask, Newest } from "./api.js";
import { isClue, parseBoard } from "./board.js";
import { count, disable, find, press } from "./dom.js";
import { LookBack } from "./lookback.js";

const LEVELS = {
  small: { label: "Small, 6×6 with 5 mines", width: 6, height: 6, mines: 5 },
  beginner: { label: "Beginner, 9×9 with 10", width: 9, height: 9, mines: 10 },
  intermediate: { label: "Intermediate, 16×16 with 40", width: 16, height: 16, mines: 40 },
  expert: { label: "Expert, 30×16 with 99", width: 30, height: 16, mines: 99 },
  hex: { label: "Hexagons, 9×9 with 12", width: 9, height: 9, mines: 12, grid: "hex" },
  torus: { label: "Joined edges, 9×9 with 10", width: 9, height: 9, mines: 10, grid: "torus" },
  custom: { label: "Your own size …" },
};
// What a board is to need; but for the first kind it is searched for, and starts at a cell of its own.
const BOARDS = {
  any: { label: "Any", wish: {} },
  "no-guess": { label: "No guess needed", wish: { no_guess: true } },
  single: { label: "Single clues are enough", wish: { technique: "single" } },
  subset: { label: "Needs one clue inside another", wish: { technique: "subset" } },
  difference: { label: "Needs a difference of clues", wish: { technique: "difference" } },
  propagate: { label: "Needs to assume the opposite", wish: { technique: "propagate" } },
  split: { label: "Needs a case split", wish: { technique: "split" } },
};
const STARTS = { zero: "the first cell opens an area", safe: "the first cell is safe", none: "no help at all" };
const AGAIN_MS = 1500; // between two tries to reach a service that does not answer
const isAway = ({ status }) => [0, 429, 502, 503].includes(status); // gone or busy: it is worth asking again

export class Play {
  // `desk`: shown() after anything changed, isShown(), say(text), tell(text), fail(error), calm(), begun(), why(name);
  // keep(id, game) -> whether the browser does; kept(id) -> its text, or null.
  constructor(desk) {
    // `id` is the game's name in this browser, and `known` its text as this tab knows it to be kept there.
    Object.assign(this, { desk, id: null, game: null, known: null, board: null });
    Object.assign(this, { queue: [], isSending: false, marks: {} });
    this.beginning = new Newest();
    this.lookBack = new LookBack({
      shown: (board, marks) => this.#show(board, marks),
      ended: () => this.#now(),
      fail: desk.fail,
    });
    for (const [name, { label }] of Object.entries(LEVELS)) {
      find("level").append(new Option(label, name, false, name === "beginner"));
    }
    for (const [name, { label }] of Object.entries(BOARDS)) find("kind").append(new Option(label, name));
    for (const [name, label] of Object.entries(STARTS)) find("start").append(new Option(label, name));
    find("level").addEventListener("change", () => this.#showOwnSize());
    find("new-game").addEventListener("click", () => this.begin());
    find("play-again").addEventListener("click", () => this.begin());
    find("undo").addEventListener("click", () => this.move({ undo: true }));
    find("auto").addEventListener("click", () => this.move({ auto: true }));
    find("review").addEventListener("click", () => this.lookBack.begin(this.game.game));
    for (const each of document.querySelectorAll("[data-tap]")) {
      each.addEventListener("click", () => this.tapFor(each.dataset.tap));
    }
    this.tapFor("open");
    setInterval(() => this.#showClock(), 500);
    addEventListener("visibilitychange", () => this.#refresh());
    // Whoever leaves while moves wait is asked first: they would be lost.
    addEventListener("beforeunload", (event) => this.queue.length && event.preventDefault());
  }

  // What a click does: open, flag or why.
  tapFor(what) {
    this.tap = what;
    press(document.querySelectorAll("[data-tap]"), (each) => each.dataset.tap === what);
  }

  #showOwnSize() {
    find("own-size").hidden = find("level").value !== "custom";
  }

  // -- beginning, and coming back

  #wish() {
    const { width, height, mines, grid = "square" } = LEVELS[find("level").value];
    const own = { width: "own-width", height: "own-height", mines: "own-mines" };
    const size =
      find("level").value === "custom"
        ? Object.fromEntries(Object.entries(own).map(numberIn))
        : { width, height, mines, grid };
    if (Object.values(size).some(Number.isNaN)) throw new Error("Width, height and mines are whole numbers.");
    const seed = find("seed").value.trim();
    if (seed && !/^[0-9]{1,12}$/.test(seed)) throw new Error("A seed is a whole number, or nothing at all.");
    const kind = BOARDS[find("kind").value].wish;
    return { ...size, start: find("start").value, ...kind, ...(seed ? { seed: Number(seed) } : {}) };
  }

  async begin() {
    let wish;
    try {
      wish = this.#wish();
    } catch (error) {
      return this.desk.fail(error);
    }
    const signal = this.beginning.signal();
    const done = this.#tellIfSlow("Searching for a board …", 400);
    try {
      const game = await ask("game", wish, signal);
      this.desk.calm();
      this.#take(game, newId());
      this.desk.begun();
      if (this.board.first) await this.move({ open: this.board.first });
    } catch (error) {
      this.desk.fail(error);
    } finally {
      done();
    }
  }

  // Says what takes a while, until that is over.
  #tellIfSlow(text, after) {
    let isTold = false;
    const timer = setTimeout(() => {
      isTold = true;
      this.desk.tell(text);
    }, after);
    return () => {
      clearTimeout(timer);
      if (isTold) this.desk.tell("");
    };
  }

  // Comes back to a game as this browser keeps it or, if it does not, as the address has it; false if that is no game,
  // null if something else is wanted meanwhile. An address without a name is a link: a copy of the game.
  async resume({ text, id = newId() }) {
    if (id === this.id) return this.#refresh().then(() => true);
    const signal = this.beginning.signal();
    for (;;) {
      try {
        const game = await ask("game", { game: this.desk.kept(id) ?? text }, signal);
        this.desk.calm();
        this.#take(game, id);
        return true;
      } catch (error) {
        if (error.name === "AbortError") return null;
        this.desk.fail(error);
        if (!isAway(error)) return false;
      }
      await soon();
      if (signal.aborted) return null;
    }
  }

  // Another tab may have moved on.
  async #refresh() {
    if (document.hidden || !this.game || this.isSending || !this.desk.isShown()) return;
    await this.#catchUp().catch(this.desk.fail);
  }

  async #catchUp() {
    const { id } = this;
    if (!this.#isBehind(id)) return;
    const game = await ask("game", { game: this.desk.kept(id) });
    if (this.id === id) this.#take(game);
  }

  #isBehind(id) {
    const kept = this.desk.kept(id);
    return kept !== null && kept !== this.known;
  }

  // Shows the game again, after something else was shown.
  show() {
    this.#now();
  }

  leave() {
    this.beginning.stop();
    this.lookBack.close();
  }

  // -- moves

  choose(name) {
    if (!this.game) return;
    if (this.lookBack.isOpen || this.tap === "why") return this.desk.why(name);
    if (this.tap === "flag") return this.flag(name);
    const sign = this.board.at(name);
    if (isClue(sign)) return this.#chord(name, Number(sign));
    if (this.game.outcome) return this.desk.tell("The game is over: undo the last move, or play again.");
    if (sign === "F" && !this.#isFlagged(name)) return this.move({ open: name });
    if (sign === "F") return this.desk.tell(`${name} has a flag. Take it off to open the cell.`);
    return this.move({ open: name });
  }

  flag(name) {
    if (!this.game || this.lookBack.isOpen || this.game.outcome || !"?F".includes(this.board.at(name))) return;
    return this.move({ flag: name });
  }

  // Flags as they will be once the queue is empty.
  #isFlagged(name) {
    const toggles = this.queue.filter(({ what }) => what.flag === name).length;
    return (this.board.at(name) === "F") !== (toggles % 2 === 1);
  }

  // A click on a clue whose flags are all set opens the other cells around it.
  #chord(name, clue) {
    const around = this.board.neighbours(name).filter((each) => "?F".includes(this.board.at(each)));
    const flags = around.filter((each) => this.#isFlagged(each)).length;
    if (this.game.outcome || flags === around.length || !flags) return;
    if (flags === clue) return this.move({ chord: name });
    this.desk.tell(`${name} shows ${clue}, and ${count(flags, "flag is", "flags are")} next to it.`);
  }

  move(what) {
    if (!this.game || (what.auto && this.game.outcome) || (what.undo && !this.game.moves.length)) return;
    if (this.lookBack.isOpen) this.lookBack.end();
    this.queue.push({ what, id: this.id });
    this.#showPending();
    return this.#send();
  }

  async #send() {
    if (this.isSending) return;
    this.isSending = true;
    const done = this.#tellIfSlow("Thinking …", 600);
    try {
      while (this.queue.length) await this.#sendFirst();
    } finally {
      done();
      this.isSending = false;
    }
  }

  async #sendFirst() {
    const [first] = this.queue;
    const { what, id } = first;
    const isDone = () => (this.queue = this.queue.filter((each) => each !== first));
    try {
      if (this.id === id) await this.#catchUp();
      if (this.id !== id || !this.#isStillPossible(what)) return isDone(); // another game has begun, or a tab moved on
      const game = await ask("game", { game: this.game.game, move: what, seconds: this.#seconds });
      if (this.id === id && this.#isBehind(id)) return; // another tab was faster: once more, on its text
      isDone();
      if (this.id !== id) return;
      this.desk.calm();
      this.#take(game);
    } catch (error) {
      if (!isAway(error)) isDone();
      const more = isAway(error) ? " Your move is kept and is sent again." : "";
      this.desk.fail(Object.assign(error, { message: error.message + more }));
      if (isAway(error)) await soon();
    }
  }

  #isStillPossible({ open, flag }) {
    if (this.game.outcome && (open || flag)) return false;
    if (open) return this.board.at(open) === "?";
    return !flag || "?F".includes(this.board.at(flag));
  }

  // -- what is shown

  #take(game, id = this.id) {
    const isNews = this.id !== id || numberOf(this.game) !== numberOf(game);
    if (this.id !== id) this.known = null;
    Object.assign(this, { id, game, board: parseBoard(game.board) });
    // The clock goes on from the seconds of the game; the time in which an answer was waited for does not count.
    if (!(Math.abs(this.#sinceStart() - game.seconds) <= 1)) this.start = Date.now() - 1000 * game.seconds;
    if ((game.moves.length || game.undone) && this.desk.keep(id, game)) this.known = this.desk.kept(id);
    this.#now();
    if (isNews) this.desk.say(this.summary);
  }

  #now() {
    const { game } = this;
    this.lookBack.close();
    find("review").hidden = find("play-again").hidden = !game.outcome;
    disable(find("undo"), !game.moves.length, find("auto"));
    disable(find("auto"), Boolean(game.outcome), find("play-again"));
    find("auto").hidden = Boolean(game.outcome);
    this.#show(this.board, this.#marks());
  }

  #show(board, marks) {
    Object.assign(this, { shownBoard: board, marks });
    find("mines-left").textContent = String(this.board.mines - this.board.count("F"));
    this.#showClock();
    this.desk.shown();
    this.#showPending();
  }

  #showPending() {
    const names = this.queue.map(({ what }) => what.open ?? what.flag ?? what.chord).filter(Boolean);
    this.marks = { ...this.marks, pending: new Set(names) };
    this.desk.shown();
  }

  #marks() {
    if (!this.game.layout) return {};
    const hit = this.board.names("*");
    const mines = parseBoard(this.game.layout).names("*");
    const flags = this.board.names("F");
    const mine = mines.filter((name) => !hit.includes(name) && !flags.includes(name));
    const wrong = flags.filter((name) => !mines.includes(name));
    return { mine: new Set(mine), clash: new Set(hit), clashSaid: "which you opened", wrongFlag: new Set(wrong) };
  }

  get title() {
    return { won: "Game won", lost: "Game lost" }[this.game.outcome] ?? "Game";
  }

  get summary() {
    const { outcome, moves, undone } = this.game;
    const undid = undone ? ` ${count(undone, "move was", "moves were")} taken back.` : "";
    if (outcome === "won") return `Won in ${count(moves.length, "move", "moves")} and ${this.#clock()}.${undid}`;
    if (!moves.length) return this.#welcome();
    if (outcome === "lost") return `${this.#hit()} was a mine: lost. Undo takes it back, or look back.${undid}`;
    return `${this.#promise(moves)}${moved(moves.at(-1))}${this.#left()}${undid}`;
  }

  #hit() {
    return this.board.names("*")[0] ?? this.game.moves.at(-1).open;
  }

  // Only a board that was made so needs no guess: the service says it with the game.
  #promise(moves) {
    const isBegun = moves.length === 1 && moves[0].by === "player" && moves[0].open === this.board.first;
    return isBegun && this.game.no_guess ? `${this.board.first} is open: from here no guess is needed. ` : "";
  }

  #welcome() {
    const { first, mines } = this.board;
    const isPromised = first && this.game.no_guess;
    const start = isPromised ? `Open ${first}: from there no guess is needed.` : "Open any cell.";
    const { seed } = this.game;
    const again = seed === null ? "" : ` Its seed is ${seed}, with which it can be played again.`;
    return `${count(mines, "mine", "mines")}. ${start}${again}`;
  }

  #left() {
    const { board } = this;
    const safe = board.count("?F") - board.mines;
    const flags = count(board.count("F"), "flag", "flags");
    return `${count(board.mines, "mine", "mines")}, ${flags}, ${count(safe, "safe cell", "safe cells")} to go.`;
  }

  // -- time

  #sinceStart() {
    return Math.floor((Date.now() - this.start) / 1000);
  }

  get #seconds() {
    return this.game.moves.length && !this.game.outcome ? this.#sinceStart() : this.game.seconds;
  }

  #clock() {
    const seconds = this.game ? this.#seconds : 0;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  #showClock() {
    find("clock").textContent = this.#clock();
  }
}

const numberIn = ([name, id]) => [name, find(id).value.trim() === "" ? NaN : Number(find(id).value)];
const soon = () => new Promise((done) => setTimeout(done, AGAIN_MS));
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join("");
const numberOf = ({ moves, undone }) => moves.length + 2 * undone; // grows with every move and every undo

// -- sentences about a move

function moved({ by, open, flag, odds }) {
  const reason = {
    start: "as the first move",
    deduction: "because it is certainly safe",
    guess: `as a guess, a mine with probability ${odds}`,
  }[by];
  return reason ? `logicms ${open ? "opened" : "took the flag off"} ${open ?? flag} ${reason}. ` : "";
}
