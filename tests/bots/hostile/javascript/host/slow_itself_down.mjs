// Changes how it is scheduled. Reaching it would mean that its clocks could be tricked.
import { setPriority } from "node:os";

export function choose() {
  try {
    setPriority(19);
    return "reached";
  } catch {
    return "held";
  }
}
