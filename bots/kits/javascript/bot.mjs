// Plays the move that looks best by a rule of thumb, in any of the games. Make it better.

/** For when nothing else can be done: most of these end the turn. */
const IDLE = new Set(["pass", "end", "draw", "discard", "taccs"]);

/** One of `legal`, the moves that are allowed now; `view` is what your seat knows of the table. */
export function choose(view, legal) {
  return legal.reduce((best, move) => (promise(move) > promise(best) ? move : best));
}

/** How good a move looks by its words alone: doing beats waiting, and many cards beat few. */
function promise(move) {
  const [verb, ...cards] = move.split(" ");
  return (IDLE.has(verb) ? 0 : 100) + cards.length;
}
