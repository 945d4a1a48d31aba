// The first screen beside the channel: what a newcomer can begin with.

import { el } from "./text.js";

const get = (id) => document.getElementById(id);
/** The layout of a phone, where the first screen lies over the messages. */
const narrow = matchMedia("(max-width: 60rem)");

/** What this browser, or this window, remembers. */
function storage(kind) {
  try {
    return window[kind];
  } catch {
    // Browsers can be told to store nothing.
    return { getItem: () => null, setItem() {} };
  }
}

export class WelcomeScreen {
  /** `page` offers `person`, `people`, `invoke(path, options)`, `isAtStart()`, `windowOf(person)` and `awaitThread()`. */
  constructor(page) {
    this.page = page;
    this.node = get("welcome");
    this.toggle = get("start");
    this.toggle.addEventListener("click", () => this.set(this.node.hidden));
  }

  /** Loads it, if there is one. `isFriend` says that the window is for a second player. */
  async load(isFriend) {
    const response = await fetch("/local/welcome").catch(() => null);
    this.content = response?.ok ? await response.json() : null;
    if (isFriend) storage("sessionStorage").setItem("welcome", "closed");
    this.isOpen = ["localStorage", "sessionStorage"].every((kind) => storage(kind).getItem("welcome") !== "closed");
    if (this.content) this.draw();
    this.show();
  }

  draw() {
    const { title, note, cards } = this.content;
    const picture = (index, look) => `/welcome/${index}-${look}.svg`;
    const drawn = cards.map((card, index) => el("li", { className: "card" },
      el("picture", {}, el("source", { media: "(prefers-color-scheme: dark)", srcset: picture(index, "dark") }),
        el("img", { src: picture(index, "light"), alt: card.alt })),
      el("div", { className: "card-side" }, el("h3", { textContent: card.title }),
        ...card.buttons.map((button, at) => el("button", {
          type: "button", className: at === 0 ? "button primary" : "button", textContent: button.label,
          "aria-label": `${button.label}: ${card.title}`, onclick: () => this.press(button),
        })))));
    const close = el("button", {
      type: "button", className: "icon", textContent: "✕", "aria-label": "Close the first screen", onclick: () => this.set(false),
    });
    this.node.replaceChildren(el("div", { className: "welcome-head" }, el("h2", { textContent: title }), close),
      el("p", { className: "note", textContent: note }), el("ul", { className: "cards" }, ...drawn));
  }

  /** Shows it where the channel of the server is open. */
  show() {
    const isPossible = Boolean(this.content) && this.page.isAtStart();
    this.toggle.hidden = !isPossible;
    this.node.hidden = !isPossible || !this.isOpen;
    this.toggle.setAttribute("aria-expanded", String(!this.node.hidden));
  }

  set(isOpen) {
    this.isOpen = isOpen;
    storage("localStorage").setItem("welcome", isOpen ? "open" : "closed");
    if (isOpen) storage("sessionStorage").setItem("welcome", "open");
    this.show();
    if (!isOpen) this.toggle.focus();
  }

  async press({ command, options }) {
    const friend = this.page.people.find((person) => !person.bot && person.id !== this.page.person.id);
    const isForTwo = options.some(([, value]) => value === null);
    // Browsers open a window only at once.
    if (isForTwo) window.open(this.page.windowOf(friend), "_blank");
    if (narrow.matches) {
      this.isOpen = false;
      this.show();
    }
    this.page.awaitThread();
    const given = options.map(([name, value]) => [name, value ?? friend.id]);
    await this.page.invoke(command, given, null);
  }
}
