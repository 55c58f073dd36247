// The past of a drawing: undo and redo. It outlives a reload, because the tab remembers it.

import { boardOf } from "./board.js";
import { remember, remembered } from "./dom.js";

const MOST = 200; // steps
const MOST_KEPT = 200_000; // characters that the tab remembers; of large boards that is less
const tab = () => sessionStorage;

export class Past {
  #entries = [];
  #at = -1;
  #reason = null;

  // Takes a board as the newest; changes for the same reason, such as turns of the wheel on one cell, are one.
  add(board, reason = null) {
    const { fragment } = board;
    if (this.#entries[this.#at] === fragment) return;
    const isSame = reason !== null && reason === this.#reason && this.#at === this.#entries.length - 1;
    this.#entries.splice(isSame ? this.#at : this.#at + 1, Infinity, fragment);
    this.#entries = this.#entries.slice(-MOST);
    this.#at = this.#entries.length - 1;
    this.#reason = reason;
    this.#keep();
  }

  // Goes back to what the tab remembers, if that is where `board` stands.
  resume(board) {
    const { entries, at } = remembered("past", { entries: [], at: -1 }, tab);
    if (!Array.isArray(entries) || entries[at] !== board.fragment) return;
    [this.#entries, this.#at] = [entries, at];
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#entries.length - 1;
  }

  undo() {
    return this.canUndo ? this.#go(-1) : null;
  }

  redo() {
    return this.canRedo ? this.#go(1) : null;
  }

  #go(by) {
    this.#at += by;
    this.#reason = null;
    this.#keep();
    return boardOf(this.#entries[this.#at]);
  }

  #keep() {
    let [first, size] = [this.#entries.length, 0];
    while (first > 0 && (size += this.#entries[first - 1].length) <= MOST_KEPT) first -= 1;
    remember("past", { entries: this.#entries.slice(first), at: this.#at - first }, tab);
  }
}
