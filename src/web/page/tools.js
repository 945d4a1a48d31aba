// What the panel offers besides moves: questions, copies, pictures, settings.

import { openDialog, spanNode } from "./answers.js";
import { act, readWatchLink } from "./api.js";
import { announce, el, field, get } from "./dom.js";
import { recall, remember } from "./settings.js";
import { listed, text } from "./texts.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Match} Match */

/**
 * What the tools need of the page.
 * @typedef {object} Page
 * @property {() => Match} match
 * @property {() => Board} board The board that is shown.
 * @property {() => boolean} isLive Whether its picks can be made.
 * @property {(cell: string) => Promise<boolean>} isMove Whether the name of this cell is a move.
 * @property {(move: string) => Promise<void>} play
 * @property {() => {ply: number, tried: string[]}} shown The position that is shown.
 * @property {() => void} restyle
 * @property {() => Promise<void>} redraw
 * @property {() => void} turn
 * @property {(error: unknown) => void} fail
 */

/** @param {Page} page */
export function wireTools(page) {
  get("ask-help").textContent = text("web-ask-help", { cell: page.board().cells[0]?.name ?? "" });
  get("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    ask(page, field("entry").value.trim()).catch(page.fail);
  });
  get("copy-link").addEventListener("click", () => copyLink(page).catch(page.fail));
  get("copy").addEventListener("click", () => copyMoves(page));
  get("save").addEventListener("click", () => save(page).catch(page.fail));
  get("turn").addEventListener("click", page.turn);
  field("theme").replaceChildren(el("option", { value: "", textContent: text("web-theme-auto") }),
    ...page.match().themes.map(({ name, label }) => el("option", { value: name, textContent: label })));
  choose("theme", recall("theme"), page.redraw);
  choose("hand", recall("hand") || "right", page.restyle);
  wireNote(page);
  get("panel").inert = false;
}

/** @param {Page} page */
function wireNote(page) {
  const { note } = page.match();
  if (!note) return;
  field("note").value = note.text;
  get("note-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await act({ action: note.action, text: field("note").value });
      if (answer.kind === "view") get("noted").replaceChildren(...answer.view.text.map(spanNode));
    } catch (error) {
      page.fail(error);
    }
  });
  get("note-form").hidden = false;
}

/** @param {string} name @param {string} value @param {() => void} changed */
function choose(name, value, changed) {
  const select = field(name);
  select.value = value;
  select.addEventListener("change", () => {
    remember(name, select.value);
    changed();
  });
}

/** @param {Page} page @param {string} typed */
async function ask(page, typed) {
  if (!typed) return;
  const cell = typed.toLowerCase();
  const board = page.board();
  const said = answer(typed, board, page.isLive()) ?? board.cells.find(({ name }) => name === cell)?.label;
  const isMove = said === undefined || (page.isLive() && (await page.isMove(cell)));
  get("answer").textContent = isMove ? "" : said;
  if (!isMove) return announce(said);
  field("entry").value = "";
  await page.play(typed);
}

/** Words without accents and signs, which phones add or people leave out. @param {string} words */
function plain(words) {
  const bare = words.toLowerCase().normalize("NFD").replace(/\p{M}|[^\p{L}\p{N}\s]/gu, "");
  return bare.replace(/\s+/g, " ").trim();
}

/**
 * The answer to a question about the board; `undefined` if the text is none, as a move is.
 * @param {string} typed
 * @param {Board} board
 * @param {boolean} isLive
 */
function answer(typed, board, isLive) {
  const asked = plain(typed);
  const questions = ["?", plain(text("web-ask-picks")), plain(text("web-ask-capture"))];
  if (questions.includes(asked || typed)) return picks(board, isLive);
  const before = plain(text("web-ask-at", { cell: "" }));
  if (!before || !asked.startsWith(before + " ")) return undefined;
  const name = asked.slice(before.length).trim();
  return board.cells.find((cell) => cell.name === name)?.label ?? text("web-no-cell", { cell: name });
}

/** @param {Board} board @param {boolean} isLive */
function picks(board, isLive) {
  if (!isLive || board.picks.length === 0) return text("web-no-picks");
  const labels = board.picks.map((pick) => board.cells.find((cell) => cell.name === pick.cell)?.label ?? pick.label);
  return `${board.question} ${text("web-picks", { list: listed(labels) })}`.trim();
}

/** Copies the moves to the position that is shown. @param {Page} page */
function copyMoves(page) {
  const { ply, tried } = page.shown();
  const moves = [...page.match().moves.slice(0, ply), ...tried].map((move, at) => `${at + 1}. ${move}`).join(" ");
  return copy(moves, "copy", "web-moves");
}

/** Copies a link for watching that leads to the position that is shown. The reader's own link stays here. @param {Page} page */
async function copyLink(page) {
  const { link } = await readWatchLink();
  const { ply, tried } = page.shown();
  // Until the match is over, only its players can try out moves.
  const line = page.match().is_over && tried.length > 0 ? `/${encodeURIComponent(tried.join(";"))}` : "";
  await copy(`${link}/${ply}${line}`, "copy-link", "web-share");
}

/**
 * @param {string} words
 * @param {string} id The button that was pressed.
 * @param {string} title
 */
async function copy(words, id, title) {
  try {
    await navigator.clipboard.writeText(words);
    announce(text("web-copied"));
    get(id).textContent = text("web-copied");
  } catch {
    // Without a secure connection only the reader can copy.
    const area = el("textarea", { readOnly: true, value: words, rows: 6 });
    const heading = el("span", { id: "dialog-title", textContent: text(title) });
    openDialog([el("label", { className: "field" }, heading, area)]);
    area.select();
  }
}

/** @param {Page} page */
async function save(page) {
  const board = page.board();
  const address = URL.createObjectURL(await png(board));
  el("a", { href: address, download: `${page.match().game}-${board.ply}.png` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** How many pixels of a saved picture one unit of length has. */
const SCALE = 2;

/**
 * The whole picture as a PNG.
 * @param {Board} board
 * @returns {Promise<Blob>}
 */
async function png({ svg, width, height }) {
  const picture = new Image();
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser makes no PNG"))), "image/png");
  });
}
