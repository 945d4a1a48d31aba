// What the bot answers: texts with pictures, buttons and menus, and forms with one field.

import { button, el, get } from "./dom.js";
import { dated, relative, text } from "./texts.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {(action: {action: string, value?: string, text?: string}) => Promise<void>} Act */

const dialog = /** @type {HTMLDialogElement} */ (get("dialog"));
/** Pictures that browsers only draw. */
const PICTURES = /^image\/(png|gif|jpeg|webp)$/;

/**
 * Shows an answer in the dialog, or closes it if there is nothing to show.
 * @param {Answer} answer
 * @param {Act} act
 */
export function showAnswer(answer, act) {
  if (answer.kind === "none") return dialog.close();
  const content = answer.kind === "form" ? formNodes(answer.form, act) : viewNodes(answer.view, act);
  openDialog(content);
}

/** @param {Node[]} content */
export function openDialog(content) {
  const close = button("close", text("web-close"), "secondary", () => dialog.close());
  dialog.replaceChildren(...content, el("div", { className: "row end" }, close));
  if (!dialog.open) dialog.showModal();
  const first = dialog.querySelector("input, select, textarea, .button");
  if (first instanceof HTMLElement) first.focus();
  dialog.scrollTop = 0;
}

/** Shows a refusal in the dialog. Returns whether it is open. @param {string} message */
export function refuse(message) {
  if (!dialog.open) return false;
  dialog.querySelector(".error")?.remove();
  dialog.prepend(el("p", { className: "error", role: "alert", textContent: message }));
  return true;
}

/** @param {View} view @param {Act} act @returns {Node[]} */
function viewNodes(view, act) {
  const shown = view.pictures.filter((picture) => PICTURES.test(picture.type));
  const pictures = shown.map(({ alt, type, data }) => el("img", { src: `data:${type};base64,${data}`, alt }));
  const menus = view.menus.map((menu) => {
    const options = menu.options.map(({ value, label }) => el("option", { value, textContent: label }));
    const hint = el("option", { value: "", textContent: menu.hint, disabled: true, selected: true });
    const chosen = (/** @type {Event} */ event) => {
      if (event.target instanceof HTMLSelectElement) act({ action: menu.action, value: event.target.value });
    };
    return el("select", { "aria-label": menu.hint, onchange: chosen }, hint, ...options);
  });
  const buttons = view.buttons.map(({ label, action, style }) => button(action, label, style, () => act({ action })));
  return [
    el("div", { id: "dialog-title", className: "text" }, ...view.text.map(spanNode)), ...pictures,
    el("div", { className: "column" }, ...menus), el("div", { className: "row" }, ...buttons),
  ];
}

/** @param {Form} form @param {Act} act @returns {Node[]} */
function formNodes(form, act) {
  const input = el("input", { maxLength: 100, placeholder: form.example, required: true });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    act({ action: form.action, text: input.value });
  };
  return [
    el("h2", { id: "dialog-title", textContent: form.title }),
    el("form", { className: "column", autocomplete: "off", onsubmit: send },
      el("label", { className: "field" }, el("span", { textContent: form.label }), input),
      el("button", { type: "submit", className: "button primary", textContent: text("web-ask-go") })),
  ];
}

/** @param {Span} span @returns {Node | string} */
export function spanNode(span) {
  const inner = (/** @type {Span[]} */ spans) => spans.map(spanNode);
  if (span.bold) return el("strong", {}, ...inner(span.bold));
  if (span.italic) return el("em", {}, ...inner(span.italic));
  if (span.quote) return el("blockquote", {}, ...inner(span.quote));
  if (span.code !== undefined) return el("code", { textContent: span.code });
  if (span.block !== undefined) return el("pre", { textContent: span.block });
  if (span.time !== undefined) {
    const shown = span.style === "relative" ? relative(span.time) : dated(span.time);
    return el("time", { dateTime: new Date(span.time).toISOString(), title: dated(span.time), textContent: shown });
  }
  return String(span.words ?? span.typed ?? "");
}
