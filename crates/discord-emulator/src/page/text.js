// Text as Discord writes it, made into nodes. Nothing here ever becomes HTML by itself.

/** Makes an element. Keys of `props` that the element has are set as properties, the others as attributes. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && !key.includes("-") && key !== "list") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const INLINE = new RegExp(
  [
    // Any sign can be escaped; half of a character of two units is none.
    /\\(?<escaped>[^0-9A-Za-z\s\ud800-\udfff])/,
    /```(?:[a-z0-9+-]*\n)?(?<block>[\s\S]+?)```/,
    /`(?<code>[^`\n]+)`/,
    /\*\*(?<bold>[\s\S]+?)\*\*(?!\*)/,
    /__(?<under>[\s\S]+?)__(?!_)/,
    /\*(?<italic>[^\s*](?:[\s\S]*?[^\s*])?)\*(?!\*)/,
    /\b_(?<italic2>[^_\n]+)_\b/,
    /~~(?<strike>[\s\S]+?)~~/,
    /\|\|(?<spoiler>[\s\S]+?)\|\|/,
    /<@!?(?<user>\d+)>/,
    /<#(?<channel>\d+)>/,
    /<\/(?<command>[^:>]+):\d+>/,
    /<t:(?<time>-?\d{1,13})(?::(?<style>[tTdDfFR]))?>/,
    /\[(?<label>[^\]\n]+)\]\(<?(?<href>https?:\/\/[^\s)>]+)>?\)/,
    /<?(?<url>https?:\/\/[^\s<>]+[^\s<>.,:;"')\]])>?/,
  ].map((part) => part.source).join("|"),
);

/** The nodes of a line or more of text. `names` tells who and what ids are: `{ user(id), channel(id), me, locale }`. */
function inline(text, names, depth = 0) {
  const nodes = document.createDocumentFragment();
  let rest = text;
  while (rest) {
    const found = depth < 8 ? INLINE.exec(rest) : null;
    if (!found) {
      nodes.append(rest);
      break;
    }
    nodes.append(rest.slice(0, found.index), token(found.groups, names, depth + 1));
    rest = rest.slice(found.index + found[0].length);
  }
  return nodes;
}

function token(g, names, depth) {
  const wrap = (tag, inner, props = {}) => el(tag, props, inline(inner, names, depth));
  if (g.escaped) return document.createTextNode(g.escaped);
  if (g.block) return el("pre", {}, el("code", { textContent: g.block.replace(/\n$/, "") }));
  if (g.code) return el("code", { textContent: g.code });
  if (g.bold) return wrap("strong", g.bold);
  if (g.under) return wrap("u", g.under);
  if (g.italic || g.italic2) return wrap("em", g.italic || g.italic2);
  if (g.strike) return wrap("s", g.strike);
  if (g.spoiler) return spoiler(wrap("span", g.spoiler));
  if (g.user) return el("span", { className: g.user === names.me ? "mention me" : "mention", textContent: "@" + names.user(g.user) });
  if (g.channel) return el("a", { className: "mention", href: "#", textContent: "#" + names.channel(g.channel), "data-channel": g.channel });
  if (g.command) return el("span", { className: "mention", textContent: "/" + g.command });
  if (g.time) return time(Number(g.time), g.style || "f", names.locale);
  const href = g.href || g.url;
  return el("a", { href, rel: "noopener noreferrer", target: "_blank", textContent: g.label || href });
}

function spoiler(content) {
  const show = () => node.classList.add("open");
  const node = el("span", { className: "spoiler", tabIndex: 0, role: "button", title: "Show", onclick: show }, content);
  node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") show(); });
  return node;
}

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

function time(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(String(seconds));
  const node = el("time", { dateTime: date.toISOString(), title: date.toLocaleString(locale, STYLES.F) });
  if (style === "R") node.dataset.relative = seconds;
  node.textContent = style === "R" ? relative(seconds, locale) : date.toLocaleString(locale, STYLES[style]);
  return node;
}

const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "in 2 hours". */
export function relative(seconds, locale) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) || UNITS[5];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** The nodes of a whole text, line by line: headings, quotes, lists, code blocks. */
export function blocks(text, names) {
  const root = document.createDocumentFragment();
  // Code blocks hold their line breaks, so they are cut out first.
  for (const part of text.split(/(```[\s\S]+?```)/)) {
    if (part.startsWith("```") && part.length > 6) root.append(inline(part, names));
    else lines(part.replace(/^\n|\n$/g, ""), names, root);
  }
  return root;
}

function lines(text, names, root) {
  let list = null;
  let before = null;
  for (const line of text.split("\n")) {
    const heading = /^(#{1,3}) (.+)/.exec(line);
    const item = /^\s*(?:[-*]|(\d+)\.) (.+)/.exec(line);
    const quote = /^> ?(.*)/.exec(line);
    const small = /^-# (.+)/.exec(line);
    if (item && !small) {
      const tag = item[1] ? "ol" : "ul";
      if (!list || list.localName !== tag) root.append(list = el(tag, item[1] ? { start: Number(item[1]) } : {}));
      list.append(el("li", {}, inline(item[2], names)));
      before = null;
      continue;
    }
    list = null;
    if (heading) root.append(el("p", { className: "h" + heading[1].length }, inline(heading[2], names)));
    else if (small) root.append(el("p", { className: "small" }, inline(small[1], names)));
    else if (quote) root.append(el("blockquote", {}, inline(quote[1], names)));
    else if (before) before.append(el("br"), inline(line, names));
    else if (line.trim()) root.append(before = el("p", {}, inline(line, names)));
    if (heading || small || quote || !line.trim()) before = null;
  }
}
