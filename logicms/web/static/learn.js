// The Learn page: the list of lessons, one lesson, or a proof to write on any board. The part of the address
// after the # says which: nothing, a lesson's id, or a board with `prove`.

import { ask, look, Newest } from "./api.js";
import { textOfFragment } from "./board.js";
import { element } from "./dom.js";
import { LessonView } from "./lesson.js";
import { asFile, drillDone, drillsOf, forget, forgetAll, isOurs, keep, kept } from "./progress.js";
import { wireSettings } from "./settings.js";

const LEAD =
  "Logic by doing, from a clue to a proof of your own. Your answers are checked, mistakes are named, and tips " +
  "continue from what you wrote. Begin with the first, or go to the ";
const TECHNIQUES_LEAD = "The words that rate a step, the easiest first: one short article about each, with a drill.";
const DRILLS_LEAD =
  "Practice without end. Each drill is made from a number, so the same number gives you and your class the same drill.";
const NOT_TAKEN =
  "The progress that this browser had kept for this lesson could not be used and is discarded; reload the page.";

const place = document.getElementById("place");
const errors = document.getElementById("error");
const desk = {
  say(text) {
    document.getElementById("live").textContent = text;
  },
  calm() {
    errors.hidden = true;
  },
  fail(error) {
    errors.textContent = error.message;
    errors.hidden = false;
    errors.scrollIntoView({ block: "nearest" });
  },
};
const reading = new Newest();
let list = null;
let view = null;

async function lessons(signal) {
  return (list ??= await look("lessons", signal));
}

const begun = (id) => ({
  state: { lesson: id, stop: 0, so_far: "", level: 0, solved: [] },
  notes: {},
  done: false,
});

// -- the list

function progressOf({ id, exercises, stops }) {
  const entry = kept(id);
  if (!entry) return { solved: 0, text: `${exercises.length} exercises`, word: "Begin", begun: false, done: false };
  const { stop } = entry.state;
  const solved = exercises.filter((name) => entry.state.solved.includes(name)).length;
  const done = entry.done && solved === exercises.length;
  const word = stop >= stops ? "Look again" : `Go on, page ${stop + 1}`;
  const text = `${solved} of ${exercises.length} solved`;
  return { solved, text, word: done ? "✓ Done" : word, begun: true, done };
}

function card(lesson) {
  const { solved, text, word, begun: isBegun, done } = progressOf(lesson);
  const item = element("li");
  const link = element("a", done ? "card lesson-card done" : "card lesson-card");
  link.href = `#${lesson.id}`;
  const number = element("span", "number", String(lesson.number ?? ""));
  number.setAttribute("aria-hidden", "true");
  const words = element("span", "card-words");
  words.append(element("strong", "", lesson.title), element("span", "about", lesson.about));
  const far = element("span", "far");
  far.append(element("span", "word", word), element("span", "count", text));
  if (isBegun) {
    const bar = Object.assign(element("progress"), { max: lesson.exercises.length, value: solved });
    bar.setAttribute("aria-hidden", "true");
    far.append(bar);
  }
  link.append(...(lesson.number ? [number] : []), words, far);
  item.append(link);
  return item;
}

function drillCard({ kind, title, about }) {
  const { solved, next } = drillsOf(kind);
  const item = element("li");
  const link = element("a", "card drill-card");
  link.href = `#drill-${kind}-${next}`;
  const words = element("span", "card-words");
  words.append(element("strong", "", title), element("span", "about", about));
  link.append(words, element("span", "count", solved ? `${solved} solved` : "Begin"));
  item.append(link);
  return item;
}

function titled(text, lead) {
  const title = element("h2", "page-title", text);
  title.tabIndex = -1;
  return [title, element("p", "lead", lead)];
}

function listed(className, items) {
  const made = element("ol", className);
  made.append(...items);
  return made;
}

function showList({ lessons: all, techniques, drills }) {
  document.title = "Learn: logicms";
  view = null;
  const [title, lead] = titled("Lessons", LEAD);
  title.id = "here";
  const toDrills = element("a", "", "drills");
  toDrills.href = "#drills";
  lead.append(toDrills, ".");
  const [ways, aboutWays] = titled("Techniques", TECHNIQUES_LEAD);
  const [practice, about] = titled("Drills", DRILLS_LEAD);
  place.replaceChildren(
    title,
    lead,
    listed("lessons", all.map(card)),
    ways,
    aboutWays,
    listed("lessons techniques", techniques.map(card)),
    practice,
    about,
    listed("drills", drills.map(drillCard)),
  );
  const isBegun = [...all, ...techniques].some(({ id }) => kept(id));
  if (isBegun || drills.some(({ kind }) => drillsOf(kind).next > 1)) place.append(endBar());
  return { title, practice };
}

