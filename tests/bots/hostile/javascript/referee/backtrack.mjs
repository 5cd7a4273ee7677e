// Matches a pattern for ages in one call. Reaching it would keep the table waiting.
export const choose = () => String(/^(a+)+$/.test(`${"a".repeat(60)}b`));
