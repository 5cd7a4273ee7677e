// Any game without a drawn table: private fields at the seats, lists as cards or chips, the rest as facts.

import { back, fan } from "./cards.js";
import { el } from "./dom.js";
import { counted, fact, seatFrame, seatGrid } from "./seat.js";

const COMMON = /^((10|[2-9AJQK])[CDHS]|\?)$/;
const HEAD = new Set(["game", "rules", "seat", "seats", "turn"]);

const words = (name) => name.replaceAll("_", " ");
const isList = Array.isArray;
const isPlain = (value) => value === null || typeof value !== "object";

function chips(values) {
  const text = (value) => (isPlain(value) ? String(value) : JSON.stringify(value));
  return el("div", { class: "chips" }, values.map((value) => el("span", { class: "token" }, text(value))));
}

function cards(values) {
  const common = values.length > 0 && values.every((value) => COMMON.test(value));
  return common ? fan(values) : chips(values);
}

function pile(name, values) {
  const unknown = values.length > 0 && values.every((value) => value === "?");
  const shown = unknown ? back(`${words(name)}, ${counted(values)}`, "sm") : cards(values);
  return el("div", { class: "pile" }, el("span", { class: "muted" }, `${words(name)} · ${values.length}`), shown);
}

/** Sort the fields by where they are drawn: at the seats, in the middle, or in the bar above. */
function sorted({ position, visibility, players }) {
  const places = { seats: [], middle: [], bar: [] };
  for (const [name, value] of Object.entries(position)) {
    if (HEAD.has(name)) continue;
    const fits = isList(value) && value.length === players.length;
    const open = !visibility[name] || (visibility[name] === "known" && fits && value.every(isList));
    const bySeat = visibility[name] === "private" || (fits && open);
    places[bySeat ? "seats" : isPlain(value) ? "bar" : "middle"].push([name, value]);
  }
  return places;
}

function own(name, value) {
  if (isList(value)) return el("div", { class: "pile" }, el("span", { class: "muted" }, words(name)), cards(value));
  return el("p", { class: "say" }, `${words(name)} ${isPlain(value) ? value : JSON.stringify(value)}`);
}

/** Everything on the table, as nodes. */
export function draw(scene) {
  const { seats, middle, bar } = sorted(scene);
  const piles = middle.map(([name, value]) => pile(name, isList(value) ? value : Object.entries(value)));
  return [
    el("div", { class: "feltbar" }, bar.map(([name, value]) => fact(words(name), value ?? "–"))),
    el("div", { class: "middle" }, piles),
    seatGrid(scene, (seat) => seatFrame(scene, seat, null, seats.map(([name, value]) => own(name, value[seat])))),
  ];
}
