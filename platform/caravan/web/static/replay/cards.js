// The cards of the game's deck: the server drew each of them once, into the page's template; here they are copied.

import { el } from "./dom.js";

const HIDDEN = "?";
let lying = null;
let faces = new Map();

/** The faces by the code of the card, of the deck that lies on the page now. */
function deck() {
  const found = document.getElementById("deck");
  if (found !== lying) {
    lying = found;
    faces = new Map([...found.content.querySelectorAll("[data-card]")].map((card) => [card.dataset.card, card]));
  }
  return faces;
}

/** A face, or the back of a card that is not known. */
const faceOf = (name) => deck().get(name) ?? deck().get(HIDDEN);

export const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** Whether a text is the code of a card, known or not. */
export function isCard(text) {
  return deck().has(text);
}

/** "Queen of hearts"; a card that is not known is "a hidden card". */
export function cardName(name) {
  return faceOf(name).getAttribute("aria-label");
}

/** A card face up, or its back when it is not known; `classes` are sizes and states ("md hi"). */
export function card(name, classes = "md") {
  const copy = faceOf(name).cloneNode(true);
  copy.classList.add(...classes.split(" "));
  return copy;
}

/** The back of a card, or of a pile that `label` describes. */
export function back(label, classes = "md") {
  const copy = card(HIDDEN, classes);
  copy.setAttribute("aria-label", label);
  return copy;
}

/** Cards one over the other, closer where there is no room; side by side where `null` is an empty place. Those stand
 * out for which `isNew(name, at)` says so. */
export function fan(cards, size = fitting(cards), isNew = () => false) {
  const face = (name, at) => card(name, isNew(name, at) ? `${size} hi fresh` : size);
  const drawing = (name, at) => (name === null ? el("span", { class: `slot ${size}` }) : face(name, at));
  const places = cards.includes(null) ? " places" : "";
  return el("div", { class: `fan ${size}${places}` }, cards.map((name, at) => el("span", { class: "slip" }, drawing(name, at))));
}

/** The more cards the smaller. */
function fitting(cards) {
  return cards.length > 14 ? "xs" : cards.length > 7 ? "sm" : "md";
}
