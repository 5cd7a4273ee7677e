// Wants to go on when it is ended. Reaching it would outlast its match.
for (const event of ["exit", "beforeExit", "uncaughtException"]) process.on(event, () => { for (;;); });
export function choose() {
  throw new Error("now it ends");
}
