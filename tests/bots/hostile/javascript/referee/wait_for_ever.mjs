// Promises an answer and waits. Reaching it would keep the table waiting.
export const choose = () => new Promise((answer) => setTimeout(answer, 1 << 30));
