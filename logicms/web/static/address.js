// The address of what is shown: its part after the # has the board, the cell, the kind of proof and the step, or the
// game, so that reload, back, forward and links come to the same place.

import { keysOf } from "./board.js";

// A game in an address is its transcript on one line. `id` is its name in this browser, which no link has: whoever
// follows a link gets a copy.
export function fragmentOfGame(text, id = null) {
  const line = text.trimEnd().replaceAll("/", "~").replaceAll(" ", "_").replaceAll("\n", "/");
  return `#game=${line}${id ? `&id=${id}` : ""}`;
}

// The game of a fragment, if it has one: its text, and its name in the browser that wrote it.
export function gameOfFragment(fragment) {
  const { game, id } = keysOf(fragment);
  if (!game) return null;
  return { text: `${game.replaceAll("/", "\n").replaceAll("_", " ").replaceAll("~", "/")}\n`, id };
}

export class Address {
  #written = location.hash; // as this page wrote it or went to it last
  #isDue = false;
  isUnreadable = false; // what it names cannot be read: then it stays, to be mended

  // `desk`: game() -> the game that is shown, as {text, id}, without a text before there is one, or null while
  // analysing; board(); and place() -> what is read of the board's reasons.
  constructor(desk) {
    this.desk = desk;
    // Whoever does something here has seen that the link cannot be read.
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (this.isUnreadable = false), true);
  }

  #fragment(isLink = false) {
    const game = this.desk.game();
    if (game !== null) return game.text ? fragmentOfGame(game.text, isLink ? null : game.id) : "#play";
    const board = this.desk.board();
    if (!board) return "#";
    const parts = Object.entries(this.desk.place()).filter(([, value]) => value);
    return board.fragment + parts.map(([key, value]) => `&${key}=${value}`).join("");
  }

  // The address to give to others. Whoever finds links in a message takes a ? at the end for the end of a sentence.
  get link() {
    return new URL(this.#fragment(true), location.href).href.replace(/\?$/, "%3F").replace(/\*$/, "%2A");
  }

  // Writes the address of what is shown, once that is settled: on the way from one board to another there are moments
  // that nobody should come back to.
  show() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#write();
    });
  }

  // An address that has just been typed or chosen, and not been gone to yet, stays.
  #write() {
    if (this.isUnreadable || location.hash !== this.#written) return;
    history.replaceState(null, "", this.#fragment());
    this.#written = location.hash;
  }

  // What comes next is another place: back returns to this one.
  leave() {
    if (location.hash) history.pushState(null, "", location.hash);
  }

  // The page goes to what the address names now.
  arrive() {
    this.isUnreadable = false;
    this.#written = location.hash;
  }
}
