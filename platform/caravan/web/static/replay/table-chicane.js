// Chicane: a player above and one below, between them the foundations and on both sides the piles they share.

import { back, card, cardName, fan, SUIT_NAMES } from "./cards.js";
import { el, svg, use } from "./dom.js";
import { counted, fact, group, seatFrame } from "./seat.js";

const SUITS = Object.values(SUIT_NAMES);

/** The pile that a move calls by its place, seen from the mover. */
function pileOf(place, mover, raised) {
  const own = { R: `reserve ${mover}`, OR: `reserve ${1 - mover}`, OW: `waste ${1 - mover}`, S: `stock ${mover}` };
  return place === "F" ? `F${raised}` : (own[place] ?? place);
}

/** From which pile to which a move of the mover takes a card; nothing where it takes none. */
function way(move, mover, raised) {
  const own = (name) => `${name} ${mover}`;
  const others = {
    "turn reserve": [own("reserve"), own("reserve")],
    "ask turn": [null, `reserve ${1 - mover}`],
    "turn stock": [own("stock"), own("turned")],
    discard: [own("stock"), own("waste")],
  };
  const [verb, ...places] = move.split(" ");
  return verb === "move" ? places.map((place) => pileOf(place, mover, raised)) : (others[move] ?? []);
}

const isRight = ({ before, position }) => String(before.false_calls) === String(position.false_calls);

/** The pile that the last move has changed, and the classes of its top card. */
function touched(scene) {
  const { before, position, move } = scene;
  if (move === "taccs" && isRight(scene)) return [way(before.action, before.mover)[0], "fresh taken"];
  return [way(move, before.turn, position.raised)[1], position.action === null ? "fresh" : "fresh hi"];
}

/** The top card of a pile: open, face down though known, hidden; or the place for one. */
function top(open, shut, classes) {
  if (open.length > 0) return card(open.at(-1), classes);
  if (shut.length === 0) return el("span", { class: `slot ${classes}` });
  if (shut.at(-1) === "?") return back("face down", classes);
  const known = card(shut.at(-1), `${classes} shut`);
  known.setAttribute("aria-label", `${cardName(shut.at(-1))}, face down`);
  return known;
}

function pile(name, seat, open, shut, [place, classes]) {
  const lying = [...shut, ...open];
  const mark = place === `${name} ${seat}` ? ` ${classes}` : "";
  return group(
    `${name}, ${counted(lying)}`,
    `pilebox ${name}`,
    top(open, shut, `md${mark}`),
    el("span", {}, el("b", {}, String(lying.length)), name),
  );
}

function piles({ position, move }, seat, mark) {
  const { reserve, reserve_seen, reserve_open, stock, stock_seen, waste, lots, turned, mover } = position;
  return [
    pile("reserve", seat, reserve_open[seat], [...reserve[seat], ...reserve_seen[seat]], mark),
    pile("stock", seat, [], [...stock[seat], ...stock_seen[seat]], mark),
    pile("waste", seat, waste[seat], [], mark),
    move.startsWith("draw ")
      ? pile("drawn", seat, [lots.at(seat - 2)], [], mark)
      : pile("turned", seat, mover === seat ? turned : [], [], mark),
  ];
}

/** What a player has called wrongly, and what that forbids. */
function calls({ position, rules }, seat) {
  const wrong = position.false_calls[seat];
  if (wrong === 0) return null;
  if (wrong >= rules.false_limit) return el("span", { class: "pill bad" }, "may call no more");
  const now = position.locked && position.mover !== seat ? ", no call this turn" : "";
  return el("span", { class: "pill" }, `${wrong} of ${rules.false_limit} wrong calls${now}`);
}

function player(scene, seat, mark) {
  const { to_go: left, prizes } = scene.figures;
  return seatFrame(scene, seat, calls(scene, seat), [
    el("p", { class: "facts" }, fact("Cards to go", left[seat]), fact("A win scores", prizes[seat])),
    el("div", { class: "chi-piles" }, piles(scene, seat, mark)),
  ]);
}

/** Some piles of the layout, the available card of each last. */
function wing({ position: { layout } }, from, to, [place, classes]) {
  const drawn = layout.slice(from, to).map((cards, at) => {
    const lying = cards.length > 0 ? fan(cards, "sm") : el("span", { class: "slot sm" });
    const last = lying.querySelector(".slip:last-child .card") ?? lying;
    if (place === `T${from + at}`) last.classList.add(...classes.split(" "));
    const number = String(from + at + 1);
    const name = el("span", { class: "tn", "aria-hidden": "true" }, number);
    return group(`Pile ${number}, ${counted(cards)}`, "tpile", name, lying);
  });
  return el("div", { class: "wing" }, drawn);
}

function foundations({ position: { centre } }, [place, classes]) {
  const tops = centre.map((name, at) => {
    if (name) return card(name, place === `F${at}` ? `sm ${classes}` : "sm");
    const suit = SUITS[Math.floor(at / 2)];
    const sign = svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, use(suit.slice(0, -1)));
    return el("span", { class: "slot sm", role: "img", "aria-label": `${suit}, not begun` }, sign);
  });
  return group("Centre, eight foundations", "found", tops);
}

const BROKEN_OFF = { stagnation: "nothing was placed for too long", cap: "the last turn is over" };

/** How it stands in a sentence: the end, a call, who is asked, whose turn it is. */
function state({ position: { turn, mover, action, ending, scores }, players, before, move, said }) {
  const named = (seat) => el("b", {}, players[seat].name);
  const best = scores.indexOf(Math.max(...scores));
  const result = scores[best] > 0 ? [named(best), ` scores ${scores[best]}`] : ["Nobody scores"];
  if (ending) return ending === "win" ? result : [...result, `: ${BROKEN_OFF[ending]}`];
  if (turn < 0) return ["The dealer is at work"];
  if (move === "taccs") return [named(before.turn), ` ${said[before.turn]}`];
  return action ? [named(turn), " is asked: let it stand, or Taccs?"] : ["It is the turn of ", named(mover)];
}

function bar({ position, rules, figures }) {
  const idle = fact("Turns without progress", `${position.idle} of ${figures.idle_limit}`);
  return el("div", { class: "feltbar" }, [
    fact("Turn", `${position.turn_no} of ${rules.max_turns}`),
    fact("From pile to pile", `${position.shuffles} of ${rules.shuffle_cap}`),
    el("span", { class: "push" }, idle),
  ]);
}

/** What is marked on the scrub bar. */
export const event = (move) => (move === "taccs" ? "Taccs is called" : null);

/** Everything on the table, as nodes. */
export function draw(scene) {
  const mark = touched(scene);
  const { length } = scene.position.layout;
  const call = scene.move === "taccs" ? (isRight(scene) ? " right" : " wrong") : "";
  const wings = el("div", { class: "wings" }, [
    el("p", { class: `state${call}` }, state(scene)),
    wing(scene, 0, length / 2, mark),
    foundations(scene, mark),
    wing(scene, length / 2, length, mark),
  ]);
  return [bar(scene), el("div", { class: "chi" }, player(scene, 0, mark), wings, player(scene, 1, mark))];
}
