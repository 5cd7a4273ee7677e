// The page of a fixture under way: the same tables as in a replay, with their controls and the list of moves.

import { control } from "../replay/controls.js";
import { listen } from "../replay/keys.js";
import { MoveList } from "../replay/moves.js";
import { tableOf } from "../replay/scene.js";
import { competitors } from "./competitors.js";
import { Fixture } from "./fixture.js";
import { Follower } from "./follower.js";
import { line } from "./line.js";
import { Stream } from "./stream.js";

const STATES = {
  live: "Live",
  lost: "The connection broke off. Trying again …",
  polling: "Live, a little late: this connection lets no streams through.",
  paused: "Paused while you look elsewhere.",
};

class Viewer extends Follower {
  constructor(root, fixture, table) {
    super(fixture, competitors(document.getElementById("seats")));
    Object.assign(this, { root, table });
    this.moves = new MoveList(root.querySelector(".moves"));
    this.moves.clear(); // what the server wrote for those without scripts
    const act = { copy: () => {}, help: () => document.getElementById("keys").showModal(), live: () => this.goLive() };
    control(root.querySelector(".controls"), this.player, [], act);
    this.moves.follow(this.player);
    listen(this.player, act);
    this.start();
  }

  begin() {
    this.moves.clear();
  }

  fill() {
    const { frames } = this.match.replay;
    for (let k = this.moves.length; k < frames.length; k += 1) {
      this.moves.push(line(k + 1, frames[k], this.players[frames[k].seat]));
    }
  }

  forget() {
    this.moves.clear();
    this.root.querySelector("[data-restarted]").hidden = false;
  }

  draw(scene) {
    this.root.querySelector("[data-length]").textContent = String(this.match?.length ?? 0);
    if (!scene) return;
    this.root.querySelector(".felt").replaceChildren(...this.table.draw(scene));
    this.#count();
  }

  #count() {
    const { match, player } = this;
    const { seats, deals } = match.replay;
    const behind = this.fixture.after(match, player.t);
    this.root.querySelector("[data-which]").textContent = `Match ${match.number + 1} of ${seats * deals}`;
    const words = behind === 0 ? "up to date" : `${behind} ${behind === 1 ? "move" : "moves"} behind`;
    this.root.querySelector("[data-behind]").textContent = words;
    this.root.querySelector("[data-do=live]").disabled = behind === 0 && player.playing;
    if (!player.playing) {
      this.root.querySelector("[aria-live]").textContent = `Move ${player.t}. ${this.moves.spoken(player.t)}`;
    }
  }
}

async function start(root) {
  const stream = new Stream(root.dataset.stream);
  const fixture = new Fixture(stream);
  const state = root.querySelector("[data-state]");
  stream.addEventListener("state", () => (state.textContent = STATES[stream.state]));
  fixture.addEventListener("done", ({ isOpen }) => {
    state.textContent = "Over.";
    document.querySelector("h1 .live").hidden = true;
    root.querySelector(isOpen ? "[data-open]" : "[data-closed]").hidden = false;
  });
  stream.open();
  await new Promise((resolve) => stream.addEventListener("scene", resolve, { once: true }));
  new Viewer(root, fixture, await tableOf(fixture.scene.game));
  root.dataset.ready = "yes";
}

start(document.getElementById("live"));
