// Any game without a drawn table: what is one's own at the seats, piles in the middle, numbers and words in the bar.

import { back, card, cardName, fan, isCard } from "./cards.js";
import { el } from "./dom.js";
import { counted, fact, seatFrame, seatGrid } from "./seat.js";

const HEAD = new Set(["game", "rules", "seat", "seats", "turn"]);
/** What is counted from 0. */
const FROM_ZERO = new Set(["hand_no", "round_no"]);
/** Fields that say who, not how many. */
const WHO = new Set(["best", "dealer", "first", "holders", "leader", "mover", "owed", "starter", "victim"]);
const TALL = 14;

const words = (name) => name.replace(/_no$/, "").replaceAll(/[_:]/g, " ");
const singular = (name) => name.replace(/(?<![us])s$/, "");
const isList = Array.isArray;
const isPlain = (value) => value === null || typeof value !== "object";
const isCards = (value) => isList(value) && value.every((each) => each === null || isCard(each));
const isNothing = (value) => (isList(value) ? value.length === 0 : Object.values(value).every((each) => each === 0));
const isEmpty = (value) => (isPlain(value) ? value === null || value === false : isNothing(value));

/** A number, a word, the name of a card, of a seat, or of what is so. */
function said(name, value, players) {
  if (WHO.has(name) && players[value]) return players[value].name;
  if (FROM_ZERO.has(name)) return String(value + 1);
  if (value === true) return "yes";
  return isCard(value) ? cardName(value) : String(value);
}

function labelled(label, inside) {
  return el("div", { class: "pile" }, el("span", { class: "muted" }, label), inside);
}

/** Cards as they lie: one back for a tall pile that is not seen, a dashed place for none. */
function cards(name, values) {
  if (values.length === 0) return el("span", { class: "slot sm", role: "img", "aria-label": `${words(name)}, empty` });
  const isTall = values.length > TALL;
  if (isTall && values.every((value) => value === "?")) return back(`${words(name)}, ${counted(values)}`, "sm");
  return fan(values, isTall ? "xs" : "sm");
}

/** How many of each card there are, or what has which name. */
function entry([name, value], players) {
  if (!isPlain(value)) return drawn(name, value, players);
  if (!isCard(name)) return fact(words(name), said(name, value, players));
  return el("span", { class: "pilebox" }, card(name, "sm"), el("b", {}, String(value)));
}

/** Whatever has no name of its own: a card, a word, or an object with its card, its words and its piles. */
function item(value, at, players) {
  if (isCard(value)) return card(value, "sm");
  if (isPlain(value)) return el("span", { class: "token" }, said("", value, players));
  if (isList(value)) return drawn(`pile ${at}`, value, players);
  const shown = Object.entries(value).filter(([name, inner]) => !isEmpty(inner) && name !== "number");
  return el("div", { class: "item" }, shown.map(([name, inner]) => part(name, inner, players)));
}

function part(name, value, players) {
  if (value === true) return el("span", { class: "pill" }, words(name));
  if (isPlain(value) && isCard(value)) return card(value, "sm");
  return isPlain(value) ? fact(words(name), said(name, value, players)) : drawn(name, value, players);
}

/** A field that is not plain, under its name: cards, other lists, or named things. */
function drawn(name, value, players) {
  if (isCards(value)) {
    const lying = value.filter((each) => each !== null).length;
    return labelled(lying > 1 ? `${words(name)} · ${lying}` : words(name), cards(name, value));
  }
  if (WHO.has(name)) return fact(words(name), value.map((seat) => said(name, seat, players)).join(", "));
  const inside = isList(value)
    ? value.map((each, at) => item(each, at, players))
    : Object.entries(value).map((each) => entry(each, players));
  return labelled(words(name), el("div", { class: "row" }, inside));
}

/** The fields by where they are drawn; what has one value a seat before the first move lies at the seats. */
function sorted({ position, start, visibility, players }) {
  const places = { seats: [], middle: [], bar: [] };
  const bySeat = (name) => visibility[name] === "private" || (isList(start[name]) && start[name].length === players.length);
  for (const [name, value] of Object.entries(position)) {
    if (HEAD.has(name)) continue;
    if (bySeat(name)) places.seats.push([name, value]);
    else if (!isEmpty(value)) places[isPlain(value) ? "bar" : "middle"].push([name, value]);
  }
  return places;
}

/** What is a seat's own: its words in one line, then its piles; of those that can be empty only hands always show. */
function own(fields, seat, { visibility, players }) {
  const values = fields.map(([name, value]) => [name, value[seat]]);
  const plain = values.filter(([, value]) => isPlain(value) && !isEmpty(value));
  const piles = values.filter(([name, value]) => !isPlain(value) && (!isEmpty(value) || visibility[name] === "private"));
  return [
    el("div", { class: "row" }, piles.map(([name, value]) => drawn(isCards(value) ? singular(name) : name, value, players))),
    el("p", { class: "facts" }, plain.map(([name, value]) => part(singular(name), value, players))),
  ];
}

/** Everything on the table, as nodes. */
export function draw(scene) {
  const { seats, middle, bar } = sorted(scene);
  const { players } = scene;
  return [
    el("div", { class: "feltbar" }, bar.map(([name, value]) => fact(words(name), said(name, value, players)))),
    middle.length > 0 && el("div", { class: "middle" }, middle.map(([name, value]) => drawn(name, value, players))),
    seatGrid(scene, (seat) => seatFrame(scene, seat, null, own(seats, seat, scene))),
  ].filter(Boolean);
}
