// Opens a hundred files. Reaching it would mean that the host's table can be filled.
import { openSync } from "node:fs";

export function choose() {
  try {
    for (let number = 0; number < 100; number++) openSync("/dev/null");
  } catch {
    return "held";
  }
  return "reached";
}
