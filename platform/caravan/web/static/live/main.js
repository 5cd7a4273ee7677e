// The page of a fixture under way: the same tables as in a replay, at a pace that eyes can follow.

import { control } from "../replay/controls.js";
import { listen } from "../replay/keys.js";
import { MoveList } from "../replay/moves.js";
import { Player } from "../replay/player.js";
import { sceneAt, tableOf } from "../replay/scene.js";
import { Fixture } from "./fixture.js";
import { line } from "./line.js";
import { Stream } from "./stream.js";

const PACE = 4; // times the speed of a replay: 4.4 moves a second
const REST = 2500; // milliseconds between the end of a match and the next
const STATES = {
  live: "Live",
  lost: "The connection broke off. Trying again …",
  polling: "Live, a little late: this connection lets no streams through.",
  paused: "Paused while you look elsewhere.",
};

/** By number, who competes: from the list that the server wrote. */
function competitors(list) {
  return [...list.querySelectorAll("[data-bot]")].map((row) => ({
    name: row.dataset.name,
    version: row.dataset.version,
    colour: row.dataset.colour,
    avatar: () => row.querySelector(".kilim").cloneNode(true),
  }));
}

class Viewer {
  #match = null;
  #rest = 0;

  constructor(root, fixture, table, bots) {
    Object.assign(this, { root, fixture, table, bots });
    this.moves = new MoveList(root.querySelector(".moves"));
    this.moves.clear(); // what the server wrote for those without scripts
    this.player = new Player(0, [], ["spectator"]);
    Object.assign(this.player, { growing: true, speed: PACE, view: "spectator" });
    const act = { copy: () => {}, help: () => document.getElementById("keys").showModal(), live: () => this.goLive() };
    control(root.querySelector(".controls"), this.player, [], act);
    this.moves.follow(this.player);
    listen(this.player, act);
    this.player.addEventListener("change", () => this.#draw());
    fixture.addEventListener("change", () => this.#grow());
    fixture.addEventListener("restart", () => this.#forget());
    this.#grow();
  }

  /** To the newest move there is. */
  goLive() {
    this.#show(this.fixture.newest);
    this.player.seek(this.player.length);
    this.player.play();
  }

  #grow() {
    const { newest } = this.fixture;
    if (!newest) return;
    if (!this.#match) {
      this.#show(newest);
      this.player.play();
    }
    this.#fill();
    this.player.grow(this.#match.length);
  }

  #show(match) {
    if (!match || match === this.#match) return;
    clearTimeout(this.#rest);
    this.#rest = 0;
    this.#match = match;
    this.players = match.seating.map((number) => this.bots[number]);
    this.moves.clear();
    this.#fill();
    this.player.t = 0;
    this.player.grow(match.length);
  }

  #fill() {
    const { frames } = this.#match.replay;
    for (let k = this.moves.length; k < frames.length; k += 1) {
      this.moves.push(line(k + 1, frames[k], this.players[frames[k].seat]));
    }
  }

  /** No more comes: what there is can be played to its end, and the replay knows all of it. */
  finish() {
    this.player.growing = false;
  }

  #forget() {
    this.#match = null;
    this.moves.clear();
    this.player.t = 0;
    this.player.grow(0);
    this.root.querySelector("[data-restarted]").hidden = false;
  }

  #draw() {
    const match = this.#match;
    this.root.querySelector("[data-length]").textContent = String(match?.length ?? 0);
    if (!match) return;
    const { replay, timeline, figures } = match;
    const scene = sceneAt({ replay, timeline, figures, moves: this.moves, players: this.players }, this.player);
    this.root.querySelector(".felt").replaceChildren(...this.table.draw(scene));
    this.#count(match);
    if (this.player.playing && this.player.t === match.length && match.isOver) this.#next();
  }

  #count(match) {
    const { seats, deals } = match.replay;
    const behind = this.fixture.after(match, this.player.t);
    this.root.querySelector("[data-which]").textContent = `Match ${match.number + 1} of ${seats * deals}`;
    const words = behind === 0 ? "up to date" : `${behind} ${behind === 1 ? "move" : "moves"} behind`;
    this.root.querySelector("[data-behind]").textContent = words;
    this.root.querySelector("[data-do=live]").disabled = behind === 0 && this.player.playing;
    if (!this.player.playing) {
      this.root.querySelector("[aria-live]").textContent = `Move ${this.player.t}. ${this.moves.spoken(this.player.t)}`;
    }
  }

  /** After the end of a match, as soon as there is another: that. */
  #next() {
    if (this.fixture.newest === this.#match) return;
    this.#rest ||= setTimeout(() => this.#show(this.fixture.newest), REST);
  }
}

async function start(root) {
  const stream = new Stream(root.dataset.stream);
  const fixture = new Fixture(stream);
  const state = root.querySelector("[data-state]");
  stream.addEventListener("state", () => (state.textContent = STATES[stream.state]));
  fixture.addEventListener("done", ({ isOpen }) => {
    state.textContent = "Over.";
    root.querySelector(isOpen ? "[data-open]" : "[data-closed]").hidden = false;
  });
  stream.open();
  await new Promise((resolve) => stream.addEventListener("scene", resolve, { once: true }));
  const table = await tableOf(fixture.scene.game);
  const viewer = new Viewer(root, fixture, table, competitors(document.getElementById("seats")));
  fixture.addEventListener("done", () => viewer.finish());
  root.dataset.ready = "yes";
}

start(document.getElementById("live"));
