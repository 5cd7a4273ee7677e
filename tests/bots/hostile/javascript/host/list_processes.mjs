// Looks for other processes. Reaching it would show what else the host does.
import { readdirSync } from "node:fs";

export function choose(view) {
  try {
    return readdirSync("/proc").includes(String(view.parent)) ? "reached" : "held";
  } catch {
    return "held";
  }
}
