// A line of the move list, as the server writes it for a replay.

import { el } from "../replay/dom.js";

const SUITS = { "♣": "club", "♦": "diamond", "♥": "heart", "♠": "spade" };

/** Words with their suit signs in colour. */
function coloured(words) {
  const parts = words.split(/([♣♦♥♠])/);
  return parts.map((part) => (SUITS[part] ? el("span", { class: `on-page ${SUITS[part]}` }, part) : part));
}

/** Move `t` by a player, or by the dealer. */
export function line(t, { words }, player) {
  if (!player) return el("li", { class: "mark-round", "data-t": t }, el("a", { class: "w", href: "#" }, words));
  return el(
    "li",
    { "data-t": t },
    el("span", { class: "n" }, String(t)),
    el("span", { class: `dotc k${player.colour}` }),
    el("a", { href: "#" }, el("span", { class: "muted" }, player.name), " ", el("span", { class: "w" }, coloured(words))),
  );
}
