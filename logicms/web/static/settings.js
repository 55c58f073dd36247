// Settings: how the page looks and what it shows first. They are kept in this browser.

import { element, find, remember, remembered } from "./dom.js";

const DEFAULTS = {
  theme: "system", // or light, dark
  type: 100, // percent
  colours: true, // clues in colours
  view: "certain", // or odds, hidden
  odds: "mine", // or safe, zero
  by: "shortest", // or counting, direct, resolution
};

class Settings {
  #values = { ...DEFAULTS, ...remembered("settings", {}) };

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values = { ...DEFAULTS, ...remembered("settings", this.#values), [name]: value };
    remember("settings", this.#values);
    this.apply();
  }

  apply() {
    const root = document.documentElement;
    const theme = this.get("theme");
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.style.setProperty("--type", this.get("type") / 100);
    root.classList.toggle("coloured", this.get("colours"));
  }
}

export const settings = new Settings();
settings.apply();

// -- the dialog in which they are changed, the same on every page

const THEMES = { system: "like the system", light: "light", dark: "dark" };
const SIZES = { 100: "normal", 125: "large", 150: "larger", 200: "for a projector" };

// Opens at the button in the head of the page; `changed` is called after each change.
export function wireSettings(changed = () => {}) {
  const colours = element("input");
  Object.assign(colours, { type: "checkbox", id: "set-colours" });
  const theme = choiceOf("set-theme", THEMES);
  const type = choiceOf("set-type", SIZES);
  const dialog = dialogOf(named("Colours", theme), named("Size", type), labelled(colours, "Clues in colours"));
  find("settings-open").addEventListener("click", () => {
    theme.value = settings.get("theme");
    type.value = String(settings.get("type"));
    colours.checked = settings.get("colours");
    dialog.showModal();
  });
  const wire = (field, name, value) =>
    field.addEventListener("change", () => {
      settings.set(name, value());
      changed();
    });
  wire(theme, "theme", () => theme.value);
  wire(type, "type", () => Number(type.value));
  wire(colours, "colours", () => colours.checked);
}

function choiceOf(id, choices) {
  const made = element("select");
  made.id = id;
  made.append(...Object.entries(choices).map(([value, text]) => new Option(text, value)));
  return made;
}

function labelled(...parts) {
  const made = element("label", "field");
  made.append(...parts);
  return made;
}

const named = (name, field) => labelled(element("span", "choice-name", name), field);

function dialogOf(...fields) {
  const [dialog, form, title] = [element("dialog"), element("form", "settings"), element("h2", "", "Settings")];
  dialog.id = "settings";
  title.id = "settings-title";
  dialog.setAttribute("aria-labelledby", title.id);
  form.method = "dialog";
  const where = element("p", "quiet", "Settings, positions and progress are kept in this browser.");
  form.append(title, ...fields, where, element("button", "strong", "Done"));
  dialog.append(form);
  document.body.append(dialog);
  return dialog;
}
