// The panel with the moves of the match, the position in words, and what else can be done. On a phone it opens.

import { spanNode } from "./answers.js";
import { button, el, get, replace } from "./dom.js";
import { mover } from "./players.js";
import { text } from "./texts.js";

/** @typedef {import("./types.js").Match} Match */

/**
 * @param {Match} match
 * @param {number} shown The ply on the board.
 * @param {(ply: number) => void} jump
 */
export function showMoves(match, shown, jump) {
  const list = get("moves");
  const none = el("li", { className: "soft", textContent: text("web-no-moves") });
  const items = match.moves.map((move, at) => {
    const label = text("web-moved", { name: mover(match, at + 1), move });
    const node = el("button", {
      type: "button", className: "move", textContent: move, "data-key": String(at + 1),
      "aria-label": `${at + 1}. ${label}`, "aria-current": at + 1 === shown ? "step" : null,
      onclick: () => jump(at + 1),
    });
    return el("li", {}, node);
  });
  replace(list, items.length > 0 ? items : [none], () => null);
  scrollToShown();
}

/** Scrolls the list to the move on the board, which a panel that is not seen cannot do. */
function scrollToShown() {
  const list = get("moves");
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  // `scrollIntoView` would also scroll the page.
  const below = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += below - list.clientHeight / 2;
}

/** @param {Match} match @param {import("./answers.js").Act} act */
export function showActions(match, act) {
  const nodes = match.buttons.map(({ label, action, style }) => button(action, label, style, () => act({ action })));
  get("actions-section").hidden = nodes.length === 0;
  replace(get("actions"), nodes, () => get("actions").querySelector("button") ?? get("close"));
  // An offer waits for an answer: it is also where the eyes are.
  const answers = match.offer ? match.buttons.filter(({ style }) => style !== "secondary") : [];
  const again = answers.map(({ label, action, style }) => button(action, label, style, () => act({ action })));
  const offer = el("span", {}, ...(match.offer ?? []).map(spanNode));
  replace(get("offer"), match.offer ? [offer, ...again] : [], () => get("question"));
}

/** @param {Match} match */
export function showFacts(match) {
  get("facts").replaceChildren(...match.facts.map((fact) => el("li", { textContent: fact })));
}

const panel = get("panel");

/** @param {boolean} open */
function toggle(open) {
  panel.classList.toggle("open", open);
  get("menu").setAttribute("aria-expanded", String(open));
  get("match").inert = open;
  scrollToShown();
  get(open ? "close" : "menu").focus();
}

export function closePanel() {
  if (panel.classList.contains("open")) toggle(false);
}

get("menu").addEventListener("click", () => toggle(!panel.classList.contains("open")));
get("close").addEventListener("click", closePanel);
panel.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closePanel();
});
// A wide window shows the panel beside the board.
matchMedia("(min-width: 900px)").addEventListener("change", () => {
  closePanel();
  scrollToShown();
});
