// A lesson, stop by stop: what is done stays readable above, and what is asked now is below.

import { Marking, Naming } from "./claims.js";
import { ExerciseForm, pastExercise } from "./exercise.js";
import { button, element } from "./dom.js";
import { askedAbout, items, puzzleOf } from "./prose.js";
import { merged } from "./progress.js";

export class LessonView {
  // `source`: lesson, entry {state, notes, done}, say(state, said), keep(entry, before) -> whether that worked, next
  // {href, text} or null; `isFree`: a single proof; `drill`: {kind, seed} of a drill.
  constructor(root, source, desk) {
    Object.assign(this, { root, source, desk, lesson: source.lesson, entry: source.entry, busy: false });
    this.last = this.state; // as this tab has read or kept it
    this.stops = element("div", "stops");
    this.root.replaceChildren(this.#head(), this.stops);
    this.#showAll();
  }

  get state() {
    return this.entry.state;
  }

  #head() {
    const head = element("div", "lesson-head");
    const all = element("a", "all-lessons", "← All lessons");
    all.href = "#";
    const { number, title } = this.lesson;
    this.title = element("h2", "", number ? `${number}. ${title}` : title);
    this.title.tabIndex = -1;
    this.place = element("span", "place");
    this.bar = element("progress");
    this.bar.max = this.lesson.stops.length;
    this.bar.setAttribute("aria-label", "Pages done");
    head.append(all, this.title, this.place, this.bar);
    return head;
  }

  // -- showing

