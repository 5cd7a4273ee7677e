// Waits for changes of files. Reaching it would be a bell between bots that see the same ones.
import { watch } from "node:fs";

export function choose() {
  try {
    watch("/usr").close();
    return "reached";
  } catch {
    return "held";
  }
}
