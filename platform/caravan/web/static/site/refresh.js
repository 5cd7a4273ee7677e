// A part that is asked for again and again: not while nobody looks, and drawn anew only where it has changed;
// what has the focus keeps it, and what was scrolled sideways stays there.
const part = document.getElementById("tables");
let last = "";

part.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden) event.preventDefault();
});

part.addEventListener("htmx:beforeSwap", (event) => {
  const { serverResponse } = event.detail;
  if (serverResponse === last) event.detail.shouldSwap = false;
  last = serverResponse;
  if (!event.detail.shouldSwap) return;
  const focus = place(document.activeElement);
  const scrolled = [...part.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  part.addEventListener("htmx:afterSwap", () => {
    part.querySelectorAll(".scroll").forEach((each, k) => (each.scrollLeft = scrolled[k] ?? 0));
    if (focus) find(focus)?.focus({ preventScroll: true });
  }, { once: true });
});

// where an element of the part is: a link by its address, anything else by its kind, and which of those it is
function place(element) {
  if (!part.contains(element)) return null;
  const href = element.getAttribute("href");
  const like = href ? `[href="${CSS.escape(href)}"]` : `.${CSS.escape(element.classList[0] ?? "scroll")}`;
  return { like, which: [...part.querySelectorAll(like)].indexOf(element) };
}

function find({ like, which }) {
  const found = part.querySelectorAll(like);
  return found[which] ?? found[0];
}
