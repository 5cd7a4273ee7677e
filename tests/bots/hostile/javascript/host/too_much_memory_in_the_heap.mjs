// Fills a gigabyte of what V8 collects. Reaching it would mean that others have less.
const kept = [];

export function choose() {
  for (let number = 0; number < 1 << 17; number++) kept.push(new Array(1000).fill(number + 0.5));
  return "reached";
}
