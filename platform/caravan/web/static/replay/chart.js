// A figure of each seat over the moves, drawn while somebody looks: no further than was watched.

import { COUNTED } from "./counted.js";
import { el, svg } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 190, 34, 8, 12, 22];
const POINTS = { title: "Points", of: ({ points }) => points };

/** After each move, from 0 on, the figure by seat. */
function rows({ replay, timeline, figures, players }, of) {
  const none = players.map(() => 0);
  const points = [none, ...replay.frames.map((frame) => frame.points)];
  return points.map((own, t) => of({ position: timeline.at(t), figures: figures.at(t), points: own }));
}

/** How often seats before this one have its colour. */
const alike = (colours, seat) => colours.slice(0, seat).filter((each) => each === colours[seat]).length;

function axes(low, high, told) {
  const y = (value) => HEIGHT - BOTTOM - ((value - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  const x = (t) => LEFT + (t / Math.max(told, 1)) * (WIDTH - LEFT - RIGHT);
  const round = (value) => Math.round(value * 10) / 10;
  return { x: (t) => round(x(t)), y: (value) => round(y(value)) };
}

/** The line of a seat: level until it changes. */
function steps(values, { x, y }) {
  const turns = values.flatMap((value, t) => (t && value !== values[t - 1] ? `H${x(t)}V${y(value)}` : []));
  return `M${x(0)} ${y(values[0])}${turns.join("")}H${x(values.length - 1)}`;
}

const line = (colours, seat, d) => svg("path", { class: `line ${colours[seat]} nth${alike(colours, seat)}`, d });

/** What the line of a seat looks like. */
function sign(colours, seat) {
  return svg("svg", { class: "chart", viewBox: "0 0 18 4", "aria-hidden": "true" }, line(colours, seat, "M0 2H18"));
}

function picture(all, colours, player) {
  const known = all.slice(0, player.told + 1);
  const [low, high] = [Math.min(0, ...known.flat()), Math.max(0, ...known.flat())];
  const on = axes(low, high, player.told);
  const level = (value) => [
    svg("path", { class: "grid-l", d: `M${LEFT} ${on.y(value)}H${WIDTH - RIGHT}` }),
    svg("text", { x: LEFT - 5, y: on.y(value), dy: 4, "text-anchor": "end" }, String(value)),
  ];
  const end = svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `move ${player.told}`);
  return [
    ...[...new Set([low, high])].flatMap(level),
    end,
    ...colours.map((_, seat) => line(colours, seat, steps(known.map((row) => row[seat]), on))),
    svg("path", { class: "now", d: `M${on.x(player.t)} ${TOP}V${HEIGHT - BOTTOM}` }),
  ];
}

/** A click leads to the move there. */
function leads(chart, player) {
  chart.addEventListener("click", (event) => {
    const { left, width } = chart.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * WIDTH;
    player.step(Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * player.told) - player.t);
  });
}

/** Let the chart in `pane` follow `player`; what is returned draws it again. */
export function chart(pane, match, player) {
  const kind = COUNTED[match.replay.game] ?? POINTS;
  const all = rows(match, kind.of);
  const colours = match.players.map((each) => each.colour);
  const drawn = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const figures = match.players.map(() => el("b", { class: "num" }));
  const names = match.players.map(({ name }) => el("span", {}, name));
  const named = names.map((name, seat) => el("li", {}, sign(colours, seat), name, figures[seat]));
  const draw = () => {
    if (pane.hidden) return;
    const now = all[player.t];
    figures.forEach((place, seat) => (place.textContent = String(now[seat])));
    drawn.replaceChildren(...picture(all, colours, player));
    drawn.setAttribute("aria-label", `${kind.title} by moves, up to move ${player.told}`);
  };
  pane.querySelector("h2").textContent = kind.title;
  pane.querySelector("[data-chart]").replaceChildren(drawn, el("ul", { class: "key" }, named));
  leads(drawn, player);
  player.addEventListener("change", draw);
  draw();
  return draw;
}
