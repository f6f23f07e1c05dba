"""The protocol's documentation, read from its tables, and validation of messages against the schemas."""

import collections
import pathlib
import re

import schema

TOP = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PAGE = TOP / "Sources" / "MachoWire" / "MachoWire.docc" / "Protocol.md"
SCHEMAS = schema.Schemas(TOP / "Sources" / "MachoWire" / "Schemas")
SECTION = re.compile(r"^#{2,3} (.+?)\n(.*?)(?=^#{2,3} |\Z)", re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"^```json\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Parameters of every line, which the tables omit.
COMMON = {"session", "arguments", "patch"}
# Values of parameters in the tables.
VALUES = {"swift", "json", "mermaid"}
TEXT = re.compile(
    r"(?:[0-9A-Za-z_-]{1,32}|\*)(?:"
    r"\|(?: [^\x00-\x1f\x7f]*)?"
    r"|\^ok position=\d+ effects=\d+ status=(?:idle|asleep|waiting|external|none)(?: wakes=\S+)?(?: skipped)?"
    r"|\^ok cancelled=(?:queued|running|none)"
    r"|\^error [a-z][a-z0-9-]*(?: col=\d+-\d+)?(?: [^\x00-\x1f\x7f]+)?"
    r"|\^event seq=\d+)")


def tables():
    """Returns the rows of each section's tables, as lists of cells."""
    found = {}
    for title, body in SECTION.findall(PAGE.read_text(encoding="utf-8")):
        rows = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in body.splitlines() if line.startswith("| ")]
        found[title] = [[cell.strip() for cell in row] for row in rows]
    return found


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def methods():
    """Returns each method with its own row, and the parameters in it."""
    found = collections.defaultdict(set)
    page = tables()
    for title in ("The connection", "Sessions", "Lines", "Long states", "Completion", "Events"):
        for row in page[title]:
            if len(row) == 3 and names(row[0]):
                found[names(row[0])[0]] |= set(names(row[1])) - VALUES
    return dict(found)


def kinds():
    """Returns each kind of event with a row, and the members in it."""
    return {names(row[0])[0]: set(names(row[1])) - {"ran"} - {"null"} for row in tables()["Events"]
            if len(row) == 2 and names(row[0])}


def errors():
    """Returns the (number, code) pairs of the table of errors; the code is None if any is valid."""
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
    """Returns the schema file of a method."""
    file = f"methods/{method.replace('$/', '')}.schema.json"
    return file if file in SCHEMAS.files else VERB


def properties(method):
    return set(SCHEMAS.files[schema_file(method)]["$defs"]["params"]["properties"])


class MessageValidator:
    """Validates all messages of one connection strictly against the schemas."""

    def __init__(self, stricter=()):
        # Methods that may reject parameters that match their schema, for semantic reasons.
        self.stricter = stricter
        self.requests = collections.defaultdict(list)
        # What has occurred, to check coverage.
        self.answered = set()
        self.kinds = set()
        self.errors = set()
        self.texts = set()

    def sent(self, text):
        """Records a request if it can be parsed."""
        try:
            message = schema.parse(text)
        except ValueError:
            return
        if isinstance(message, dict) and isinstance(message.get("id"), (str, int)):
            self.requests[message["id"]].append(message)

    def received(self, message):
        """Returns the problems of a server's message."""
        if isinstance(message, dict) and "method" in message:
            problems = SCHEMAS.problems(message, "event.schema.json", strict=True)
            if not problems:
                self.kinds.add(message["params"]["kind"])
            return problems
        problems = SCHEMAS.problems(message, "response.schema.json", strict=True)
        return problems or self.response(message)

    def response(self, message):
        waiting = self.requests.get(message["id"])
        if message["id"] is not None and not waiting:
            return [f"there is no request with the id {message['id']!r}"]
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
            return [] if is_known else ["the server rejects parameters that match their schema"]
        # An incomplete line is reported by the language.
        if error and (error["code"] in (-32600, -32601) or error["data"]["code"] == "usage"):
            return []
        if refused:
            return [f"the server accepts parameters that do not match their schema: {each}" for each in refused]
        # A failed line was run, too: some verbs are only valid in scripts.
        if not error or error["code"] == -32000:
            self.answered.add(request["method"])
        if error:
            return []
        return SCHEMAS.problems(message["result"], f"{file}#/$defs/result", strict=True)

    def received_text(self, line):
        """Returns the problems of a line in text mode."""
        self.texts |= set(re.findall(r"^\S+\^error (\S+)", line))
        return text_problems(line)


def text_problems(line):
    """Returns the problems of a server's line in text mode."""
    return [] if TEXT.fullmatch(line) else ["not a valid line of the text mode"]
