// The ladder of help: where to look, which clues, the technique, the proof. Each push of the button is one rung more.

import { ask } from "./api.js";
import { cellName, placeOf } from "./board.js";
import { contradiction, disable, element, find, listed } from "./dom.js";
import { techniqueLink } from "./proof.js";

// What each rung says, and what it marks on the board; the last one shows the proof instead.
const RUNGS = [
  ({ region }) => [[`Look at ${region.replace(":", " to ")}.`], { region: cellsOf(region) }],
  ({ clues, uses_mine_total: usesTotal }) => {
    const named = clues.length ? [`the ${clues.length === 1 ? "clue" : "clues"} ${listed(clues)}`] : [];
    const sources = [...named, ...(usesTotal ? ["the mine total"] : [])];
    return [[`Use ${listed(sources)}.`], { used: new Set(clues) }];
  },
  ({ technique, clues }) => [["Technique: ", techniqueLink(technique), "."], { used: new Set(clues) }],
  ({ cell, verdict }) => [
    [`${cell} is ${verdict === "mine" ? "a mine" : "safe"}; the card "Why ${cell}?" proves it.`],
    null,
  ],
];

export class Ladder {
  // `desk` as for Why, and prove(cell).
  constructor(desk) {
    Object.assign(this, {
      desk,
      level: 0,
      list: find("ladder"),
      more: find("hint"),
      forget: find("hint-clear"),
    });
    this.more.addEventListener("click", () => this.climb());
    this.forget.addEventListener("click", () => {
      this.clear();
      this.desk.overlay(null);
    });
  }

  clear() {
    this.level = 0;
    this.asked = null;
    this.list.replaceChildren();
    this.more.textContent = "Give me a tip";
    this.more.disabled = false;
    this.forget.hidden = true;
  }

  async climb() {
    if (this.asked) return;
    const level = this.level + 1;
    const asked = (this.asked = {});
    let found;
    try {
      found = await ask("next", { board: this.desk.board().text, level, flags: this.desk.flags() });
    } catch (error) {
      if (asked === this.asked) this.desk.fail(error);
      this.asked = null;
      return;
    }
    if (asked !== this.asked) return; // it was for another board
    this.asked = null;
    this.#tell(found, level);
  }

  #tell(found, level) {
    this.forget.hidden = false;
    const nothing = nothingIn(found);
    if (nothing) return this.#nothing(nothing);
    this.level = level;
    const [parts, marks] = RUNGS[level - 1](found);
    this.#rung(parts);
    this.more.textContent = level < RUNGS.length ? "A little more" : "That was all";
    disable(this.more, level >= RUNGS.length, this.forget);
    if (marks) this.desk.overlay(marks);
    else this.desk.prove(found.cell);
  }

  #nothing(text) {
    this.#rung([text]);
    disable(this.more, true, this.forget);
  }

  #rung(parts) {
    const line = element("li");
    const text = element("span");
    text.append(...parts);
    line.append(text);
    this.list.append(line);
    this.desk.say(text.textContent);
  }
}

function nothingIn(found) {
  if (found.status === "inconsistent") return `${contradiction(found.conflict)}: nothing follows.`;
  if (found.verdict === "limit") return "No deduction was found within the time limit.";
  if (found.cell) return null;
  return "Nothing is certain here: the next move is a guess. The view Odds shows the best one.";
}

function cellsOf(region) {
  const [from, to] = region.split(":").map(placeOf);
  const found = new Set();
  for (let row = from.row; row <= to.row; row += 1) {
    for (let col = from.col; col <= to.col; col += 1) found.add(cellName(row, col));
  }
  return found;
}
