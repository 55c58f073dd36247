// What is kept in this browser: positions and games, the last ones by themselves and others by name. Each is an
// address, which has all of it. They can be exported to a file and read again. Each change reads first what is stored,
// so that two tabs do not undo each other.

import { gameOfFragment } from "./address.js";
import { button, download, element, find, remember, remembered } from "./dom.js";

const MOST_RECENT = 30;
const isText = (value, most) => typeof value === "string" && value.length > 0 && value.length <= most;

// An entry: its name, the address that opens it, when it was kept, whether by name, and of a game its own name here.
function isEntry(entry) {
  return (
    typeof entry === "object" &&
    entry !== null &&
    isText(entry.name, 200) &&
    isText(entry.address, 500_000) &&
    entry.address.startsWith("#") &&
    Number.isFinite(entry.at) &&
    (entry.game === undefined || isText(entry.game, 100))
  );
}

function all() {
  const found = remembered("kept", []);
  return Array.isArray(found) ? found.filter(isEntry) : [];
}

// Changes the list as it is now; the newest is first, and only what has a name is kept for ever. Where there is not
// enough room, fewer of the others are kept.
function change(edit) {
  const entries = edit(all()).sort((one, two) => two.at - one.at);
  for (let most = MOST_RECENT; most > 0; most -= 1) {
    let recent = 0;
    const fitting = entries.filter((entry) => entry.isNamed || (recent += 1) <= most);
    if (remember("kept", fitting)) return true;
  }
  return false;
}

const isSame = (one, two) => (one.game ? one.game === two.game : one.address === two.address);

export class Kept {
  #live = null; // the position that is being drawn now: it replaces its own entry

  // `desk`: open(address), here() -> {name, address, game} or null, copyLink(), tell(text).
  constructor(desk) {
    this.desk = desk;
    this.dialog = find("kept");
    find("kept-open").addEventListener("click", () => this.show());
    find("kept-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#keep(find("kept-name").value.trim());
    });
    find("kept-link").addEventListener("click", () => this.desk.copyLink());
    find("kept-export").addEventListener("click", () => this.#export());
    find("kept-file").addEventListener("change", (event) => this.#import(event.target));
    addEventListener("storage", () => this.dialog.open && this.#list());
  }

  // Keeps a position or game for a while, without being asked; returns whether that worked.
  note(entry) {
    const replaced = this.#live;
    this.#live = entry.game ? null : entry;
    return change((entries) => {
      const named = entries.find((each) => each.isNamed && isSame(each, entry));
      const others = entries.filter(
        (each) => !isSame(each, entry) && (each.isNamed || !replaced || !isSame(each, replaced)),
      );
      return [...others, { ...entry, at: Date.now(), ...(named ? { isNamed: true, name: named.name } : {}) }];
    });
  }

  // From now on another position is drawn.
  settle() {
    this.#live = null;
  }

  // The text of a game by its name here, or null.
  gameText(id) {
    const entry = all().find(({ game }) => game === id);
    return (entry && gameOfFragment(entry.address)?.text) ?? null;
  }

  show() {
    const here = this.desk.here();
    find("kept-name").value = here?.name ?? "";
    find("kept-form").hidden = !here;
    this.#list();
    this.dialog.showModal();
  }

  #keep(name) {
    const { name: otherwise, ...here } = this.desk.here();
    const entry = { ...here, name: name || otherwise, isNamed: true, at: Date.now() };
    const isDone = change((entries) => [...entries.filter((each) => !isSame(each, entry)), entry]);
    this.#live = null;
    this.desk.tell(isDone ? `Kept as "${entry.name}".` : "This browser does not let the page keep anything.");
    this.#list();
  }

  #list() {
    const items = all().map((entry) => this.#item(entry));
    find("kept-list").replaceChildren(...items);
    find("kept-none").hidden = items.length > 0;
  }

  #item(entry) {
    const item = element("li", entry.isNamed ? "named" : "");
    const open = button(entry.name, () => this.#open(entry), "link");
    const when = new Date(entry.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const kind = entry.game ? "game" : "position";
    const about = element("span", "quiet", `${kind}, ${entry.isNamed ? "kept" : "recent"} ${when}`);
    const rename = button("Rename", () => this.#rename(entry));
    const remove = button("Delete", () => this.#remove(entry));
    rename.setAttribute("aria-label", `Rename ${entry.name}`);
    remove.setAttribute("aria-label", `Delete ${entry.name}`);
    item.append(open, about, rename, remove);
    return item;
  }

  #open(entry) {
    this.dialog.close();
    this.desk.open(entry.address);
  }

  #rename(entry) {
    const name = prompt("Name", entry.name)?.trim();
    if (!name) return;
    change((entries) =>
      entries.map((each) => (isSame(each, entry) ? { ...each, name: name.slice(0, 200), isNamed: true } : each)),
    );
    this.#list();
  }

  #remove(entry) {
    change((entries) => entries.filter((each) => !isSame(each, entry)));
    this.#list();
    find("kept-name").focus();
  }

  #export() {
    download("logicms-kept.json", "application/json", JSON.stringify({ version: 1, kept: all() }, null, 1));
  }

  async #import(field) {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    try {
      const { kept } = JSON.parse(await file.text());
      const entries = kept.filter(isEntry);
      change((here) => [...here.filter((each) => !entries.some((entry) => isSame(each, entry))), ...entries]);
      this.desk.tell(`${entries.length} of ${kept.length} entries were read from ${file.name}.`);
    } catch {
      this.desk.tell(`${file.name} is not a file that Export has written.`);
    }
    this.#list();
  }
}
