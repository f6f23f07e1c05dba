"""What the protocol's page promises, read from its tables, and how messages are held against the schemas."""

import collections
import pathlib
import re

import schema

TOP = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PAGE = TOP / "Sources" / "MachoWire" / "PROTOCOL.md"
SCHEMAS = schema.Schemas(TOP / "Sources" / "MachoWire" / "Schemas")
SECTION = re.compile(r"^#{2,3} (.+?)\n(.*?)(?=^#{2,3} |\Z)", re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"^```json\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Parameters that each line has, and that the tables leave out.
COMMON = {"session", "arguments", "patch"}
# Values of parameters, which the tables name beside them.
VALUES = {"swift", "json", "mermaid"}
TEXT = re.compile(
    r"(?:[0-9A-Za-z_-]{1,32}|\*)(?:"
    r"\|(?: [^\x00-\x1f\x7f]*)?"
    r"|\^ok step=\d+ effects=\d+ status=(?:idle|asleep|waiting|outside|none)(?: wakes=\S+)?(?: skipped)?"
    r"|\^ok cancelled=(?:queued|running|none)"
    r"|\^error [a-z][a-z0-9-]*(?: col=\d+-\d+)?(?: [^\x00-\x1f\x7f]+)?"
    r"|\^event seq=\d+)")


def tables():
    """The rows of each section's tables, as lists of cells."""
    found = {}
    for title, body in SECTION.findall(PAGE.read_text(encoding="utf-8")):
        rows = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in body.splitlines() if line.startswith("| ")]
        found[title] = [[cell.strip() for cell in row] for row in rows]
    return found


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def methods():
    """Each method that has a row of its own, and the parameters that it names."""
    found = collections.defaultdict(set)
    page = tables()
    for title in ("The connection", "Sessions", "Lines", "Completion", "Events"):
        for row in page[title]:
            if len(row) == 3 and names(row[0]):
                found[names(row[0])[0]] |= set(names(row[1])) - VALUES
    return dict(found)


def kinds():
    """Each kind of event that has a row, and the members that it names."""
    return {names(row[0])[0]: set(names(row[1])) - {"ran"} - {"null"} for row in tables()["Events"]
            if len(row) == 2 and names(row[0])}


def errors():
    """The pairs of codes that the table of errors has; a number alone where any code may stand beside it."""
    found = []
    for row in tables()["Errors"]:
        if not re.fullmatch(r"-\d+", row[0]):
            continue
        codes = names(row[2].split(", with")[0]) if not row[2].startswith("the line's code") else []
        found += [(int(row[0]), code) for code in codes] or [(int(row[0]), None)]
    return found


VERB = "methods/verb.schema.json"
EVENTS = {name: each for name, each in SCHEMAS.files["event.schema.json"]["$defs"].items()
          if name not in ("event", "cause")}


def schema_file(method):
    """The file that describes a method."""
    file = f"methods/{method.replace('$/', '')}.schema.json"
    return file if file in SCHEMAS.files else VERB


def properties(method):
    return set(SCHEMAS.files[schema_file(method)]["$defs"]["params"]["properties"])


class Conversation:
    """Holds what goes over one connection against the schemas, strictly."""

    def __init__(self, stricter=()):
        # Methods that refuse, for what they mean, parameters that fit their schema.
        self.stricter = stricter
        self.asked = collections.defaultdict(list)
        # What has been seen, for who wants to know whether all there is has been.
        self.answered = set()
        self.kinds = set()
        self.errors = set()
        self.texts = set()

    def sent(self, text):
        """Notes what is asked for, where it can be read."""
        try:
            message = schema.parse(text)
        except ValueError:
            return
        if isinstance(message, dict) and isinstance(message.get("id"), (str, int)):
            self.asked[message["id"]].append(message)

    def received(self, message):
        """What is wrong with a message of the server."""
        if isinstance(message, dict) and "method" in message:
            problems = SCHEMAS.problems(message, "event.schema.json", strict=True)
            if not problems:
                self.kinds.add(message["params"]["kind"])
            return problems
        problems = SCHEMAS.problems(message, "response.schema.json", strict=True)
        return problems or self.response(message)

    def response(self, message):
        waiting = self.asked.get(message["id"])
        if message["id"] is not None and not waiting:
            return [f"nobody has asked with the id {message['id']!r}"]
        request = waiting.pop(0) if waiting else {}
        error = message.get("error")
        if error:
            self.errors |= {(error["code"], error["data"]["code"]), (error["code"], None)}
        if not request or not isinstance(request.get("method"), str):
            return []
        file = schema_file(request["method"])
        refused = SCHEMAS.problems(request.get("params", {}), f"{file}#/$defs/params", strict=True)
        if error and error["code"] == -32602:
            is_known = refused or request["method"] in self.stricter
            return [] if is_known else ["the server refuses parameters that fit their schema"]
        # Where a line is not whole, the language is who says so.
        if error and (error["code"] in (-32600, -32601) or error["data"]["code"] == "usage"):
            return []
        if refused:
            return [f"the server takes parameters that do not fit their schema: {each}" for each in refused]
        # A line that fails was run: some verbs say no more than that they belong into scripts.
        if not error or error["code"] == -32000:
            self.answered.add(request["method"])
        if error:
            return []
        return SCHEMAS.problems(message["result"], f"{file}#/$defs/result", strict=True)

    def received_text(self, line):
        """What is wrong with a line of the text mode."""
        self.texts |= set(re.findall(r"^\S+\^error (\S+)", line))
        return text_problems(line)


def text_problems(line):
    """What is wrong with a line of the server's in the text mode."""
    return [] if TEXT.fullmatch(line) else ["it is no line of the text mode"]
