// Computes without end. Reaching it would keep the table waiting.
export function choose() {
  for (;;);
}
