// The replay page: fetch the match once, then draw the table whenever the player moves.

import { tabs } from "../site/tabs.js";
import { wayBack } from "./back.js";
import { control } from "./controls.js";
import { listen } from "./keys.js";
import { asked, follow } from "./link.js";
import { marks } from "./marks.js";
import { MoveList } from "./moves.js";
import { Player } from "./player.js";
import { sceneAt, tableOf } from "./scene.js";
import { hand } from "./share.js";
import { guard } from "./spoilers.js";
import { Timeline } from "./timeline.js";

/** By seat, who sits there: from the list of results that the server wrote, best first. */
function seated(list) {
  const rows = [...list.querySelectorAll("[data-seat]")].sort((a, b) => a.dataset.seat - b.dataset.seat);
  return rows.map((row) => ({
    name: row.dataset.name,
    version: row.dataset.version,
    rating: row.dataset.rating,
    cpu: row.dataset.cpu,
    avatar: () => row.querySelector(".kilim").cloneNode(true),
    colour: row.querySelector(".kilim").classList[1],
  }));
}

function speak(live, moves, player) {
  if (!player.playing) live.textContent = `Move ${player.t} of ${player.total}. ${moves.spoken(player.t)}`;
}

/** The match: written into a page that is a file, else from the server. */
async function load(source) {
  const written = document.getElementById("written");
  if (written) return JSON.parse(written.textContent);
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source}: ${answer.status}`);
  return answer.json();
}

function acts(root, player, seed) {
  const help = document.getElementById("keys");
  const handed = hand(root.querySelector("[data-copied]"), player, root.dataset.again, seed);
  return { ...handed, help: () => help.showModal() };
}

/** Bring a button outside of the bar to life, where the page has it. */
function offer(button, does) {
  if (!button) return;
  button.addEventListener("click", does);
  button.hidden = false;
}

/** What is beside the table, in tabs: the chart comes when it is first looked at. */
function beside(root, match, player) {
  const pane = root.querySelector("#chart");
  const inside = root.querySelector("[data-inside]");
  let draw = () => {
    draw = () => {};
    import("./chart.js").then(({ chart }) => (draw = chart(pane, match, player)));
  };
  let look = () => {};
  if (inside) {
    import("./inside.js").then(({ lookInside }) => {
      look = lookInside(inside, player);
      look(); // whoever was quicker has opened it already
    });
  }
  tabs(root.querySelector("[role=tablist]"), () => (pane.hidden ? look() : draw()));
}

function start(root, replay, table) {
  const moves = new MoveList(root.querySelector(".moves"));
  const match = {
    replay,
    moves,
    timeline: new Timeline(replay.start, replay.frames),
    figures: new Timeline(replay.figures, replay.frames, "figures"),
    players: seated(document.getElementById("seats")),
  };
  const found = [...marks(replay, table.event), ...moves.tags].sort((a, b) => a.t - b.t);
  const views = ["all", "spectator", ...match.players.keys()];
  const player = new Player(match.timeline.length, [...new Set(found.map(({ t }) => t))], views);
  const felt = root.querySelector(".felt");
  const act = acts(root, player, replay.seed);
  offer(root.querySelector("[data-seed]"), act.seed);
  control(root.querySelector(".controls"), player, found, act);
  moves.follow(player);
  act.back = wayBack(player, root.querySelector("[name=range]"));
  act.spoil = guard(root, player);
  listen(player, act);
  if (root.querySelector("#chart")) beside(root, match, player);
  player.addEventListener("change", () => felt.replaceChildren(...table.draw(sceneAt(match, player))));
  player.addEventListener("change", () => speak(root.querySelector("p[aria-live]"), moves, player));
  const { t, view, plays } = asked();
  player.seek(t);
  player.setView(view);
  follow(player);
  if (plays) player.play();
  root.dataset.ready = "yes";
}

const root = document.getElementById("replay");
try {
  const replay = await load(root.dataset.source);
  start(root, replay, await tableOf(replay.game));
} catch (error) {
  delete root.dataset.spoilers;
  root.querySelector(".felt").textContent = "The replay could not be loaded. All moves are in the list.";
  console.error(error);
}
