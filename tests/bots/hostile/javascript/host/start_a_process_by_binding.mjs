// Starts a program by node's inner calls. Reaching it would mean that only node's own doors are shut.
export function choose() {
  try {
    const { Process } = process.binding("process_wrap");
    const options = { file: process.execPath, args: ["node", "--version"], stdio: [] };
    return new Process().spawn(options) === 0 ? "reached" : "held";
  } catch {
    return "held";
  }
}
