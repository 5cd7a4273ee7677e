// Looks for a file of the host by node's inner calls. Reaching it would mean that only node's own doors are shut.
export function choose() {
  try {
    return process.binding("fs").internalModuleStat("/etc/passwd") === 0 ? "reached" : "held";
  } catch {
    return "held";
  }
}
