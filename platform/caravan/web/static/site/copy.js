// A button that copies the text of another element, also where it arrives later.

const SAID = 2000;

/** Copy the text of `source`; browsers let pages do so only over https and at home, so else it is selected. */
async function copied(source) {
  if (!navigator.clipboard) {
    getSelection().selectAllChildren(source);
    return "Selected";
  }
  await navigator.clipboard.writeText(source.textContent);
  return "Copied";
}

document.addEventListener("click", async (event) => {
  const label = event.target.closest("button[data-copy]")?.querySelector("span");
  if (!label) return;
  const before = label.textContent;
  label.textContent = await copied(document.getElementById(label.parentElement.dataset.copy));
  setTimeout(() => (label.textContent = before), SAID);
});
