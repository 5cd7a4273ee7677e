// Connects to a server of the host. Reaching it would mean help from outside.
import { connect } from "node:net";

export function choose(view) {
  return new Promise((answer) => {
    const socket = connect(view.port, "127.0.0.1", () => answer("reached"));
    socket.on("error", () => answer("held"));
  });
}
