// One message: who, when, text, embeds, pictures, buttons and menus.

import { blocks, el } from "./text.js";
import { PickList } from "./list.js";

const EPHEMERAL = 64;
const LOADING = 128;
const BUTTONS = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/**
 * The element of a message.
 * `page` offers `names`, `nameOf(user)`, `use(message, custom_id, values)`, `reply(message)`, `dismiss(message)`, `jump(id)`,
 * `openChannel(id)`; `follows` says that the author is that of the message before.
 */
export function messageNode(message, page, follows) {
  const ephemeral = (message.flags & EPHEMERAL) !== 0;
  const pinged = message.mentions.some((user) => user.id === page.names.me);
  const node = el("li", {
    className: ["message", follows && "follows", ephemeral && "ephemeral", pinged && "pinged"].filter(Boolean).join(" "),
    id: "m" + message.id, "data-id": message.id, "data-author": message.author.id,
  });
  if (message.type === 18) return threadNote(node, message, page);
  node.append(...[context(message, page), avatar(message.author, page), head(message, page)].filter(Boolean));
  const body = el("div", { className: "body" });
  if (message.flags & LOADING) body.append(thinking(message, page));
  if (message.content) {
    const text = el("div", { className: "text" }, blocks(message.content, page.names));
    if (message.edited_timestamp) text.append(el("span", { className: "edited", textContent: "(edited)" }));
    body.append(text);
  }
  const shownInEmbeds = message.embeds.map((embed) => embed.image?.url).filter(Boolean);
  const files = message.attachments.filter((file) => !shownInEmbeds.includes(file.url));
  body.append(...message.embeds.map((embed) => embedNode(embed, message, page)));
  body.append(...files.map(fileNode));
  body.append(...message.components.map((row) => rowNode(row, message, page)));
  if (message.reactions) body.append(el("div", { className: "reactions" }, ...message.reactions.map((r) =>
    el("span", { className: "reaction", textContent: `${r.emoji.name} ${r.count}` }))));
  if (message.thread) body.append(el("button", {
    type: "button", className: "thread-link", onclick: () => page.openChannel(message.thread.id),
  }, el("strong", { textContent: message.thread.name }), " — open the thread ›"));
  if (ephemeral) body.append(el("p", { className: "only" }, "Only you can see this · ",
    el("button", { type: "button", className: "linkish", textContent: "Dismiss message", onclick: () => page.dismiss(message) })));
  node.append(body);
  if (!ephemeral) node.append(el("div", { className: "tools" }, el("button", {
    type: "button", className: "icon", title: "Reply", "aria-label": `Reply to ${page.nameOf(message.author)}`,
    textContent: "↩", onclick: () => page.reply(message),
  })));
  return node;
}

function threadNote(node, message, page) {
  node.classList.add("system");
  node.append(el("div", { className: "body" }, "↳ ", el("strong", { textContent: page.nameOf(message.author) }), " started a thread: ",
    el("strong", { textContent: message.content })));
  return node;
}

function thinking(message, page) {
  const stale = Date.now() - Date.parse(message.timestamp) > 15 * 60 * 1000;
  if (stale) return el("p", { className: "failed", textContent: "The application did not respond" });
  return el("p", { className: "thinking" }, el("span", { className: "dots", "aria-hidden": "true" }), `${page.nameOf(message.author)} is thinking…`);
}

function context(message, page) {
  if (message.interaction) {
    return el("div", { className: "context" }, el("strong", { textContent: page.nameOf(message.interaction.user) }), " used ",
      el("span", { className: "mention", textContent: "/" + message.interaction.name }));
  }
  if (!message.message_reference) return null;
  const to = message.referenced_message;
  if (!to) return el("div", { className: "context" }, el("em", { textContent: "The original message was deleted" }));
  const excerpt = el("button", { type: "button", className: "linkish excerpt", onclick: () => page.jump(to.id) });
  excerpt.append(blocks(to.content.split("\n")[0].slice(0, 120), page.names));
  if (!to.content) excerpt.append(to.embeds[0]?.title || (to.attachments.length ? "a picture" : "a message"));
  return el("div", { className: "context" }, el("strong", { textContent: page.nameOf(to.author) }), " ", excerpt);
}

/** The round letter beside a name. */
export function avatar(user, page) {
  const name = page.nameOf(user);
  return el("div", { className: `avatar c${Number(BigInt(user.id) % 5n)}${user.bot ? " bot" : ""}`, "aria-hidden": "true", textContent: name.slice(0, 1) });
}

function head(message, page) {
  const at = new Date(message.timestamp);
  const today = at.toDateString() === new Date().toDateString();
  const format = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  return el("div", { className: "head" },
    el("span", { className: "name", textContent: page.nameOf(message.author) }),
    message.author.bot ? el("span", { className: "tag", textContent: "APP" }) : null,
    el("time", { dateTime: message.timestamp, title: at.toLocaleString(page.names.locale), textContent: at.toLocaleString(page.names.locale, format) }));
}

