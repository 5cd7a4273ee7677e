// Writes words into the wire. Reaching it would have them taken for a message.
import { writeSync } from "node:fs";

export function choose(view, legal) {
  writeSync(1, "one moment please\n");
  return legal[0];
}
