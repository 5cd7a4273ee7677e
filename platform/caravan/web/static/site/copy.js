// A button that copies the text of another element, also where it arrives later.

const SAID = 2000;

/** Copy what `button` points to, and say so on it for a moment. */
async function copy(button) {
  const label = button.querySelector("span");
  const before = label.textContent;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
  label.textContent = "Copied";
  setTimeout(() => (label.textContent = before), SAID);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  if (button) copy(button);
});
