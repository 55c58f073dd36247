// Small things that every part of the page needs: elements, sentences, and what is remembered in the browser.

export const find = (id) => document.getElementById(id);

export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function button(text, act, className = "") {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export function listed(names, last = "and") {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

// What a clash of clues is called; the total of mines is one of them.
export function contradiction(conflict) {
  const names = conflict.map((name) => (name === "mines" ? "the mine total" : name));
  return `${listed(names)} contradict${names.length === 1 ? "s itself" : " one another"}`;
}

// Lines of a legend, each of a look, a glyph and its meaning.
export function legendOf(lines) {
  return lines.map(([look, glyph, text]) => {
    const line = element("li");
    const sample = element("span", `cell ${look}`, glyph);
    sample.setAttribute("aria-hidden", "true");
    line.append(sample, text);
    return line;
  });
}

// Makes a button useless for now; a focus that it has goes to another element, not nowhere.
export function disable(useless, isDisabled, instead) {
  if (isDisabled && useless === document.activeElement) instead?.focus({ preventScroll: true });
  useless.disabled = isDisabled;
}

// Presses one button of a group, and shows the others as not pressed.
export function press(group, isPressed) {
  for (const each of group) each.setAttribute("aria-pressed", String(isPressed(each)));
}

// The browser's storage. It may be refused or full: then nothing is remembered, and the page works all the same.
export function remembered(key, otherwise, storage = () => localStorage) {
  try {
    const found = JSON.parse(storage().getItem(`logicms-${key}`));
    return found ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value, storage = () => localStorage) {
  try {
    storage().setItem(`logicms-${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// Lets the browser save a file.
export function download(name, type, content) {
  const link = element("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
