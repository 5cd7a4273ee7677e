// The wall of what is played now: the server draws the tiles, this keeps their numbers going.

import { Stream } from "./stream.js";

const list = document.getElementById("tiles");
const named = ({ fixture, over }) => (over ? `${fixture} over` : String(fixture));
const find = (name) => list.querySelector(`[data-tile="${name}"]`);

/** Other tiles than before: the whole wall anew; the focus stays where it was. */
async function redraw() {
  const answer = await fetch(list.dataset.source);
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.dataset.tile;
  list.replaceChildren(...drawn.body.children);
  find(focused)?.focus();
}

function update(tile) {
  const place = find(named(tile));
  place.querySelector("[data-count]").textContent = `match ${tile.match} of ${tile.matches}, move ${tile.move}`;
  const last = place.querySelector("[data-last]");
  last.firstChild.data = `${tile.by || "The dealer"}: `;
  last.querySelector("code").textContent = tile.played;
}

const sign = document.querySelector("#wall .live");

function hear({ data }) {
  sign.hidden = data.every(({ over }) => over);
  const shown = [...list.querySelectorAll("[data-tile]")].map((tile) => tile.dataset.tile);
  if (data.map(named).join() === shown.join()) data.filter(({ over }) => !over).forEach(update);
  else redraw();
  document.dispatchEvent(new CustomEvent("wall", { detail: data }));
}

const stream = new Stream(list.dataset.stream);
stream.addEventListener("wall", hear);
stream.open();
