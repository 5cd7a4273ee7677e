// Tuareg: market, offer and majorities above, a camp for each seat: loads on animals, specials, hand.

import { card, cardName, fan } from "./cards.js";
import { drawing, el } from "./dom.js";
import { fact, group, scored, seatFrame, seatGrid } from "./seat.js";

const HIDDEN = "?";

/** What comes next, where it is not simply somebody's turn. */
function phase({ phase, round, extra, maps }) {
  if (phase === "over") return "Match over";
  if (phase === "first") return "The dealer picks who begins";
  if (phase === "deal") return `Round ${round}: the goods are shuffled`;
  if (phase === "maps") return `Maps to decide on: ${maps.length}`;
  return extra === null ? "" : `The pile is empty, turns left: ${extra}`;
}

function bar({ position }) {
  const words = phase(position);
  return el(
    "div",
    { class: "feltbar" },
    fact("Round", `${position.round} of 2`),
    fact("Pile", position.pile.length),
    fact("Paid", position.discard.length),
    words && el("span", { class: "push fact" }, el("b", {}, words)),
  );
}

/** A kind of card and how many of it there are; it stands out when there are more than before. */
function lot(name, count, earlier) {
  const state = count === 0 ? "dim" : count > earlier ? "hi fresh" : "";
  const words = el("span", {}, el("b", {}, String(count)), cardName(name));
  return el("span", { class: "lot" }, card(name, `sm ${state}`.trim()), words);
}

const countOf = (goods, name) => goods.filter((good) => good === name).length;

function market({ position, before, figures }) {
  const goods = Object.keys(figures.points);
  const lying = goods.map((name) => lot(name, countOf(position.market, name), countOf(before.market, name)));
  const offer = Object.entries(position.offer).map(([name, count]) => lot(name, count, before.offer[name]));
  return el(
    "div",
    { class: "stack-s" },
    group("Market", "", el("p", { class: "lab" }, "Market"), el("div", { class: "goods" }, lying)),
    group("Offer", "", el("p", { class: "lab" }, `For ${figures.price} dinars`), el("div", { class: "goods" }, offer)),
  );
}

function head({ players }) {
  const cells = players.map(({ name, avatar }) =>
    el("th", { scope: "col", title: name }, avatar(), el("span", { class: "name" }, name)),
  );
  const corner = el("th", { scope: "col" }, el("span", { class: "sr" }, "Good"));
  return el("thead", {}, el("tr", {}, corner, cells, el("th", { scope: "col" }, "points")));
}

/** One kind of goods: how many each seat has, gold where that would score, pale where it is shared. */
function line(name, { counts, scores, points }) {
  const state = (score) => (score === 0 ? null : score === points[name] ? "win" : "tie");
  const cells = counts[name].map((count, seat) =>
    el("td", { class: state(scores[name][seat]) }, el("span", {}, String(count))),
  );
  const kind = el("th", { scope: "row" }, drawing(name, `on-felt ${name}`), el("span", { class: "sr" }, cardName(name)));
  return el("tr", {}, kind, cells, el("td", {}, String(points[name])));
}

function majorities(scene) {
  const { figures, position } = scene;
  const isCounted = ["maps", "over"].includes(position.phase) || (position.phase === "deal" && position.round > 1);
  const title = isCounted ? "Counted at the end of the round" : "Most in sight";
  const lines = Object.keys(figures.points).map((name) => line(name, figures));
  return el("table", { class: "maj" }, el("caption", { class: "lab" }, title), head(scene), el("tbody", {}, lines));
}

function bale(name, classes = "") {
  const picture = name === HIDDEN ? null : drawing(name);
  return el("span", { class: `bale ${name === HIDDEN ? "none" : name} ${classes}`, "data-card": name }, picture, cardName(name));
}

/** An animal with its load, the first good at the bottom. */
function animal(name, load, earlier, room) {
  const [kind] = name.split(":");
  const places = Array.from({ length: room }, (_, at) =>
    at < load.length ? bale(load[at], at >= earlier.length ? "new fresh" : "") : el("span", { class: "bale none" }),
  );
  const label = load.length > 0 ? `${kind}, from the bottom up: ${load.map(cardName).join(", ")}` : `${kind}, empty`;
  return el(
    "div",
    { class: "animal", role: "img", "aria-label": label },
    el("div", { class: "load" }, places.reverse()),
    drawing(kind, `beast ${kind}`),
  );
}

/** A special with what lies under it. */
function special({ number, kind, used, goods }, earlier, isAsked) {
  const isNew = !earlier || goods.length > earlier.goods.length;
  const classes = ["token", used && "used", (isNew || isAsked) && "hi", isNew && "fresh"].filter(Boolean).join(" ");
  const state = used || kind === "map" ? kind : `${kind}, unused`;
  return el(
    "span",
    { class: classes, "data-special": number },
    drawing(kind),
    state,
    goods.map((name) => bale(name, "mini")),
  );
}

function kit({ position, before }, seat) {
  const earlier = new Map(before.specials.flat().map((each) => [each.number, each]));
  const tokens = position.specials[seat].map((each) =>
    special(each, earlier.get(each.number), each.number === position.maps[0]),
  );
  return tokens.length > 0 && el("div", { class: "kit" }, tokens);
}

/** Whether a good of a hand, in which equal ones lie together, is one more than there were of its kind. */
function isMore(hand, earlier) {
  return (name, at) => name !== HIDDEN && countOf(hand.slice(0, at + 1), name) > countOf(earlier, name);
}

function camp(scene, seat) {
  const { position, before, figures, players } = scene;
  const { animal: room, hand: most } = figures.limits;
  const hand = position.hands[seat];
  const loaded = Object.entries(position.animals[seat]);
  const animals = loaded.map(([name, load]) => animal(name, load, before.animals[seat][name] ?? [], room));
  return [
    el(
      "div",
      { class: "camp" },
      group(`Animals of ${players[seat].name}`, animals.length > 3 ? "animals many" : "animals", animals),
      group(
        `Hand of ${players[seat].name}`,
        "hand",
        el("span", { class: "lab" }, `hand ${hand.length} of ${most}`),
        fan(hand, "sm", isMore(hand, before.hands[seat])),
      ),
    ),
    kit(scene, seat),
  ];
}

/** Everything on the table, as nodes. */
export function draw(scene) {
  return [
    bar(scene),
    el("div", { class: "market" }, market(scene), majorities(scene)),
    seatGrid(scene, (seat) => seatFrame(scene, seat, scored(scene.points[seat]), camp(scene, seat))),
  ];
}
