// The line at the bottom: messages, replies, and commands with their options.

import { el } from "./text.js";
import { PickList } from "./list.js";

const TYPES = { 4: "number", 10: "number" };

/** Every command and subcommand as one thing to pick. */
export function leaves(commands, locale) {
  const local = (thing, key) => thing[key + "_localizations"]?.[locale] || thing[key];
  const walk = (thing, path, shown) => {
    const below = (thing.options || []).filter((option) => option.type === 1 || option.type === 2);
    if (below.length) return below.flatMap((option) => walk(option, `${path} ${option.name}`, `${shown} ${local(option, "name")}`));
    const options = (thing.options || []).map((option) => ({
      ...option, shown: local(option, "name"), note: local(option, "description"),
      choices: (option.choices || []).map((choice) => ({ value: choice.value, name: local(choice, "name") })),
    }));
    return [{ path, shown, note: local(thing, "description"), options }];
  };
  return commands.flatMap((command) => walk(command, command.name, local(command, "name")));
}

export class Composer {
  /**
   * `page` offers `person`, `channel`, `commands` (leaves), `people`, `channels`, `say(content, reply)`, `invoke(path, options, focused)`,
   * `nameOf(user)`.
   */
  constructor(page) {
    this.page = page;
    this.form = document.getElementById("composer");
    this.entry = document.getElementById("entry");
    this.box = document.getElementById("command");
    this.replyBar = document.getElementById("reply");
    this.hint = document.getElementById("hint");
    this.picks = new PickList(document.getElementById("picks"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.entry.addEventListener("input", () => this.typed());
    this.entry.addEventListener("blur", () => this.picks.hide());
    this.entry.addEventListener("keydown", (event) => this.key(event));
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && this.leaf) this.cancel();
    });
  }

  say(text) {
    this.hint.textContent = text;
  }

  reset(placeholder) {
    this.cancel();
    this.noReply();
    this.entry.value = "";
    this.entry.placeholder = placeholder;
    this.grow();
  }

  grow() {
    this.entry.style.height = "auto";
    this.entry.style.height = Math.min(this.entry.scrollHeight, 200) + "px";
  }

  key(event) {
    if (this.picks.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") this.noReply();
  }

  typed() {
    this.say("");
    this.grow();
    const text = this.entry.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.picks.hide();
    const wanted = text.slice(1).trimEnd().toLowerCase();
    const fits = (leaf) => [leaf.path, leaf.shown].some((name) => name.startsWith(wanted));
    const near = (leaf) => !fits(leaf) && [leaf.path, leaf.shown, leaf.note.toLowerCase()].some((name) => name.includes(wanted));
    // Exact matches come first, so that Enter picks them and not a longer name with the same beginning.
    const exactness = (leaf) => (leaf.shown === wanted ? 0 : leaf.path === wanted ? 1 : 2);
    const begun = this.page.commands.filter(fits).sort((one, other) => exactness(one) - exactness(other));
    const found = [...begun, ...this.page.commands.filter(near)];
    if (!found.length) this.say(this.page.commands.length ? "No such command." : "The bot has registered no commands yet.");
    this.picks.show(this.entry, found.map((leaf) => ({
      key: leaf.path, label: "/" + leaf.shown, note: leaf.note, leaf,
    })), (item) => this.begin(item.leaf), "Commands");
  }

  // A command with its options.

  begin(leaf) {
    this.entry.value = "";
    this.grow();
    this.leaf = leaf;
    this.fields = new Map();
    if (!leaf.options.length) return this.run();
    this.form.classList.add("commanding");
    this.box.hidden = false;
    this.optional = el("div", { className: "optional" });
    this.inputs = el("div", { className: "fields" });
    this.box.replaceChildren(
      el("div", { className: "command-head" }, el("strong", { textContent: "/" + leaf.shown }), el("span", { textContent: leaf.note }),
        el("button", { type: "button", className: "icon", textContent: "✕", "aria-label": "Cancel the command", onclick: () => this.cancel() })),
      this.inputs, this.optional);
    for (const option of leaf.options) {
      if (option.required) this.addField(option);
      else this.optional.append(el("button", {
        type: "button", className: "chip", title: option.note, textContent: "+ " + option.shown, "data-option": option.name,
        onclick: (event) => {
          event.currentTarget.remove();
          this.addField(option).focus();
        },
      }));
    }
    const first = this.inputs.querySelector("input, select");
    // Without anything that must be filled in, Enter sends at once.
    (first || this.form.querySelector(".send")).focus();
  }

  addField(option) {
    const id = "option-" + option.name;
    const label = el("label", { htmlFor: id, title: option.note }, option.shown, option.required ? el("span", { className: "must", textContent: " *" }) : null);
    const input = this.inputFor(option, id);
    this.fields.set(option.name, { option, input });
    this.inputs.append(el("div", { className: "field" }, label, input, el("small", { textContent: option.note })));
    return input;
  }

  inputFor(option, id) {
    const fixed = this.fixedChoices(option);
    const props = { id, "data-option": option.name, required: option.required };
    if (fixed) {
      const choices = fixed.map((choice, index) => el("option", { value: String(index), textContent: choice.name }));
      if (!option.required || fixed.length !== 1) choices.unshift(el("option", { value: "", textContent: "—" }));
      const select = el("select", props, ...choices);
      select.read = () => (select.value === "" ? undefined : fixed[Number(select.value)].value);
      select.addEventListener("keydown", (event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          this.run();
        }
      });
      return select;
    }
    const input = el("input", {
      ...props, type: option.autocomplete ? "text" : TYPES[option.type] || "text", min: option.min_value, max: option.max_value,
      step: option.type === 4 ? 1 : "any", maxLength: option.max_length || 6000,
    });
    input.read = () => {
      const text = input.value.trim();
      if (input.picked && input.picked.name === input.value) return input.picked.value;
      if (text === "") return undefined;
      return option.type === 4 || option.type === 10 ? Number(text) : text;
    };
    input.addEventListener("keydown", (event) => {
      if (this.picks.key(event)) return;
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        this.run();
      }
    });
    if (option.autocomplete) this.complete(option, input);
    return input;
  }

  /** The choices of an option that can only be one of a few things. */
  fixedChoices(option) {
    if (option.choices.length) return option.choices;
    if (option.type === 5) return [{ name: "True", value: true }, { name: "False", value: false }];
    if (option.type === 6 || option.type === 9) return this.page.people.map((person) => ({ name: "@" + person.name, value: person.id }));
    const fits = (channel) => channel.name && (!option.channel_types?.length || option.channel_types.includes(channel.kind));
    if (option.type === 7) return this.page.channels.filter(fits).map((channel) => ({ name: "#" + channel.name, value: channel.id }));
    return null;
  }

  complete(option, input) {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", "picks");
    let asked = 0;
    const ask = async () => {
      const turn = ++asked;
      const others = this.values().filter(([name]) => name !== option.name);
      const answer = await this.page.invoke(this.leaf.path, [...others, [option.name, input.value]], option.name);
      // An answer to what was typed before is of no use any more.
      if (turn !== asked || document.activeElement !== input) return;
      if (answer.result !== "choices") return this.say("The application did not respond in time.");
      const name = (choice) => choice.name_localizations?.[this.page.person.locale] || choice.name;
      this.say(answer.choices.length ? "" : "Nothing fits.");
      this.picks.show(input, answer.choices.map((choice) => ({ key: String(choice.value), label: name(choice), choice })), (item) => {
        input.value = item.label;
        input.picked = { name: item.label, value: item.choice.value };
        const fields = [...this.fields.values()];
        const next = fields.find((field) => field.input !== input && field.option.required && field.input.read() === undefined);
        (next ? next.input : input).focus();
        this.say(next ? "" : "Enter sends the command.");
      }, option.shown);
    };
    input.addEventListener("input", ask);
    input.addEventListener("focus", () => { if (!input.picked) ask(); });
    input.addEventListener("blur", () => this.picks.hide());
  }

  values() {
    const found = [];
    for (const [name, { input }] of this.fields) {
      const value = input.read();
      if (value !== undefined) found.push([name, value]);
    }
    return found;
  }

  async run() {
    const missing = [...this.fields.values()].find(({ option, input }) => option.required && input.read() === undefined);
    if (missing) {
      missing.input.focus();
      return this.say(`${missing.option.shown} is needed.`);
    }
    const { path, shown } = this.leaf;
    const values = this.values();
    this.form.classList.add("sending");
    try {
      const answer = await this.page.invoke(path, values, null);
      if (answer.message) return this.say(answer.message);
      this.cancel();
      if (answer.result === "failed") this.say(`/${shown}: the application did not respond.`);
    } finally {
      this.form.classList.remove("sending");
    }
  }

  cancel() {
    this.picks.hide();
    this.form.classList.remove("commanding");
    const hadFocus = this.leaf && this.form.contains(document.activeElement);
    this.leaf = null;
    this.fields = new Map();
    this.box.hidden = true;
    this.box.replaceChildren();
    this.say("");
    if (hadFocus) this.entry.focus();
  }

  // Messages.

  replyTo(message) {
    this.cancel();
    this.replying = message;
    this.replyBar.hidden = false;
    const ping = el("input", { type: "checkbox", checked: true, id: "ping" });
    this.ping = ping;
    this.replyBar.replaceChildren("Replying to ", el("strong", { textContent: this.page.nameOf(message.author) }),
      el("label", {}, ping, " mention"),
      el("button", { type: "button", className: "icon", textContent: "✕", "aria-label": "Do not reply", onclick: () => this.noReply() }));
    this.entry.focus();
  }

  noReply() {
    this.replying = null;
    this.replyBar.hidden = true;
  }

  async send() {
    if (this.leaf) return this.run();
    const content = this.entry.value.trim();
    if (!content) return;
    const reply = this.replying ? { reply: this.replying.id, ping: this.ping.checked } : {};
    const answer = await this.page.say(content, reply);
    if (answer.message) return this.say(answer.message);
    this.entry.value = "";
    this.noReply();
    this.grow();
  }
}
