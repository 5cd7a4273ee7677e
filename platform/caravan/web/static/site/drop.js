// A file dropped anywhere on the drop zone lands in its file field.

const zone = document.querySelector("[data-drop]");
const field = zone.querySelector("input[type=file]");

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
