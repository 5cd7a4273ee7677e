// The wall of what is played now: the server draws the tiles, this keeps their numbers going.

import { Stream } from "./stream.js";

const list = document.getElementById("tiles");
const shown = () => [...list.querySelectorAll("[data-fixture]")].map((tile) => Number(tile.dataset.fixture));

/** Other fixtures than before: the whole wall anew; the focus stays where it was. */
async function redraw() {
  const answer = await fetch(list.dataset.source);
  if (!answer.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.closest("[data-fixture]")?.dataset.fixture;
  list.replaceChildren(...drawn.body.children);
  list.querySelector(`[data-fixture="${focused}"]`)?.focus();
}

function update({ fixture, match, matches, move, by, played }) {
  const tile = list.querySelector(`[data-fixture="${fixture}"]`);
  tile.querySelector("[data-count]").textContent = `match ${match} of ${matches}, move ${move}`;
  const last = tile.querySelector("[data-last]");
  last.firstChild.data = `${by || "The dealer"}: `;
  last.querySelector("code").textContent = played;
}

function hear({ data }) {
  if (data.map(({ fixture }) => fixture).join() === shown().join()) data.forEach(update);
  else redraw();
}

const stream = new Stream(list.dataset.stream);
stream.addEventListener("wall", hear);
stream.open();
