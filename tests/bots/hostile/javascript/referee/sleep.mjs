// Sleeps without a timer. Reaching it would keep the table waiting.
export const choose = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
