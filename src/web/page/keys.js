// Where a key leads on the board.

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Cell} Cell */

/** How long the letters of a cell's name belong together, in milliseconds. */
const TYPING = 1_500;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let typed = "";
let typedAt = 0;

/**
 * The name of the cell that gets the focus.
 * @param {string} key
 * @param {Board} board
 * @param {string} current
 * @param {string[]} order The names of the cells as they are read out.
 * @param {(string | null)[]} picks The cells that can be picked.
 */
export function next(key, board, current, order, picks) {
  if (key in ARROWS) return toward(ARROWS[key], board, current);
  if (key === "PageDown") return another(order, current, picks);
  if (key === "PageUp") return another(order.reverse(), current, picks);
  const now = Date.now();
  typed = (now - typedAt < TYPING && /\d/.test(key) ? typed : "") + key.toLowerCase();
  typedAt = now;
  return order.includes(typed) ? typed : current;
}

/**
 * The nearest cell in a direction.
 * @param {[number, number]} direction
 * @param {Board} board
 * @param {string} current
 */
function toward([right, down], { cells, radius }, current) {
  const from = cells.find((cell) => cell.name === current);
  let best = { name: current, score: Infinity };
  for (const cell of from ? cells : []) {
    const [x, y] = [cell.x - (from?.x ?? 0), cell.y - (from?.y ?? 0)];
    const along = x * right + y * down;
    const across = Math.abs(x * down) + Math.abs(y * right);
    const score = Math.hypot(x, y) + across / 2;
    // Half a radius: marks are drawn higher on stacks than on single pieces.
    if (along > radius / 2 && across <= 2 * along && score < best.score) best = { name: cell.name, score };
  }
  return best.name;
}

/**
 * The next cell in this order that can be picked.
 * @param {string[]} order
 * @param {string} current
 * @param {(string | null)[]} picks
 */
function another(order, current, picks) {
  const at = order.indexOf(current) + 1;
  return [...order.slice(at), ...order.slice(0, at)].find((name) => picks.includes(name)) ?? current;
}
