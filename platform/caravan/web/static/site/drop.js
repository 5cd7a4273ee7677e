// A file dropped anywhere on the drop zone lands in its file field; while it is sent, the form says so.

const zone = document.querySelector("[data-drop]");
const field = zone.querySelector("input[type=file]");
const form = zone.closest("form");

zone.addEventListener("dragover", (event) => {
  event.preventDefault();
  zone.classList.add("over");
});
zone.addEventListener("dragleave", () => zone.classList.remove("over"));
zone.addEventListener("drop", (event) => {
  event.preventDefault();
  zone.classList.remove("over");
  field.files = event.dataTransfer.files;
});

/** Whether it is on its way: then it cannot be sent once more. */
function sends(isSending) {
  form.querySelector("[data-busy]").hidden = !isSending;
  form.querySelector("[type=submit]").disabled = isSending;
}
form.addEventListener("submit", () => sends(true));
addEventListener("pageshow", () => sends(false)); // also where a browser brings the page back as it was
