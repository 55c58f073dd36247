// Boards come in by paste, drop, file and text in any format that logicms reads, and go out as text, pictures and
// proofs.

import { ask, Newest } from "./api.js";
import { parseBoard } from "./board.js";
import { button, download, element, find } from "./dom.js";

const MOST_BYTES = 900_000;
const PNG_SCALE = 2;
// How a board is saved: the format to convert to, the file's ending and type.
const BOARD_FORMS = {
  text: { to: "board", ending: "txt", type: "text/plain", label: "Text" },
  svg: { to: "svg", ending: "svg", type: "image/svg+xml", label: "SVG" },
  png: { to: "svg", ending: "png", type: "image/png", label: "PNG" },
  emoji: { to: "emoji", ending: "txt", type: "text/plain", label: "Emoji" },
  latex: { to: "latex", ending: "tex", type: "text/x-tex", label: "LaTeX" },
};
const PROOF_FORMS = {
  words: { ending: "txt", type: "text/plain" },
  latex: { ending: "tex", type: "text/x-tex" },
  svg: { ending: "svg", type: "image/svg+xml" },
  html: { ending: "html", type: "text/html" },
  json: { ending: "json", type: "application/json" },
};

export class Files {
  // `desk`: board(), proof() -> what to ask for to have it, or null; link(), go(fragment),
  // read(board, isOfLink), focusBoard(), tell(text), fail(error), calm().
  constructor(desk) {
    Object.assign(this, { desk, reading: new Newest() });
    this.#wireText();
    this.#wirePasting();
    for (const each of document.querySelectorAll("[data-copy]")) {
      each.addEventListener("click", () => this.copyAs(each.dataset.copy));
    }
    for (const each of document.querySelectorAll("[data-save]")) {
      each.addEventListener("click", () => this.#attempt(() => this.#saveBoard(each.dataset.save)));
    }
    for (const each of document.querySelectorAll("[data-save-proof]")) {
      each.addEventListener("click", () => this.#attempt(() => this.#saveProof(each.dataset.saveProof)));
    }
    find("share").addEventListener("click", () => this.copy(this.desk.link(), "Link"));
  }

  // -- in

  // Reads a text in a format of that name, or in whichever it is, and returns its board; false where it is refused,
  // null where another board has come meanwhile. `isOfLink`: the text is what a link carries, not a link itself.
  async read(text, { format = null, isOfLink = false } = {}) {
    const link = /#(?:board|b|game)=\S+$/.exec(text.trim());
    if (link && !isOfLink) return this.desk.go(link[0]);
    try {
      const given = { board: text, to: "board", ...(format ? { format } : {}) };
      const found = await ask("convert", given, this.reading.signal());
      this.#showText(false);
      const board = parseBoard(found.text);
      this.desk.read(board, isOfLink);
      this.desk.tell(found.from === "board" ? "" : `The board was read as ${found.from}.`);
      return board;
    } catch (error) {
      this.desk.fail(error);
      if (error.formats?.length) this.#offer(text, error.formats);
      return error.name === "AbortError" ? null : false;
    }
  }

  // A text that can be read in several ways is read as the user says.
  #offer(text, formats) {
    const bar = element("div", "bar");
    bar.append(element("span", "", "Read it as"));
    for (const format of formats) bar.append(button(format, () => this.read(text, { format })));
    find("error").append(bar);
  }

  #showText(isShown) {
    find("text-form").hidden = !isShown;
    find("edit-text").setAttribute("aria-expanded", String(isShown));
  }

  #wireText() {
    const [form, text] = [find("text-form"), find("text")];
    find("edit-text").addEventListener("click", () => {
      this.#showText(form.hidden);
      text.value = this.desk.board()?.text ?? "";
      text.focus();
      text.select(); // to be pasted over
      text.scrollTop = 0;
    });
    find("cancel-text").addEventListener("click", () => {
      this.#showText(false);
      this.desk.calm();
      find("edit-text").focus();
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.read(text.value)) this.desk.focusBoard();
    });
    find("text-file").addEventListener("change", (event) => this.#readFile(event.target.files[0]));
  }

  async #readFile(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return this.desk.fail(new Error("This file is too large for a board."));
    await this.read(await file.text());
    find("text-file").value = "";
  }

  #wirePasting() {
    addEventListener("paste", (event) => {
      if (event.target.closest?.("textarea, input, dialog")) return;
      const text = event.clipboardData?.getData("text");
      if (!text?.trim()) return;
      event.preventDefault();
      this.read(text);
    });
    addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      const [file] = event.dataTransfer.files;
      if (file) this.#readFile(file);
      else this.read(event.dataTransfer.getData("text"));
    });
  }

  // -- out

  async #attempt(act) {
    try {
      await act();
    } catch (error) {
      this.desk.fail(error);
    }
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.desk.tell(`${what} copied.`);
    } catch {
      this.#showText(true);
      find("text").value = text;
      find("text").select();
      this.desk.tell("The browser does not let the page copy: the text is selected above.");
    }
  }

  copyAs(form) {
    return this.#attempt(async () => this.copy(await this.#converted(form), BOARD_FORMS[form].label));
  }

  async #converted(form) {
    const { text } = this.desk.board();
    const { to } = BOARD_FORMS[form];
    return to === "board" ? text : (await ask("convert", { board: text, to })).text;
  }

  async #saveBoard(form) {
    const { ending, type } = BOARD_FORMS[form];
    const text = await this.#converted(form);
    download(`${this.#name()}.${ending}`, type, form === "png" ? await painted(text) : text);
  }

  async #saveProof(to) {
    const proof = this.desk.proof();
    if (!proof) return this.desk.tell("Choose a cell first: its proof is saved.");
    const { ending, type } = PROOF_FORMS[to];
    const content =
      to === "json" ? JSON.stringify(await ask("prove", proof)) : (await ask("prove", { ...proof, to })).text;
    download(`${this.#name()}-${proof.cell}.${ending}`, type, content);
  }

  #name() {
    return (this.desk.board().title ?? "board").replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "board";
  }
}

// An SVG as a PNG, larger than on the screen.
async function painted(svg) {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await picture.decode();
    const canvas = element("canvas");
    Object.assign(canvas, { width: PNG_SCALE * picture.width, height: PNG_SCALE * picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}
