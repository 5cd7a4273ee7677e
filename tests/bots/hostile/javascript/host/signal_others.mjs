// Sends a signal, an empty one, to another process. Reaching it would mean that it could end it.
export function choose(view) {
  try {
    return process.kill(view.victim, 0) ? "reached" : "held";
  } catch {
    return "held";
  }
}
