// One stream of Server-Sent Events that survives what happens to streams: it comes back where it broke off, closes
// while nobody looks, and asks from time to time where streams do not get through.

const FAILURES = 3; // in a row, then it polls
const AGAIN = 2000; // milliseconds until it tries again
const OPENING = 10_000; // milliseconds without a word after which a stream has failed: something swallows it
const POLLS = 3; // so many answers, then it tries the stream again; twice as many the next time
const NAMES = ["message", "scene", "restart", "done", "wall"];

/** The events in the text of an answer, as `[name, id, data]`. */
function* parsed(text) {
  for (const block of text.split("\n\n")) {
    const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2)));
    if ("data" in fields) yield [fields.event ?? "message", fields.id ?? "", fields.data];
  }
}

/** Whether an id `attempt.match.move` comes after another. */
function isLater(id, other) {
  if (!id || !other) return true;
  const [one, two] = [id, other].map((text) => text.split(".").map(Number));
  const at = one.findIndex((part, k) => part !== two[k]);
  return at >= 0 && one[at] > two[at];
}

/** Dispatches each event once, in order, as an event of its name with `id` and `data`; "state" says how it goes. */
export class Stream extends EventTarget {
  state = "";
  #url;
  #last = "";
  #source = null;
  #timer = 0;
  #failures = 0;
  #polls = 0;
  #enough = POLLS;
  #over = false;

  constructor(address) {
    super();
    this.#url = new URL(address, location.href);
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /** Begin. */
  open() {
    this.#look();
  }

  #look() {
    this.#close();
    if (this.#over) return;
    if (document.hidden) this.#say("paused");
    else this.#connect();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#source?.close();
    this.#source = null;
  }

  #connect() {
    const source = new EventSource(this.#address());
    this.#source = source;
    for (const name of NAMES) {
      source.addEventListener(name, (event) => {
        this.#stands();
        this.#hear(name, event.lastEventId, event.data);
      });
    }
    this.#timer = setTimeout(() => this.#fail(), OPENING);
    source.addEventListener("error", () => this.#fail());
  }

  /** A word has come: the stream gets through. */
  #stands() {
    if (this.state === "live") return;
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#say("live");
  }

  #fail() {
    this.#close();
    this.#failures += 1;
    this.#say("lost");
    this.#polls = 0;
    this.#timer = setTimeout(() => (this.#failures < FAILURES ? this.#connect() : this.#poll()), AGAIN);
  }

  async #poll() {
    const turn = this.#timer; // another one as soon as something else has begun
    try {
      const answer = await fetch(this.#address("once"));
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      if (turn !== this.#timer) return;
      this.#say("polling");
      for (const event of parsed(text)) this.#hear(...event);
      this.#polls += 1;
    } catch {
      if (turn === this.#timer) this.#say("lost");
    }
    if (this.#over || turn !== this.#timer) return;
    this.#timer = setTimeout(() => this.#pollOrConnect(), AGAIN);
  }

  #pollOrConnect() {
    if (this.#polls < this.#enough) {
      this.#poll();
    } else {
      this.#enough *= 2;
      this.#connect();
    }
  }

  #address(...flags) {
    const url = new URL(this.#url);
    if (this.#last) url.searchParams.set("since", this.#last);
    for (const flag of flags) url.searchParams.set(flag, "");
    return url;
  }

  #hear(name, id, data) {
    const isOwn = name === "message" || name === "restart";
    if (isOwn && !isLater(id, this.#last)) return;
    if (isOwn) this.#last = id;
    if (name === "done") {
      this.#over = true;
      this.#close();
    }
    this.dispatchEvent(Object.assign(new Event(name), { id, data: JSON.parse(data) }));
  }

  #say(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
