// The keyboard: one table, which is also what the help dialog shows (the template lists the same keys).

const TYPED = "input:not([type=range]), textarea, select";

/** Key -> what it does to `player`; `act` holds what is not the player's own. */
function bindings(player, act) {
  return {
    " ": () => player.toggle(),
    k: () => player.toggle(),
    ArrowLeft: (event) => player.step(event.shiftKey ? -10 : -1),
    ArrowRight: (event) => player.step(event.shiftKey ? 10 : 1),
    j: () => player.step(-1),
    l: () => player.step(1),
    Home: () => player.step(-player.length),
    End: () => player.step(player.length),
    e: () => player.toEvent(1),
    E: () => player.toEvent(-1),
    "<": () => player.changeSpeed(-1),
    ">": () => player.changeSpeed(1),
    v: () => player.nextView(),
    b: act.back,
    c: act.copy,
    s: act.spoil,
    "?": act.help,
  };
}

/** Digits gather until Enter goes there. */
function typedTurn(player) {
  let digits = "";
  return (key) => {
    if (/^\d$/.test(key)) digits += key;
    else if (key === "Enter" && digits) player.step(Number(digits) - player.t);
    else return false;
    if (key === "Enter") digits = "";
    return true;
  };
}

function isForSomethingElse(event) {
  const pressed = event.key === " " || event.key === "Enter";
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return true;
  return event.target.matches(TYPED) || (pressed && event.target.matches("button, a, summary"));
}

/** Listen on the whole page. */
export function listen(player, act) {
  const keys = bindings(player, act);
  const typed = typedTurn(player);
  document.addEventListener("keydown", (event) => {
    if (isForSomethingElse(event)) return;
    const known = keys[event.key];
    if (known) known(event);
    else if (!typed(event.key)) return;
    event.preventDefault();
  });
}
