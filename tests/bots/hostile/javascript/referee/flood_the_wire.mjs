// Writes without end and without a line. Reaching it would fill the referee's memory.
import { writeSync } from "node:fs";

export function choose() {
  const bytes = Buffer.alloc(1 << 16, "x");
  for (;;) writeSync(1, bytes);
}
