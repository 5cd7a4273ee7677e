// Starts twenty threads. Reaching it would mean more of the host than its share.
import { Worker } from "node:worker_threads";

const SMALL = { maxOldGenerationSizeMb: 2, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };
const started = () =>
  new Promise((done, failed) => {
    const worker = new Worker("setInterval(() => {}, 1000)", { eval: true, resourceLimits: SMALL });
    worker.on("online", done);
    worker.on("error", failed);
    worker.on("exit", failed);
  });

export async function choose() {
  try {
    for (let number = 0; number < 20; number++) await started();
  } catch {
    return "held";
  }
  return "reached";
}
