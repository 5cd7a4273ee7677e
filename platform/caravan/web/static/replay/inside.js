// The pane beside the moves, for who may look inside a bot: what it was asked, and what it did, where the viewer stands.

const REST = 200; // milliseconds of standing still before the server is asked

/** The decisions of the seats in `select`, each with where the server tells of it, in the order of the match. */
function decisions(select) {
  const told = (option) => option.dataset.asked.split(" ").filter(Boolean).map((move) => ({
    seat: option.value,
    move: Number(move),
    address: `${option.dataset.log}${move}/`,
  }));
  return [...select.options].filter(({ value }) => value).flatMap(told).sort((a, b) => a.move - b.move);
}

/** Let `pane` follow `player` while it is open; what is returned looks again. */
export function lookInside(pane, player) {
  const box = pane.querySelector("[data-decision]");
  const select = pane.querySelector("select");
  const all = decisions(select);
  let timer = 0;
  let shown = null;
  const show = () => {
    const wanted = all.findLast(({ seat, move }) => move <= player.t && (!select.value || seat === select.value));
    if (pane.hidden || wanted === shown) return;
    shown = wanted;
    if (wanted) htmx.ajax("GET", wanted.address, { source: box, target: box, swap: "innerHTML" });
    else box.replaceChildren();
  };
  const follow = () => {
    clearTimeout(timer);
    timer = setTimeout(show, REST);
  };
  player.addEventListener("change", follow);
  select.addEventListener("change", show);
  return show;
}
