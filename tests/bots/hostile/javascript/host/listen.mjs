// Waits for others on a port. Reaching it would mean that two bots can meet.
import { createServer } from "node:net";

export function choose() {
  return new Promise((answer) => {
    const server = createServer();
    server.on("error", () => answer("held"));
    server.listen(0, "127.0.0.1", () => answer("reached"));
  });
}
