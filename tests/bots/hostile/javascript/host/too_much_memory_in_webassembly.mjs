// Fills a gigabyte of WebAssembly's. Reaching it would mean that others have less.
export function choose() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 << 14 });
  for (let number = 0; number < 1 << 10; number++) {
    memory.grow(16);
    new Uint8Array(memory.buffer).fill(1, -(1 << 20));
  }
  return "reached";
}
