// The bar below the table: scrub with marks, buttons, the move to go to, speed and view.

import { svg } from "./dom.js";

const WIDTH = 1000;

function mark({ t, kind, label }, length) {
  const tall = kind === "round" ? { y: 9, height: 12 } : { y: 3, height: 7 };
  const x = (t / Math.max(length, 1)) * WIDTH - 1.5;
  return svg("rect", { class: `mk ${kind}`, x, width: 3, ...tall }, svg("title", {}, label));
}

/** What draws the bar in `picture` as far as `player` tells: how much is watched, and the marks there. */
function bar(picture, marks, player) {
  const filled = svg("rect", { class: "tf", y: 13, height: 4, width: 0 });
  const ground = svg("rect", { class: "tr", y: 13, height: 4, width: WIDTH });
  let drawn = -1;
  return () => {
    const { t, told } = player;
    filled.setAttribute("width", (t / Math.max(told, 1)) * WIDTH);
    if (told === drawn) return;
    drawn = told;
    const known = marks.filter((found) => found.t <= told);
    picture.replaceChildren(ground, filled, ...known.map((found) => mark(found, told)));
  };
}

const actions = {
  first: (player) => player.step(-player.length),
  "event-back": (player) => player.toEvent(-1),
  back: (player) => player.step(-1),
  play: (player) => player.toggle(),
  on: (player) => player.step(1),
  "event-on": (player) => player.toEvent(1),
  last: (player) => player.step(player.length),
};

function wireButtons(root, player, act) {
  for (const button of root.querySelectorAll("button[data-do]")) {
    const name = button.dataset.do;
    button.addEventListener("click", () => (actions[name] ? actions[name](player) : act[name]()));
  }
}

function wireFields({ range, turn, speed, view }, player) {
  range.addEventListener("input", () => player.seek(Number(range.value)));
  turn.addEventListener("change", () => {
    const wanted = Number(turn.value.trim() || NaN);
    if (!Number.isNaN(wanted)) player.step(wanted - player.t);
    turn.value = String(player.t);
  });
  speed.addEventListener("change", () => player.setSpeed(Number(speed.value)));
  view.addEventListener("change", () => player.setView(/^\d+$/.test(view.value) ? Number(view.value) : view.value));
}

/** Show in `fields` where the player stands. */
function show({ range, turn, speed, view, play }, player) {
  const { t } = player;
  range.max = String(player.told);
  range.value = String(t);
  range.setAttribute("aria-valuetext", `move ${t} of ${player.total}`);
  if (document.activeElement !== turn) turn.value = String(t);
  speed.value = String(player.speed);
  view.value = String(player.view);
  play.setAttribute("aria-label", player.playing ? "Pause" : "Play");
  play.classList.toggle("playing", player.playing);
}

/** Bring the bar in `root` to life; `act` holds the buttons that are not the player's own. */
export function control(root, player, marks, act) {
  const fields = {};
  for (const name of ["range", "turn", "speed", "view"]) fields[name] = root.querySelector(`[name=${name}]`);
  fields.play = root.querySelector("[data-do=play]");
  const draw = bar(root.querySelector(".scrub svg"), marks, player);
  wireButtons(root, player, act);
  wireFields(fields, player);
  player.addEventListener("change", () => show(fields, player));
  player.addEventListener("change", draw);
  root.hidden = false;
}
