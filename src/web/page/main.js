// The page of one match: what it knows, and what happens.

import * as api from "./api.js";
import { BoardView } from "./board.js";
import { announce, button, field, get, replace } from "./dom.js";
import { Picking } from "./moves.js";
import { mover, showPlayers, showScores, tick } from "./players.js";
import { recall, remember } from "./settings.js";
import { setTexts, text } from "./texts.js";

/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").Board} Board */

/** The time between two positions while a slider is dragged, in milliseconds. */
const PASSING = 100;
/** The time after which what could not be loaded is tried again. */
const RETRY = 5_000;

const dark = matchMedia("(prefers-color-scheme: dark)");

/** @type {Match} */
let match;
/** The state of the match that is shown whole, board and all. @type {Match} */
let told;
/** The board that is shown. @type {Board} */
let board;
/** The ply of a replay; `null` in the game itself. @type {number | null} */
let past = null;
/** The moves that the reader tries after a ply; `null` otherwise. @type {{from: number, moves: string[]} | null} */
let tried = null;
/** Whether a move is on its way. */
let isPlaying = false;
/** Whether the link has stopped being valid. */
let isStopped = false;
/** Whether the board is turned against the reader's setting. */
let isFlipped = false;
/** Boards by what was asked for. They are dropped when the match changes. @type {Map<string, Promise<Board>>} */
const boards = new Map();

const view = new BoardView({
  tapped(cell) {
    if (!canPick() || isPlaying) return;
    if (board.picks.some((pick) => pick.cell === cell)) view.mark(cell);
    picking.tap(cell);
  },
  escaped: () => back(),
});

const picking = new Picking({
  read: (picked) => readBoard(tried?.from ?? match.ply, picked),
  changed() {
    showError("");
    if ((past !== null && !tried) || !picking.board) return;
    show(picking.board);
    if (picking.canGoBack) announce(question());
  },
  completed(move) {
    if (tried || !match.confirms) complete(move);
  },
  failed: fail,
});

/** What the first screen can do without is loaded when it is needed. */
const answers = () => import("./answers.js");
const panel = () => import("./panel.js");
/** @type {typeof import("./curve.js") | null} */
let curve = null;

const shownPly = () => tried?.from ?? past ?? match.ply;

/** Whether picks can be made on the board that is shown. */
const canPick = () =>
  tried !== null || (past === null && match.you !== null && match.to_move === match.you && !isStopped);

/** The theme of the pictures: chosen here, or with the bot, or as light or dark as the system. */
const themeOf = (/** @type {string} */ chosen) => recall("theme") || chosen || (dark.matches ? "dark" : "light");

/**
 * @param {number} ply
 * @param {string[]} [picked]
 */
function readBoard(ply, picked = []) {
  const turned = isFlipped ? !match.turned : undefined;
  const wanted = { ply, picked, theme: themeOf(match.theme), turned, explored: tried?.moves };
  const key = JSON.stringify(wanted);
  const known = boards.get(key);
  if (known) return known;
  const read = api.readBoard(wanted);
  read.catch(() => boards.delete(key));
  boards.set(key, read);
  return read;
}

/** Shows a refusal, or why there is no answer. @param {unknown} error */
async function fail(error) {
  const isRefused = error instanceof api.Refused;
  if (!isRefused) console.error(error);
  if (isRefused && error.status === 401) return stop(error);
  const isAway = isRefused && error.status === 0;
  const message = (isRefused && error.message) || text(isAway ? "web-unreachable" : "web-failed");
  if (!(await answers()).refuse(message)) showError(message);
}

/** @param {string} message */
function showError(message) {
  get("error").hidden = message === "";
  get("error").textContent = message;
}

/** The link is not valid any more. @param {api.Refused} error */
function stop(error) {
  isStopped = true;
  get("app").hidden = true;
  get("notice").textContent = error.message || text("web-no-link");
}

