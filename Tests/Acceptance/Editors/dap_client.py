"""A client of the debug adapter. It validates every message, in both directions, against the schema of the protocol."""

import json
import os
import pathlib
import queue
import subprocess
import threading

import debugpy
import jsonschema

SCHEMA = json.loads(next(
    (pathlib.Path(debugpy.__file__).parent / "_vendored" / "pydevd").rglob("debugProtocol.json")).read_text())
# The schema of debugpy calls the base of all requests 'Request'.
DEFINITIONS = SCHEMA["definitions"]
VALIDATORS = {}


def capitalized(name):
    return name[0].upper() + name[1:]


def validate(name, message):
    """Validates a message against a definition of the schema."""
    assert name in DEFINITIONS, f"the protocol has no {name}"
    if name not in VALIDATORS:
        VALIDATORS[name] = jsonschema.Draft7Validator({**SCHEMA, "$ref": f"#/definitions/{name}"})
    errors = [f"{'/'.join(map(str, error.path))}: {error.message}" for error in VALIDATORS[name].iter_errors(message)]
    assert not errors, f"{name} {json.dumps(message)}: {errors}"


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"})
        self.sent = 0
        self.events = []
        self.requests = {}
        self.problems = []
        self.messages = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        while header := stream.readline():
            length = int(header.split(b":")[1])
            assert stream.readline() == b"\r\n"
            self.messages.put(json.loads(stream.read(length)))
        self.messages.put(None)

    def _next(self):
        message = self.messages.get(timeout=60)
        assert message is not None, "the adapter has exited"
        if message["type"] == "event":
            validate(capitalized(message["event"]) + "Event", message)
            self.events.append(message)
        else:
            command = self.requests.pop(message["request_seq"])
            validate("ErrorResponse" if not message["success"] else capitalized(command) + "Response", message)
            assert message["command"] == command
        return message

    def send(self, command, arguments=None):
        self.sent += 1
        message = {"seq": self.sent, "type": "request", "command": command}
        if arguments is not None:
            message["arguments"] = arguments
        validate(capitalized(command) + "Request", message)
        self.requests[self.sent] = command
        text = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()
        return self.sent

    def ask(self, command, arguments=None, fails=False):
        """Sends a request and returns the body of its response, or the message of its failure."""
        number = self.send(command, arguments)
        while True:
            message = self._next()
            if message["type"] == "response" and message["request_seq"] == number:
                break
        assert message["success"] != fails, message
        return message["message"] if fails else message.get("body", {})

    def wait(self, name):
        """Returns the body of the next event with a name, after those that were waited for before."""
        while True:
            for index, event in enumerate(self.events):
                if event["event"] == name:
                    # Earlier events stay, except those of the same name.
                    del self.events[index]
                    return event.get("body", {})
            self._next()

    def launch(self, program, breakpoints=(), filters=("all",), data=(), **arguments):
        self.ask("initialize", {"adapterID": "macho", "linesStartAt1": True, "columnsStartAt1": True})
        self.wait("initialized")
        self.path = str(program)
        self.ask("launch", {"program": self.path} | arguments)
        self.set_breakpoints(breakpoints)
        self.ask("setExceptionBreakpoints", {"filters": list(filters)})
        if data:
            self.ask("setDataBreakpoints", {"breakpoints": [{"dataId": each} for each in data]})
        self.ask("configurationDone")

    def set_breakpoints(self, breakpoints):
        return self.ask("setBreakpoints", {
            "source": {"path": self.path},
            "breakpoints": [{"line": each} if isinstance(each, int) else each for each in breakpoints],
        })["breakpoints"]

    def stopped(self, reason):
        """Waits for a stop and returns its line."""
        event = self.wait("stopped")
        assert event["reason"] == reason, event
        return self.line()

    def line(self):
        return self.ask("stackTrace", {"threadId": 1})["stackFrames"][0]["line"]

    def run(self, command, reason):
        """Runs on, or back, and returns the line of the next stop."""
        self.ask(command, {"threadId": 1})
        return self.stopped(reason)

    def scope(self, name):
        scopes = self.ask("scopes", {"frameId": 1})["scopes"]
        return next(each["variablesReference"] for each in scopes if each["name"] == name)

    def variables(self, scope):
        reference = scope if isinstance(scope, int) else self.scope(scope)
        return self.ask("variables", {"variablesReference": reference})["variables"]

    def values(self, scope):
        return {each["name"]: each["value"] for each in self.variables(scope)}

    def output(self, category):
        return "".join(event["body"]["output"] for event in self.events
                       if event["event"] == "output" and event["body"]["category"] == category)

    def disconnect(self):
        self.ask("disconnect")
        assert self.process.wait(timeout=60) == 0
