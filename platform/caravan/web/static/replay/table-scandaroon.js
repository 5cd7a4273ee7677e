// Scandaroon: a band for each seat, its row in the order of play, below each card what it counts.

import { card, cardName, fan } from "./cards.js";
import { drawing, el, icon } from "./dom.js";
import { counted, fact, group, scored, seatFrame } from "./seat.js";

const TRAIL = 6;
const SANZADU = "N";
const DEALER = {
  first: "The dealer picks who begins",
  shuffle: "The dealer shuffles",
  reshuffle: "The discards are shuffled",
  trump: "A trump is turned up",
  over: "Match over",
};

/** Whether the last move, if a seat made it, brought a card to a place or names it there. */
function touched({ mover, move }, before) {
  const words = move.split(" ");
  return (name) => mover >= 0 && name !== "?" && (words.includes(name) || !before.includes(name));
}

/** The trump, marked when it has just changed. */
function trumpFact({ trump }, before) {
  if (trump === null) return el("span", { class: "fact" }, "No trump yet");
  const [name, means] = trump === SANZADU ? ["No trump", "nothing counts double"] : [cardName(trump), "counts double"];
  const suit = trump === SANZADU ? "sanzadu" : name.toLowerCase();
  const chip = el("span", { class: `chip ${suit}${trump === before.trump ? "" : " hi fresh"}` }, drawing(suit));
  return el("span", { class: "fact" }, chip, trump !== SANZADU && "Trump ", el("b", {}, name), `, ${means}`);
}

/** The last discards, the last one at the right. */
function discards(scene) {
  const { discard } = scene.position;
  const isNew = touched(scene, scene.before.discard);
  const last = discard.slice(-TRAIL);
  return last.length > 0 && group("Last discards", "sc-trail", fan(last, "xs", isNew));
}

function bar(scene) {
  const { position, players, rules } = scene;
  const { phase, record, holders } = position;
  const best = holders.map((seat) => players[seat].name).join(", ");
  return el(
    "div",
    { class: "feltbar sc-bar" },
    trumpFact(position, scene.before),
    fact("Round", `${position.round_no + 1} of ${rules.rounds}`),
    phase in DEALER && el("span", { class: "fact" }, el("b", {}, DEALER[phase])),
    fact("Draw pile", position.stock.length),
    fact("Discards", position.discard.length),
    discards(scene),
    record > 0 && el("span", { class: "push fact" }, "Record row ", el("b", {}, String(record)), ` ${best}`),
  );
}

/** What a card counts now, and from what that comes. */
function plate(printed, current, counts) {
  const isDouble = counts !== current;
  const from = isDouble ? `${current}×${counts / current}` : current !== printed ? `${printed}→` : "";
  const said = isDouble ? `worth ${current}, counts ` : current !== printed ? `printed ${printed}, counts ` : "counts ";
  return el(
    "span",
    { class: isDouble ? "plate x2" : "plate" },
    from && el("span", { "aria-hidden": "true" }, from),
    el("span", { class: "sr" }, said),
    el("b", {}, String(counts)),
  );
}

/** What lies on a card: points of an ability, protection. */
function badges({ markers, protected: safe }, name) {
  return [
    name in markers && el("span", { class: "badge" }, `+${markers[name]}`),
    safe.includes(name) && el("span", { class: "badge safe" }, icon("shield"), el("span", { class: "sr" }, "protected")),
  ];
}

function row(scene, seat) {
  const { position, before, figures, players } = scene;
  const cards = position.rows[seat];
  const isNew = touched(scene, before.rows[seat]);
  const cells = cards.map((name, at) =>
    el(
      "div",
      { class: "sc-cell" },
      card(name, isNew(name) ? "md hi fresh" : "md"),
      badges(position, name),
      plate(figures.printed[seat][at], figures.current[seat][at], figures.counted[seat][at]),
    ),
  );
  const size = cells.length > 0 ? counted(cards) : "empty";
  return group(`Row of ${players[seat].name}, ${size}`, "sc-row", cells.length > 0 ? cells : el("span", { class: "slot md" }));
}

function pills({ position, figures, points }, seat) {
  const words = [
    scored(points[seat]),
    figures.closed[seat] && "row closed",
    position.sanzadu[seat] && "Sanzadu",
  ];
  return el(
    "p",
    { class: "row" },
    words.filter(Boolean).map((text) => el("span", { class: "pill" }, text)),
    position.tokens[seat] && el("span", { class: "pill gold" }, "token"),
    position.passed[seat] && el("span", { class: "pill passed" }, "passed"),
  );
}

function hand(scene, seat) {
  const cards = scene.position.hands[seat];
  const label = `Hand of ${scene.players[seat].name}, ${counted(cards)}`;
  return group(label, "sc-hand", fan(cards, "xs", touched(scene, scene.before.hands[seat])));
}

/** The total of the row; between the rounds that of the last one. */
function sum({ position, figures }, seat) {
  const isPlayed = position.phase === "play" || position.rows.some((cards) => cards.length > 0);
  const isPast = !isPlayed && position.starts.length > 0;
  const totals = isPast ? position.totals : figures.standing;
  const leads = totals[seat] > 0 && totals[seat] === Math.max(...totals);
  const label = isPast ? "last round" : "row total";
  return el("p", { class: leads ? "sum lead" : "sum" }, el("b", {}, String(totals[seat])), el("span", {}, label));
}

function scorePile(scene, seat) {
  const { position, before, figures, players } = scene;
  const cards = position.piles[seat];
  const bonus = position.bonus[seat];
  return group(
    `Score pile of ${players[seat].name}`,
    "sc-pile",
    cards.length > 0 && fan(cards, "xs", touched(scene, before.piles[seat])),
    el("span", {}, "score pile ", el("b", {}, String(figures.piled[seat]))),
    bonus > 0 && el("span", {}, `token +${bonus}`),
  );
}

/** Everything on the table, as nodes. */
export function draw(scene) {
  const band = (seat) => [
    el("div", { class: "sc-side" }, pills(scene, seat), hand(scene, seat)),
    row(scene, seat),
    el("div", { class: "sc-worth" }, sum(scene, seat), scorePile(scene, seat)),
  ];
  const bands = scene.players.map((_, seat) => seatFrame(scene, seat, null, band(seat)));
  return [bar(scene), el("div", { class: "bands" }, bands)];
}
