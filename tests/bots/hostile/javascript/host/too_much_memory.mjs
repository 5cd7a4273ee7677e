// Fills a gigabyte. Reaching it would mean that others have less.
const kept = [];

export function choose() {
  for (let number = 0; number < 1024; number++) kept.push(new Uint8Array(1 << 20).fill(1));
  return "reached";
}
