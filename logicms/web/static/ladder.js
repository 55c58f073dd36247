// The ladder of help: where to look, which clues, the technique, the proof. Each push of the button is one rung more.

import { ask } from "./api.js";
import { cellName, placeOf } from "./board.js";
import { element } from "./grid.js";
import { listed, TECHNIQUES } from "./why.js";

// What each rung says, and what it marks on the board; the last one shows the proof instead.
const RUNGS = [
  ({ region }) => [`Look at ${region.replace(":", " to ")}.`, { region: cellsOf(region) }],
  ({ clues, uses_mine_total: usesTotal }) => {
    const total = usesTotal ? " and the mine total" : "";
    return [`Use ${clues.length === 1 ? "the clue" : "the clues"} ${listed(clues)}${total}.`, { used: new Set(clues) }];
  },
  ({ technique, clues }) => [`Technique: ${TECHNIQUES[technique] ?? technique}.`, { used: new Set(clues) }],
  ({ cell, verdict }) => [`${cell} is ${verdict === "mine" ? "a mine" : "safe"}; the proof is below.`, null],
];

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
    this.more.textContent = "Give me a tip";
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
    const nothing = nothingIn(found);
    if (nothing) return this.#nothing(nothing);
    this.level = level;
    const [text, marks] = RUNGS[level - 1](found);
    this.#rung(text);
    this.more.textContent = level < RUNGS.length ? "A little more" : "That was all";
    this.more.disabled = level >= RUNGS.length;
    if (marks) this.desk.overlay(marks);
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

function nothingIn(found) {
  if (found.status === "inconsistent") return `The clues ${listed(found.conflict)} contradict one another.`;
  if (found.verdict === "limit") return "No deduction was found within the time limit.";
  if (found.cell) return null;
  return "Nothing is certain here: the next move is a guess. The odds say which is the safest.";
}

function cellsOf(region) {
  const [from, to] = region.split(":").map(placeOf);
  const found = new Set();
  for (let row = from.row; row <= to.row; row += 1) {
    for (let col = from.col; col <= to.col; col += 1) found.add(cellName(row, col));
  }
  return found;
}
