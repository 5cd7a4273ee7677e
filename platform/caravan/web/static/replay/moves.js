// The move list: the server wrote the words, here they become clickable and follow the player.

const SPOKEN = { "♣": " of clubs", "♦": " of diamonds", "♥": " of hearts", "♠": " of spades" };

const RARE = 8; // moves for each that is marked

export class MoveList {
  #items;
  #told = 0;

  constructor(list) {
    this.list = list;
    this.#items = [...list.querySelectorAll("li[data-t]")];
    this.#told = this.#items.length;
  }

  /** How many moves there are. */
  get length() {
    return this.#items.length;
  }

  /** One move more: a list item with its `data-t`. */
  push(item) {
    this.list.append(item);
    this.#items.push(item);
  }

  /** Back to no move at all. */
  clear() {
    this.list.replaceChildren();
    this.#items = [];
    this.#told = 0;
  }

  /** The words of move `t` (1 is the first), "" before it. */
  words(t) {
    return this.#items[t - 1]?.querySelector(".w")?.textContent ?? "";
  }

  /** The same for ears, with the name of the seat. */
  spoken(t) {
    const text = this.#items[t - 1]?.querySelector("a")?.textContent ?? "";
    return text.replace(/[♣♦♥♠]/g, (suit) => SPOKEN[suit]);
  }

  /** The words that bots put beside their moves, as marks; where every few moves have one, none stands out. */
  get tags() {
    const tagged = this.#items.filter((item) => item.querySelector(".tag"));
    if (tagged.length * RARE > this.length) return [];
    return tagged.map((item) => ({ t: Number(item.dataset.t), kind: "word", label: item.querySelector(".tag").textContent }));
  }

  /** A click goes to the move instead of to its address; the list follows the player. */
  follow(player) {
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("li[data-t]");
      if (!item || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      player.step(Number(item.dataset.t) - player.t);
    });
    player.addEventListener("change", () => this.#tell(player.told));
    player.addEventListener("change", () => this.#show(player.t));
  }

  /** List so many moves. */
  #tell(moves) {
    const [from, to] = [moves, this.#told].sort((a, b) => a - b);
    for (const item of this.#items.slice(from, to)) item.hidden = moves === from;
    this.#told = moves;
  }

  #show(t) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = this.#items[t - 1];
    item?.setAttribute("aria-current", "step");
    this.list.scrollTop = item ? item.offsetTop - this.list.clientHeight / 2 : 0;
  }
}