/** What the player is asked, or the status of the game. */
function question() {
  if (tried) {
    const list = tried.moves.join(" ");
    const isPlanning = tried.from === match.ply && match.to_move === 1 - (match.you ?? match.to_move ?? 0);
    const help = text(isPlanning ? "web-try-plan" : "web-try-help");
    const next = board.complete ? "" : board.question;
    return `${list ? text("web-trying", { list }) : help} ${next}`;
  }
  if (past !== null) return curve?.mistakeAt(past) ?? text("web-past");
  if (canPick() && board.complete) return text("web-preview", { move: board.complete });
  const mistake = curve?.mistakeAt(match.ply);
  return (canPick() && board.question) || [match.status, mistake].filter(Boolean).join(" ");
}

/** @param {Board} shown */
function show(shown) {
  board = shown;
  view.show(board, canPick());
  showScores(match, view.scores);
  render();
}

function render() {
  get("question").textContent = question();
  const toBoard = () => view.current ?? get("question");
  replace(get("choices"), canPick() ? choiceNodes() : [], toBoard);
  replace(get("steps"), stepNodes(), toBoard);
  showPly();
  if (curve?.isComplete()) curve.mark(shownPly());
  panel().then(({ showMoves, closePanel }) => showMoves(match, shownPly(), (ply) => {
    closePanel();
    goTo(ply);
  }));
}

/** Buttons for the picks that are no cells. */
function choiceNodes() {
  const chosen = picking.board?.picked[0];
  const press = (/** @type {string} */ pick) => isPlaying || picking.choose(pick);
  const kinds = picking.kinds.map(({ pick, label }) => {
    const node = button(pick, label, "choice", () => press(pick));
    node.setAttribute("aria-pressed", String(pick === chosen));
    return node;
  });
  return [...kinds, ...picking.choices.map(({ pick, label }) => button(pick, label, "primary", () => press(pick)))];
}

function stepNodes() {
  const nodes = [];
  if (past !== null || tried) nodes.push(button("to-game", text("web-to-game"), "secondary", () => goTo(match.ply)));
  const canGoBack = canPick() && (picking.canGoBack || Boolean(tried?.moves.length));
  const move = canPick() ? (picking.board?.complete ?? null) : null;
  const canTry = match.explores && !tried && !canGoBack && !move;
  if (canTry) nodes.push(button("try", text("web-try"), "secondary", () => tryOut([])));
  if (canGoBack && !tried) nodes.push(button("cancel", text("web-cancel"), "secondary", () => picking.cancel()));
  if (canGoBack) nodes.push(button("back", text("web-back"), "secondary", back));
  if (move && tried) nodes.push(button("play", text("web-try-move", { move }), "primary", () => complete(move)));
  else if (move) nodes.push(button("play", text("web-play", { move }), "primary", () => play(move)));
  for (const { label, action, style, text: moves } of (tried && board.forms) || []) {
    nodes.push(button(action, label, style, () => act({ action, text: moves })));
  }
  for (const node of nodes) node.disabled = isPlaying;
  return nodes;
}

function back() {
  if (picking.canGoBack) picking.back();
  else if (tried?.moves.length) tryOut(tried.moves.slice(0, -1));
}

/** Tries out a move, or plays it. @param {string} move */
const complete = (move) => (tried ? tryOut([...tried.moves, move]) : play(move));

/** Tries out these moves, and offers the next one. @param {string[]} moves */
async function tryOut(moves) {
  const before = tried;
  tried = { from: shownPly(), moves };
  try {
    await restart();
    showError("");
  } catch (error) {
    tried = before;
    fail(error);
  }
}

/** @param {string} move */
async function play(move) {
  if (isPlaying) return;
  isPlaying = true;
  showError("");
  render();
  try {
    await api.play(match.ply, move);
    picking.played();
    await refresh();
  } catch (error) {
    await fail(error);
    // The match may have moved on, which is why the move was refused.
    refresh().catch(() => {});
  } finally {
    isPlaying = false;
    render();
  }
}

