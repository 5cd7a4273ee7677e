// Reads the next question itself. Reaching it would know it before the clock runs.
import { readSync } from "node:fs";

export const choose = () => String(readSync(0, Buffer.alloc(1 << 16)));
