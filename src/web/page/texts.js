// The page's own words, in the reader's language.

/** @type {Record<string, string>} */
let texts = {};

/**
 * @param {Record<string, string>} given
 * @param {string} language
 */
export function setTexts(given, language) {
  texts = given;
  document.documentElement.lang = language;
  document.querySelectorAll("[data-text]").forEach((node) => {
    node.textContent = text(node.getAttribute("data-text") ?? "");
  });
  document.querySelectorAll("[data-label]").forEach((node) => {
    node.setAttribute("aria-label", text(node.getAttribute("data-label") ?? ""));
  });
}

/**
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function text(key, values = {}) {
  // One pass, so that a name that looks like a variable stays a name.
  return (texts[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** @param {string[]} items */
export function listed(items) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(items);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/**
 * "in 2 hours".
 * @param {number} time In milliseconds since 1970.
 */
export function relative(time) {
  const away = (time - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS[3];
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return format.format(Math.trunc(away / size), unit);
}

/** @param {number} time */
export function dated(time) {
  return new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
