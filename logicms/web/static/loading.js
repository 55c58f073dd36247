// What the page says while Python is loaded, and sentences that concern the whole page. The page itself need not know.

const isBoard = document.body.classList.contains("board-page");
const FIRST = isBoard ? "Loading Python; draw or play meanwhile …" : "Loading Python …";
const LATE = { sympy: "Loading what formulas need …", networkx: "Loading what graphs need …" };

export class Loading {
  #box = null;

  // `share` from 0 to 1; `late` names what is loaded besides Python, because a job needs it.
  show(share, late) {
    if (late && share >= 1) return this.hide();
    this.#box ??= made();
    const [text, bar] = this.#box.children;
    text.textContent = late ? (LATE[late] ?? "Loading …") : FIRST;
    bar.value = share;
    this.#box.hidden = false;
  }

  hide() {
    if (this.#box) this.#box.hidden = true;
  }
}

function made() {
  const box = document.createElement("div");
  box.className = "loading";
  box.setAttribute("role", "status");
  const text = document.createElement("span");
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "Loading");
  box.append(text, bar);
  document.body.append(box);
  return box;
}

// Shows a sentence above the page; it stays.
export function notify(sentence) {
  const box = document.createElement("p");
  box.className = "notice page-notice";
  box.setAttribute("role", "alert");
  box.textContent = sentence;
  document.body.prepend(box);
}
