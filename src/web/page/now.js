// The boards that are played in a channel. Each is a link to its own page.

import { Refused, hasToken, readTexts, request } from "./api.js";
import { button, el, get } from "./dom.js";
import { follow } from "./events.js";
import { cut, parse } from "./picture.js";
import { recall } from "./settings.js";
import { setTexts, text } from "./texts.js";

/**
 * @typedef {object} Listed
 * @property {number} match
 * @property {string} link
 * @property {string} title
 * @property {number} version
 * @property {string[]} players
 * @property {number | null} to_move
 * @property {string} status
 */

/** The most games of a page. */
const LISTED = 30;
/** How long to wait for more changes before the list is read again, in milliseconds. */
const GATHER = 300;
/** The time after which what could not be loaded is tried again. */
const RETRY = 5_000;

/** The version of a card whose board has not arrived. */
const UNDRAWN = -1;

/** @type {Map<number, {version: number, node: HTMLLIElement, picture: HTMLElement}>} */
const cards = new Map();
let skipped = 0;
let isReading = false;
let isStale = false;
let retry = 0;

const isDark = matchMedia("(prefers-color-scheme: dark)");
const theme = () => recall("theme") || (isDark.matches ? "dark" : "light");

/** Reads the list, and the boards that have changed. Changes meanwhile are read afterwards. */
async function read() {
  isStale = true;
  if (isReading) return;
  isReading = true;
  while (isStale) {
    isStale = false;
    try {
      const response = await request(`channel?skip=${skipped}`, {});
      show(await response.json());
      await pause(GATHER);
    } catch (error) {
      fail(error);
    }
  }
  isReading = false;
}

/** @param {number} delay */
const pause = (delay) => new Promise((resolve) => setTimeout(resolve, delay));

/** @param {{all: number, matches: Listed[]}} list */
function show({ all, matches }) {
  get("notice").textContent = all === 0 ? text("web-now-none") : "";
  for (const number of cards.keys()) {
    if (!matches.some((listed) => listed.match === number)) cards.delete(number);
  }
  const games = get("games");
  const shown = matches.map((listed) => {
    const known = cards.get(listed.match);
    const picture = known?.picture ?? el("div", { className: "picture", "aria-hidden": "true" });
    const node = known?.node ?? el("li");
    if (known?.version !== listed.version) {
      describe(node, picture, listed);
      draw(picture, listed).catch((error) => {
        const card = cards.get(listed.match);
        if (card?.version === listed.version) card.version = UNDRAWN;
        fail(error);
      });
    }
    cards.set(listed.match, { version: listed.version, node, picture });
    return node;
  });
  const isSame = shown.length === games.children.length && shown.every((node, at) => node === games.children[at]);
  if (!isSame) games.replaceChildren(...shown);
  get("pages").replaceChildren(
    ...(skipped > 0 ? [turn("web-now-newer", skipped - LISTED)] : []),
    ...(all > skipped + LISTED ? [turn("web-now-older", skipped + LISTED)] : []),
  );
}

/** @param {string} key @param {number} to */
function turn(key, to) {
  return button(key, text(key), "secondary", () => {
    skipped = Math.max(0, to);
    scrollTo(0, 0);
    read();
  });
}

/** @param {HTMLLIElement} node @param {HTMLElement} picture @param {Listed} listed */
function describe(node, picture, { link, title, players, to_move, status }) {
  const names = players.map((name, seat) => {
    const className = seat === to_move ? "player moves" : "player";
    return el("span", { className }, el("span", { className: "name", textContent: name }));
  });
  const said = el("span", { className: "status", textContent: status });
  const card = node.querySelector("a") ?? el("a");
  card.href = `board#${link}`;
  card.replaceChildren(picture, el("h2", { textContent: title }), ...names, said);
  if (!card.parentNode) node.append(card);
}

/** @param {HTMLElement} picture @param {Listed} listed */
async function draw(picture, { match, version, link }) {
  const headers = { authorization: `Bearer ${link}` };
  const response = await request(`match/board?theme=${theme()}`, { headers });
  /** @type {import("./types.js").Board} */
  const board = await response.json();
  // An older answer may arrive after a newer one.
  if (cards.get(match)?.version !== version) return;
  const drawn = parse(board.svg);
  Object.assign(drawn.style, { position: "absolute", inset: "0", width: "100%", height: "100%" });
  // The ids in a picture are its own, so each has its own tree.
  const root = picture.shadowRoot ?? picture.attachShadow({ mode: "open" });
  root.replaceChildren(drawn);
  cut(drawn, board);
}

/** Says what has failed, and tries it again. @param {unknown} error */
function fail(error) {
  if (error instanceof Refused && [401, 403].includes(error.status)) return close(error);
  get("notice").textContent = (error instanceof Refused && error.message) || text("web-unreachable");
  clearTimeout(retry);
  retry = setTimeout(read, RETRY);
}

/** The link opens nothing any more. @param {Refused} error */
function close(error) {
  get("notice").textContent = error.message || text("web-no-link");
  for (const id of ["games", "pages", "connection"]) get(id).replaceChildren();
}

/** @param {string} key */
function connection(key) {
  get("connection").textContent = text(key);
  get("connection").className = key;
}

const { language, texts } = await readTexts(navigator.language);
setTexts(texts, language);
document.title = text("web-now");
document.documentElement.dataset.theme = theme();
isDark.addEventListener("change", () => {
  document.documentElement.dataset.theme = theme();
  cards.clear();
  read();
});
if (hasToken) {
  follow({
    connected() {
      connection("web-live");
      // What has ended meanwhile has no event, and a channel without games has none at all.
      read();
    },
    lost: () => connection("web-connecting"),
    changed: read,
    refused: close,
  }, "channel/events");
  read();
} else {
  get("notice").textContent = text("web-no-link");
}
