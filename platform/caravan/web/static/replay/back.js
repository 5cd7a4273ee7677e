// Back to where one was before a jump, and from there to where one came from.

/** Watches `player` jump; a drag of `range` is one jump. Goes back when called. */
export function wayBack(player, range) {
  let from = player.t;
  let last = player.t;
  let isDragged = false;
  player.addEventListener("change", () => {
    const isHeld = range.matches(":active");
    const jumped = Math.abs(player.t - last) > 1;
    if (jumped && !isDragged) from = last;
    isDragged = isHeld && (isDragged || jumped);
    last = player.t;
  });
  return () => player.step(from - player.t);
}
