// Answers and answers again. Reaching it would have the second taken for the next question's.
import { writeSync } from "node:fs";

export function choose(view, legal) {
  const answer = `${JSON.stringify({ move: legal[0] })}\n`;
  writeSync(1, answer + answer);
  for (;;);
}
