// A truth table to fill in: a button in each row, in step with the text field.

import { element } from "./dom.js";

const LETTERS = { true: "T", false: "F" };

export class TableForm {
  constructor({ names, rows, formula }, field) {
    Object.assign(this, { names, rows, formula, field });
    this.root = element("div", "table-frame");
    this.root.tabIndex = 0; // it may be wider than the page
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", `Truth table of ${formula}`);
    const table = element("table", "truth");
    table.append(this.#head(), this.#body());
    this.root.append(table);
    field.addEventListener("input", () => this.#draw());
    this.#draw();
  }

  #head() {
    const head = element("thead");
    const line = element("tr");
    for (const name of [...this.names, this.formula]) {
      const cell = element("th");
      cell.scope = "col";
      cell.append(element("code", "", name));
      line.append(cell);
    }
    head.append(line);
    return head;
  }

  #body() {
    const body = element("tbody");
    this.buttons = this.rows.map((row, index) => {
      const made = element("button", "value");
      made.type = "button";
      made.addEventListener("click", () => this.#turn(index));
      const line = element("tr");
      const answer = element("td");
      answer.append(made);
      line.append(...row.map((value) => element("td", "", LETTERS[value])), answer);
      body.append(line);
      return made;
    });
    return body;
  }

  get values() {
    const said = this.field.value.toUpperCase().replaceAll("TRUE", "T").replaceAll("FALSE", "F");
    return [
      ...said
        .replaceAll("1", "T")
        .replaceAll("0", "F")
        .replaceAll(/[^TF?]/g, ""),
    ];
  }

  // From open to T, to F, and back to T: a table is filled in, not emptied.
  #turn(index) {
    if (this.field.disabled) return;
    const values = this.rows.map((_, row) => this.values[row] ?? "?");
    values[index] = values[index] === "T" ? "F" : "T";
    this.field.value = values.join(" ");
    this.#draw();
  }

  #draw() {
    const { values } = this;
    this.buttons.forEach((button, index) => {
      const value = values[index] ?? "?";
      button.textContent = value;
      const row = this.names.map((name, at) => `${name} ${this.rows[index][at]}`).join(", ");
      const said = { T: "true", F: "false", "?": "not filled in" }[value];
      button.setAttribute("aria-label", `Row ${index + 1}, ${row}: ${said}`);
    });
  }
}
