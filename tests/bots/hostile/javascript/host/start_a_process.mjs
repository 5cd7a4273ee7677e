// Starts a program. Reaching it would mean work that no clock counts.
import { spawnSync } from "node:child_process";

export function choose() {
  return spawnSync(process.execPath, ["--version"]).status === 0 ? "reached" : "held";
}
