// The page: who one is, the channels, the messages, and what happens meanwhile.

import { el, relative } from "./text.js";
import { avatar, messageNode } from "./message.js";
import { Composer, leaves } from "./compose.js";
import { openModal } from "./modal.js";
import { WelcomeScreen } from "./welcome.js";

const KINDS = { DIRECT: 1, PRIVATE: 3 };
const get = (id) => document.getElementById(id);

const state = { people: [], person: null, channels: [], channel: null, messages: [], commands: [], unread: new Map(), events: null, meanwhile: null, awaited: null };

/** Asks the server. A refusal comes back as `{ message }`. */
async function call(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch("/local/" + path, options);
    const text = await response.text();
    return text ? JSON.parse(text) : { message: `The server answered with status ${response.status}.` };
  } catch {
    return { message: "The server cannot be reached." };
  }
}

const nameOf = (user) => state.people.find((one) => one.id === user.id)?.name || user.global_name || user.username;
const channelOf = (id) => state.channels.find((channel) => channel.id === id);
const here = () => `${state.person.id}/channels/${state.channel.id}`;

const names = {
  get me() { return state.person?.id; },
  get locale() { return state.person?.locale; },
  user: (id) => state.people.find((person) => person.id === id)?.name || "unknown",
  channel: (id) => channelOf(id)?.name || "unknown",
};

const page = {
  names, nameOf,
  get person() { return state.person; },
  get commands() { return state.commands; },
  get people() { return state.people; },
  get channels() { return state.channels; },
  peopleOptions: () => state.people.map((person) => ({ label: "@" + person.name, value: person.id })),
  say: (content, reply) => call(here() + "/messages", { content, ...reply }),
  reply: (message) => composer.replyTo(message),
  dismiss: (message) => call(`${state.person.id}/dismiss/${message.channel_id}/${message.id}`, {}),
  openChannel: (id) => open(id),
  async invoke(path, options, focused) {
    const answer = await call(here() + "/commands", { path, options, focused });
    if (!focused) opened(answer);
    return answer;
  },
  async use(message, custom_id, values) {
    const answer = await call(`${state.person.id}/channels/${message.channel_id}/messages/${message.id}/use`, { custom_id, values });
    if (answer.message) failed(message.id, answer.message);
    else if (answer.result === "failed") failed(message.id, "This interaction failed: the application did not respond.");
    else failed(message.id, "");
    opened(answer);
  },
  isAtStart: () => Boolean(state.channel) && !state.channel.parent && ![KINDS.DIRECT, KINDS.PRIVATE].includes(state.channel.kind),
  windowOf: (person) => `#${person.name}/${state.channel.id}/friend`,
  // The thread of a game that begins because of this window is opened in it.
  awaitThread: () => { state.awaited = state.channel.id; },
  jump(id) {
    const node = get("m" + id);
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.classList.add("flash");
    node.addEventListener("animationend", () => node.classList.remove("flash"), { once: true });
  },
};

const composer = new Composer(page);
const welcome = new WelcomeScreen(page);

/** Opens the form that came with an answer. */
function opened(answer) {
  if (answer.result !== "modal") return;
  openModal(answer.modal, async (values) => {
    const after = await call(`${state.person.id}/interactions/${answer.id}/submit`, { values });
    return after.message || (after.result === "failed" ? "Something went wrong. Try again." : "");
  });
}

/** Says under a message that using it failed. */
function failed(id, text) {
  const body = get("m" + id)?.querySelector(".body");
  if (!body) return;
  body.querySelector(":scope > .failed")?.remove();
  if (text) body.append(el("p", { className: "failed", role: "alert", textContent: text }));
}

// Drawing.

function drawSeats() {
  const seats = state.people.filter((person) => !person.bot).map((person) => {
    const node = el("button", {
      type: "button", className: "seat", role: "radio", "aria-checked": String(person.id === state.person.id),
      tabIndex: person.id === state.person.id ? 0 : -1, "data-seat": person.name, onclick: () => sit(person),
    }, avatar({ ...person, username: person.name }, page), el("span", { className: "seat-name", textContent: person.name }),
    el("span", { className: "locale", textContent: person.locale }));
    return node;
  });
  get("seats").replaceChildren(...seats);
}

