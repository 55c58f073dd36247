// The ladder of help: where to look, which clues, the technique, the proof. Each push of the button is one rung more.

import { ask } from "./api.js";
import { cellName, placeOf } from "./board.js";
import { element } from "./grid.js";
import { listed, TECHNIQUES } from "./why.js";

export class Ladder {
  // `desk` as for Why, and prove(cell).
  constructor(desk) {
    Object.assign(this, {
      desk,
      level: 0,
      list: document.getElementById("ladder"),
      more: document.getElementById("hint"),
      forget: document.getElementById("hint-clear"),
    });
    this.more.addEventListener("click", () => this.climb());
    this.forget.addEventListener("click", () => {
      this.clear();
      this.desk.overlay(null);
    });
  }

  clear() {
    this.level = 0;
    this.list.replaceChildren();
    this.more.textContent = "Give me a hint";
    this.more.disabled = false;
    this.forget.hidden = true;
  }

  async climb() {
    const level = this.level + 1;
    const board = this.desk.board();
    this.more.disabled = true;
    let found;
    try {
      found = await ask("next", { board: board.text, level, flags: this.desk.flags() });
    } catch (error) {
      this.more.disabled = false;
      this.desk.fail(error);
      return;
    }
    if (board !== this.desk.board()) return;
    this.more.disabled = false;
    this.#tell(found, level);
  }

  #tell(found, level) {
    this.forget.hidden = false;
    if (found.status === "inconsistent")
      return this.#nothing(`The clues ${listed(found.conflict)} contradict one another.`);
    if (found.verdict === "limit") return this.#nothing("No deduction was found within the time limit.");
    if (!found.cell)
      return this.#nothing("Nothing is certain here: the next move is a guess. The odds say which is the safest.");
    this.level = level;
    const rung = [
      () => [`Look at ${found.region.replace(":", " to ")}.`, { region: cellsOf(found.region) }],
      () => [
        `Use ${found.clues.length === 1 ? "the clue" : "the clues"} ${listed(found.clues)}${found.uses_mine_total ? " and the mine total" : ""}.`,
        { used: new Set(found.clues) },
      ],
      () => [`Technique: ${TECHNIQUES[found.technique] ?? found.technique}.`, { used: new Set(found.clues) }],
      () => [`${found.cell} is ${found.verdict === "mine" ? "a mine" : "safe"}; the proof is below.`, null],
    ][level - 1]();
    this.#rung(rung[0]);
    this.more.textContent = level < 4 ? "A little more" : "That was all";
    this.more.disabled = level >= 4;
    if (rung[1]) this.desk.overlay(rung[1]);
    else this.desk.prove(found.cell);
  }

  #nothing(text) {
    this.#rung(text);
    this.more.disabled = true;
  }

  #rung(text) {
    this.list.append(element("li", "", text));
    this.desk.say(text);
  }
}

function cellsOf(region) {
  const [from, to] = region.split(":").map(placeOf);
  const found = new Set();
  for (let row = from.row; row <= to.row; row += 1)
    for (let col = from.col; col <= to.col; col += 1) found.add(cellName(row, col));
  return found;
}
