// The marks on the scrub bar: for any game a deal, points that changed, a fault; and what its table calls an event.

/** `[{t, kind, label}]` in order of t; kind is "round" (the dealer acts), "key" or "fault". `event(move)` gives the
 * label of a move that is one. */
export function marks(replay, event = () => null) {
  const found = [];
  let before = null;
  replay.frames.forEach((frame, k) => {
    const points = JSON.stringify(frame.points);
    if (frame.seat < 0) found.push({ t: k + 1, kind: "round", label: "the dealer acts" });
    else if (event(frame.move)) found.push({ t: k + 1, kind: "key", label: event(frame.move) });
    else if (before !== null && points !== before) found.push({ t: k + 1, kind: "key", label: "points are counted" });
    before = points;
  });
  for (const fault of replay.faults) found.push({ t: fault.move + 1, kind: "fault", label: fault.reason });
  return found.sort((a, b) => a.t - b.t);
}