get("seats").addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const seats = state.people.filter((person) => !person.bot);
  const next = seats[(seats.indexOf(state.person) + by + seats.length) % seats.length];
  sit(next).then(() => get("seats").querySelector("[aria-checked=true]")?.focus());
});

function channelNode(channel) {
  const unread = state.unread.get(channel.id) || 0;
  const direct = channel.kind === KINDS.DIRECT;
  const label = direct ? nameOf({ id: state.bot }) : channel.name;
  const mark = direct || channel.kind === KINDS.PRIVATE ? "@" : channel.parent ? "↳" : "#";
  return el("button", {
    type: "button", "data-channel": channel.id, onclick: () => open(channel.id),
    className: ["channel", channel.parent && "thread", unread && "unread", channel.archived && "archived"].filter(Boolean).join(" "),
    "aria-current": channel.id === state.channel?.id ? "page" : null,
  }, el("span", { className: "mark", "aria-hidden": "true", textContent: mark }), el("span", { className: "channel-name", textContent: label }),
  unread ? el("span", { className: "badge", textContent: String(unread), "aria-label": `${unread} new` }) : null);
}

function drawChannels() {
  const text = state.channels.filter((channel) => !channel.parent && ![KINDS.DIRECT, KINDS.PRIVATE].includes(channel.kind));
  const threadsOf = (channel) => state.channels.filter((one) => one.parent === channel.id)
    .sort((a, b) => Number(a.archived) - Number(b.archived) || (BigInt(b.last_message || b.id) > BigInt(a.last_message || a.id) ? 1 : -1));
  const direct = state.channels.find((channel) => channel.kind === KINDS.DIRECT);
  const nodes = [el("h2", { textContent: "Channels" })];
  for (const channel of text) nodes.push(channelNode(channel), ...threadsOf(channel).map(channelNode));
  nodes.push(el("h2", { textContent: "Direct messages" }));
  nodes.push(direct ? channelNode(direct) : el("button", { type: "button", className: "channel", onclick: openDirect },
    el("span", { className: "mark", textContent: "@", "aria-hidden": "true" }), el("span", { className: "channel-name", textContent: nameOf({ id: state.bot }) })));
  nodes.push(...state.channels.filter((channel) => channel.kind === KINDS.PRIVATE).map(channelNode));
  const focus = get("channels").contains(document.activeElement) ? document.activeElement.dataset.channel : null;
  get("channels").replaceChildren(...nodes);
  if (focus) get("channels").querySelector(`[data-channel="${focus}"]`)?.focus();
}

async function openDirect() {
  const { id } = await call(`${state.person.id}/direct`, {});
  await loadChannels();
  if (id) await open(id);
}

function drawStatus(online) {
  get("status").textContent = online ? "bot online" : "bot offline";
  get("status").classList.toggle("online", online);
}

/** Orders commands by name, after the help. */
const helpFirst = (a, b) => Number(b.path === "help") - Number(a.path === "help") || a.shown.localeCompare(b.shown);

const follows = (message, before) => before && before.author.id === message.author.id && !message.message_reference && !message.interaction
  && before.type !== 18 && Date.parse(message.timestamp) - Date.parse(before.timestamp) < 5 * 60 * 1000;

/** Explains a channel without messages. */
function introduction() {
  const help = el("kbd", { textContent: "/help" });
  return el("li", { className: "empty" },
    el("p", {}, "Type ", help, " to learn a game, play against ", el("strong", { textContent: nameOf({ id: state.bot }) }), " or challenge a friend."),
    el("p", {}, "You are ", el("strong", { textContent: state.person.name }), ". Choose another name under “You are” to play the other side too."));
}

function drawMessages() {
  const nodes = state.messages.map((message, index) => messageNode(message, page, follows(message, state.messages[index - 1])));
  get("messages").replaceChildren(...(nodes.length ? nodes : [introduction()]));
}

