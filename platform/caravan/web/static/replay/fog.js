// What one seat may know, cut out of a whole position in the browser. Only finished matches reach it.

const isObject = (value) => value !== null && typeof value === "object";

/** The same shape with every card turned over. */
function hidden(value) {
  if (Array.isArray(value)) return value.map(hidden);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden(inner)]));
  return value === null ? null : "?";
}

/** Whether `view` (a seat, "all" or "spectator") knows a card with this mask; -1 is open to everybody. */
function knows(mask, view) {
  return view === "all" || mask === -1 || (typeof view === "number" && ((mask >> view) & 1) === 1);
}

/** Every marked card, however deep, as that card or turned over; all around them is public. */
function unmarked(value, view) {
  if (Array.isArray(value)) return value.map((inner) => unmarked(inner, view));
  if (!isObject(value)) return value;
  if ("mask" in value) return knows(value.mask, view) ? value.card : "?";
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmarked(inner, view)]));
}

const seen = {
  public: (value) => value,
  secret: (value, view) => (view === "all" ? value : hidden(value)),
  private: (value, view) => (view === "all" ? value : value.map((own, seat) => (seat === view ? own : hidden(own)))),
  known: unmarked,
};

/** The position as `view` may see it; fields that `visibility` does not name are public. */
export function masked(position, visibility, view) {
  const fields = Object.entries(position);
  return Object.fromEntries(fields.map(([name, value]) => [name, seen[visibility[name] ?? "public"](value, view)]));
}
