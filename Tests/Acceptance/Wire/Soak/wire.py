"""Low-level connections to the server, with JSON lines or in text mode.

Reading waits at most LIMIT seconds; a longer wait is a failure of the server.
"""

import json
import socket
import time

LIMIT = 120
MESSAGE_LIMIT = 16 * 1024 * 1024


class ProtocolViolation(Exception):
    """The server has violated the protocol."""


class Disconnected(ProtocolViolation):
    """The connection ended unexpectedly."""


def connect(path, timeout=LIMIT):
    """Connects to the server. Retries while its accept queue is full."""
    began = time.monotonic()
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(LIMIT)
            connection.connect(path)
            return connection
        except (BlockingIOError, InterruptedError):
            connection.close()
            if time.monotonic() - began > timeout:
                raise ProtocolViolation(f"no connection within {timeout} s") from None
            time.sleep(0.01)
        except OSError as error:
            connection.close()
            raise ProtocolViolation(f"no connection: {error}") from None


class Lines:
    """A socket that is read line by line."""

    def __init__(self, path):
        self.socket = connect(path)
        self.buffer = b""
        self.ready = []

    def write(self, data):
        try:
            self.socket.sendall(data)
        except socket.timeout:
            raise ProtocolViolation(f"the server did not read within {LIMIT} s") from None
        except OSError as error:
            raise Disconnected(f"the connection ended while it was written to: {error}") from None

    def line(self, limit=None):
        """Returns the next line without its newline. Raises Disconnected at the end of the stream."""
        while not self.ready:
            chunk = self.chunk(limit)
            if not chunk:
                if self.buffer:
                    raise Disconnected(f"the stream ended within a line: {shown(self.buffer)}")
                raise Disconnected("the connection ended")
            parts = (self.buffer + chunk).split(b"\n") if b"\n" in chunk else [self.buffer + chunk]
            self.buffer = parts.pop()
            # Reversed, so that `pop` returns the next line.
            self.ready = parts[::-1]
        return self.ready.pop()

    def chunk(self, limit=None):
        self.socket.settimeout(LIMIT if limit is None else limit)
        try:
            return self.socket.recv(1 << 18)
        except socket.timeout:
            raise ProtocolViolation(f"no response within {LIMIT if limit is None else limit} s") from None
        except OSError as error:
            raise Disconnected(f"the connection ended: {error}") from None

    def ends(self, limit=LIMIT):
        """Reads to the end of the stream, within the limit. Returns the lines."""
        lines = []
        try:
            while True:
                lines.append(self.line(limit))
        except Disconnected:
            return lines

    def close(self):
        self.socket.close()


class JSONConnection(Lines):
    """JSON-RPC with one message per line. Stores events separately from responses, in order."""

    def __init__(self, path, first=1):
        super().__init__(path)
        self.next = first
        self.events = []
        self.outgoing = []

    def put(self, method, **params):
        """Queues a request, which `flush` sends. Returns its ID."""
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
            raise ProtocolViolation(f"a line is not JSON: {error}: {shown(line)}") from None
        if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
            raise ProtocolViolation(f"a line is not a message: {shown(line)}")
        return value

    def response(self, limit=None):
        """Returns the next response. Appends preceding events to `events`."""
        while True:
            message = self.message(limit)
            if "method" not in message:
                return message
            self.handle_event(message)

    def responses(self, numbers):
        """Returns the responses to these requests by ID, in the order received. Sessions may interleave."""
        waiting = set(numbers)
        answers = {}
        while waiting:
            response = self.response()
            number = response.get("id")
            if number not in waiting:
                raise ProtocolViolation(f"a response to {number!r} while {sorted(waiting)[:5]} are pending: {shown(response)}")
            waiting.remove(number)
            answers[number] = response
        return answers

    def handle_event(self, message):
        if message.get("method") != "event" or "id" in message:
            raise ProtocolViolation(f"an undocumented message: {shown(message)}")
        self.events.append(message["params"])

    def call(self, method, **params):
        """Sends a request and waits for its response."""
        number = self.put(method, **params)
        self.flush()
        response = self.response()
        if response.get("id") != number:
            raise ProtocolViolation(f"a response to {response.get('id')} instead of {number}: {shown(response)}")
        return response

    def result(self, method, **params):
        response = self.call(method, **params)
        if "result" not in response:
            raise ProtocolViolation(f"{method} {shown(params)} failed: {shown(response)}")
        return response["result"]

    def refused(self, method, **params):
        """Returns the error code of a request."""
        return code_of(self.call(method, **params))


class TextConnection(Lines):
    """The text mode: requests are `TOKEN line`, responses `TOKEN| text` and `TOKEN^...`."""

    def answer(self, token):
        """Returns the output lines and the last line of a response. Skips unsolicited output."""
        output = []
        while True:
            line = self.line()
            try:
                text = line.decode("utf-8")
            except ValueError:
                raise ProtocolViolation(f"a line is not UTF-8: {shown(line)}") from None
            if text.startswith("*"):
                continue
            if not text.startswith(token) or text[len(token):len(token) + 1] not in ("|", "^"):
                raise ProtocolViolation(f"not a line of the response to {token}: {shown(text)}")
            rest = text[len(token):]
            if rest[0] == "^":
                return output, rest[1:]
            if rest != "|" and rest[1:2] != " ":
                raise ProtocolViolation(f"output without its blank: {shown(text)}")
            output.append(rest[2:])


def code_of(response):
    """Returns `-32000 no-such-case`, or `None` if the response is not an error."""
    error = response.get("error")
    if error is None:
        return None
    return f"{error.get('code')} {(error.get('data') or {}).get('code', '')}".strip()


def shown(value, length=1500):
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= length else text[:length] + f"... ({len(text)} characters)"
