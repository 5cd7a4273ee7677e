// Opens node's debugger to others. Reaching it would mean that somebody outside may play for the bot.
import { open, url } from "node:inspector";

export function choose() {
  try {
    open(0, "127.0.0.1");
  } catch {
    return "held";
  }
  return url() ? "reached" : "held";
}