  #showAll() {
    this.stops.replaceChildren();
    const last = Math.min(this.state.stop, this.lesson.stops.length);
    const about = element("p", "about", this.lesson.about);
    this.stops.append(about);
    for (let index = 0; index < last; index += 1) this.#append(index, true);
    this.#appendCurrent();
  }

  #appendCurrent() {
    const { stop } = this.state;
    const { length } = this.lesson.stops;
    const page = length > 1 ? `Page ${stop + 1} of ${length}` : "";
    const over = this.source.drill ? "" : "The end";
    this.place.textContent = stop < length ? page : over;
    this.bar.value = Math.min(stop, length);
    this.bar.hidden = length < 2;
    this.current = stop < length ? this.#append(stop, false) : this.#end();
    this.current.id = "here";
  }

  #append(index, isPast) {
    const stop = this.lesson.stops[index];
    const before = this.lesson.stops[index - 1];
    const section = element("section", isPast ? "card stop past" : "card stop");
    section.tabIndex = -1;
    section.setAttribute("aria-label", `Page ${index + 1} of ${this.lesson.stops.length}: ${stop.heading}`);
    if (stop.heading !== before?.heading && stop.heading !== this.lesson.title) {
      section.append(element("h3", "", stop.heading));
    }
    const shown = [];
    const marking = isPast ? null : this.#marking(stop);
    const note = isPast && stop.exercise ? this.entry.notes[stop.exercise.name] : null;
    const about = askedAbout(stop, marking, shown, note);
    section.append(...items(stop, shown), ...this.#asked(stop, isPast, marking, about));
    this.stops.append(section);
    for (const draw of shown) draw();
    return section;
  }

  #marking(stop) {
    const { exercise } = stop;
    const board = exercise && puzzleOf(stop);
    if (board?.kind !== "board") return null;
    if (exercise.kind === "clues") return new Naming(board.rows, this.desk.say);
    if (!["certain", "placement"].includes(exercise.kind)) return null;
    return new Marking(board.rows, exercise.kind === "placement", this.desk.say);
  }

  #asked({ exercise }, isPast, marking, about) {
    this.form = null;
    if (!exercise) return isPast ? [] : [this.#goOn()];
    const isSolved = this.state.solved.includes(exercise.name);
    if (isPast) return [pastExercise(exercise, about, isSolved, this.entry.notes[exercise.name])];
    this.form = new ExerciseForm(exercise, this.state, { say: (said) => this.say(said) }, marking, about);
    const before = isSolved ? [element("p", "quiet", "You have solved this one before; Skip goes on.")] : [];
    return [...before, this.form.root];
  }

  #goOn() {
    const bar = element("div", "bar go-on");
    const on = button("Continue", () => this.say(""), "strong");
    bar.append(on, element("span", "spring"));
    if (this.state.stop) bar.append(button("Back", () => this.say("back")));
    return bar;
  }

  #end() {
    const { exercises, stops } = this.lesson;
    const left = exercises.filter((name) => !this.state.solved.includes(name));
    const section = element("section", "card stop the-end");
    section.tabIndex = -1;
    const [heading, text] = this.#result(left.length);
    section.setAttribute("aria-label", heading);
    section.append(element("h3", "", heading), element("p", "", text));
    if (left.length && !this.source.isFree && !this.source.drill) section.append(this.#left(left, stops));
    section.append(this.#endBar());
    this.stops.append(section);
    return section;
  }

  #result(left) {
    const { length } = this.lesson.exercises;
    if (this.source.drill) return left ? ["Skipped", "Back returns to it."] : ["Solved", this.source.solvedText()];
    if (!this.source.isFree) return ["The lesson is over", `You solved ${length - left} of ${length} exercises.`];
    if (left) return ["Skipped", "Back returns to it."];
    return ["Proved", "Your proof is complete: each of its lines was checked."];
  }

  #endBar() {
    const bar = element("div", "bar");
    if (this.source.next) {
      const next = element("a", "button strong", this.source.next.text);
      next.href = this.source.next.href;
      bar.append(next);
    }
    bar.append(
      button("Start again", () => this.jump(0)),
      element("span", "spring"),
      button("Back", () => this.say("back")),
    );
    return bar;
  }

  #left(left, stops) {
    const list = element("p", "", "Not solved yet: ");
    left.forEach((name, index) => {
      const at = stops.findIndex(({ exercise }) => exercise?.name === name);
      list.append(
        index ? " " : "",
        button(`page ${at + 1}, ${name}`, () => this.jump(at)),
      );
    });
    return list;
  }

  // -- saying

  async say(said) {
    if (this.busy) return;
    this.busy = true;
    this.root.setAttribute("aria-busy", "true");
    try {
      const { reply, state } = await this.source.say(this.state, said);
      this.desk.calm();
      this.#take(reply, state, said);
    } catch (error) {
      this.desk.fail(error);
    } finally {
      this.busy = false;
      this.root.removeAttribute("aria-busy");
    }
  }

  #take(reply, state, said) {
    const before = this.state;
    const exercise = this.lesson.stops[before.stop]?.exercise;
    this.entry.state = state;
    if (reply.kind === "right") {
      const whole = before.so_far ? `${before.so_far}\n${said.trim()}` : said.trim();
      const lines = reply.judgement?.lines ?? [];
      this.entry.notes[exercise.name] = {
        said: lines.length ? lines.map(({ line }) => line).join("\n") : whole,
        parts: reply.parts,
        ...(reply.judgement?.claims ? { claims: reply.judgement.claims } : {}),
      };
    }
    this.#keep();
    if (reply.kind === "right") this.form.finish(reply, () => this.#forward());
    else if (state.stop > before.stop) this.#forward();
    else if (state.stop < before.stop) this.#redraw();
    else this.form?.stay(reply, state);
  }

  #keep() {
    this.entry.done ||= this.state.stop >= this.lesson.stops.length;
    const isKept = this.source.keep(this.entry, this.last);
    this.last = this.state;
    if (!isKept) this.desk.say("This browser does not let the page keep your progress.");
  }

  // Takes over what another tab has solved; the learner's place in this one stays.
  absorb(other) {
    const { state, notes, done } = merged(this.entry, other, this.last);
    Object.assign(this.entry, { notes, done, state: { ...this.state, solved: state.solved } });
  }

  jump(stop) {
    this.entry.state = { ...this.state, stop, so_far: "", level: 0 };
    this.#keep();
    this.#redraw();
  }

  // Goes on: what was current becomes past, and the next stop comes below it.
  #forward() {
    this.current.remove();
    this.#append(Number(this.state.stop) - 1, true);
    this.#appendCurrent();
    this.focus();
  }

  #redraw() {
    this.#showAll();
    this.focus();
  }

  focus() {
    this.current.focus({ preventScroll: true });
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.current.scrollIntoView({ block: "start", behavior: isCalm ? "auto" : "smooth" });
  }
}
