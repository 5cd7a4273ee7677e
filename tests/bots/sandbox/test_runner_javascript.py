"""What a JavaScript bot may be and what it sees, the same under both launchers."""

from collections.abc import Callable

import pytest

from bots.sandbox import Ending, Launcher, Limits, trusted
from tests.launched import PATIENCE

BOT = "export const choose = (view, legal) => legal[0];"


@pytest.fixture(params=["bubblewrapped", "trusted"])
def launcher(request: pytest.FixtureRequest) -> Launcher:
    """Those that differ: nothing but Python is forked."""
    return trusted.Launcher() if request.param == "trusted" else request.getfixturevalue(request.param)


@pytest.fixture
def js(started) -> Callable[..., object]:
    """Start a bot from its source."""

    def start(launcher: Launcher, source: str, entry: str = "bot.mjs", limits: Limits = Limits()):  # noqa: B008
        return started(launcher, source, limits, entry, "javascript")

    return start


@pytest.mark.parametrize(
    ("entry", "source"),
    [
        ("bot.mjs", "export function choose(view, legal) { return legal[1]; }"),
        ("bot.mjs", "export default (view, legal) => legal[1];"),
        ("bot.mjs", "export default { choose: (view, legal) => legal[1] };"),
        ("bot.mjs", "export const choose = async (view, legal) => legal[1];"),
        ("bot.mjs", "export class Bot { choose(view, legal) { return legal[1]; } }"),
        ("bot.mjs", "export default class { choose(view, legal) { return legal[1]; } }"),
        ("bot.js", "exports.choose = (view, legal) => legal[1];"),
        ("bot.js", "module.exports = (view, legal) => legal[1];"),
        ("bot.cjs", "module.exports = { choose: (view, legal) => legal[1] };"),
        ("bot.cjs", "module.exports.Bot = class { choose(view, legal) { return legal[1]; } };"),
        ("bot.cjs", "module.exports = class Bot { choose(view, legal) { return legal[1]; } };"),
    ],
)
def test_a_bot_is_a_function_or_a_class_exported_in_either_way(bubblewrapped, js, entry, source):
    bot = js(bubblewrapped, source, entry)
    assert bot.hello() == {"ready": True}
    bot.start()
    assert bot.ask() == {"move": "draw"}
    assert bot.ask() == {"move": "draw"}


def test_a_class_has_a_new_object_for_each_match(launcher, js):
    bot = js(
        launcher,
        """
        export class Bot {
          start(info) { this.turns = 0; this.match = info.match; }
          choose(view, legal) { this.turns++; return `${this.match} ${this.turns}`; }
          over(result) { console.log("over", result.points, result.ranks); }
        }
        """,
    )
    bot.hello()
    moves = []
    for match in (5, 6):
        bot.start(match=match)
        moves += [bot.ask()["move"], bot.ask()["move"]]
        bot.over()
    bot.start()
    bot.ask()
    assert moves == ["5 1", "5 2", "6 1", "6 2"]
    assert bot.log() == "over [ 1, 2 ] [ 2, 1 ]\n" * 2


def test_a_class_is_told_what_pythons_is(launcher, js):
    bot = js(
        launcher,
        """
        export class Bot {
          start(info) { this.info = info; }
          choose() { return JSON.stringify([Object.keys(this.info).sort(), this.news, this.clock]); }
        }
        """,
    )
    bot.hello()
    bot.start()
    told = (
        '[["clocks","dice_seed","game","match","protocol","rules","seat","seats"],[1],{"bank":2,"idle":20}]'
    )
    assert bot.ask(news=[1])["move"] == told


def test_a_move_may_carry_a_tag(launcher, js):
    bot = js(launcher, "export const choose = (view, legal) => [legal[0], 'hunch'];")
    bot.hello()
    bot.start()
    assert bot.ask() == {"move": "pass", "tag": "hunch"}


@pytest.mark.parametrize("answer", ["undefined", "3", "[ 'pass' ]", "[ 'pass', 3 ]", "{ move: 'pass' }"])
def test_an_answer_of_another_shape_is_told_in_the_log(launcher, js, answer):
    bot = js(launcher, f"export const choose = () => ({answer});")
    assert bot.move() is None
    assert bot.process.exit(PATIENCE).code == 1
    assert bot.log() == f"choose returned {answer}: it must be a move, or [move, tag]\n"


def test_what_is_printed_goes_to_the_log_and_never_into_the_protocol(launcher, js):
    bot = js(
        launcher,
        """
        console.log("loaded");
        export function choose(view, legal) {
          console.error("thinking");
          process.stdout.write("raw\\n");
          return legal[0];
        }
        """,
    )
    assert bot.move() == "pass"
    assert bot.log().splitlines() == ["loaded", "thinking", "raw"]


def test_a_print_is_in_the_log_although_the_bot_never_answers(launcher, js):
    bot = js(launcher, "export function choose() { console.log('stuck'); for (;;); }")
    bot.hello()
    bot.start()
    assert bot.ask(patience=0.5) is None
    assert bot.log() == "stuck\n"


def test_the_bot_has_no_input_of_its_own(launcher, js):
    source = "export async function choose() { for await (const _ of process.stdin); return 'nothing'; }"
    assert js(launcher, source).move() == "nothing"


def test_an_exception_is_the_bots_own_calls_and_what_is_wrong_at_last(launcher, js):
    bot = js(
        launcher, "const deep = (x) => x.y.z;\nexport function choose(view, legal) { return deep(legal); }"
    )
    assert bot.move() is None
    assert bot.process.exit(PATIENCE).words == "ended with an error (exit code 1)"
    first, outer, inner, last = bot.log().splitlines()
    assert first == "Traceback (most recent call last):"
    assert "bot.mjs:2:" in outer
    assert "bot.mjs:1:" in inner
    assert last.startswith("TypeError: Cannot read properties of undefined")


