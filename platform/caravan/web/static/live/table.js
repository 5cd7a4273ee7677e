// One table on a page about other things, drawn as it is played. When it is over another takes its place; in between
// the match that was played last is seen again.

import { tableOf } from "../replay/scene.js";
import { competitors } from "./competitors.js";
import { Fixture, Match } from "./fixture.js";
import { Follower } from "./follower.js";
import { Stream } from "./stream.js";

const REST = 4000; // milliseconds for which the end of a table stands
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "still";

/** A match that was played, as a fixture of which no more comes. */
class Played extends EventTarget {
  constructor(replay) {
    super();
    this.scene = { ...replay, deals: 1, seating: [[...Array(replay.seats).keys()]] };
    this.newest = new Match(this.scene, 0);
    this.newest.replay.frames.push(...replay.frames);
  }
}

class Table extends Follower {
  #isOver = false;

  constructor(root, fixture, drawing) {
    super(fixture, competitors(root));
    Object.assign(this, { root, drawing });
    this.plays = !isStill();
    this.button = root.querySelector("[data-do=play]");
    this.button.addEventListener("click", () => this.player.toggle());
    fixture.addEventListener("done", () => this.end());
    this.start();
  }

  draw(scene) {
    this.button.hidden = !scene;
    this.button.textContent = this.player.playing ? "Pause" : "Play";
    if (!scene) return;
    this.root.querySelector(".felt").replaceChildren(...this.drawing.draw(scene));
    this.root.querySelector("[data-place]").textContent = this.#place();
    this.#leave();
  }

  /** No more comes. */
  end() {
    this.#isOver = true;
    this.player.growing = false;
    this.#leave();
  }

  #place() {
    const { match, player } = this;
    const matches = match.replay.seats * match.replay.deals;
    return "stream" in this.root.dataset ? `match ${match.number + 1} of ${matches}, move ${player.t}` : `move ${player.t}`;
  }

  /** As soon as all of it was seen, unless somebody has stopped to look. */
  #leave() {
    if (!this.#isOver || (this.match && !this.isUpToDate)) return;
    this.#isOver = false;
    setTimeout(() => this.root.isConnected && renew(), REST);
  }
}

const place = document.getElementById("table");
let current = null;
let isAsking = false;

async function follow(root) {
  const stream = new Stream(root.dataset.stream);
  const fixture = new Fixture(stream);
  const isScene = new Promise((resolve) => stream.addEventListener("scene", resolve, { once: true }));
  stream.open();
  await isScene;
  current = new Table(root, fixture, await tableOf(fixture.scene.game));
}

async function again(root) {
  const answer = await fetch(root.dataset.replay);
  if (!answer.ok) return;
  const replay = await answer.json();
  current = new Table(root, new Played(replay), await tableOf(replay.game));
  current.player.setView("all");
  current.end();
}

/** What the server has put there, if anything. */
function begin() {
  const root = place.firstElementChild;
  if (root) (root.dataset.stream ? follow : again)(root);
}

async function renew() {
  if (isAsking) return;
  isAsking = true;
  const answer = await fetch(place.dataset.source);
  isAsking = false;
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  current?.player.pause();
  place.replaceChildren(...drawn.body.children);
  begin();
}

/** Something is played now: that, rather than what was. */
document.addEventListener("wall", ({ detail }) => {
  if (detail.some(({ over }) => !over) && !place.querySelector("[data-stream]")) renew();
});
begin();
