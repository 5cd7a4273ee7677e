// One stream of Server-Sent Events that survives what happens to streams: it comes back where it broke off, closes
// while nobody looks, and asks from time to time where streams do not get through.

const FAILURES = 3; // in a row, then it polls
const AGAIN = 2000; // milliseconds until it tries again
const POLLS = 10; // so many answers, then it tries the stream again
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
    this.#source?.close();
    this.#source = null;
  }

  #connect() {
    const source = new EventSource(this.#address());
    this.#source = source;
    for (const name of NAMES) source.addEventListener(name, (event) => this.#hear(name, event.lastEventId, event.data));
    source.addEventListener("open", () => {
      this.#failures = 0;
      this.#say("live");
    });
    source.addEventListener("error", () => this.#fail());
  }

  #fail() {
    this.#close();
    this.#failures += 1;
    this.#say("lost");
    this.#polls = 0;
    this.#timer = setTimeout(() => (this.#failures < FAILURES ? this.#connect() : this.#poll()), AGAIN);
  }

  async #poll() {
    try {
      const answer = await fetch(this.#address("once"));
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      if (document.hidden) return;
      this.#say("polling");
      for (const event of parsed(text)) this.#hear(...event);
      this.#polls += 1;
    } catch {
      this.#say("lost");
    }
    if (this.#over) return;
    this.#timer = setTimeout(() => (this.#polls < POLLS ? this.#poll() : this.#connect()), AGAIN);
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
