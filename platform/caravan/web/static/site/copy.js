// Buttons that copy the text of another element, and links that copy the file they lead to, also where they arrive
// later. Browsers let pages copy only over https and at home: else the text is selected, and the file downloaded.

const SAID = 2000; // milliseconds

/** Copy the text of `source`. */
async function copied(source) {
  if (!navigator.clipboard) {
    getSelection().selectAllChildren(source);
    return "Selected";
  }
  await navigator.clipboard.writeText(source.textContent);
  return "Copied";
}

/** Copy a file of the site. */
async function copiedFile(address) {
  const answer = await fetch(address);
  if (!answer.ok) return "Not found";
  await navigator.clipboard.writeText(await answer.text());
  return "Copied";
}

/** Say on `label` what has come of it, for a while. */
async function say(label, act) {
  const before = label.textContent;
  label.textContent = await act;
  setTimeout(() => (label.textContent = before), SAID);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  if (button) say(button.querySelector("span"), copied(document.getElementById(button.dataset.copy)));
  const link = event.target.closest("a[data-copy-file]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  say(link.querySelector("span"), copiedFile(link.href));
});
