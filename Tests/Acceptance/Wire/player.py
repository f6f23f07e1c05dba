"""Plays one exchange to a server, one way: holds what comes against what stands there, or writes it down."""

import re
import threading

import protocol
import schema
from exchange import Step
from servers import LIMIT, Gone, Server

VARIABLE = "<variable>"
# Of the problems of one way to play an exchange, so many are shown; the rest mostly follows from them.
SHOWN = 6
# How long --update waits for something more, once each request has its answer.
QUIET = 0.5


class Player:
    """One exchange, played one way."""

    def __init__(self, program, played, mode):
        self.played = played
        self.transport, self.framing = mode
        self.problems = []
        self.conversations = {}
        headers = played.headers
        self.server = Server(
            program, self.transport, self.framing, headers["serve"], played.files, int(headers["silent"]))

    def check(self):
        """What is not as the exchange says."""
        self._run(lambda: (self._compare(), self._finish()))
        return self.problems

    def record(self):
        """The exchange's lines, with what the server says now."""
        lines = []
        self._run(lambda: lines.extend(self._recorded()))
        return lines, self.problems

    def _run(self, play):
        with self.server as server:
            guard = threading.Timer(4 * LIMIT, server.process.kill)
            guard.start()
            try:
                play()
            except Gone as error:
                self._complain(None, str(error))
            finally:
                guard.cancel()
            if self.problems[SHOWN:]:
                self.problems[SHOWN:] = [f"    ... and {len(self.problems) - SHOWN} more"]
            if self.problems and server.said():
                self.problems.append("    its standard error: " + server.said().replace("\n", "\n    "))

    def _complain(self, step, *lines):
        place = f"{self.played.name}:{step.line}" if step and step.line else self.played.name
        title = f"  {place} ({self.transport}, {self.framing})"
        self.problems.append("\n".join([title] + [f"    {line}" for line in lines]))

    def _conversation(self, client):
        return self.conversations.setdefault(client, protocol.Conversation(self.played.lists["stricter"]))

    def _send(self, step):
        peer = self.server.peer(step.client)
        if step.kind == "->":
            self._conversation(step.client).sent(step.data.decode("utf-8", "replace"))
            peer.send(step.data)
        elif step.kind == "=>":
            for row in step.data.decode("utf-8", "replace").splitlines():
                self._conversation(step.client).sent(row[row.find("{"):])
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
            except Gone as error:
                self._complain(step, f"E| {step.text}", f"A| ({error})")
                return
            if step.kind == "x-":
                self._compare_end(step, message)
            elif message is None:
                self._complain(step, f"E| {step.text}", "A| (the server has ended the connection)")
            else:
                self._compare_message(step, message)

    def _compare_end(self, step, message):
        if message is not None:
            self._complain(step, "E| (the end of the connection)", f"A| {message.decode('utf-8', 'replace')}")
        elif self.transport == "stdio" and self._status() != step.text:
            self._complain(step, f"E| {step}", f"A| x- {self._status()}")

    def _status(self):
        """How the server has ended, as it stands behind 'x-': which signal it was differs from machine to machine."""
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
                self._complain(step, f"what is expected is no JSON: {error}")
                return
        if not fits:
            self._complain(step, f"E| {step.text}", f"A| {text}")

    def _taken(self, step, message):
        """A message as it stands in an exchange, and its value where it is JSON; it has to fit the schemas."""
        try:
            text = message.decode("utf-8")
        except UnicodeDecodeError as error:
            self._complain(step, f"what came is no UTF-8: {error}", f"A| {message!r}")
            return repr(message), None
        # A refusal may be in JSON before anybody knows what is spoken.
        if self.framing == "text" and not text.startswith("{"):
            problems = self._conversation(step.client).received_text(text)
            if problems:
                self._complain(step, *problems, f"A| {text}")
            for name in self.played.lists["variable"]:
                text = re.sub(rf"(\^ok .*\b{name}=)\S+", rf"\1{VARIABLE}", text)
            return text, None
        try:
            value = schema.parse(text)
        except ValueError as error:
            self._complain(step, f"what came is no JSON: {error}", f"A| {text}")
            return text, None
        problems = self._conversation(step.client).received(value)
        if problems:
            self._complain(step, *problems, f"A| {text}")
        for path in self.played.lists["variable"]:
            if hide(value, path.split(".")):
                text = schema.printed(value)
        return text, value

    def _finish(self):
        """Says that nothing more comes, and has the server end without another word."""
        for client, peer in self.server.peers.items():
            peer.close()
            while (message := peer.next()) is not None:
                self._complain(None, f"the server says more than the exchange has, to client {client}:",
                               f"A| {message.decode('utf-8', 'replace')}")
        ended = any(step.kind == "x-" for step in self.played.steps)
        if self.transport == "stdio" and not ended and self._status():
            self._complain(None, f"its exit status is {self._status()}")

    def _recorded(self):
        """Sends what stands together, and takes all that comes of it, before what stands below."""
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
        # What comes only now stands behind a line that says so.
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
                except Gone as error:
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
        """How many answers may well come of what is sent: --update waits longer for these than for more."""
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
    """Puts '<variable>' in place of a member; whether it was there."""
    if isinstance(value, dict) and path[0] in value:
        if len(path) > 1:
            return hide(value[path[0]], path[1:])
        value[path[0]] = VARIABLE
        return True
    return False
