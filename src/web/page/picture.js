// The picture of the server: checked before it becomes part of the page and cut to the board.

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Area} Area */

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(
  "svg g defs use path circle rect polygon polyline text linearGradient radialGradient stop".split(" "),
);
/** Groups with what the page shows as text, or not at all. */
const OUTSIDE = ["plates", "discs", "winner", "clocks", "status", "players"];
/** Groups that are not on the board and belong to the position. */
const BESIDE = ["captures", "pool"];
/** The room around the board that letters and halos need, in the unit of pictures. */
const MARGIN = 16;

/**
 * The picture as an element. Throws if it has anything but shapes and text.
 * @param {string} source
 * @returns {SVGSVGElement}
 */
export function parse(source) {
  const root = document.importNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement, true);
  for (const node of [root, ...root.querySelectorAll("*")]) {
    const isKnown = node.namespaceURI === SVG && ELEMENTS.has(node.localName);
    if (!isKnown || [...node.attributes].some(isActive)) throw new Error(`the picture has a strange ${node.localName}`);
  }
  if (!(root instanceof SVGSVGElement)) throw new Error("the picture is no SVG");
  return root;
}

/** @param {Attr} attribute */
function isActive({ localName, value }) {
  const leadsAway = localName === "href" && !value.startsWith("#");
  const loads = value.includes("url(") && !/^url\(#[\w-]+\)$/.test(value);
  return localName.startsWith("on") || localName === "style" || leadsAway || loads;
}

/**
 * The groups of a picture with this name.
 * @param {SVGSVGElement} root
 * @param {string} name
 * @returns {SVGGElement[]}
 */
function groups(root, name) {
  return [...root.querySelectorAll(`:scope > g.${name}`)].filter((node) => node instanceof SVGGElement);
}

/** The numbers beside the names of the players, by their sides. @param {SVGSVGElement} root */
export function scores(root) {
  const labels = groups(root, "players").flatMap((group) => [...group.querySelectorAll("[aria-label]")]);
  return labels.map((label) => label.getAttribute("aria-label"));
}

/**
 * Cuts the picture, which must be in the page, to the board and what belongs to the position.
 * @param {SVGSVGElement} root
 * @param {Board} board
 * @returns {Area}
 */
export function cut(root, { board, cells, radius, width }) {
  OUTSIDE.flatMap((name) => groups(root, name)).forEach((group) => group.remove());
  let { x, y } = board;
  let [right, bottom] = [x + board.width, y + board.height];
  const beside = BESIDE.flatMap((name) => groups(root, name)).map((group) => group.getBBox());
  if (beside.some((area) => area.height > 0)) {
    // Their width changes with every marble; the scale must not.
    [x, right] = [0, width];
    y = Math.min(y, ...beside.map((area) => area.y));
    bottom = Math.max(bottom, ...beside.map((area) => area.y + area.height));
  } else {
    const across = cells.map((cell) => cell.x);
    x = Math.max(x, Math.min(...across) - 2 * radius - MARGIN);
    right = Math.min(right, Math.max(...across) + 2 * radius + MARGIN);
  }
  const area = { x, y: y - MARGIN, width: right - x, height: bottom - y + 2 * MARGIN };
  root.setAttribute("viewBox", `${area.x} ${area.y} ${area.width} ${area.height}`);
  root.removeAttribute("width");
  root.removeAttribute("height");
  return area;
}
