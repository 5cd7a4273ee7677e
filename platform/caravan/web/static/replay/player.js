// Where the viewer stands in a match and how it moves on. It draws nothing: whoever listens does.

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 10, 40];
const PACE = 900; // milliseconds a move at speed 1

export class Player extends EventTarget {
  t = 0;
  speed = 1;
  playing = false;
  view = "all";
  hides = false; // whether moves that nobody has watched yet are not told of
  seen = 0; // the furthest move that was watched
  growing = false; // whether more moves may come: then playing waits for them at the end
  #timer = 0;

  constructor(length, events, views) {
    super();
    Object.assign(this, { length, events, views });
  }

  /** Stand after `t` moves (clamped). */
  seek(t) {
    const wanted = Math.max(0, Math.min(this.length, Math.trunc(t) || 0));
    if (wanted !== this.t) {
      this.t = wanted;
      this.seen = Math.max(this.seen, wanted);
      this.#tell();
    }
  }

  /** How many moves may be told of. */
  get told() {
    return this.hides ? this.seen : this.length;
  }

  /** How many moves there are, in words. */
  get total() {
    return this.told === this.length ? String(this.length) : "?";
  }

  /** Tell of what was watched only, or of all of it. */
  hide(hides) {
    this.hides = hides;
    this.#tell();
  }

  /** There are `length` moves now. */
  grow(length) {
    this.length = length;
    this.#tell();
  }

  /** Go `moves` on or back, as somebody who looks closely: playing stops. */
  step(moves) {
    this.pause();
    this.seek(this.t + moves);
  }

  /** Go to the next event (+1) or the one before (-1), or to that end when there is none. */
  toEvent(way) {
    this.pause();
    const ahead = way > 0 ? this.events.find((t) => t > this.t) : this.events.findLast((t) => t < this.t);
    this.seek(ahead ?? (way > 0 ? this.length : 0));
  }

  play() {
    if (this.t === this.length && !this.growing) this.seek(0);
    this.playing = true;
    this.#tell();
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    if (this.playing) {
      this.playing = false;
      this.#tell();
    }
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#wait();
    this.#tell();
  }

  /** One speed up (+1) or down (-1). */
  changeSpeed(way) {
    const at = SPEEDS.indexOf(this.speed) + way;
    if (SPEEDS[at]) this.setSpeed(SPEEDS[at]);
  }

  setView(view) {
    this.view = this.views.includes(view) ? view : "all";
    this.#tell();
  }

  nextView() {
    this.setView(this.views[(this.views.indexOf(this.view) + 1) % this.views.length]);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#advance(), PACE / this.speed);
  }

  #advance() {
    this.seek(this.t + 1);
    if (this.t === this.length && !this.growing) this.pause();
    else this.#wait();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
