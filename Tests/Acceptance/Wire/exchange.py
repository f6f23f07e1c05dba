"""Recorded exchanges with a server: what clients send, and what comes back, word for word.

  # about      a line fails, and says where
  # framing    json | lines | content-length | text
  # transport  both | stdio | socket

  ## what is meant for people stands behind two of these
  -> {"jsonrpc": "2.0", "id": 1, "method": "sessions"}
  <- {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}

The headers stand first; all may be left out but the first.

  # framing    'json' (without one): played with both framings; 'lines', 'content-length': with that alone; 'text': in
               the text mode
  # transport  'both' (without one): on standard input and output, and over a socket
  # driver     the program in place of 'macho': 'hops', of Tests/Acceptance/ExternalWork
  # serve      what stands behind 'serve' besides
  # silent     so many connections are made first, which say nothing
  # variable   a member that is another one in each run: 'result.server.version'. '<variable>' stands in its place;
               in the text mode 'wakes', of 'wakes=300ms'
  # stricter   a method that refuses here what its schema takes, since no schema can say why

Then a line a message:

  -> text      is sent as a message, in the framing that it is played with
  => text      is sent as these bytes, and nothing behind them
  -x           the client says that nothing more comes from it
  <- text      is the next message that comes; JSON is compared as values: all members, in any order
  x-           the server has ended the connection, and said nothing besides; on standard output 'x- 1' is its exit
               status, and 'x- signal' says that a signal has ended it

'\\xHH' is a byte of what is sent, and '\\x{1000*text}' a text so many times. Where several clients talk, each line
begins with the number of one: '2->'. What is sent right below each other goes out at once; an empty line has
'--update' wait for answers. Those that have not been ended at the foot say that nothing more comes from
them, and the server has to end with status 0 and without another word.

The server's working directory is empty, but for the files that stand at the foot as in a script: '-- name --', then
its lines.
"""

import dataclasses
import re
from typing import Dict, List, Optional

HEADER = re.compile(r"# (\w+)(?: +(.*))?$")
STEP = re.compile(r"(\d*)(->|=>|<-|-x|x-)(?: (.*))?$")
SECTION = re.compile(r"-- (\S.*) --$")
ESCAPE = re.compile(r"\\x(?:\{(\d+)\*(.*?)\}|([0-9A-Fa-f]{2}))", re.DOTALL)
CHOICES = {
    "framing": {"json": ["lines", "content-length"], "lines": ["lines"], "content-length": ["content-length"],
                "text": ["text"]},
    "transport": {"both": ["stdio", "socket"], "stdio": ["stdio"], "socket": ["socket"]},
}
SINGLE = {"about": "", "framing": "json", "transport": "both", "driver": "macho", "serve": "", "silent": "0"}
SEVERAL = ("variable", "stricter")


class BadExchange(Exception):
    """A file is no exchange."""


@dataclasses.dataclass
class Step:
    """A line of an exchange; `client` is 0 where no number stands before it."""

    kind: str
    text: str = ""
    client: int = 0
    line: int = 0

    @property
    def is_sent(self):
        return self.kind in ("->", "=>", "-x")

    @property
    def data(self):
        """The bytes that are sent."""
        return unescaped(self.text)

    def __str__(self):
        number = str(self.client) if self.client else ""
        return f"{number}{self.kind} {self.text}" if self.text else f"{number}{self.kind}"


@dataclasses.dataclass
class Exchange:
    name: str
    headers: Dict[str, str]
    lists: Dict[str, List[str]]
    # What stands there as it is: texts for people, and steps.
    lines: List[object]
    files: Dict[str, str]
    head: str
    foot: str

    @property
    def steps(self):
        return [line for line in self.lines if isinstance(line, Step)]

    @property
    def modes(self):
        """The ways to play it: each a transport and a framing."""
        return [(transport, framing)
                for transport in CHOICES["transport"][self.headers["transport"]]
                for framing in CHOICES["framing"][self.headers["framing"]]]

    def written(self, lines):
        """The file's text with other lines."""
        return self.head + "".join(f"{line}\n" for line in lines) + self.foot


def unescaped(text):
    def replace(match):
        count, repeated, byte = match.groups()
        if byte:
            return bytes([int(byte, 16)]).decode("latin-1")
        return unescaped(repeated).decode("latin-1") * int(count)

    # As if each byte were a character, so that any byte can stand there.
    return ESCAPE.sub(replace, text.encode("utf-8").decode("latin-1")).encode("latin-1")


def parse(name, text):
    headers, lists = dict(SINGLE), {key: [] for key in SEVERAL}
    rows = text.split("\n")
    index = 0
    while index < len(rows) and (match := HEADER.match(rows[index])):
        key, value = match[1], (match[2] or "").strip()
        if key in SEVERAL:
            lists[key].append(value)
        elif key in SINGLE:
            headers[key] = value
        else:
            raise BadExchange(f"{name}:{index + 1}: there is no header '{key}'")
        if key in CHOICES and value not in CHOICES[key]:
            raise BadExchange(f"{name}:{index + 1}: '{value}' is none of {', '.join(CHOICES[key])}")
        index += 1
    if not headers["about"]:
        raise BadExchange(f"{name}: '# about' is missing")
    head = "".join(row + "\n" for row in rows[:index])
    end = next((number for number in range(index, len(rows)) if SECTION.match(rows[number])), len(rows) - 1)
    lines = [parse_line(name, number, rows[number]) for number in range(index, end)]
    steps = [line for line in lines if isinstance(line, Step)]
    if len({bool(step.client) for step in steps}) > 1:
        raise BadExchange(f"{name}: either all lines have the number of a client, or none has")
    if any(step.client for step in steps) and headers["transport"] != "socket":
        raise BadExchange(f"{name}: several clients need '# transport socket'")
    foot = "\n".join(rows[end:])
    return Exchange(name, headers, lists, lines, parse_files(rows[end:]), head, foot)


def parse_line(name, number, row):
    if not row or row.startswith("##"):
        return row
    match = STEP.match(row)
    if not match:
        raise BadExchange(f"{name}:{number + 1}: this is no line of an exchange: {row}")
    return Step(match[2], match[3] or "", int(match[1] or 0), number + 1)


def parse_files(rows):
    files: Dict[str, str] = {}
    name: Optional[str] = None
    # What stands behind the last end of a line is none.
    for row in rows[:-1]:
        match = SECTION.match(row)
        if match:
            name = match[1]
            files[name] = ""
        elif name is not None:
            files[name] += row + "\n"
    return files