const scroll = get("scroll");
const atEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 120;
let lastTop = 0;
/** Scrolls to the end, unless the reader has scrolled up. */
function showNewest() {
  if (!state.sticky) return;
  scroll.scrollTop = scroll.scrollHeight;
  lastTop = scroll.scrollTop;
}
// A picture that loads late would push the newest message out of sight.
get("messages").addEventListener("load", showNewest, true);
// The line at the bottom grows and shrinks with what is typed.
new ResizeObserver(showNewest).observe(scroll);
scroll.addEventListener("scroll", () => {
  // A picture may have loaded since the last scroll, so being far from the end does not mean that the reader left it.
  state.sticky = atEnd() || (state.sticky && scroll.scrollTop >= lastTop);
  lastTop = scroll.scrollTop;
});
get("messages").addEventListener("click", (event) => {
  const id = event.target.closest?.("a[data-channel]")?.dataset.channel;
  if (!id) return;
  event.preventDefault();
  if (channelOf(id)) open(id);
});

// What happens.

function newMessage(message) {
  const channel = channelOf(message.channel_id);
  if (channel) channel.last_message = message.id;
  if (message.channel_id !== state.channel?.id) {
    if (message.author.id !== state.person.id) state.unread.set(message.channel_id, (state.unread.get(message.channel_id) || 0) + 1);
    return drawChannels();
  }
  if (state.messages.some((one) => one.id === message.id)) return;
  if (message.author.id === state.person.id) state.sticky = true;
  const before = state.messages.at(-1);
  state.messages.push(message);
  get("messages").querySelector(".empty")?.remove();
  get("messages").append(messageNode(message, page, follows(message, before)));
  showNewest();
  composer.say("");
}

function changedMessage(message) {
  const index = state.messages.findIndex((one) => one.id === message.id);
  if (index < 0) return;
  state.messages[index] = message;
  const old = get("m" + message.id);
  const focus = old.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
  const node = messageNode(message, page, follows(message, state.messages[index - 1]));
  old.replaceWith(node);
  if (focus) (node.querySelector(`[data-custom-id="${CSS.escape(focus)}"]`) || node.querySelector("button.button:enabled, button.select:enabled"))?.focus();
  showNewest();
}

function goneMessage(id) {
  state.messages = state.messages.filter((one) => one.id !== id);
  get("m" + id)?.remove();
}

function changedChannel(channel) {
  const index = state.channels.findIndex((one) => one.id === channel.id);
  const isAwaited = index < 0 && channel.parent && channel.parent === state.awaited && state.channel?.id === channel.parent;
  if (index < 0) state.channels.push(channel);
  else state.channels[index] = channel;
  if (state.channel?.id === channel.id) {
    state.channel = channel;
    drawTop();
  }
  drawChannels();
  if (isAwaited) {
    state.awaited = null;
    open(channel.id);
  }
}

let typingTimer = 0;
function typing(event) {
  if (event.channel !== state.channel?.id || event.user === state.person.id) return;
  composer.say(`${nameOf({ id: event.user })} is typing…`);
  clearTimeout(typingTimer);
  typingTimer = setTimeout(() => composer.say(""), 8000);
}

/** Does to the messages what was done to them. */
function happened(event) {
  switch (event.type) {
    case "message": return newMessage(event.message);
    case "edit": return event.message.channel_id === state.channel?.id && changedMessage(event.message);
    case "delete": return event.channel === state.channel?.id && goneMessage(event.id);
  }
}

/** Begins to hear what happens; returns when nothing more can be missed. */
function listen() {
  state.events?.close();
  const events = new EventSource(`/local/${state.person.id}/events`);
  state.events = events;
  let greeted = false;
  events.addEventListener("message", async ({ data }) => {
    const event = JSON.parse(data);
    switch (event.type) {
      // A second greeting means that the connection was lost, and with it what happened meanwhile.
      case "hello": if (greeted) await reload(); greeted = true; break;
      case "reload": await reload(); break;
      case "message": case "edit": case "delete":
        if ((event.channel || event.message.channel_id) === state.channel?.id) state.meanwhile?.push(event);
        happened(event);
        break;
      case "channel": changedChannel(event.channel); break;
      case "channel_gone": await reload(); break;
      case "commands": await loadCommands(); break;
      case "typing": typing(event); break;
      case "bot": drawStatus(event.online); break;
    }
  });
  events.addEventListener("error", () => drawStatus(false));
  return new Promise((heard) => {
    for (const kind of ["message", "error"]) events.addEventListener(kind, heard, { once: true });
  });
}

// Loading.

