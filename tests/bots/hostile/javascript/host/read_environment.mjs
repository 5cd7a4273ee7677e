// Looks for a secret in the environment. Reaching it would mean that what the worker knows is inherited.
export function choose(view) {
  return Object.values(process.env).includes(view.secret) ? "reached" : "held";
}
