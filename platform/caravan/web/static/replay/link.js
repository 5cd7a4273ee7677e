// The address keeps up with the viewer: ?t=57&view=2. Browsers limit how often it may change, so the last word counts.

const PAUSE = 250;

/** What the address asks for. */
export function asked() {
  const query = new URLSearchParams(location.search);
  const view = query.get("view") ?? "all";
  const plays = query.get("autoplay") === "1";
  return { t: Number(query.get("t")) || 0, view: /^\d+$/.test(view) ? Number(view) : view, plays };
}

/** The address of a moment, without what says nothing. */
export function linkTo({ t, view }) {
  const url = new URL(location.href);
  url.searchParams.delete("autoplay");
  url.searchParams.set("t", t);
  if (view === "all") url.searchParams.delete("view");
  else url.searchParams.set("view", view);
  return url.href;
}

/** Let the address follow `player`. */
export function follow(player) {
  let timer = 0;
  player.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, "", linkTo(player)), PAUSE);
  });
}
