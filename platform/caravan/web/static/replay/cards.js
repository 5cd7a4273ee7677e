// Cards of the common pack: "7D", "10C", "QS"; "?" and every other card that is not known is a back.

import { svg, el, use } from "./dom.js";

export const SUITS = { C: "club", D: "diamond", H: "heart", S: "spade" };
export const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANK_NAMES = { A: "Ace", J: "Jack", Q: "Queen", K: "King" };
const WAVES = { J: 1, Q: 2, K: 3 }; // court cards stand on water, the higher the deeper

/** "Queen of hearts"; a card that is not known is "a hidden card". */
export function cardName(card) {
  const rank = card.slice(0, -1);
  const suit = SUIT_NAMES[card.at(-1)];
  return suit && rank ? `${RANK_NAMES[rank] ?? rank} of ${suit}` : "a hidden card";
}

function wave(y) {
  const zigzag = "l4.333 -3.5l4.333 3.5".repeat(6);
  return svg("path", { d: `M4 ${y}${zigzag}`, fill: "none", stroke: "currentColor", "stroke-width": 1.3, opacity: 0.6 });
}

function paper() {
  return svg("rect", { class: "pp", x: 0.5, y: 0.5, width: 59, height: 83, rx: 5.5 });
}

function rankText(rank) {
  const narrow = rank.length > 1 ? { x: 4, textLength: 25, lengthAdjust: "spacingAndGlyphs" } : { x: 6 };
  return svg("text", { y: 25, "font-size": 24, ...narrow }, rank);
}

function face(rank, suit) {
  const court = WAVES[rank] ?? 0;
  return [
    paper(),
    court > 0 && svg("rect", { class: "tint", width: 60, height: 84, rx: 6 }),
    Array.from({ length: court }, (_, k) => wave(80 - 5 * k)),
    rankText(rank),
    use(suit, { x: 6, y: 30, width: 15, height: 15 }),
    use(suit, { x: 24, y: court ? 33 : 42, width: 30, height: 30 }),
  ];
}

function weave() {
  const diamonds = [6, 20, 34, 48, 62].map((y) => svg("path", { class: "pt", d: `M30 ${y}l10 9-10 9-10-9z` }));
  return [paper(), svg("rect", { class: "pt", x: 5.5, y: 5.5, width: 49, height: 73, rx: 3 }), diamonds];
}

function framed(classes, label, children) {
  const drawing = svg("svg", { viewBox: "0 0 60 84", "aria-hidden": "true" }, ...children);
  return el("span", { class: `card ${classes}`, role: "img", "aria-label": label }, drawing);
}

/** A card face up, or its back when it is not known; `classes` are sizes and states ("md hi"). */
export function card(name, classes = "md") {
  const suit = SUITS[name.at(-1)];
  return suit ? framed(`${suit} ${classes}`, cardName(name), face(name.slice(0, -1), suit)) : back("a hidden card", classes);
}

/** The back of a card, or of a pile that `label` describes. */
export function back(label, classes = "md") {
  return framed(`back ${classes}`, label, weave());
}

/** Cards one over the other: the more the smaller, and closer where there is no room. */
export function fan(cards) {
  const size = cards.length > 14 ? "xs" : cards.length > 7 ? "sm" : "md";
  const slips = cards.map((name) => el("span", { class: "slip" }, card(name, size)));
  return el("div", { class: `fan ${size}` }, slips);
}
