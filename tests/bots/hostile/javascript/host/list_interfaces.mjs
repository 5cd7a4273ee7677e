// Lists the networks of the host. Reaching it would tell where it is.
import { networkInterfaces } from "node:os";

export function choose() {
  try {
    return Object.keys(networkInterfaces()).length ? "reached" : "held";
  } catch {
    return "held";
  }
}
