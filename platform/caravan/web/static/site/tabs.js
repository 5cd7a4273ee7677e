// Tabs: each button shows the panel that it controls and hides the others. Without scripts all panels are there.

/** Bring the buttons of `list` to life; `changed()` is called after each change. */
export function tabs(list, changed) {
  const buttons = [...list.querySelectorAll("[role=tab]")];
  const choose = (chosen) => {
    for (const button of buttons) {
      button.ariaSelected = String(button === chosen);
      button.tabIndex = button === chosen ? 0 : -1;
      document.getElementById(button.getAttribute("aria-controls")).hidden = button !== chosen;
    }
    changed();
  };
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[role=tab]");
    if (button) choose(button);
  });
  list.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.stopPropagation();
    const next = buttons.at((buttons.indexOf(document.activeElement) + way) % buttons.length);
    next.focus();
    choose(next);
  });
  list.hidden = false;
  choose(buttons[0]);
}
