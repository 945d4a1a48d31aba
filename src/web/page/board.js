// The board: its picture, and one button for each cell over it.

import { el, get } from "./dom.js";
import { cut, parse, scores } from "./picture.js";
import { text } from "./texts.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Cell} Cell */

/** How far from the centre of a cell a tap still means it, in its radii. */
const REACH = 1.3;
/** The keys that move over the board, see `keys.js`. */
const KEYS = /^(Arrow(Left|Right|Up|Down)|Page(Up|Down)|[a-z0-9])$/i;

export class BoardView {
  /** @type {Board | null} */
  board = null;
  /** What the picture says beside the names of the players. @type {(string | null)[]} */
  scores = [];
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #frame = get("board");
  #picture = get("picture");
  #cells = get("cells");
  #area = { x: 0, y: 0, width: 1, height: 1 };
  #current = "";
  /** The names of the cells, row by row. */
  #order = "";
  #isLive = false;
  /** @type {Promise<typeof import("./keys.js")> | null} */
  #keys = null;

  /** @param {{tapped: (cell: string) => void, escaped: () => void}} to */
  constructor(to) {
    this.#cells.addEventListener("click", (event) => {
      const cell = this.#meant(event);
      if (!cell) return;
      this.#aim(cell);
      to.tapped(cell);
    });
    this.#cells.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Escape") to.escaped();
      else if (KEYS.test(event.key)) this.#move(event.key);
      else return;
      event.preventDefault();
    });
    this.#cells.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement && target.dataset.cell) this.#aim(target.dataset.cell);
    });
  }

  /**
   * @param {Board} board
   * @param {boolean} isLive Whether the picks on it can be made.
   */
  show(board, isLive) {
    const isNew = board.svg !== this.board?.svg;
    this.board = board;
    this.#isLive = isLive;
    if (isNew) {
      const picture = parse(board.svg);
      this.#picture.replaceChildren(picture);
      this.scores = scores(picture);
      this.#area = cut(picture, board);
      this.#frame.style.setProperty("--ratio", `${this.#area.width / this.#area.height}`);
    }
    this.#place(board);
    const picks = new Set(isLive ? board.picks.map((pick) => pick.cell) : []);
    for (const { name, label } of board.cells) {
      const node = this.#buttons.get(name);
      const [can, is] = [picks.has(name), isLive && board.picked.includes(name)];
      node?.classList.toggle("can", can);
      node?.classList.remove("tapped");
      const key = can ? "web-pickable" : is ? "web-picked" : "";
      node?.setAttribute("aria-label", key ? text(key, { cell: label }) : label);
    }
  }

  /** Marks a cell until the next picture. @param {string} name */
  mark(name) {
    this.#buttons.get(name)?.classList.add("tapped");
  }

  /** The label of a cell. @param {string} name */
  label(name) {
    return this.board?.cells.find((cell) => cell.name === name)?.label;
  }

  /** The button on which the keyboard stands. @returns {HTMLElement | null} */
  get current() {
    return this.#buttons.get(this.#current) ?? null;
  }

  /** Buttons stay the same elements, so that the focus stays. @param {Board} board */
  #place(board) {
    const rows = rowsOf(board.cells);
    const order = rows.map((row) => row.map((cell) => cell.name).join(" ")).join("\n");
    if (order !== this.#order) this.#build(rows);
    this.#order = order;
    const { x, y, width, height } = this.#area;
    for (const cell of board.cells) {
      const node = this.#buttons.get(cell.name);
      node?.style.setProperty("left", `${(100 * (cell.x - x)) / width}%`);
      node?.style.setProperty("top", `${(100 * (cell.y - y)) / height}%`);
      node?.style.setProperty("width", `${(200 * board.radius) / width}%`);
    }
  }

  /** @param {Cell[][]} rows */
  #build(rows) {
    const had = this.#cells.contains(document.activeElement);
    const known = this.#buttons;
    this.#buttons = new Map();
    const nodes = rows.map((row) => el("div", { role: "row" }, ...row.map(({ name }) => {
      const node = known.get(name) ?? el("button", { type: "button", tabIndex: -1, "data-cell": name });
      this.#buttons.set(name, node);
      return node.parentElement ?? el("div", { role: "gridcell" }, node);
    })));
    this.#cells.replaceChildren(...nodes);
    this.#aim(this.#buttons.has(this.#current) ? this.#current : (rows.at(-1)?.[0]?.name ?? ""));
    if (had) this.current?.focus({ preventScroll: true });
  }

  /** The one cell that the tab key reaches. @param {string} name */
  #aim(name) {
    this.current?.setAttribute("tabindex", "-1");
    this.#current = name;
    this.current?.setAttribute("tabindex", "0");
  }

  /**
   * The cell that a click means. Fingers hit beside it; a click of a keyboard or a screen reader has no point.
   * @param {MouseEvent} event
   */
  #meant(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const name = button?.dataset.cell;
    if (!this.board || event.detail === 0) return name;
    const frame = this.#cells.getBoundingClientRect();
    const scale = this.#area.width / frame.width;
    const x = this.#area.x + (event.clientX - frame.left) * scale;
    const y = this.#area.y + (event.clientY - frame.top) * scale;
    const away = (/** @type {Cell} */ cell) => Math.hypot(cell.x - x, cell.y - y);
    const nearest = this.board.cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
    return away(nearest) <= this.board.radius * REACH ? nearest.name : undefined;
  }

  /** Moves the focus as a key says. @param {string} key */
  async #move(key) {
    // One promise, so that keys take effect in the order in which they were pressed.
    this.#keys ??= import("./keys.js");
    const { next } = await this.#keys;
    if (!this.board) return;
    const picks = this.#isLive ? this.board.picks.map((pick) => pick.cell) : [];
    const order = [...this.#buttons.keys()];
    this.#buttons.get(next(key, this.board, this.#current, order, picks))?.focus({ preventScroll: true });
  }
}

/** The cells with the same number, from the top down, each row from the left. @param {Cell[]} cells */
function rowsOf(cells) {
  const rows = Map.groupBy(cells, (cell) => cell.name.replace(/^\D+/, ""));
  const height = (/** @type {Cell[]} */ row) => row.reduce((sum, cell) => sum + cell.y, 0) / row.length;
  const ordered = [...rows.values()].sort((a, b) => height(a) - height(b));
  return ordered.map((row) => row.sort((a, b) => a.x - b.x));
}
