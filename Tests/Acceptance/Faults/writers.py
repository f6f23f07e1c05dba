"""The subcommands that write files, each with the files that it writes and what is valid in them."""

import json
import pathlib
import re
import tarfile
import xml.etree.ElementTree

STEPS = 60
SCRIPT = "feature counter\n" + "send incrementButtonTapped\nsend decrementButtonTapped\n" * 20
ROOT = pathlib.Path(__file__).resolve().parents[3]


class Writer:
    """One way to write files.

    `words` are the arguments, `input` is standard input, `files` the written files with a function that tells whether
    their contents are new. `prepare` creates what the command reads in a directory. `cost` divides the number of cases.
    `cwd` is the working directory.
    """

    def __init__(self, name, words, files, input="", prepare=None, cost=1, old="old\n", cwd="."):
        self.cwd = cwd
        self.name, self.words, self.files, self.input = name, words, files, input
        self.prepare, self.cost, self.old = prepare or (lambda directory: None), cost, old


def lines(*last):
    return "".join(line + "\n" for line in ["send incrementButtonTapped"] * STEPS + list(last))


def is_script(text):
    """A saved session with all its steps."""
    return text.startswith("#!macho 1\n") and text.count("\nsend ") == STEPS and ends_with_step(text)


def is_recording(text):
    """A recording that ends after any step, or with the line that was running."""
    if not text.startswith("#!macho 1\n"):
        return False
    text = re.sub(r"# running: [^\n]*\n\Z", "", text)
    return "\nsend " not in text and text.endswith("\n") or ends_with_step(text)


def ends_with_step(text):
    return re.search(r"\nsend \w+\n\|   CounterFeature\.State\(\n\| -   count: \d+,\n\| \+   count: \d+,\n\|   \)\n\Z", text) is not None


def is_junit(text):
    try:
        return xml.etree.ElementTree.fromstring(text).tag == "testsuites"
    except xml.etree.ElementTree.ParseError:
        return False


def is_json(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def is_json_lines(text):
    return text.endswith("\n") and all(map(is_json, text.splitlines())) and '"event":"end"' in text.splitlines()[-1].replace(" ", "")


def is_page(text):
    return text.startswith("<!") and text.rstrip().endswith("</html>")


def is_archive(path):
    try:
        with tarfile.open(path) as archive:
            return len([archive.extractfile(member).read() for member in archive if member.isfile()]) > 3
    except (tarfile.TarError, EOFError, OSError):
        return False


def prepare_script(directory):
    (directory / "in.macho").write_text(SCRIPT)


def prepare_pending(directory):
    """Copies the pending file that 'test --review' wrote."""
    if PENDING:
        (directory / "disk/target.new").write_text(PENDING[0])


def is_counterexample(text):
    return text.startswith("#!macho 1\n") and text.endswith("expect count <= 3\n")


def expects_output(text):
    return text.count("\n| ") >= 80 and "| wrong" not in text and text.endswith("\n")


def is_pending(text):
    return text.startswith("#!pending 1 ") and expects_output(text)


def renamed(text):
    return text == SCRIPT.replace("incrementButtonTapped", "plusTapped")


# The pending file of FAILING, which 'faults.py' makes.
PENDING = []
FAILING = SCRIPT.replace("send decrement", "| wrong\nsend decrement")

AGENT = "".join(json.dumps(message) + "\n" for message in [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize",
     "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "faults", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
     "params": {"name": "save", "arguments": {"path": "disk/target.macho", "script": SCRIPT, "overwrite": True}}},
])

WIRE = "".join(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}) + "\n"
               for number, (method, parameters) in enumerate(
                   [("open", {"feature": "counter"})]
                   + [("send", {"action": "incrementButtonTapped"})] * STEPS
                   + [("record", {"save": "disk/target", "overwrite": True})]))

# Each writes below 'disk', which may be a small file system.
WRITERS = [
    Writer("save", ["repl", "counter"], {"target": is_script}, lines("save disk/target --overwrite")),
    Writer("export at a prompt", ["repl", "counter"], {"target": is_json}, lines("export json disk/target --overwrite")),
    Writer("record", ["repl", "counter", "--record", "disk/target", "--overwrite"], {"target": is_recording}, lines()),
    Writer("record start", ["repl", "counter"], {"target": is_recording},
           "record start disk/target --overwrite\n" + lines("record stop")),
    Writer("serve", ["serve"], {"target": is_script}, WIRE),
    Writer("mcp", ["mcp"], {"target.macho": lambda text: text == SCRIPT}, AGENT),
    Writer("test --output", ["test", "in.macho", "--format", "junit", "--output", "disk/target"], {"target": is_junit},
           prepare=prepare_script),
    Writer("test --report", ["test", "in.macho", "--report", "disk/target.html", "--report", "disk/target.jsonl"],
           {"target.html": is_page, "target.jsonl": is_json_lines}, prepare=prepare_script),
    Writer("test --coverage", ["test", "in.macho", "--coverage=disk/target"], {"target": is_json}, prepare=prepare_script),
    Writer("test --update", ["test", "disk/target", "--update=all"], {"target": expects_output}, old=FAILING),
    Writer("test --review", ["test", "disk/s.macho", "--review=all"], {"s.macho.new": is_pending},
           prepare=lambda directory: (directory / "disk/s.macho").write_text(FAILING), old=None),
    Writer("migrate", ["migrate", "--rename", "incrementButtonTapped=plusTapped", "disk/target"], {"target": renamed}, old=SCRIPT),
    Writer("export", ["export", "json", "in.macho", "--output", "disk/target"], {"target": is_json}, prepare=prepare_script),
    Writer("report merge", ["report", "merge", "in.jsonl", "--output", "disk/target.xml", "--output", "disk/target.html"],
           {"target.xml": is_junit, "target.html": is_page}),
    Writer("report page", ["report", "page", "in.jsonl", "--output", "disk/target"], {"target": is_page}),
    Writer("explore --coverage", ["explore", "counter", "--seed", "1", "--runs", "50", "--coverage=disk/target"],
           {"target": is_json}, cost=2),
    Writer("explore", ["explore", "counter", "--invariant", "count <= 3", "--seed", "1", "--runs", "50", "--suspicions", "off",
           "--output", "disk"],
           {"counter-*.macho": is_counterexample}, cost=2, old=None),
    Writer("write-grammars", ["write-grammars", "disk"],
           {"vim/syntax/macho.vim": lambda text: "let b:current_syntax" in text}, old=None),
    Writer("init", ["init", "app", "--macho-path", str(ROOT)], {"Package.swift": lambda text: text.endswith(")\n")},
           old=None, cwd="disk"),
    Writer("accept", ["accept", "disk/target"], {"target": expects_output}, prepare=prepare_pending, old=FAILING),
    Writer("bundle", ["bundle", "in.macho", "--output", "disk/target.tar.gz"], {"target.tar.gz": is_archive},
           prepare=prepare_script, cost=12, old=None),
]
