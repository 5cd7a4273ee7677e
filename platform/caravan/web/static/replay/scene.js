// What a table is given to draw: one moment of a match, replayed or live.

import { masked } from "./fog.js";

const TABLES = {
  chicane: () => import("./table-chicane.js"),
  donkey: () => import("./table-donkey.js"),
  pis_yedili: () => import("./table-pis_yedili.js"),
  scandaroon: () => import("./table-scandaroon.js"),
  tuareg: () => import("./table-tuareg.js"),
};
const anyTable = () => import("./table-generic.js");

/** The module that draws the table of a game. */
export function tableOf(game) {
  return (TABLES[game] ?? anyTable)();
}

/** What each seat did last before move `t`, until the dealer or every seat is found. */
function said(replay, moves, t) {
  const words = Array(replay.seats).fill(null);
  for (let k = t - 1; k >= 0 && words.includes(null); k -= 1) {
    const { seat } = replay.frames[k];
    if (seat < 0) break;
    words[seat] ??= moves.words(k + 1);
  }
  return words;
}

/** Everything that a table needs to draw itself. */
export function sceneAt(match, player) {
  const { replay, timeline, figures, moves, players } = match;
  const seen = (t) => masked(timeline.at(t), replay.visibility, player.view);
  const faulted = players.map((_, seat) => replay.faults.some((fault) => fault.seat === seat && fault.move < player.t));
  return {
    position: seen(player.t),
    before: seen(Math.max(player.t - 1, 0)),
    figures: figures.at(player.t),
    start: replay.start,
    game: replay.game,
    visibility: replay.visibility,
    players,
    said: said(replay, moves, player.t),
    faulted,
    rules: replay.rules,
    move: replay.frames[player.t - 1]?.move ?? "",
    mover: replay.frames[player.t - 1]?.seat ?? -1,
    points: replay.frames[player.t - 1]?.points ?? players.map(() => 0),
  };
}
