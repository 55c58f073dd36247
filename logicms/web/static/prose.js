// What is shown at a stop of a lesson: prose, boards, hint files, commands with what they print.

import { Board } from "./board.js";
import { marksOf } from "./claims.js";
import { element } from "./dom.js";
import { Grid } from "./grid.js";

const TAGS = { code: "code", stress: "em", block: "span" };

// Parts of a text; whatever they say, it becomes text and never markup.
export function written(parts) {
  const seen = new Set();
  return parts.flatMap((part) => {
    if (!TAGS[part.kind]) return [part.text];
    const link = elsewhere(part);
    const isNew = link && !seen.has(link.href);
    if (isNew) seen.add(link.href);
    return [element(TAGS[part.kind], look(part), part.text), ...(isNew ? [" (", link, ")"] : [])];
  });
}

function look({ kind, text }) {
  if (kind === "block") return "block"; // its characters are equally wide: a caret points at one of the line above
  return kind === "code" && text.length <= 24 ? "whole" : ""; // short code is not broken
}

// The link to what a command has like it on a page; null if that is for the terminal only.
function elsewhere({ kind, text }) {
  const [, command, rest] = /^logicms (\w+)(.*)$/.exec(kind === "code" ? text : "") ?? [];
  const [, drill] = /^ --drill (\w+)/.exec(rest ?? "") ?? [];
  const [, lesson] = /^ ([0-9]+)$/.exec(rest ?? "") ?? [];
  if (command === "learn" && drill) return linkTo(`#drill-${drill}-1`, "the drills here");
  if (command === "learn" && lesson) return linkTo(`#${lesson}`, `lesson ${lesson} here`);
  if (command === "play") return linkTo("./#play", "play here");
  const isPlain = !/--(?:reason|by|rules|flags|format)/.test(rest ?? "");
  return PAGES.includes(command) && isPlain ? linkTo("./", "analyse a board here") : null;
}

const PAGES = ["show", "check", "solve", "odds", "prove", "next"]; // what the page to analyse on does

function linkTo(href, text) {
  const made = element("a", "elsewhere", text);
  made.href = href;
  return made;
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

// A board as on the main page. `shown` collects what can only be drawn once the stop is on the page; `marks` are there
// from the beginning, with what `acts` marks.
function board(item, acts, shown, marks = {}) {
  const made = element("figure", "puzzle");
  const drawn = new Board(item.rows, { mines: item.mines, title: item.name, grid: item.grid });
  const caption = figureName("Board", item.name);
  if (drawn.grid !== "square") caption.append(`, ${drawn.size}`);
  if (item.mines !== null) caption.append(`, ${item.mines} ${item.mines === 1 ? "mine" : "mines"} in all`);
  if (marks.goal) caption.append(`; the question is about ${marks.goal}`);
  const frame = element("div", "small-frame");
  const root = element("div", acts ? "grid markable" : "grid");
  root.setAttribute("role", "grid");
  root.setAttribute("aria-label", `Board ${item.name}`);
  frame.append(root);
  const link = element("a", "quiet", "Open this board in the solver");
  Object.assign(link, {
    href: `./${drawn.fragment}`,
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
    grid.show(drawn, { ...marks, ...acts?.marks() });
    acts?.drawn?.((now) => grid.show(drawn, { ...marks, ...now }));
  });
  return made;
}

function drawn(item, acts, shown, marks) {
  if (item.kind === "prose") return item.blocks.map(block);
  if (item.kind === "command") return [command(item)];
  return [item.kind === "hints" ? hints(item) : board(item, acts, shown, marks)];
}

// What comes before the question. The board or hint file that it is about is next to the question itself.
export function items(stop, shown) {
  const asked = puzzleOf(stop);
  const before = stop.items.at(-1) === asked ? stop.items.slice(0, -1) : stop.items;
  return before.flatMap((item) => drawn(item, null, shown));
}

export const puzzleOf = ({ items: all, exercise }) =>
  all.find(({ kind, name }) => exercise && (kind === "board" || kind === "hints") && name === exercise.on);

// `marking`: what clicks do on the board that the exercise is about, if they do anything; `note`: what was answered.
export function askedAbout(stop, marking, shown, note = null) {
  const found = puzzleOf(stop);
  if (!found) return [];
  const [goal] = stop.exercise.marked;
  const marks = { ...(goal ? { goal } : {}), ...(note?.claims ? marksOf(note.claims) : {}) };
  return drawn(found, marking, shown, marks);
}
