// Looking back on a game: every opening with its risk, the guesses that were not needed, and how much luck it took.

import { ask } from "./api.js";
import { parseBoard } from "./board.js";
import { button, count, element, find, listed } from "./dom.js";
import { oddsOf, spelled } from "./odds.js";

const KINDS = {
  start: "the start",
  certain: "certainly safe",
  guess: "a guess that was needed",
  unneeded: "a guess that was not needed",
};

export class LookBack {
  // `desk`: shown(board, marks), ended(), fail(error).
  constructor(desk) {
    Object.assign(this, { desk, moves: [], isOpen: false, asked: null, at: find("replay-at") });
    this.at.addEventListener("input", () => this.go(Number(this.at.value) - 1));
    find("replay-close").addEventListener("click", () => this.end());
  }

  async begin(game) {
    if (this.asked) return;
    const asked = (this.asked = {});
    let found;
    try {
      found = await ask("review", { game });
    } catch (error) {
      if (asked === this.asked) this.desk.fail(error);
      this.asked = null;
      return;
    }
    if (asked !== this.asked) return; // another game has begun, or none is shown
    this.asked = null;
    Object.assign(this, { moves: found.moves, isOpen: true });
    find("replay-text").textContent = this.#openings();
    find("replay-luck").textContent = luckWords(found.luck, this.#number("guess") + this.#number("unneeded"));
    find("replay").hidden = false;
    this.at.max = this.moves.length;
    find("replay-list").replaceChildren(...this.moves.map((move, index) => this.#item(move, index)));
    const first = this.moves.findIndex(({ kind }) => kind === "unneeded");
    this.go(first < 0 ? this.moves.length - 1 : first);
    find("replay").scrollIntoView({ block: "start" });
  }

  #number(wanted) {
    return this.moves.filter(({ kind }) => kind === wanted).length;
  }

  #openings() {
    const start = this.#number("start") ? ["the start"] : [];
    const certain = this.#number("certain") ? [`${this.#number("certain")} certain`] : [];
    const said = [...start, ...certain, guessWords(this.#number("guess"), this.#number("unneeded"))];
    return `${count(this.moves.length, "opening", "openings")}: ${said.join(", ")}.`;
  }

  #item(move, index) {
    const mark = { unneeded: " ⚠", guess: " ?" }[move.kind] ?? "";
    const item = element("li");
    const jump = button(`${move.open}${mark}`, () => this.go(index), move.kind);
    jump.setAttribute("aria-label", `Opening ${index + 1}, ${move.open}: ${KINDS[move.kind]}`);
    item.append(jump);
    return item;
  }

  go(index) {
    const move = this.moves[index];
    if (!move) return;
    this.at.value = index + 1;
    document.querySelectorAll("#replay-list button").forEach((each, at) => {
      if (at === index) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    });
    find("replay-move").textContent = `Opening ${index + 1}: ${moveWords(move)}${riskWords(move)}${betterWords(move)}`;
    this.desk.shown(parseBoard(move.board), {
      goal: move.open,
      goalSaid: "opened next",
      safe: new Set(move.better),
    });
  }

  // Hides the card; `end` also goes back to the game.
  close() {
    this.isOpen = false;
    this.asked = null;
    find("replay").hidden = true;
  }

  end() {
    this.close();
    this.desk.ended();
  }
}

function guessWords(needed, unneeded) {
  if (!needed && !unneeded) return "no guess at all";
  const guesses = count(needed + unneeded, "guess", "guesses");
  if (!unneeded) return `${guesses} that ${needed === 1 ? "was" : "were"} needed`;
  if (!needed) return `${guesses} that ${unneeded === 1 ? "was" : "were"} not needed (⚠)`;
  return `${guesses}, ${unneeded} of them not needed (⚠)`;
}

function moveWords({ open, kind, odds }) {
  if (odds === "1") return `${open} was certainly a mine.`;
  return `${open} was ${KINDS[kind]}.`;
}

function riskWords({ kind, odds, least }) {
  if (!odds || odds === "1" || kind === "certain") return "";
  const other = kind === "guess" && least !== odds ? `; the least anywhere was ${spelled(oddsOf(least))}` : "";
  return ` The probability of a mine there was ${spelled(oddsOf(odds))}${other}.`;
}

function betterWords({ better }) {
  if (!better.length) return "";
  return ` Certainly safe instead: ${listed(better.slice(0, 8))}${better.length > 8 ? " and more" : ""}.`;
}

function luckWords(luck, guesses) {
  if (!luck) return "";
  const { survival, best } = luck;
  if (survival === "1") return "Luck: none was needed.";
  const survived = `Luck: the probability of surviving ${guesses === 1 ? "this guess" : "these guesses"} was`;
  if (survival === best) return `${survived} ${spelled(oddsOf(survival))}, and no choice was safer.`;
  const instead = guesses === 1 ? "of the safest cell instead" : "of the safest cells instead";
  return `${survived} ${spelled(oddsOf(survival))}; ${instead}, ${spelled(oddsOf(best))}.`;
}
