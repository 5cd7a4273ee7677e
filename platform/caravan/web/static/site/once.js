// A form that is on its way is not sent once more: two clicks make one token, one webhook, one challenge.

const AGAIN = 10_000; // milliseconds; whoever has stopped it may send it again

const sent = new Set();

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) event.preventDefault();
  else {
    sent.add(form);
    setTimeout(() => sent.delete(form), AGAIN);
  }
});
addEventListener("pageshow", () => sent.clear()); // also where a browser brings the page back as it was
