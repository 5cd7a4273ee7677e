// What runs inside the sandbox for a JavaScript bot: loads it and speaks the wire for it.
//
//     node runner.mjs ENTRY
//
// A bot is a function `choose(view, legal)`, exported or the whole of `module.exports`, or else a class `Bot`, one
// object for each match:
//
//     export class Bot {
//       start(info) {}            // optional: game, rules, clocks, seats, match, seat, dice_seed
//       choose(view, legal) {}    // this.news: what was heard since; this.clock: seconds left
//       over(result) {}           // optional: points, ranks
//     }
//
// Either returns a move, or [move, tag], or a promise of it. `Math.random` is seeded with the bot's own dice when a
// match starts. What the bot prints goes to its log. An exception is written there too and ends the process with
// exit code 1, for want of memory with 12. Asked to `parse` files instead of `hello`, it compiles and runs nothing.

import { readFileSync, readSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import vm from "node:vm";

const OUT_OF_MEMORY = 12;
const WIRE_IN = 0;
const WIRE_OUT = 1;
const LOG = 2;
const OURS = /node:|runner\.mjs/;
const { parse, stringify } = JSON;

/** Answer until the other end closes. */
async function play(entry) {
  const { type, ...hello } = read();
  if (type === "parse") compile(hello.files.map((file) => entry.slice(0, -hello.entry.length) + file));
  const make = type === "parse" || (await load(entry));
  write({ ready: true });
  let bot;
  for (let message; (message = read()); ) {
    const { type, ...told } = message;
    if (type === "start") {
      Math.random = dice(told.dice_seed);
      bot = await ask(make);
      await ask(() => bot.start?.({ ...hello, ...told }));
    } else if (type === "ask") {
      bot.news = told.news;
      bot.clock = told.clock;
      write(reply(await ask(() => bot.choose(told.view, told.legal))));
    } else if (type === "over") {
      await ask(() => bot.over?.(told));
    }
  }
}

let unread = Buffer.alloc(0);
const chunk = Buffer.alloc(1 << 16);

/** The next message; undefined when there will be no more. */
function read() {
  let end;
  while ((end = unread.indexOf("\n")) < 0) {
    const size = readSync(WIRE_IN, chunk);
    if (!size) return undefined;
    unread = Buffer.concat([unread, chunk.subarray(0, size)]);
  }
  const line = unread.toString("utf8", 0, end);
  unread = unread.subarray(end + 1);
  return parse(line);
}

/** Send one line. */
function write(message) {
  writeAll(WIRE_OUT, Buffer.from(stringify(message) + "\n"));
}

/** Write to the end, also where a bot has made the pipe one that does not wait. */
function writeAll(fd, bytes) {
  while (bytes.length) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/** Let all that is printed go to the log at once, and give the bot an input that is empty. */
function separate() {
  const decodeStrings = true;
  const log = new Writable({ decodeStrings, write: (bytes, _, done) => done(writeAll(LOG, bytes)) });
  for (const name of ["stdout", "stderr"]) Object.defineProperty(process, name, { value: log });
  Object.defineProperty(process, "stdin", { get: () => Readable.from([]) });
}

/** Compile without running; a syntax error is told with its file and line, by node itself where it is a module's. */
function compile(files) {
  for (const file of files) {
    const source = readFileSync(file, "utf8");
    if (isModule(file)) new vm.SourceTextModule(source, { identifier: file });
    else vm.compileFunction(source.replace(/^#!.*/, ""), [], { filename: file });
  }
}

/** Whether node takes this file for a module: by its suffix, else by the package.json next above. */
function isModule(file) {
  if (!file.endsWith(".js")) return file.endsWith(".mjs");
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    try {
      return parse(readFileSync(join(folder, "package.json"), "utf8")).type === "module";
    } catch (error) {
      if (error.code !== "ENOENT" || folder === dirname(folder)) return false;
    }
  }
}

/** Run the bot's file; what makes a bot for a match. */
async function load(entry) {
  const found = await ask(() => import(pathToFileURL(entry)), entry);
  const whole = found.default ?? {};
  const isClass = typeof whole.prototype?.choose === "function";
  const choose = found.choose ?? whole.choose ?? (isClass ? undefined : whole);
  if (typeof choose === "function") return () => ({ choose });
  const Bot = found.Bot ?? whole.Bot ?? whole;
  if (typeof Bot === "function") return () => new Bot();
  return leave(`${basename(entry)} exports neither a function choose(view, legal) nor a class Bot`);
}

/** What the bot's function gives; its exception goes to the log, without our frames, and ends all. */
async function ask(work, file) {
  try {
    return await work();
  } catch (error) {
    if (file && error instanceof SyntaxError) compile([file]); // that of a module has no place until node prints it
    return leave(told(error), error instanceof RangeError && /allocat|unable to grow/i.test(error.message) ? OUT_OF_MEMORY : 1);
  }
}

/** An exception as its owner reads it in any language: the calls, the last one last, then what is wrong. */
function told(error) {
  if (!(error instanceof Error)) return `threw ${inspect(error).slice(0, 1000)}`;
  const headline = `${error.name}: ${error.message}`;
  const [source, calls = ""] = String(error.stack).split(headline);
  const theirs = calls.split("\n").filter((line) => line && !OURS.test(line));
  return ["Traceback (most recent call last):", ...theirs.reverse(), source.trim(), headline].filter(Boolean).join("\n");
}

/** The bot's answer as a message; one that is neither a move nor [move, tag] is its error. */
function reply(answer) {
  if (typeof answer === "string") return { move: answer };
  if (Array.isArray(answer) && answer.length === 2 && answer.every((part) => typeof part === "string")) {
    return { move: answer[0], tag: answer[1] };
  }
  return leave(`choose returned ${inspect(answer).slice(0, 100)}: it must be a move, or [move, tag]`);
}

/** A source of numbers from 0 to 1 that the seed determines (sfc32). */
function dice(seed) {
  let [a, b, c, counter] = [1, 2, 3, 4].map((salt) => hash(`${salt} ${seed}`));
  const draw = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) draw();
  return () => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53;
}

/** 32 bits of a text (FNV-1a). */
function hash(text) {
  let bits = 0x811c9dc5;
  for (const byte of Buffer.from(text)) bits = Math.imul(bits ^ byte, 0x01000193);
  return bits;
}

/** End at once with these last words. */
function leave(words, code = 1) {
  writeAll(LOG, Buffer.from(`${words}\n`));
  process.exit(code);
}

separate();
await play(process.argv[2]);
process.exit(0);
