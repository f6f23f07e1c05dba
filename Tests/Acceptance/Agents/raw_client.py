"""A client that sends and receives single lines, for what the official client never sends."""

import json
import os
import subprocess
import threading

MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


class RawClient:
    """A process of 'macho mcp'. Each line that it prints must be one JSON object or array."""

    def __init__(self, arguments, directory, environment=None):
        self.process = subprocess.Popen(
            arguments, cwd=directory, env=os.environ | (environment or {}), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.messages = []
        self.broken = []
        self.arrived = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.last = 0

    def _read(self):
        for line in self.process.stdout:
            with self.arrived:
                try:
                    self.messages.append(json.loads(line))
                except ValueError:
                    self.broken.append(line)
                self.arrived.notify_all()
        with self.arrived:
            self.messages.append(None)
            self.arrived.notify_all()

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def start(self, method, parameters=None, modern=True):
        """Sends a request and returns its id."""
        self.last += 1
        parameters = dict(parameters or {})
        if modern:
            parameters["_meta"] = MODERN
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": parameters})
        return self.last

    def response(self, wanted):
        """Waits for the message that satisfies a predicate or has an id."""
        found = wanted if callable(wanted) else lambda message: isinstance(message, dict) and message.get("id") == wanted
        with self.arrived:
            while True:
                for message in self.messages:
                    if message is None:
                        raise AssertionError("the server closed its output")
                    if found(message):
                        return message
                assert self.arrived.wait(120), "no response within two minutes"

    def request(self, method, parameters=None, modern=True):
        return self.response(self.start(method, parameters, modern))

    def call(self, tool, **arguments):
        """Calls a tool and returns its result."""
        response = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert "result" in response, response
        return response["result"]

    def close(self):
        """Closes the input and returns the exit status."""
        self.process.stdin.close()
        status = self.process.wait(60)
        self.reader.join(60)
        assert not self.broken, f"not JSON: {self.broken[:3]}"
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
