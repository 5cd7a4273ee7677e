// Two short ways to make elements; everything the viewer draws goes through them, so nothing is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element with attributes and children (nodes or text). */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element, likewise. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** The address of the sprite, which the page knows by its hashed name. */
const SPRITE = document.querySelector("[data-sprite]")?.dataset.sprite ?? "/static/cards.svg";

/** A `<use>` of one symbol of the sprite. */
export function use(symbol, attributes = {}) {
  return svg("use", { href: `${SPRITE}#${symbol}`, ...attributes });
}

/** One symbol as a picture that is not read out. */
export function drawing(symbol, classes = null) {
  return svg("svg", { class: classes, "aria-hidden": "true" }, use(symbol));
}

/** A 16 px icon. */
export function icon(name) {
  return drawing(`i-${name}`, "i");
}
