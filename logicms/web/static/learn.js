// The page to learn on: the list of lessons, one lesson, or a proof to write on any board. The part of the address
// behind the # says which: nothing, a lesson's id, or a board with `prove`.

import { ask, look, Newest } from "./api.js";
import { textOfFragment } from "./board.js";
import { element } from "./grid.js";
import { LessonView } from "./lesson.js";
import { forget, forgetAll, keep, kept } from "./progress.js";

const LEAD =
  "Logic by doing, from a clue to a proof of your own. Your answers are checked, mistakes are named, and tips " +
  "continue from what you wrote. Begin with the first.";
const NOT_TAKEN = "What this browser kept of this lesson could not be used and is forgotten; load the page again.";

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

async function lessons(signal) {
  return (list ??= (await look("lessons", signal)).lessons);
}

const begun = (id) => ({ state: { lesson: id, stop: 0, so_far: "", level: 0, solved: [] }, notes: {}, done: false });

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
  const words = element("span", "words");
  words.append(element("strong", "", lesson.title), element("span", "about", lesson.about));
  const far = element("span", "far");
  far.append(element("span", "word", word), element("span", "count", text));
  if (isBegun) {
    const bar = Object.assign(element("progress"), { max: lesson.exercises.length, value: solved });
    bar.setAttribute("aria-hidden", "true");
    far.append(bar);
  }
  link.append(number, words, far);
  item.append(link);
  return item;
}

function showList(all) {
  document.title = "Learn: logicms";
  const title = element("h2", "page-title", "Lessons");
  title.tabIndex = -1;
  title.id = "here";
  const lead = element("p", "lead", LEAD);
  const cards = element("ol", "lessons");
  cards.append(...all.map(card));
  place.replaceChildren(title, lead, cards);
  if (all.some(({ id }) => kept(id))) {
    const reset = element("button", "", "Forget my progress");
    reset.type = "button";
    reset.addEventListener("click", () => {
      if (!confirm("Forget your progress in all lessons?")) return;
      forgetAll();
      showList(all);
      document.getElementById("here").focus();
      desk.say("Your progress is forgotten.");
    });
    place.append(reset);
  }
  return title;
}

// -- one lesson

async function showLesson(id, signal) {
  const [all, lesson] = [await lessons(signal), await look(`lessons/${encodeURIComponent(id)}`, signal)];
  const entry = kept(lesson.id) ?? begun(lesson.id);
  const next = all[all.findIndex((each) => each.id === lesson.id) + 1] ?? null;
  const source = {
    lesson,
    entry,
    next,
    say: (state, said) => sayTo(lesson.id, state, said),
    keep: (now) => keep(lesson.id, now),
  };
  return shown(new LessonView(place, source, desk));
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

function shown(view) {
  document.title = `${view.title.textContent}: logicms`;
  return view;
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
    else if (id) focusOn(await showLesson(id, signal), isFirst);
    else if (isFirst) showList(await lessons(signal));
    else fromTheTop(showList(await lessons(signal)));
  } catch (error) {
    const all = id ? await lessons(signal).catch(() => null) : null;
    if (signal.aborted) return;
    if (all) showList(all);
    else place.replaceChildren();
    desk.fail(error);
  }
}

// Where the learner is comes into sight; a lesson that begins is shown from its title on.
function focusOn(view, isFirst) {
  if (view.state.stop) view.focus();
  else if (isFirst) scrollTo(0, 0);
  else fromTheTop(view.title);
}

function fromTheTop(title) {
  scrollTo(0, 0);
  title.focus({ preventScroll: true });
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the part behind the # is a lesson's
  document.getElementById("here")?.focus();
});
addEventListener("hashchange", () => route());
route(true);
