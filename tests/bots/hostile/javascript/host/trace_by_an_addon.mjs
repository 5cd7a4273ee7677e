// Brings machine code that traces. Reaching it would mean a call that only an attack makes.
export function choose() {
  process.env.TRACE = "please";
  try {
    process.dlopen({ exports: {} }, import.meta.url.slice(7).replace(/[^/]*$/, "addon.node"));
  } catch {}
  return process.env.TRACED ? "reached" : "held";
}
