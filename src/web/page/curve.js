// The analysis of a finished match: a curve below the replay, with the mistakes to press.

import { spanNode } from "./answers.js";
import { readAnalysis } from "./api.js";
import { announce, el, get } from "./dom.js";
import { text } from "./texts.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").Span} Span */

/** How often the page asks for the progress of an analysis, in milliseconds. */
const LOOK = 3_000;
const SHAPES = "http://www.w3.org/2000/svg";

/** @type {Analysis} */
let analysis = { summary: null, winning: [], mistakes: [] };
let timer = 0;

export const isComplete = () => analysis.winning.length > 0;

/** @param {Span[]} spans */
const plain = (spans) => el("span", {}, ...spans.map(spanNode)).textContent ?? "";

/** What is said about the move before this ply, if it was a mistake. @param {number} ply */
export function mistakeAt(ply) {
  const mistake = analysis.mistakes.find((one) => one.ply === ply);
  return mistake && plain(mistake.text);
}

/**
 * Loads the analysis, until it is complete.
 * @param {Match} match
 * @param {() => number} shown The ply on the board.
 * @param {(ply: number) => void} jump
 */
export async function load(match, shown, jump) {
  clearTimeout(timer);
  const wasAsked = analysis.summary !== null;
  analysis = await readAnalysis();
  get("analysis-section").hidden = analysis.summary === null;
  get("summary").replaceChildren(...(analysis.summary ?? []).map(spanNode));
  if (isComplete()) {
    draw(match, jump);
    mark(shown());
    if (wasAsked) announce(text("web-analysed"));
  } else if (analysis.summary) {
    get("curve").replaceChildren(el("p", { className: "soft", textContent: plain(analysis.summary) }));
    get("curve").hidden = false;
    timer = setTimeout(() => load(match, shown, jump).catch(() => {}), LOOK);
  }
}

/** Shows which position is on the board. @param {number} ply */
export function mark(ply) {
  const last = analysis.winning.length - 1;
  get("curve").style.setProperty("--at", `${(100 * ply) / last}%`);
  for (const node of get("curve").querySelectorAll("button")) {
    if (node.dataset.key === String(ply)) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
}

/** @param {Match} match @param {(ply: number) => void} jump */
function draw(match, jump) {
  const { winning, mistakes } = analysis;
  const last = winning.length - 1;
  const at = (/** @type {number} */ ply) => [(100 * ply) / last, 100 * (1 - winning[ply])];
  const line = winning.map((_, ply) => at(ply).join(",")).join(" ");
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(
    shape("polygon", { points: `0,50 ${line} 100,50` }), shape("polyline", { points: "0,50 100,50", class: "even" }),
    shape("polyline", { points: line }),
  );
  const buttons = mistakes.map(({ ply, sign, text: spans }) => {
    const node = el("button", {
      type: "button", textContent: sign, "aria-label": plain(spans), "data-key": String(ply), "data-sign": sign,
      onclick: () => jump(ply),
    });
    const [x, y] = at(ply);
    node.style.setProperty("left", `${x}%`);
    node.style.setProperty("top", `${y}%`);
    return node;
  });
  const names = match.players.map(({ name }) => el("span", { textContent: name, "aria-hidden": "true" }));
  const area = el("div", { className: "area" }, svg, el("div", { className: "now" }), ...buttons);
  area.addEventListener("click", (event) => {
    if (event.target instanceof HTMLButtonElement) return;
    const frame = area.getBoundingClientRect();
    jump(Math.round(((event.clientX - frame.left) / frame.width) * last));
  });
  get("curve").replaceChildren(...names, area);
  get("curve").hidden = false;
}

/** @param {string} name @param {Record<string, string>} attributes */
function shape(name, attributes) {
  const node = document.createElementNS(SHAPES, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
