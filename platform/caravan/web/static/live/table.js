// One table on a page about other things, drawn as it is played; when it is over, another takes its place.

import { tableOf } from "../replay/scene.js";
import { competitors } from "./competitors.js";
import { Fixture } from "./fixture.js";
import { Follower } from "./follower.js";
import { Stream } from "./stream.js";

const REST = 4000; // milliseconds for which the end of a table stands
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "still";

class Table extends Follower {
  #isOver = false;

  constructor(root, fixture, drawing, over) {
    super(fixture, competitors(root));
    Object.assign(this, { root, drawing, over });
    this.plays = !isStill();
    this.button = root.querySelector("[data-do=play]");
    this.button.addEventListener("click", () => this.player.toggle());
    fixture.addEventListener("done", () => this.#end());
    this.start();
  }

  draw(scene) {
    this.button.hidden = !scene;
    this.button.textContent = this.player.playing ? "Pause" : "Play";
    if (!scene) return;
    this.root.querySelector(".felt").replaceChildren(...this.drawing.draw(scene));
    const { match, player } = this;
    const { seats, deals } = match.replay;
    this.root.querySelector("[data-place]").textContent = `match ${match.number + 1} of ${seats * deals}, move ${player.t}`;
    this.#leave();
  }

  #end() {
    this.#isOver = true;
    this.#leave();
  }

  /** As soon as all of it was seen, unless somebody has stopped to look. */
  #leave() {
    if (!this.#isOver || (this.match && !this.isUpToDate)) return;
    this.#isOver = false;
    setTimeout(this.over, REST);
  }
}

async function follow(root, over) {
  const stream = new Stream(root.dataset.stream);
  const fixture = new Fixture(stream);
  const isScene = new Promise((resolve) => stream.addEventListener("scene", resolve, { once: true }));
  stream.open();
  await isScene;
  new Table(root, fixture, await tableOf(fixture.scene.game), over);
}

const place = document.getElementById("table");

/** What the server has put there, if anything. */
function begin() {
  const root = place.querySelector("[data-stream]");
  if (root) follow(root, renew);
}

let isAsking = false;

async function renew() {
  if (isAsking) return;
  isAsking = true;
  const answer = await fetch(place.dataset.source);
  isAsking = false;
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  place.replaceChildren(...drawn.body.children);
  begin();
}

document.addEventListener("wall", () => place.childElementCount || renew());
begin();
