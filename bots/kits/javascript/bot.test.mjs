import assert from "node:assert/strict";
import { test } from "node:test";

import { choose } from "./bot.mjs";

test("it plays many cards rather than few", () => {
  assert.equal(choose({}, ["play 8", "play 8 8 J", "play 9 9", "pass"]), "play 8 8 J");
});

test("it waits only where it has to", () => {
  assert.equal(choose({}, ["draw", "play 6D"]), "play 6D");
  assert.equal(choose({}, ["ok", "taccs"]), "ok");
  assert.ok(["pass", "end"].includes(choose({}, ["pass", "end"])));
});
