// Returns what only looks like text. Reaching it would have it read as such.
export const choose = (view, legal) => new String(legal[0]);
