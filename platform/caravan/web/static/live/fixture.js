// A fixture as it comes: its matches, each a replay that grows.

import { Timeline } from "../replay/timeline.js";

/** One match: what a table needs, and the words of its moves. */
export class Match {
  constructor(scene, number) {
    this.number = number;
    this.seating = scene.seating[number];
    this.replay = { ...scene, frames: [], faults: [] };
    this.timeline = new Timeline(scene.start, this.replay.frames);
    this.figures = new Timeline(scene.figures, this.replay.frames, "figures");
  }

  get length() {
    return this.replay.frames.length;
  }

  /** Whether nobody is to move any more. */
  get isOver() {
    return this.timeline.at(this.length).turn === null;
  }
}

const GATHER = 50; // milliseconds in which moves are gathered before anything is drawn

/** Gathers what a stream says. "change": there is more; "restart": all of it was in vain; "done": no more comes. */
export class Fixture extends EventTarget {
  matches = [];
  scene = null;
  #timer = 0;

  constructor(stream) {
    super();
    stream.addEventListener("scene", ({ data }) => (this.scene ??= data));
    stream.addEventListener("message", ({ id, data }) => this.#add(Number(id.split(".")[1]), data));
    stream.addEventListener("restart", () => this.#restart());
    stream.addEventListener("done", ({ data }) => this.#tell("done", { isOpen: data.open }));
  }

  /** The match that is being played. */
  get newest() {
    return this.matches.at(-1);
  }

  /** How many moves come after move `t` of a match. */
  after(match, t) {
    const later = this.matches.filter(({ number }) => number > match.number);
    return later.reduce((sum, each) => sum + each.length, match.length - t);
  }

  #add(number, frame) {
    if (this.newest?.number !== number) this.matches.push(new Match(this.scene, number));
    this.newest.replay.frames.push(frame);
    this.#timer ||= setTimeout(() => this.#gathered(), GATHER);
  }

  #gathered() {
    this.#timer = 0;
    if (this.newest) this.#tell("change");
  }

  #restart() {
    this.matches = [];
    this.#tell("restart");
  }

  #tell(name, more = {}) {
    this.dispatchEvent(Object.assign(new Event(name), more));
  }
}
