// Who competes in a fixture under way: from the list that the server wrote, by number.

/** In the form that tables want. */
export function competitors(list) {
  return [...list.querySelectorAll("[data-bot]")].map((row) => ({
    name: row.dataset.name,
    version: row.dataset.version,
    colour: row.dataset.colour,
    avatar: () => row.querySelector(".kilim").cloneNode(true),
  }));
}
