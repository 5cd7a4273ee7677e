// Plays the first legal move that opens with a wanted word, else any: a start for a bot in JavaScript.

const WANTED = ["play", "load", "move", "ability"];

export class Bot {
  start(info) {
    this.seat = info.seat;
  }

  choose(view, legal) {
    const move = legal.find((each) => WANTED.some((word) => each.startsWith(word)));
    return move ? [move, "wanted"] : legal[Math.floor(Math.random() * legal.length)];
  }

  over(result) {
    console.log("points", result.points[this.seat], "rank", result.ranks[this.seat]);
  }
}
