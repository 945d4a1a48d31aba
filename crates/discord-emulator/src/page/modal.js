// A form that the bot opened.

import { el } from "./text.js";

/** Shows a form; `submit(values)` sends it and returns a sentence when it was refused. */
export function openModal(modal, submit) {
  const dialog = document.getElementById("modal");
  const fault = el("p", { className: "failed", role: "alert" });
  const fields = modal.components.flatMap((row) => row.components).map((input) => {
    const required = input.required !== false;
    const props = {
      id: "input-" + input.custom_id, name: input.custom_id, required, placeholder: input.placeholder || "",
      maxLength: input.max_length || 4000, minLength: input.min_length || 0, value: input.value || "", "data-custom-id": input.custom_id,
    };
    const field = input.style === 2 ? el("textarea", { ...props, rows: 5 }) : el("input", { ...props, type: "text", autocomplete: "off" });
    return { field, node: el("div", { className: "field" }, el("label", { htmlFor: props.id }, input.label, required ? el("span", { className: "must", textContent: " *" }) : null), field) };
  });
  const form = el("form", { method: "dialog" },
    el("h2", { id: "modal-title", textContent: modal.title }),
    ...fields.map((one) => one.node), fault,
    el("div", { className: "row end" },
      el("button", { type: "button", className: "button secondary", textContent: "Cancel", onclick: () => dialog.close() }),
      el("button", { type: "submit", className: "button primary", textContent: "Submit" })));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const refused = await submit(fields.map(({ field }) => [field.name, field.value]));
    if (refused) fault.textContent = refused;
    else dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  fields[0]?.field.focus();
}
