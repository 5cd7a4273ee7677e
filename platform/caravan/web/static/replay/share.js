// What is handed on: the address of a moment, the line that shows it within another page, the command that runs from
// it, the seed that the cards follow from.

import { linkTo } from "./link.js";

/** The address, without what was asked of this page alone; with `more`. */
function address(player, more = {}) {
  const url = new URL(linkTo(player));
  for (const name of ["spoilers", "embed"]) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

function frame(player) {
  const made = document.createElement("iframe");
  Object.assign(made, { src: address(player, { embed: 1 }), width: "960", height: "720", title: document.title });
  return made.outerHTML;
}

/** What copies one of them and says so in `place`; `command` has MOVE where the move stands. */
export function hand(place, player, command, seed) {
  const copy = (text, said) => navigator.clipboard?.writeText(text).then(() => (place.textContent = said));
  return {
    copy: () => copy(address(player), "Link copied."),
    embed: () => copy(frame(player), "Line for another page copied."),
    again: () => copy(command.replace("MOVE", Math.max(player.t, 1)), "Command copied: run it beside the record and your bot."),
    seed: () => copy(seed, "Seed copied."),
  };
}
