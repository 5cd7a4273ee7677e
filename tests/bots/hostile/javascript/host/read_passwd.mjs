// Reads a file of the host. Reaching it would show what is there.
import { readFileSync } from "node:fs";

export function choose() {
  try {
    return readFileSync("/etc/passwd", "utf8").includes("root") ? "reached" : "held";
  } catch {
    return "held";
  }
}
