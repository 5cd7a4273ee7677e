// Reads the source of another bot. Reaching it would tell its plans.
import { readFileSync } from "node:fs";

export function choose(view) {
  try {
    return readFileSync(view.other, "utf8").length ? "reached" : "held";
  } catch {
    return "held";
  }
}