/** @param {{action: string, value?: string, text?: string}} action */
async function act(action) {
  const { showAnswer } = await answers();
  try {
    showAnswer(await api.act(action), act);
    await refresh();
  } catch (error) {
    (await panel()).closePanel();
    fail(error);
  }
}

/** The refresh that is going on. @type {Promise<void> | null} */
let refreshing = null;
/** Whether something has changed since it began. */
let isStale = false;
/** The version whose board has arrived. */
let shownVersion = 0;

/** Loads the match again, and its board if it is another. */
function refresh() {
  isStale = true;
  refreshing ??= (async () => {
    try {
      while (isStale) {
        isStale = false;
        const next = await api.readMatch();
        if (next.version !== shownVersion) await take(next);
      }
      if (match.is_over && match.ply > 0 && !curve?.isComplete()) await showAnalysis();
    } finally {
      refreshing = null;
    }
  })();
  return refreshing;
}

async function showAnalysis() {
  curve = await import("./curve.js");
  await curve.load(match, shownPly, goTo);
}

/** Shows a newer state of the match, and says what has happened. @param {Match} next */
async function take(next) {
  const before = told;
  const isSame = before.ply === next.ply && before.moves.at(-1) === next.moves.at(-1);
  if (!isSame) boards.clear();
  match = next;
  if (past !== null && past >= match.ply) past = null;
  // Moves that the reader tries stay, unless a move before them was taken back.
  const root = (/** @type {Match} */ { moves }) => moves.slice(0, tried?.from).join();
  if (tried && (match.ply < tried.from || !match.explores || root(before) !== root(next))) leaveTried();
  showMatch();
  if (past !== null) render();
  await restart(isSame || tried ? picking.picked : []);
  told = next;
  const moved = next.moves.slice(before.ply);
  const moves = moved.map((move, at) => text("web-moved", { name: mover(next, before.ply + at + 1), move }));
  const turn = next.to_move !== null && next.to_move === next.you ? text("web-your-turn") : next.status;
  if (moves.length > 0 || next.status !== before.status) announce([...moves, turn].join(" "));
}

async function showMatch() {
  showPlayers(match);
  const { showActions, showFacts } = await panel();
  showActions(match, act);
  showFacts(match);
}

/** Begins the move anew on the board of the game. @param {string[]} [keep] */
async function restart(keep) {
  const { version, game } = match;
  const root = await readBoard(tried?.from ?? match.ply);
  shownVersion = version;
  await picking.start(root, game, keep);
}

/** Ends trying out. Picks on that board must not become moves of the game. */
function leaveTried() {
  tried = null;
  picking.clear();
  render();
}

/** Whether a position of the replay is on its way. */
let isMoving = false;

/** Shows the position after this many moves. @param {number} ply */
async function goTo(ply) {
  const to = Math.min(Math.max(ply, 0), match.ply);
  past = to === match.ply ? null : to;
  const isLeaving = tried !== null;
  if (isLeaving) leaveTried();
  else showPly();
  if (isMoving) return;
  isMoving = true;
  try {
    if (isLeaving) await restart();
    for (;;) {
      const wanted = shownPly();
      const found = (past === null && picking.board) || (await readBoard(wanted));
      if (shownPly() === wanted) return show(found);
      // A slider that is dragged passes more positions than anyone could see.
      await new Promise((resolve) => setTimeout(resolve, PASSING));
    }
  } catch (error) {
    fail(error);
  } finally {
    isMoving = false;
  }
}

function showPly() {
  const at = shownPly();
  const shown = at === 0 ? text("web-start") : `${at}. ${match.moves[at - 1]}`;
  field("slider").max = String(match.ply);
  field("slider").value = String(at);
  field("slider").setAttribute("aria-valuetext", shown);
  get("shown").textContent = shown;
}

