// A list of suggestions, walked with the arrow keys while the focus stays in a field, or clicked.

import { el } from "./text.js";

let count = 0;

/**
 * Places the list of a message below its field or, if it does not fit there, on the side with more room, and limits its
 * height to that room. The room ends at the edges of the scrolling area around the field.
 */
function makeRoom(node, field) {
  const around = field.closest(".scroll").getBoundingClientRect();
  const { top, bottom } = field.getBoundingClientRect();
  const [above, below] = [top - around.top, around.bottom - bottom];
  node.classList.remove("above");
  node.style.maxHeight = "";
  const upwards = node.offsetHeight > below && above > below;
  node.classList.toggle("above", upwards);
  if (node.offsetHeight > Math.max(above, below)) node.style.maxHeight = `${Math.max(above, below) - 12}px`;
}

export class PickList {
  /** @param node the element of the list. */
  constructor(node) {
    this.node = node;
    this.items = [];
    this.at = 0;
    // A click must not take the focus from the field before the pick is done.
    node.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get open() {
    return !this.node.hidden;
  }

  /** Shows `items`, each `{ label, note, mark }`; `pick` is called with the one chosen, `field` keeps the focus. */
  show(field, items, pick, heading) {
    this.field = field;
    this.items = items;
    this.pick = pick;
    this.at = 0;
    const options = items.map((item, index) =>
      el("div", {
        className: "pick", role: "option", id: `pick-${++count}`, "data-value": item.key,
        onclick: () => this.choose(index),
        onmousemove: () => this.move(index - this.at),
      },
        el("span", { className: "label" }, item.mark ? item.mark + " " : "", item.label),
        item.note ? el("span", { className: "note", textContent: item.note }) : null,
      ));
    this.node.replaceChildren(...(heading ? [el("div", { className: "heading", textContent: heading })] : []), ...options);
    this.options = options;
    this.node.hidden = items.length === 0;
    if (this.open && this.node.classList.contains("below")) makeRoom(this.node, field);
    field?.setAttribute("aria-expanded", String(this.open));
    this.move(0);
  }

  hide() {
    if (!this.open) return;
    this.node.hidden = true;
    this.field?.removeAttribute("aria-activedescendant");
    this.field?.setAttribute("aria-expanded", "false");
  }

  move(by) {
    if (!this.items.length) return;
    this.at = (this.at + by + this.items.length) % this.items.length;
    this.options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.at)));
    this.options[this.at].scrollIntoView({ block: "nearest" });
    this.field?.setAttribute("aria-activedescendant", this.options[this.at].id);
  }

  choose(index = this.at) {
    const item = this.items[index];
    this.hide();
    if (item) this.pick(item);
  }

  /** Handles a key of the field. Returns whether it was for the list. */
  key(event) {
    if (!this.open || event.isComposing) return false;
    if (event.key === "ArrowDown") this.move(1);
    else if (event.key === "ArrowUp") this.move(-1);
    else if (event.key === "Enter" || event.key === "Tab") this.choose();
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