async function reload() {
  await loadPeople();
  await loadChannels();
  await open(channelOf(state.channel?.id)?.id || state.channels[0]?.id);
}

async function loadPeople() {
  const found = await call("people");
  if (!found.people) return;
  state.people = found.people;
  state.bot = found.bot;
  state.person = state.people.find((person) => person.id === state.person?.id) || state.person;
  drawStatus(found.online);
}

async function loadChannels() {
  const { id } = state.person;
  const found = await call(`${id}/channels`);
  if (Array.isArray(found) && state.person.id === id) state.channels = found;
  drawChannels();
}

async function loadCommands() {
  const at = here();
  const found = await call(at + "/commands");
  if (at !== here()) return;
  state.commands = Array.isArray(found) ? leaves(found, state.person.locale).sort(helpFirst) : [];
}

function drawTop() {
  const direct = state.channel.kind === KINDS.DIRECT;
  const parent = state.channel.parent && channelOf(state.channel.parent);
  const isPrivate = state.channel.kind === KINDS.PRIVATE;
  const name = direct ? "@" + nameOf({ id: state.bot }) : isPrivate ? state.channel.name : (parent ? "↳ " : "#") + state.channel.name;
  get("title").textContent = name;
  get("topic").textContent = state.channel.archived ? "This thread is archived; writing in it revives it." : state.channel.topic || (parent ? `in #${parent.name}` : "");
  document.title = `${name} · ${state.person.name} · Local`;
}

async function open(id) {
  const channel = channelOf(id) || state.channels[0];
  if (!channel) return;
  state.channel = channel;
  const changed = state.shown !== here();
  state.unread.delete(channel.id);
  history.replaceState(null, "", `#${state.person.name}/${channel.id}`);
  showSide(false);
  welcome.show();
  drawTop();
  drawChannels();
  // What happens while the messages are fetched may be missing in them.
  const meanwhile = state.meanwhile = [];
  const [messages] = await Promise.all([call(here() + "/messages"), loadCommands()]);
  // The user or the channel has changed since.
  if (state.meanwhile !== meanwhile) return;
  state.meanwhile = null;
  state.shown = here();
  state.messages = Array.isArray(messages) ? messages : [];
  drawMessages();
  meanwhile.forEach(happened);
  state.sticky = true;
  showNewest();
  if (changed) composer.reset(`Message ${get("title").textContent} — / for commands`);
  // What had the focus may have been drawn anew. On a narrow screen the focus would open the keyboard.
  if ((changed || document.activeElement === document.body) && matchMedia("(min-width: 45rem)").matches) composer.entry.focus();
}

async function sit(person) {
  state.person = person;
  state.unread.clear();
  document.documentElement.dataset.seat = person.name;
  drawSeats();
  await listen();
  if (state.person.id === person.id) await loadChannels();
  if (state.person.id === person.id) await open(state.channel?.id);
}

/** On a narrow screen the channels and people lie over the messages when they are asked for. */
function showSide(shown) {
  get("side").classList.toggle("open", shown);
  get("menu").setAttribute("aria-expanded", String(shown));
}

get("menu").addEventListener("click", (event) => {
  event.stopPropagation();
  showSide(true);
});
document.querySelector("main").addEventListener("click", () => showSide(false));
addEventListener("keydown", (event) => { if (event.key === "Escape") showSide(false); });

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) node.textContent = relative(Number(node.dataset.relative), names.locale);
}, 10_000);

/** The user and the channel that the address names, if any. */
function address() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch { /* It is no address of this page. */ }
  const [seat, channel, mode] = text.split("/");
  const person = state.people.find((one) => !one.bot && one.name === seat);
  return { person, channel: channel ? { id: channel } : null, isFriend: mode === "friend" };
}

// An address typed or pasted into a page that is open already.
addEventListener("hashchange", () => {
  const { person, channel } = address();
  if (!person) return;
  state.channel = channel || state.channel;
  sit(person);
});

async function start() {
  await loadPeople();
  const { person, channel, isFriend } = address();
  const first = person || state.people.find((one) => !one.bot);
  if (!first) return drawStatus(false);
  state.channel = channel;
  await welcome.load(isFriend);
  await sit(first);
  if (isFriend) page.awaitThread();
}

start();
