// Goes through the matches of a fixture as they come, one after the other, at a pace that eyes can follow.

import { Player } from "../replay/player.js";
import { sceneAt } from "../replay/scene.js";

const PACE = 4; // times the speed of a replay: 4.4 moves a second
const REST = 2500; // milliseconds between the end of a match and the next

/** Draws nothing itself: whoever does extends it, and calls `start` as soon as it can. */
export class Follower {
  match = null;
  player = new Player(0, [], ["spectator"]);
  plays = true; // by itself, as soon as there is a move
  #rest = 0;

  constructor(fixture, bots) {
    Object.assign(this, { fixture, bots });
    Object.assign(this.player, { growing: true, speed: PACE, view: "spectator" });
  }

  /** Another match is shown. */
  begin() {}

  /** It has more moves. */
  fill() {}

  /** All of it was in vain. */
  forget() {}

  /** The player stands elsewhere; without a scene there is nothing to draw yet. */
  draw() {}

  start() {
    this.player.addEventListener("change", () => this.#drawn());
    this.fixture.addEventListener("change", () => this.#grow());
    this.fixture.addEventListener("restart", () => this.#forget());
    this.fixture.addEventListener("done", () => (this.player.growing = false));
    this.#grow();
  }

  /** To the newest move there is. */
  goLive() {
    this.#show(this.fixture.newest);
    this.player.seek(this.player.length);
    this.player.play();
  }

  /** Whether all that was told of is shown. */
  get isUpToDate() {
    return this.match === this.fixture.newest && this.player.t === this.player.length;
  }

  #grow() {
    const { newest } = this.fixture;
    if (!newest) return;
    if (!this.match) {
      this.#show(newest);
      if (this.plays) this.player.play();
    }
    this.fill();
    this.player.grow(this.match.length);
  }

  #show(match) {
    if (!match || match === this.match) return;
    clearTimeout(this.#rest);
    this.#rest = 0;
    this.match = match;
    this.players = match.seating.map((number) => this.bots[number]);
    this.begin();
    this.fill();
    this.player.t = 0;
    this.player.grow(match.length);
  }

  #forget() {
    this.match = null;
    this.forget();
    this.player.t = 0;
    this.player.grow(0);
  }

  #drawn() {
    const { match, player } = this;
    this.draw(match && this.#scene());
    if (match && player.playing && player.t === match.length && match.isOver) this.#next();
  }

  #scene() {
    const { replay, timeline, figures } = this.match;
    const moves = { words: (t) => replay.frames[t - 1].words ?? "" };
    return sceneAt({ replay, timeline, figures, moves, players: this.players }, this.player);
  }

  /** After the end of a match, as soon as there is another: that. */
  #next() {
    if (this.fixture.newest === this.match) return;
    this.#rest ||= setTimeout(() => this.#show(this.fixture.newest), REST);
  }
}
