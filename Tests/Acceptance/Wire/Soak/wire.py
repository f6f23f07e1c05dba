"""A connection to the server, as JSON lines or as text, and nothing that thinks for the server.

Whoever reads here waits at most LIMIT seconds: longer is a failure of the server, not of the reader.
"""

import json
import socket
import time

LIMIT = 120
MESSAGE_LIMIT = 16 * 1024 * 1024


class Wrong(Exception):
    """The server did what it should not have done."""


class Ended(Wrong):
    """The connection ended though nobody asked for it."""


def connect(path, patience=LIMIT):
    """A socket to the server. One that listens with a full queue lets nobody in for a moment."""
    began = time.monotonic()
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(LIMIT)
            connection.connect(path)
            return connection
        except (BlockingIOError, InterruptedError):
            connection.close()
            if time.monotonic() - began > patience:
                raise Wrong(f"no connection within {patience} s") from None
            time.sleep(0.01)
        except OSError as error:
            connection.close()
            raise Wrong(f"no connection: {error}") from None


class Lines:
    """The lines that come over a socket."""

    def __init__(self, path):
        self.socket = connect(path)
        self.buffer = b""
        self.ready = []

    def write(self, data):
        try:
            self.socket.sendall(data)
        except socket.timeout:
            raise Wrong(f"nobody took what was sent within {LIMIT} s") from None
        except OSError as error:
            raise Ended(f"the connection ended while it was written to: {error}") from None

    def line(self, limit=None):
        """The next line without its end; raises Ended at the end of the stream."""
        while not self.ready:
            chunk = self.chunk(limit)
            if not chunk:
                if self.buffer:
                    raise Ended(f"the stream ended within a line: {shown(self.buffer)}")
                raise Ended("the connection ended")
            parts = (self.buffer + chunk).split(b"\n") if b"\n" in chunk else [self.buffer + chunk]
            self.buffer = parts.pop()
            # Turned around, so that the next one is taken off its end.
            self.ready = parts[::-1]
        return self.ready.pop()

    def chunk(self, limit=None):
        self.socket.settimeout(LIMIT if limit is None else limit)
        try:
            return self.socket.recv(1 << 18)
        except socket.timeout:
            raise Wrong(f"no answer within {LIMIT if limit is None else limit} s") from None
        except OSError as error:
            raise Ended(f"the connection ended: {error}") from None

    def ends(self, limit=LIMIT):
        """Reads to the end, which has to come within the limit; gives the lines before it."""
        lines = []
        try:
            while True:
                lines.append(self.line(limit))
        except Ended:
            return lines

    def close(self):
        self.socket.close()


class JSONConnection(Lines):
    """JSON-RPC, a message a line. Events are kept apart from answers, in the order of their coming."""

    def __init__(self, path, first=1):
        super().__init__(path)
        self.next = first
        self.events = []
        self.outgoing = []

    def put(self, method, **params):
        """Makes a request and leaves it to `flush` to send it; gives its number."""
        number = self.next
        self.next += 1
        self.outgoing.append(json.dumps(
            {"jsonrpc": "2.0", "id": number, "method": method, "params": params},
            ensure_ascii=False).encode())
        return number

    def flush(self):
        if self.outgoing:
            data = b"\n".join(self.outgoing) + b"\n"
            self.outgoing = []
            self.write(data)

    def message(self, limit=None):
        line = self.line(limit)
        try:
            value = json.loads(line.decode("utf-8"))
        except ValueError as error:
            raise Wrong(f"a line that is no JSON: {error}: {shown(line)}") from None
        if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
            raise Wrong(f"a line that is no message: {shown(line)}")
        return value

    def response(self, limit=None):
        """The next message that is an answer; events before it go to `events`."""
        while True:
            message = self.message(limit)
            if "method" not in message:
                return message
            self.take(message)

    def responses(self, numbers):
        """The answers to these requests, in the order of their coming, which is that of no two sessions."""
        waiting = set(numbers)
        answers = {}
        while waiting:
            response = self.response()
            number = response.get("id")
            if number not in waiting:
                raise Wrong(f"an answer to {number!r} where {sorted(waiting)[:5]} wait: {shown(response)}")
            waiting.remove(number)
            answers[number] = response
        return answers

    def take(self, message):
        if message.get("method") != "event" or "id" in message:
            raise Wrong(f"a message that nobody documented: {shown(message)}")
        self.events.append(message["params"])

    def call(self, method, **params):
        """Asks and waits for the answer to just that."""
        number = self.put(method, **params)
        self.flush()
        response = self.response()
        if response.get("id") != number:
            raise Wrong(f"an answer to {response.get('id')} where {number} was asked: {shown(response)}")
        return response

    def result(self, method, **params):
        response = self.call(method, **params)
        if "result" not in response:
            raise Wrong(f"{method} {shown(params)} failed: {shown(response)}")
        return response["result"]

    def refused(self, method, **params):
        """The code that a request is refused with."""
        return code_of(self.call(method, **params))


class TextConnection(Lines):
    """The text mode: `TOKEN line`, answered by `TOKEN| text` and `TOKEN^...`."""

    def answer(self, token):
        """The lines of output and the last line of an answer; what comes by itself is passed over."""
        output = []
        while True:
            line = self.line()
            try:
                text = line.decode("utf-8")
            except ValueError:
                raise Wrong(f"a line that is no UTF-8: {shown(line)}") from None
            if text.startswith("*"):
                continue
            if not text.startswith(token) or text[len(token):len(token) + 1] not in ("|", "^"):
                raise Wrong(f"no line of the answer to {token}: {shown(text)}")
            rest = text[len(token):]
            if rest[0] == "^":
                return output, rest[1:]
            if rest != "|" and rest[1:2] != " ":
                raise Wrong(f"output without its blank: {shown(text)}")
            output.append(rest[2:])


def code_of(response):
    """`-32000 no-such-case`, or `None` for an answer that is no error."""
    error = response.get("error")
    if error is None:
        return None
    return f"{error.get('code')} {(error.get('data') or {}).get('code', '')}".strip()


def shown(value, length=1500):
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= length else text[:length] + f"... ({len(text)} characters)"
