// Free of spoilers: no more is told of a match than was watched, until its result is opened.

const YEAR = 31_536_000; // seconds

/** For the whole site: the server reads the cookie. */
function remember(isOpen) {
  document.cookie = `spoilers=${isOpen ? 1 : 0}; path=/; max-age=${YEAR}; samesite=lax`;
}

/** Let `player` tell as much as the page may; what is returned opens and closes the result. */
export function guard(root, player) {
  const result = root.querySelector("details.result");
  result.addEventListener("toggle", () => {
    if (player.hides !== result.open) return;
    player.hide(!result.open);
    remember(result.open);
  });
  player.addEventListener("change", () => {
    for (const place of root.querySelectorAll("[data-length]")) place.textContent = player.total;
  });
  player.hide(!result.open);
  delete root.dataset.spoilers;
  return () => (result.open = !result.open);
}
