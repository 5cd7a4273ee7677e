// Donkey: the trick as a line from its leader to the last, below it the hands of three to twelve.

import { card } from "./cards.js";
import { el, svg, use } from "./dom.js";
import { counted, fact, seatFrame, seatGrid } from "./seat.js";

const DONKEY = "D";
const NARROW = 9;
const ORDINALS = ["", "st", "nd", "rd"];

const isPause = ({ phase }) => phase === "aside" || phase === "deal" || phase === "over";
const wasDealt = ({ hands }) => hands.some((hand) => hand.length > 0);
const ordinal = (place) => `${place}${ORDINALS[place] ?? "th"}`;
const pill = (words, classes = "") => el("span", { class: `pill ${classes}` }, words);

/** Cards one over the other, equal ones closest. */
function lying(cards, classes) {
  const slips = cards.map((name, at) => {
    const twin = name === cards[at + 1] ? " twin" : "";
    return el("span", { class: `slip${twin}` }, card(name, classes));
  });
  return el("div", { class: "fan" }, slips);
}

/** A hand; of one that is hidden what everybody knows of it comes last. */
function seen(hand, known) {
  return hand.includes("?") ? [...hand.slice(known.length), ...known] : hand;
}

/** The trick that is played; before its first card the one that has just ended. */
function trickOf({ leaders, moves, leader, best }, seats) {
  const begun = moves.slice(leaders.length * seats);
  const over = begun.length === 0 && leaders.length > 0;
  return { acts: over ? moves.slice(-seats) : begun, leads: over ? leaders.at(-1) : leader, best, over };
}

function act(scene, { acts, leads, best, over }, k) {
  const { players, move } = scene;
  const seat = (leads + k) % players.length;
  const [verb, ...cards] = acts[k]?.split(" ") ?? [];
  const isNow = !over && k === acts.length;
  const isBest = verb === "play" && seat === best;
  const isFresh = k === acts.length - 1 && move === acts[k];
  return el(
    "li",
    { class: `act${isBest ? " best" : ""}${isNow ? " now" : ""}` },
    el("span", { class: "who" }, players[seat].avatar(), el("span", {}, players[seat].name)),
    cards.length > 0
      ? lying(cards, isFresh ? "sm fresh" : "sm")
      : el("span", { class: "pass" }, verb ?? (isNow ? "to act" : el("span", { class: "sr" }, "waits"))),
  );
}

const TAKES = " takes the trick with the donkey, and leads";

/** How the hand stands in a sentence, between two tricks. */
function pause({ position, players, figures }, { acts, best, over }) {
  const names = (is) => el("b", {}, players.filter((_, seat) => is(seat)).map(({ name }) => name).join(", "));
  if (position.phase === "over") return ["The match is over, ahead: ", names((seat) => figures.places[seat] === 1)];
  if (!wasDealt(position)) return ["The dealer is at work"];
  if (isPause(position)) return ["The hand is over, out: ", names((seat) => position.hands[seat].length === 0)];
  if (!over) return [names((seat) => seat === best), " has the donkey and leads"];
  return [names((seat) => seat === best), acts[0] === `play ${DONKEY}` ? TAKES : " wins the trick and leads"];
}

/** How the trick stands in a sentence. */
function state(scene, trick) {
  const { position, players, figures } = scene;
  if (figures.highest === null) return pause(scene, trick);
  const by = [" by ", el("b", {}, players[trick.best].name)];
  if (position.phase === "follow") return ["To beat: ", el("b", {}, `${position.laid[trick.best].length} × ${figures.highest}`), ...by];
  return ["The highest takes the donkey, so far ", el("b", {}, String(figures.highest)), ...by];
}

function line(scene) {
  const trick = trickOf(scene.position, scene.players.length);
  const acts = scene.players.map((_, k) => act(scene, trick, k));
  const isShown = wasDealt(scene.position);
  return el(
    "section",
    { class: `trick n${acts.length}`, "aria-label": trick.over ? "The last trick" : "This trick" },
    el("p", { class: "state" }, state(scene, trick)),
    el("ol", {}, isShown && acts),
  );
}

function bar({ position, players, rules }) {
  const { hand_no, leaders, discard, known, laid, locked, phase } = position;
  const isNext = phase !== "over" && isPause(position) && wasDealt(position);
  const holder = known.findIndex((cards) => cards.includes(DONKEY));
  const inTrick = laid.some((cards) => cards.includes(DONKEY));
  const sign = svg("svg", { class: "donkey", viewBox: "0 0 32 32", "aria-hidden": "true" }, use("donkey"));
  return el(
    "div",
    { class: "feltbar" },
    el("span", { class: "fact" }, sign, "Donkey ", el("b", {}, inTrick ? "in the trick" : (players[holder]?.name ?? "in the pack"))),
    locked && !isPause(position) && pill("cannot be led now", "lock"),
    fact("Hand", `${isNext ? hand_no : hand_no + 1} of ${rules.deals}`),
    fact("Trick", isPause(position) ? leaders.length : leaders.length + 1),
    fact("Thrown away", discard.length),
    el("span", { class: "push" }, "The fewest points win"),
  );
}

/** That a seat is out, or has the donkey. */
function tags({ position }, seat) {
  const isOut = wasDealt(position) && position.hands[seat].length === 0 && position.phase !== "donkey";
  return [isOut && pill("out", "out"), position.known[seat].includes(DONKEY) && pill("donkey")];
}

/** A seat's points, those of a hand that is over apart, and its place as soon as there are any. */
function count({ position, figures }, seat) {
  const isRanked = position.totals.some((total) => total > 0);
  return el("p", { class: "count" }, [
    el("b", {}, String(position.totals[seat])),
    " pts",
    wasDealt(position) && isPause(position) && el("b", { class: "more" }, ` +${position.scores[seat]}`),
    isRanked && ` · ${ordinal(figures.places[seat])}`,
  ]);
}

/** What is marked on the scrub bar. */
export const event = (move) => (move === `play ${DONKEY}` ? "the donkey is led" : null);

/** Everything on the table, as nodes. */
export function draw(scene) {
  const { hands, known } = scene.position;
  const shown = hands.map((hand, seat) => seen(hand, known[seat]));
  const size = shown.some((hand) => new Set(hand).size > NARROW) ? "sm" : "md";
  const inside = (seat) => [
    el("div", { class: "hand", role: "group", "aria-label": counted(shown[seat]) }, lying(shown[seat], size)),
    count(scene, seat),
  ];
  const grid = seatGrid(scene, (seat) => seatFrame(scene, seat, tags(scene, seat), inside(seat)));
  grid.classList.add("hands", `rest${scene.players.length % 3}`);
  return [bar(scene), line(scene), grid];
}
