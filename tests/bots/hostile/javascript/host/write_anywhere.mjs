// Writes a file wherever it might. Reaching it would leave something behind after the match.
import { rmSync, writeFileSync } from "node:fs";

export function choose() {
  for (const folder of ["/tmp", "/bot", "/dev/shm", "/usr", "", import.meta.dirname ?? "."]) {
    try {
      writeFileSync(`${folder}/caravan-written-by-a-bot`, "");
      rmSync(`${folder}/caravan-written-by-a-bot`);
      return "reached";
    } catch {}
  }
  return "held";
}
