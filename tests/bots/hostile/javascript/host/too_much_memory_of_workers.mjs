// Lets workers, each with a heap of its own, fill a gigabyte. Reaching it would mean that others have less.
import { Worker } from "node:worker_threads";

const CODE = `const kept = []; for (let n = 0; n < 17000; n++) kept.push(new Array(1000).fill(n + 0.5));
  require("node:worker_threads").parentPort.postMessage(kept.length); setInterval(() => kept, 1000)`;

export async function choose() {
  for (let number = 0; number < 8; number++) {
    await new Promise((done, failed) => {
      const worker = new Worker(CODE, { eval: true });
      worker.on("message", done);
      worker.on("error", failed);
    });
  }
  return "reached";
}
