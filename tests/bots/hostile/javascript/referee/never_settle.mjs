// Promises an answer and gives none. Reaching it would keep the table waiting.
export const choose = () => new Promise(() => {});
