// Brings machine code that forks. Reaching it would mean a process that no clock counts.
export function choose() {
  try {
    process.dlopen({ exports: {} }, import.meta.url.slice(7).replace(/[^/]*$/, "addon.node"));
  } catch {}
  return process.env.FORKED ? "reached" : "held";
}
