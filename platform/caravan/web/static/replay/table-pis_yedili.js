// Pis Yedili: discard and stock in the middle, what is in force beside them, hands as fans.

import { back, card, fan, SUIT_NAMES } from "./cards.js";
import { el } from "./dom.js";
import { counted, fact, seatFrame, seatGrid } from "./seat.js";

const TRAIL = 4;

const isShown = ({ phase }) => phase === "deal" || phase === "over";

function bar({ position, players, rules }) {
  const standing = position.totals.map((total, seat) => `${players[seat].name} ${total}`).join(" · ");
  return el(
    "div",
    { class: "feltbar" },
    fact("Hand", `${position.hand_no + 1} of ${rules.deals}`),
    fact("Dealer", players[position.dealer]?.name ?? "–"),
    el("span", { class: "push fact" }, "Penalty points ", el("b", {}, standing)),
  );
}

function trail(discard) {
  const earlier = discard.slice(-TRAIL - 1, -1);
  const label = earlier.length > 0 ? "Discards, oldest first" : "No earlier discards";
  return el("div", { class: "trail", role: "group", "aria-label": label }, earlier.map((name) => card(name, "sm dim")));
}

function piles({ position: { discard, stock }, move }) {
  const top = discard.at(-1);
  const left = stock.length;
  return el(
    "div",
    { class: "piles" },
    top ? card(top, move.startsWith("play ") ? "lg hi fresh" : "lg hi") : el("span", { class: "slot lg" }),
    el(
      "div",
      { class: "pilebox" },
      left > 0 ? back(`stock, ${counted(stock)}`, "md") : el("span", { class: "slot md" }),
      el("span", {}, el("b", {}, String(left)), "in stock"),
    ),
  );
}

/** What the seat to act must reckon with, in words; the first of them stands out. */
function demand({ phase, sevens, suit, discard }, rules) {
  if (phase === "over") return ["Match over", ""];
  if (phase === "deal") return ["The dealer", " deals next"];
  if (phase === "opening") return ["Open", " with a club"];
  if (phase === "penalty") return [`Draw ${rules.penalty * sevens}`, " or answer with a seven"];
  if (phase === "ace") return ["Ace", ": one more matching card, or end"];
  const named = discard.at(-1).startsWith("J");
  return ["Play", ` ${SUIT_NAMES[suit]}${named ? ", but no jack" : ", the same rank or a jack"}`];
}

function force({ position, rules }) {
  const [strong, rest] = demand(position, rules);
  const way = position.direction > 0 ? "left to right" : "right to left";
  return el(
    "div",
    { class: "force" },
    el("span", {}, el("b", {}, strong), rest),
    position.sevens > 0 && el("span", { class: "muted" }, `Sevens in force: ${position.sevens}`),
    el("span", { class: "muted" }, `Play goes ${way}`),
  );
}

/** Everything on the table, as nodes. */
export function draw(scene) {
  const { discard, shown } = scene.position;
  const hands = isShown(scene.position) ? shown : scene.position.hands;
  return [
    bar(scene),
    el("div", { class: "centre" }, trail(discard), piles(scene), force(scene)),
    seatGrid(scene, (seat) => seatFrame(scene, seat, counted(hands[seat]), fan(hands[seat]))),
  ];
}
