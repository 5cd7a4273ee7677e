// Lets node itself write a file. Reaching it would leave something behind after the match.
import { rmSync } from "node:fs";

export function choose() {
  try {
    rmSync(process.report.writeReport("/tmp/caravan-report-of-a-bot.json"));
    return "reached";
  } catch {
    return "held";
  }
}