@pytest.mark.parametrize("thrown", ["'a word'", "null", "{}", "Object.create(null)"])
def test_whatever_is_thrown_ends_the_bot(launcher, js, thrown):
    bot = js(launcher, f"export function choose() {{ throw {thrown}; }}")
    assert bot.move() is None
    assert bot.process.exit(PATIENCE).code == 1
    assert bot.log().startswith("threw ")


@pytest.mark.parametrize("entry", ["bot.mjs", "bot.cjs"])
def test_a_syntax_error_is_told_with_its_line(launcher, js, entry):
    bot = js(launcher, "const x = 1;\nfunction choose(view legal) {}", entry)
    assert bot.hello() is None
    assert bot.process.exit(PATIENCE).code == 1
    assert f"{entry}:2\nfunction choose(view legal)" in bot.log()


def test_a_file_without_a_bot_is_told_what_is_missing(launcher, js):
    bot = js(launcher, "export const chose = 1;")
    assert bot.hello() is None
    assert bot.process.exit(PATIENCE).code == 1
    assert bot.log() == "bot.mjs exports neither a function choose(view, legal) nor a class Bot\n"


def test_the_same_dice_give_the_same_play_and_other_dice_another(launcher, js):
    bot = js(launcher, "export const choose = () => String(Math.random());")
    bot.hello()
    rolls = []
    for dice in ("a", "a", "b"):
        bot.start(dice=dice)
        rolls.append(bot.ask()["move"])
    assert rolls[0] == rolls[1] != rolls[2]


def test_the_dice_are_fair(launcher, js):
    source = """
    export function choose() {
      const counts = new Array(10).fill(0);
      for (let roll = 0; roll < 10000; roll++) counts[Math.floor(Math.random() * 10)]++;
      return counts.join(" ");
    }
    """
    counts = [int(count) for count in js(launcher, source).move().split()]
    assert sum(counts) == 10000
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 28  # chi-square, 9 degrees: 1 in 1000


def test_a_bot_imports_its_neighbours_in_either_way(launcher, js, folder):
    (folder / "plan.mjs").write_text("export const first = 1;")
    (folder / "table.cjs").write_text("module.exports = { second: 'draw' };")
    source = """
    import { first } from "./plan.mjs";
    import table from "./table.cjs";
    export const choose = (view, legal) => (legal[first] === table.second ? "both" : "none");
    """
    assert js(launcher, source).move() == "both"


def test_a_long_question_and_many_lines_at_once_are_read(launcher, js):
    bot = js(launcher, "export const choose = (view) => String(view.length);")
    assert bot.move("ä" * 10_000) == "10000"
    bot.over()
    bot.start()
    assert bot.ask("x" * 60_000) == {"move": "60000"}


def test_the_parent_closing_the_wire_is_a_clean_end(launcher, js):
    bot = js(launcher, BOT)
    assert bot.move() == "pass"
    bot.hang_up()
    assert bot.process.exit(PATIENCE).ending is Ending.FINISHED


@pytest.mark.parametrize("hungry", ["new Uint8Array(1 << 30).fill(1)", "Buffer.alloc(1 << 30, 1)"])
def test_want_of_memory_has_a_name_of_its_own(launcher, js, hungry):
    bot = js(launcher, f"export const choose = () => String({hungry}.length);")
    assert bot.move() is None
    assert bot.process.exit(PATIENCE).words == "ran out of memory"
    assert "allocation failed" in bot.log()


def test_webassembly_runs(launcher, js):
    source = """
    const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 5, 3, 1, 0, 1,
                  7, 5, 1, 1, 109, 0, 0, 10, 6, 1, 4, 0, 65, 7, 11];
    const { instance } = await WebAssembly.instantiate(new Uint8Array(code));
    const grown = new WebAssembly.Memory({ initial: 10, maximum: 100 }).grow(1);
    export const choose = () => `${instance.exports.m()} ${grown}`;
    """
    assert js(launcher, source).move() == "7 10"


def test_a_developers_settings_of_node_do_not_change_how_a_trusted_bot_plays(js, monkeypatch):
    monkeypatch.setenv("NODE_OPTIONS", "--no-such-option")
    assert js(trusted.Launcher(), BOT).move() == "pass"


def test_asked_to_parse_it_compiles_all_and_runs_nothing(bubblewrapped, js, folder):
    (folder / "good.cjs").write_text("#!/usr/bin/env node\nreturn console.log('run')")
    bot = js(bubblewrapped, "console.log('run');" + BOT)
    bot.say({"type": "parse", "entry": "bot.mjs", "files": ["bot.mjs", "good.cjs"]})
    assert bot.hear() == {"ready": True}
    assert bot.log() == ""


@pytest.mark.parametrize("name", ["bad.mjs", "bad.cjs", "bad.js", "deep/bad.js", "module/bad.js"])
def test_asked_to_parse_it_tells_the_line_of_an_error(bubblewrapped, js, folder, name):
    (folder / "module").mkdir()
    (folder / "deep").mkdir()
    (folder / "module" / "package.json").write_text('{"type": "module"}')
    (folder / name).write_text(("export const a = 1;" if "mod" in name else "") + "\n\nlet a b;")
    bot = js(bubblewrapped, BOT)
    bot.say({"type": "parse", "entry": "bot.mjs", "files": ["bot.mjs", name]})
    assert bot.hear() is None
    assert bot.process.exit(PATIENCE).code == 1
    assert bot.log().startswith(f"/bot/{name}:3\nlet a b;\n")