function endBar() {
  const bar = element("div", "bar");
  const save = button("Save my progress as a file", () => {
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([asFile()], { type: "application/json" }));
    link.download = "progress.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const reset = button("Forget my progress", () => {
    if (!confirm("Forget your progress in all lessons and drills?")) return;
    forgetAll();
    showList(list);
    document.getElementById("here").focus();
    desk.say("Your progress is forgotten.");
  });
  bar.append(save, reset);
  return bar;
}

function button(text, act) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// -- one lesson

async function showLesson(id, signal) {
  const [{ lessons: all, techniques }, lesson] = [
    await lessons(signal),
    await look(`lessons/${encodeURIComponent(id)}`, signal),
  ];
  const drill = drillOf(lesson.id);
  if (drill) return shown(new LessonView(place, drillSource(lesson, drill), desk));
  const series = [all, techniques].find((each) => each.some(({ id: own }) => own === lesson.id)) ?? [];
  const next = series[series.findIndex((each) => each.id === lesson.id) + 1];
  const source = {
    lesson,
    entry: kept(lesson.id) ?? begun(lesson.id),
    next: next ? { href: `#${next.id}`, text: `Next: ${next.number ? `${next.number}. ` : ""}${next.title}` } : null,
    say: (state, said) => sayTo(lesson.id, state, said),
    keep: (now, before) => keep(lesson.id, now, before),
  };
  return shown(new LessonView(place, source, desk));
}

function drillOf(id) {
  const [, kind, seed] = /^drill-([a-z]+)-([0-9]+)$/.exec(id) ?? [];
  return kind ? { kind, seed: Number(seed) } : null;
}

// Of drills only the number that was solved is kept, and which comes next.
function drillSource(lesson, drill) {
  const { kind, seed } = drill;
  return {
    lesson,
    drill,
    entry: begun(lesson.id),
    next: { href: `#drill-${kind}-${seed + 1}`, text: "Next drill" },
    say: (state, said) => sayTo(lesson.id, state, said),
    keep: ({ state }) => state.stop === 0 || drillDone(kind, seed, state.solved.length > 0),
    solvedText: () => `You have solved ${drillsOf(kind).solved} of this kind.`,
  };
}

// Asks the service; a kept state that it does not take is forgotten, and the lesson starts again.
async function sayTo(id, state, said) {
  try {
    return await ask(`lessons/${encodeURIComponent(id)}/say`, { state, said });
  } catch (error) {
    if (error.status === 422) {
      forget(id);
      error.message = `${NOT_TAKEN} (${error.message})`;
    }
    throw error;
  }
}

function shown(made) {
  view = made;
  document.title = `${made.title.textContent}: logicms`;
  return made;
}

async function showFree({ text, prove, flags }, signal) {
  const given = { board: text, goal: prove, flags: flags || "fact" };
  const { lesson, state } = await ask("exercise", given, signal);
  const source = {
    lesson,
    next: null,
    isFree: true,
    entry: { state, notes: {}, done: false },
    say: (now, said) => ask("exercise", { ...given, state: now, said }),
    keep: () => true,
  };
  return shown(new LessonView(place, source, desk));
}

// -- which of them

async function route(isFirst = false) {
  desk.calm();
  const free = textOfFragment(location.hash);
  const id = location.hash.slice(1);
  const signal = reading.signal();
  try {
    if (free?.prove) focusOn(await showFree(free, signal), isFirst);
    else if (id === "drills") showList(await lessons(signal)).practice.focus();
    else if (id) focusOn(await showLesson(id, signal), isFirst);
    else if (isFirst) showList(await lessons(signal));
    else fromTheTop(showList(await lessons(signal)).title);
  } catch (error) {
    const all = id ? await lessons(signal).catch(() => null) : null;
    if (signal.aborted) return;
    if (all) showList(all);
    else place.replaceChildren();
    desk.fail(error);
  }
}

// Where the learner is comes into sight; a lesson that begins is shown from its title on.
function focusOn(made, isFirst) {
  if (made.state.stop) made.focus();
  else if (isFirst) scrollTo(0, 0);
  else fromTheTop(made.title);
}

function fromTheTop(title) {
  scrollTo(0, 0);
  title.focus({ preventScroll: true });
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the part after the # is a lesson's
  document.getElementById("here")?.focus();
});
addEventListener("hashchange", () => route());
// Another tab has kept something.
addEventListener("storage", ({ key }) => {
  if (!isOurs(key)) return;
  if (view) {
    const other = view.source.isFree || view.source.drill ? null : kept(view.lesson.id);
    if (other) view.absorb(other);
  } else if (list) {
    showList(list);
  }
});
wireSettings();
route(true);