function embedNode(embed, message, page) {
  const node = el("article", { className: "embed" });
  if (Number.isInteger(embed.color)) node.style.setProperty("--stripe", "#" + embed.color.toString(16).padStart(6, "0"));
  if (embed.author) node.append(el("p", { className: "embed-author", textContent: embed.author.name }));
  if (embed.title) node.append(el("p", { className: "embed-title" }, embed.url ? link(embed.url, embed.title) : embed.title));
  if (embed.description) node.append(el("div", { className: "text" }, blocks(embed.description, page.names)));
  if (embed.fields?.length) node.append(el("dl", {}, ...embed.fields.map((field) => el("div", { className: field.inline ? "inline" : "" },
    el("dt", {}, blocks(field.name, page.names)), el("dd", {}, blocks(field.value, page.names))))));
  if (embed.image?.url) {
    const file = message.attachments.find((one) => one.url === embed.image.url);
    if (file) node.append(fileNode(file));
  }
  if (embed.footer) node.append(el("p", { className: "embed-footer", textContent: embed.footer.text }));
  return node;
}

function link(href, text) {
  return el("a", { href, textContent: text, rel: "noopener noreferrer", target: "_blank" });
}

function fileNode(file) {
  // Addresses name the host that the bot uses; the page may be open under another name of the same host.
  const path = new URL(file.url).pathname;
  if (!file.content_type?.startsWith("image/")) {
    return el("p", { className: "file" }, el("a", { href: path, download: file.filename, textContent: file.filename }), ` · ${size(file.size)}`);
  }
  const picture = el("img", { src: path, alt: file.description || file.filename, loading: "lazy" });
  if (file.width) {
    picture.width = file.width;
    picture.height = file.height;
  }
  const figure = el("figure", {}, el("a", { href: path, target: "_blank", rel: "noopener", title: "Open the picture" }, picture));
  if (file.description) figure.append(el("details", {}, el("summary", { textContent: "ALT", title: "Description of the picture" }), el("p", { textContent: file.description })));
  return figure;
}

function size(bytes) {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

function rowNode(row, message, page) {
  return el("div", { className: "row" }, ...row.components.map((part) =>
    part.type === 2 ? buttonNode(part, message, page) : menuNode(part, message, page)));
}

function buttonNode(part, message, page) {
  const label = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  if (part.style === 5) return el("a", { className: "button link", href: part.url, rel: "noopener noreferrer", target: "_blank", textContent: label + " ↗" });
  const node = el("button", {
    type: "button", className: "button " + (BUTTONS[part.style] || "secondary"), textContent: label,
    disabled: part.disabled, "data-custom-id": part.custom_id,
  });
  node.addEventListener("click", () => busy(node, () => page.use(message, part.custom_id, null)));
  return node;
}

async function busy(node, work) {
  if (node.classList.contains("busy")) return;
  node.classList.add("busy");
  node.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    node.classList.remove("busy");
    node.removeAttribute("aria-busy");
  }
}

function menuNode(part, message, page) {
  const options = part.type === 3 ? part.options : page.peopleOptions();
  const given = options.filter((option) => option.default).map((option) => option.label).join(", ");
  const list = el("div", { className: "picks below", role: "listbox", hidden: true });
  const opener = el("button", {
    type: "button", className: "select", disabled: part.disabled, "aria-haspopup": "listbox", "aria-expanded": "false",
    "data-custom-id": part.custom_id,
  }, el("span", { textContent: given || part.placeholder || "Make a selection" }), el("span", { "aria-hidden": "true", textContent: "▾" }));
  const picks = new PickList(list);
  const chosen = new Set();
  const send = (values) => busy(opener, () => page.use(message, part.custom_id, values));
  const show = () => picks.show(opener, options.map((option) => ({
    key: option.value, label: option.label, note: option.description, mark: chosen.has(option.value) ? "✔" : option.emoji?.name,
  })), (item) => {
    if (part.max_values === 1) return send([item.key]);
    if (!chosen.delete(item.key) && chosen.size < part.max_values) chosen.add(item.key);
    opener.firstChild.textContent = `${chosen.size} chosen`;
    show();
  });
  opener.addEventListener("click", () => (picks.open ? picks.hide() : show()));
  opener.addEventListener("keydown", (event) => {
    if (!picks.key(event) && event.key === "ArrowDown") {
      event.preventDefault();
      show();
    }
  });
  opener.addEventListener("blur", () => picks.hide());
  const node = el("div", { className: "menu-box" }, opener, list);
  if (part.max_values > 1) node.append(el("button", {
    type: "button", className: "button secondary", textContent: "Choose", "data-confirm": part.custom_id,
    onclick: () => send([...chosen]),
  }));
  return node;
}
