"""Recorded exchanges with a server: the exact messages of clients and server.

  # about      a failing line has a range
  # framing    json | lines | content-length | text
  # transport  both | stdio | socket

  ## two number signs begin a comment
  -> {"jsonrpc": "2.0", "id": 1, "method": "sessions"}
  <- {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}

The headers come first. All but the first are optional.

  # framing    'json' (default): played with both framings; 'lines', 'content-length': with that framing; 'text': in
               text mode
  # transport  'both' (default): on standard input and output, and over a socket
  # driver     the program instead of 'macho': 'external-work-driver', of Tests/Acceptance/ExternalWork
  # serve      additional arguments of 'serve'
  # silent     the number of idle connections to make first
  # variable   a member that differs between runs, such as 'result.server.version'; written as '<variable>'. In text
               mode 'wakes', for 'wakes=300ms', and 'signal', for 'crashed: signal 4, Illegal instruction'
  # stricter   a method that rejects parameters here although they match its schema

Then one line for each message:

  -> text      sends a message, in the current framing
  => text      sends exactly these bytes
  -x           closes the client's sending side
  <- text      expects the next message; JSON is compared by value, with all members in any order
  x-           expects the end of the connection without further messages; on standard output 'x- 1' expects an exit
               status, and 'x- signal' a termination by a signal

'\\xHH' is a byte to send, and '\\x{1000*text}' a repeated text. With several clients each line begins with a client's
number: '2->'. Consecutive sends are pipelined; at an empty line '--update' waits for responses. At the end the
remaining clients close their sending sides, and the server must exit with status 0 without further messages.

The server's working directory contains only the files at the end of the exchange, in the format of scripts:
'-- name --', then the lines.
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
    """A file is not a valid exchange."""


@dataclasses.dataclass
class Step:
    """A line of an exchange. `client` is 0 if it has no number."""

    kind: str
    text: str = ""
    client: int = 0
    line: int = 0

    @property
    def is_sent(self):
        return self.kind in ("->", "=>", "-x")

    @property
    def data(self):
        """The bytes to send."""
        return unescaped(self.text)

    def __str__(self):
        number = str(self.client) if self.client else ""
        return f"{number}{self.kind} {self.text}" if self.text else f"{number}{self.kind}"


@dataclasses.dataclass
class Exchange:
    name: str
    headers: Dict[str, str]
    lists: Dict[str, List[str]]
    # The lines in order: comments and steps.
    lines: List[object]
    files: Dict[str, str]
    head: str
    foot: str

    @property
    def steps(self):
        return [line for line in self.lines if isinstance(line, Step)]

    @property
    def modes(self):
        """The combinations of transport and framing to play it with."""
        return [(transport, framing)
                for transport in CHOICES["transport"][self.headers["transport"]]
                for framing in CHOICES["framing"][self.headers["framing"]]]

    def written(self, lines):
        """Returns the file's text with other lines."""
        return self.head + "".join(f"{line}\n" for line in lines) + self.foot


def unescaped(text):
    def replace(match):
        count, repeated, byte = match.groups()
        if byte:
            return bytes([int(byte, 16)]).decode("latin-1")
        return unescaped(repeated).decode("latin-1") * int(count)

    # Latin-1 maps each byte to a character, so any byte is possible.
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
            raise BadExchange(f"{name}:{index + 1}: unknown header '{key}'")
        if key in CHOICES and value not in CHOICES[key]:
            raise BadExchange(f"{name}:{index + 1}: '{value}' is not one of {', '.join(CHOICES[key])}")
        index += 1
    if not headers["about"]:
        raise BadExchange(f"{name}: '# about' is missing")
    head = "".join(row + "\n" for row in rows[:index])
    end = next((number for number in range(index, len(rows)) if SECTION.match(rows[number])), len(rows) - 1)
    lines = [parse_line(name, number, rows[number]) for number in range(index, end)]
    steps = [line for line in lines if isinstance(line, Step)]
    if len({bool(step.client) for step in steps}) > 1:
        raise BadExchange(f"{name}: either all lines or none must have a client's number")
    if any(step.client for step in steps) and headers["transport"] != "socket":
        raise BadExchange(f"{name}: several clients need '# transport socket'")
    foot = "\n".join(rows[end:])
    return Exchange(name, headers, lists, lines, parse_files(rows[end:]), head, foot)


def parse_line(name, number, row):
    if not row or row.startswith("##"):
        return row
    match = STEP.match(row)
    if not match:
        raise BadExchange(f"{name}:{number + 1}: not a line of an exchange: {row}")
    return Step(match[2], match[3] or "", int(match[1] or 0), number + 1)


def parse_files(rows):
    files: Dict[str, str] = {}
    name: Optional[str] = None
    # The text after the last newline is not a line.
    for row in rows[:-1]:
        match = SECTION.match(row)
        if match:
            name = match[1]
            files[name] = ""
        elif name is not None:
            files[name] += row + "\n"
    return files
