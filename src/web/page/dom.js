// Elements and focus.

/**
 * Makes an element. Keys of `props` that the element has are set as properties, the others as attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && !key.includes("-")) Reflect.set(node, key, value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const get = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The field of the page with this id.
 * @param {string} id
 */
export const field = (id) => /** @type {HTMLInputElement} */ (get(id));

/**
 * Replaces the children of a node, unless they are the same. If one of them had the focus, its successor with the same
 * `data-key` gets it, or else the element that `fallback` returns.
 * @param {HTMLElement} parent
 * @param {Node[]} children
 * @param {() => HTMLElement | null} fallback
 */
export function replace(parent, children, fallback) {
  const now = parent.childNodes;
  // A press that has begun on a button must end on the same one.
  if (now.length === children.length && children.every((child, at) => now[at].isEqualNode(child))) return;
  const focused = document.activeElement;
  const had = focused instanceof HTMLElement && parent.contains(focused);
  const key = had ? focused.dataset.key : undefined;
  parent.replaceChildren(...children);
  if (!had) return;
  const usable = [...parent.querySelectorAll("[data-key]")].filter((node) => !node.hasAttribute("disabled"));
  const same = usable.find((node) => node instanceof HTMLElement && node.dataset.key === key);
  (same instanceof HTMLElement ? same : fallback())?.focus({ preventScroll: true });
}

/**
 * A button.
 * @param {string} key What it is among its neighbours.
 * @param {string} label
 * @param {string} style primary, secondary, success or danger.
 * @param {(event: Event) => unknown} press
 */
export function button(key, label, style, press) {
  const look = { className: `button ${style}`, textContent: label };
  return el("button", { type: "button", "data-key": key, onclick: press, ...look });
}

const said = get("said");

/**
 * Tells a screen reader.
 * @param {string} sentence
 */
export function announce(sentence) {
  // The same sentence twice in a row is read twice only if the node changes.
  said.replaceChildren(el("span", { textContent: sentence }));
}
