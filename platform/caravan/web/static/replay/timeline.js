// The positions of a match, made from the start and the changes after each move. Nothing here knows a rule.

/** `node` with the value at `path` replaced by `change(value)`; shares every part that did not change. */
function changed(node, path, change) {
  if (path.length === 0) return change(node);
  const copy = Array.isArray(node) ? node.slice() : { ...node };
  copy[path[0]] = changed(node[path[0]], path.slice(1), change);
  return copy;
}

/** The position after one change: `[path, value]` sets, `[path, at, removed, inserted]` splices a list. */
function applied(position, [path, ...rest]) {
  if (rest.length === 1) return changed(position, path, () => rest[0]);
  const [at, removed, inserted] = rest;
  return changed(position, path, (list) => [...list.slice(0, at), ...inserted, ...list.slice(at + removed)]);
}

export class Timeline {
  #positions;
  #frames;
  #name;

  /** From `start` on; each frame has its changes under `name`. */
  constructor(start, frames, name = "changes") {
    this.#positions = [start];
    this.#frames = frames;
    this.#name = name;
  }

  /** The number of moves; positions are numbered 0 (before the first move) to `length`. */
  get length() {
    return this.#frames.length;
  }

  /** The whole position after `t` moves: made once, shared in its parts, found at once afterwards. */
  at(t) {
    while (this.#positions.length <= t) {
      const k = this.#positions.length - 1;
      this.#positions.push(this.#frames[k][this.#name].reduce(applied, this.#positions[k]));
    }
    return this.#positions[t];
  }
}
