// Prints without end. Reaching it would fill the referee's memory or keep it from its clocks.
export function choose() {
  for (;;) console.log("x".repeat(1 << 12));
}
