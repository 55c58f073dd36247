// What is shown at a stop of a lesson: prose, boards, hint files, commands with what they print.

import { Board } from "./board.js";
import { element, Grid } from "./grid.js";

const TAGS = { code: "code", stress: "em" };

// Parts of a sentence; whatever they say, it becomes text and never markup.
export function written(parts) {
  const look = ({ kind, text }) => (kind === "code" && text.length <= 24 ? "whole" : ""); // short code is not broken
  return parts.map((part) =>
    TAGS[part.kind] ? element(TAGS[part.kind], look(part), part.text) : document.createTextNode(part.text),
  );
}

export function filled(tag, className, parts) {
  const made = element(tag, className);
  made.append(...written(parts));
  return made;
}

function block({ kind, parts, items }) {
  if (kind === "paragraph") return filled("p", "", parts);
  const list = element("ul");
  list.append(...items.map((each) => filled("li", "", each)));
  return list;
}

function listing(className, label, text) {
  const made = element("pre", className, text);
  made.tabIndex = 0; // it may be wider than the page, and then the arrows scroll it
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  return made;
}

function command(item) {
  const made = element("figure", "command");
  const caption = element("figcaption");
  caption.append(element("code", "", item.command));
  made.append(caption, listing("", `What ${item.command} prints`, item.output));
  return made;
}

function hints(item) {
  const made = element("figure", "puzzle");
  made.append(figureName("Hint file", item.name), listing("hints", `Hint file ${item.name}`, item.text.trim()));
  return made;
}

function figureName(kind, name) {
  const caption = element("figcaption");
  caption.append(kind, ...(name === "board" ? [] : [" ", element("code", "", name)]));
  return caption;
}

// A board as on the main page. `shown` collects what can only be drawn once the stop is on the page.
function board(item, acts, shown) {
  const made = element("figure", "puzzle");
  const drawn = new Board(item.rows, { mines: item.mines, title: item.name, grid: item.grid });
  const caption = figureName("Board", item.name);
  if (drawn.grid !== "square") caption.append(`, ${drawn.size}`);
  if (item.mines !== null) caption.append(`, ${item.mines} ${item.mines === 1 ? "mine" : "mines"} in all`);
  const frame = element("div", "small-frame");
  const root = element("div", acts ? "grid markable" : "grid");
  root.setAttribute("role", "grid");
  root.setAttribute("aria-label", `Board ${item.name}`);
  frame.append(root);
  const link = element("a", "quiet", "Open this board in the solver");
  Object.assign(link, {
    href: `/${drawn.fragment}`,
    target: "_blank",
    rel: "noopener",
    title: "It opens in a new tab",
  });
  link.append(element("span", "unseen", " (in a new tab)"));
  made.append(caption, frame, link);
  const grid = new Grid(root, acts ?? { choose: () => {}, key: () => false }, {
    most: 44,
    room: () => frame.clientWidth - 10,
    named: true,
  });
  shown.push(() => {
    grid.show(drawn, acts?.marks() ?? {});
    acts?.drawn?.((marks) => grid.show(drawn, marks));
  });
  return made;
}

function drawn(item, acts, shown) {
  if (item.kind === "prose") return item.blocks.map(block);
  if (item.kind === "command") return [command(item)];
  return [item.kind === "hints" ? hints(item) : board(item, acts, shown)];
}

// What comes before the question. The board or hint file that it is about is next to the question itself.
export function items(stop, shown) {
  const asked = puzzleOf(stop);
  const before = stop.items.at(-1) === asked ? stop.items.slice(0, -1) : stop.items;
  return before.flatMap((item) => drawn(item, null, shown));
}

export const puzzleOf = ({ items: all, exercise }) =>
  all.find(({ kind, name }) => exercise && (kind === "board" || kind === "hints") && name === exercise.on);

// `marking`: what clicks do on the board that the exercise is about, if they do anything.
export function askedAbout(stop, marking, shown) {
  const found = puzzleOf(stop);
  return found ? drawn(found, marking, shown) : [];
}
