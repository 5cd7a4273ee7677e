// The frame of a seat, the same in every game: who sits there, whose turn it is, what was last said.

import { el } from "./dom.js";

function tags(scene, seat) {
  return [
    scene.faulted[seat] && el("span", { class: "pill bad" }, "fault"),
    scene.position.turn === seat && el("span", { class: "pill turn" }, "to move"),
  ];
}

/** Its version, its mu before the match, what it used of its clock: as far as that is known. */
function about({ version, rating, cpu }) {
  return [version, rating?.split(" ")[0], cpu && `${cpu} CPU`].filter(Boolean).join(" · ");
}

/** One seat with `inside` below its name and `aside` at the right of it. */
export function seatFrame(scene, seat, aside, inside) {
  const player = scene.players[seat];
  const turn = scene.position.turn === seat ? " turn" : "";
  return el(
    "article",
    { class: `seat${turn}`, "aria-label": player.name },
    el(
      "header",
      {},
      player.avatar(),
      el("b", {}, player.name, " ", el("span", { class: "muted small" }, about(player))),
      el("span", { class: "r" }, tags(scene, seat), aside && el("span", {}, aside)),
    ),
    inside,
    el("p", { class: "say" }, scene.said[seat] ?? ""),
  );
}

/** The grid of all seats; `draw(seat)` makes one. */
export function seatGrid(scene, draw) {
  const seats = Array.from({ length: scene.players.length }, (_, seat) => draw(seat));
  return el("div", { class: `seats n${seats.length}` }, seats);
}

/** A fact of the bar at the top of the table. */
export function fact(name, value) {
  return el("span", { class: "fact" }, `${name} `, el("b", {}, String(value)));
}

/** What belongs together, under a name for ears. */
export function group(label, classes, ...inside) {
  return el("div", { class: classes, role: "group", "aria-label": label }, ...inside);
}

/** "1 point". */
export function scored(points) {
  return `${points} ${points === 1 ? "point" : "points"}`;
}

/** "5 cards". */
export function counted(cards) {
  return `${cards.length} ${cards.length === 1 ? "card" : "cards"}`;
}