/** Draws everything again, in another theme or turned. */
async function redraw() {
  restyle();
  try {
    await restart(picking.picked);
    if (past !== null && !tried) await goTo(past);
  } catch (error) {
    fail(error);
  }
}

function restyle() {
  document.body.dataset.hand = recall("hand");
  document.documentElement.dataset.theme = themeOf(match.theme);
}

function wire() {
  get("previous").addEventListener("click", () => goTo(shownPly() - 1));
  get("next").addEventListener("click", () => goTo(shownPly() + 1));
  field("slider").addEventListener("input", () => goTo(Number(field("slider").value)));
  addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const isTaken = target.closest("input, select, textarea, dialog, #cells");
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken) return;
    const to = { ArrowLeft: shownPly() - 1, ArrowRight: shownPly() + 1, Home: 0, End: match.ply }[event.key];
    if (event.key === "Escape" && target.closest("main")) back();
    else if (to === undefined) return;
    else goTo(to);
    event.preventDefault();
  });
  dark.addEventListener("change", redraw);
  setInterval(tick, 1_000);
}

async function loadTools() {
  const { wireTools } = await import("./tools.js");
  wireTools({
    match: () => match,
    board: () => board,
    isLive: canPick,
    isMove: async (cell) => {
      const isPick = picking.steps[0]?.picks.some((pick) => pick.cell === cell);
      return Boolean(isPick) && (await readBoard(tried?.from ?? match.ply, [cell])).complete === cell;
    },
    async play(move) {
      (await panel()).closePanel();
      await complete(move);
    },
    shown: () => ({ ply: shownPly(), tried: tried?.moves ?? [] }),
    restyle,
    redraw,
    turn() {
      isFlipped = !isFlipped;
      redraw();
    },
    fail,
  });
}

async function follow() {
  const say = (/** @type {string} */ key) => {
    get("connection").textContent = text(key);
    get("connection").className = key;
  };
  let retry = 0;
  const renew = () => refresh().catch((error) => {
    if (error instanceof api.Refused && error.status === 401) return stop(error);
    clearTimeout(retry);
    retry = setTimeout(renew, RETRY);
  });
  const events = await import("./events.js");
  events.follow({
    connected() {
      say("web-live");
      renew();
    },
    lost: () => say("web-connecting"),
    changed: (version) => version > shownVersion && renew(),
    refused: stop,
  });
}

async function begin() {
  const words = api.readTexts(recall("language"));
  if (!api.hasToken) {
    const { texts, language } = await words;
    setTexts(texts, language);
    get("notice").textContent = text("web-no-link");
    return;
  }
  const wanted = { theme: themeOf("") };
  const [known, loaded, first] = await Promise.all([words, api.readMatch(), api.readBoard(wanted)]);
  const { texts, language } = known.language === loaded.language ? known : await api.readTexts(loaded.language);
  remember("language", language);
  setTexts(texts, language);
  match = told = loaded;
  // The first board is good unless a move or another theme came in between.
  const key = JSON.stringify({ ply: match.ply, picked: [], ...wanted });
  if (first.ply === match.ply) boards.set(key, Promise.resolve(first));
  restyle();
  get("cells").setAttribute("aria-description", text("web-board-help"));
  get("app").hidden = false;
  get("notice").textContent = "";
  showMatch();
  await restart();
  if (api.shared) {
    await goTo(api.shared.ply);
    if (api.shared.moves.length > 0 && match.explores) await tryOut(api.shared.moves);
  }
  wire();
  get("app").inert = false;
  follow();
  await loadTools();
}

// Another link in the same window is another game.
addEventListener("hashchange", () => location.reload());

begin().catch((error) => {
  const told = error instanceof api.Refused && error.message;
  get("notice").textContent = told || text("web-unreachable") || "The server cannot be reached. Load the page again.";
  if (!(error instanceof api.Refused)) throw error;
});
