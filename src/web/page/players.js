// The players above the board.

import { el, get } from "./dom.js";
import { dated, relative, text } from "./texts.js";

/** @typedef {import("./types.js").Match} Match */

/** The name of the player who made the move before this ply. @param {Match} match @param {number} ply */
export const mover = (match, ply) => match.players[match.movers[ply - 1]]?.name ?? "";

/** @param {Match} match */
export function showPlayers(match) {
  get("title").textContent = match.title;
  document.title = `${match.players.map((player) => player.name).join(" – ")} · ${match.title}`;
  get("players").replaceChildren(...match.players.map((player, seat) => {
    const key = player.is_you ? "web-you" : player.is_bot ? "web-bot" : "";
    // A phone has no room for more than the name.
    const short = el("span", { className: "name short", textContent: player.name, "aria-hidden": "true" });
    const full = key ? text(key, { name: player.name }) : player.name;
    const name = el("span", { className: "name long", textContent: full });
    const moves = match.to_move === seat;
    const due = moves && match.due ? match.due : null;
    const clock = due ? el("time", { dateTime: new Date(due).toISOString(), title: dated(due) }) : null;
    clock?.setAttribute("data-due", String(due));
    const score = el("span", { className: "score", "aria-hidden": "true" });
    const hasSide = player.side !== null && player.side !== undefined;
    const side = hasSide ? el("span", { className: `side side-${player.side}`, "aria-hidden": "true" }) : null;
    return el("li", { "aria-current": moves ? "true" : null }, side, short, name, clock, score);
  }));
  tick();
}

/**
 * Shows numbers beside the names. The position in words has them too.
 * @param {Match} match
 * @param {(string | null)[]} scores
 */
export function showScores(match, scores) {
  get("players").querySelectorAll(".score").forEach((node, seat) => {
    node.textContent = scores[Number(match.players[seat].side ?? seat)] ?? "";
  });
}

/** Updates the clock. */
export function tick() {
  document.querySelectorAll("time[data-due]").forEach((node) => {
    node.textContent = relative(Number(node.getAttribute("data-due")));
  });
}
