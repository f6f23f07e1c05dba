"""Plays one exchange with a server in one mode: compares or records the messages."""

import re
import threading

import protocol
import schema
from exchange import Step
from servers import LIMIT, NoMessage, Server

VARIABLE = "<variable>"
# The maximum number of problems to show per mode; further ones mostly follow from them.
SHOWN = 6
# How long --update waits for more messages after all responses, in seconds.
QUIET = 0.5


class Player:
    """One exchange, played in one mode."""

    def __init__(self, program, played, mode):
        self.played = played
        self.transport, self.framing = mode
        self.problems = []
        self.validators = {}
        headers = played.headers
        self.server = Server(
            program, self.transport, self.framing, headers["serve"], played.files, int(headers["silent"]))

    def check(self):
        """Returns the deviations from the exchange."""
        self._run(lambda: (self._compare(), self._finish()))
        return self.problems

    def record(self):
        """Returns the exchange's lines with the server's current messages."""
        lines = []
        self._run(lambda: lines.extend(self._recorded()))
        return lines, self.problems

    def _run(self, play):
        with self.server as server:
            guard = threading.Timer(4 * LIMIT, server.process.kill)
            guard.start()
            try:
                play()
            except NoMessage as error:
                self._complain(None, str(error))
            finally:
                guard.cancel()
            if self.problems[SHOWN:]:
                self.problems[SHOWN:] = [f"    ... and {len(self.problems) - SHOWN} more"]
            if self.problems and server.standard_error():
                self.problems.append("    its standard error: " + server.standard_error().replace("\n", "\n    "))

    def _complain(self, step, *lines):
        place = f"{self.played.name}:{step.line}" if step and step.line else self.played.name
        title = f"  {place} ({self.transport}, {self.framing})"
        self.problems.append("\n".join([title] + [f"    {line}" for line in lines]))

    def _validator(self, client):
        return self.validators.setdefault(client, protocol.MessageValidator(self.played.lists["stricter"]))

    def _send(self, step):
        peer = self.server.peer(step.client)
        if step.kind == "->":
            self._validator(step.client).sent(step.data.decode("utf-8", "replace"))
            peer.send(step.data)
        elif step.kind == "=>":
            for row in step.data.decode("utf-8", "replace").splitlines():
                self._validator(step.client).sent(row[row.find("{"):])
            peer.send_bytes(step.data)
        else:
            peer.close()

    def _compare(self):
        for step in self.played.steps:
            if step.is_sent:
                self._send(step)
                continue
            try:
                message = self.server.peer(step.client).next()
            except NoMessage as error:
                self._complain(step, f"E| {step.text}", f"A| ({error})")
                return
            if step.kind == "x-":
                self._compare_end(step, message)
            elif message is None:
                self._complain(step, f"E| {step.text}", "A| (the server closed the connection)")
            else:
                self._compare_message(step, message)

    def _compare_end(self, step, message):
        if message is not None:
            self._complain(step, "E| (the end of the connection)", f"A| {message.decode('utf-8', 'replace')}")
        elif self.transport == "stdio" and self._status() != step.text:
            self._complain(step, f"E| {step}", f"A| x- {self._status()}")

    def _status(self):
        """Returns how the server has ended, as after 'x-'. Signals are not distinguished, as they depend on the machine."""
        status = self.server.process.wait(LIMIT)
        return "signal" if status < 0 else str(status) if status else ""

    def _compare_message(self, step, message):
        text, value = self._taken(step, message)
        if value is None:
            fits = text == step.text
        else:
            try:
                fits = schema.same(value, schema.parse(step.text))
            except ValueError as error:
                self._complain(step, f"the expected message is not JSON: {error}")
                return
        if not fits:
            self._complain(step, f"E| {step.text}", f"A| {text}")

    def _taken(self, step, message):
        """Returns a message as in an exchange, and its value if it is JSON. Validates it against the schemas."""
        try:
            text = message.decode("utf-8")
        except UnicodeDecodeError as error:
            self._complain(step, f"the message is not UTF-8: {error}", f"A| {message!r}")
            return repr(message), None
        # An early error may be in JSON, before the dialect is known.
        if self.framing == "text" and not text.startswith("{"):
            problems = self._validator(step.client).received_text(text)
            if problems:
                self._complain(step, *problems, f"A| {text}")
            for name in self.played.lists["variable"]:
                text = re.sub(rf"(\^ok .*\b{name}=)\S+", rf"\1{VARIABLE}", text)
                text = re.sub(rf"(\| crashed: {name} ).*", rf"\1{VARIABLE}", text)
            return text, None
        try:
            value = schema.parse(text)
        except ValueError as error:
            self._complain(step, f"the message is not JSON: {error}", f"A| {text}")
            return text, None
        problems = self._validator(step.client).received(value)
        if problems:
            self._complain(step, *problems, f"A| {text}")
        for path in self.played.lists["variable"]:
            if hide(value, path.split(".")):
                text = schema.printed(value)
        return text, value

    def _finish(self):
        """Closes all clients and checks that the server exits without further messages."""
        for client, peer in self.server.peers.items():
            peer.close()
            while (message := peer.next()) is not None:
                self._complain(None, f"the server sends an unexpected message to client {client}:",
                               f"A| {message.decode('utf-8', 'replace')}")
        ended = any(step.kind == "x-" for step in self.played.steps)
        if self.transport == "stdio" and not ended and self._status():
            self._complain(None, f"its exit status is {self._status()}")

    def _recorded(self):
        """Yields the steps, and after each group of sends the messages received."""
        awaited = {}
        sends = []
        for line in self.played.lines + [None]:
            if isinstance(line, Step) and line.is_sent:
                sends.append(line)
                yield line
                self._send(line)
                continue
            yield from self._answers(sends, awaited)
            sends = []
            if line is not None and not isinstance(line, Step):
                yield line
        # Messages that arrive only after closing are recorded after a '-x' line.
        for client, peer in sorted(self.server.peers.items()):
            if peer.has_ended or any(step.kind == "-x" and step.client == client for step in self.played.steps):
                continue
            peer.close()
            answers = list(self._answers([Step("-x", client=client)], awaited))
            if [step.kind for step in answers] != ["x-"] or answers[0].text:
                yield from [Step("-x", client=client), *answers]

    def _answers(self, sends, awaited):
        if not sends:
            return
        for step in sends:
            awaited[step.client] = awaited.get(step.client, 0) + self._answer_count(step)
        for client in sorted(self.server.peers):
            peer = self.server.peers[client]
            is_closed = any(step.kind == "-x" and step.client == client for step in sends)
            while not peer.has_ended:
                try:
                    message = peer.next(QUIET if awaited.get(client, 0) <= 0 and not is_closed else LIMIT)
                except NoMessage as error:
                    if "broken" in str(error):
                        raise
                    awaited[client] = 0
                    break
                if message is None:
                    yield Step("x-", self._status() if self.transport == "stdio" else "", client)
                    break
                step = Step("<-", client=client)
                step.text, value = self._taken(step, message)
                if value is None and self.framing == "text":
                    awaited[client] -= bool(re.match(r"\S+\^(ok|error)", step.text))
                elif isinstance(value, dict):
                    awaited[client] = awaited.get(client, 0) - ("id" in value)
                yield step

    def _answer_count(self, step):
        """Returns the expected number of responses to a step. --update waits longer for these."""
        if step.kind in ("-x", "=>"):
            return int(step.kind == "=>")
        if self.framing == "text":
            return 0 if re.match(r"\S+\+ ", step.text) or not step.text else 1
        try:
            message = schema.parse(step.data.decode("utf-8", "replace"))
        except ValueError:
            return 1
        return 1 if not isinstance(message, dict) or "id" in message else 0


def hide(value, path):
    """Replaces a member by '<variable>'. Returns whether it exists."""
    if isinstance(value, dict) and path[0] in value:
        if len(path) > 1:
            return hide(value[path[0]], path[1:])
        value[path[0]] = VARIABLE
        return True
    return False
