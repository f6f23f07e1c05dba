"""A server under test, and its clients at the byte level."""

import os
import pathlib
import queue
import re
import shlex
import shutil
import socket
import struct
import subprocess
import tempfile
import threading

# A guard in seconds: only a failing test reaches it.
LIMIT = 120


class NoMessage(Exception):
    """An expected message never arrived."""


def quietly(do, *arguments):
    """Calls a function on a connection that may have ended. Ignores errors: reading reports the end."""
    try:
        do(*arguments)
    except OSError:
        pass


class Peer:
    """One client connection, with a queue of received messages."""

    def __init__(self, incoming, send, close, has_lines):
        self.messages = queue.Queue()
        self.send_bytes = send
        self.close = close
        self.has_lines = has_lines
        self.has_ended = False
        threading.Thread(target=self._read, args=(incoming,), daemon=True).start()

    def send(self, message):
        header = b"" if self.has_lines else b"Content-Length: %d\r\n\r\n" % len(message)
        self.send_bytes(header + message + (b"\n" if self.has_lines else b""))

    def next(self, timeout=LIMIT):
        """Returns the next message; None at the end of the connection."""
        if self.has_ended:
            return None
        try:
            message = self.messages.get(timeout=timeout)
        except queue.Empty:
            raise NoMessage(f"no message within {timeout} s") from None
        if isinstance(message, Exception):
            raise message
        self.has_ended = message is None
        return message

    def _read(self, incoming):
        try:
            while True:
                message = self._line(incoming) if self.has_lines else self._framed(incoming)
                self.messages.put(message)
                if message is None:
                    return
        except ConnectionResetError:
            # The server has closed with unread input: also an end.
            self.messages.put(None)
        except (OSError, ValueError, NoMessage) as error:
            self.messages.put(NoMessage(f"the received data is broken: {error}"))

    @staticmethod
    def _line(incoming):
        line = incoming.readline()
        if not line:
            return None
        if not line.endswith(b"\n"):
            raise NoMessage(f"the last line has no newline: {line[:200]!r}")
        return line[:-1]

    @staticmethod
    def _framed(incoming):
        header = incoming.readline()
        if not header:
            return None
        match = re.fullmatch(rb"Content-Length: (\d+)\r\n", header)
        if not match or incoming.readline() != b"\r\n":
            raise NoMessage(f"not a header: {header[:200]!r}")
        message = incoming.read(int(match[1]))
        if len(message) < int(match[1]):
            raise NoMessage("the last message is incomplete")
        return message


class Server:
    """A server with a transport and a framing, in its own directory. It is stopped at the end of the block."""

    def __init__(self, program, transport, framing, arguments="", files=(), silent=0, path="socket"):
        self.transport = transport
        self.has_lines = framing != "content-length"
        self.silent = silent
        # Short, because socket paths are limited, and private, as the server requires.
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="wire-"))
        self.work = self.directory / "work"
        self.work.mkdir()
        for name, text in dict(files).items():
            (self.work / name).parent.mkdir(parents=True, exist_ok=True)
            (self.work / name).write_text(text, encoding="utf-8")
        self.path = self.directory / path
        self.command = [str(program), "serve", *shlex.split(arguments)]
        if not self.has_lines:
            self.command += ["--framing", "content-length"]
        if transport == "socket":
            self.command += ["--socket", str(self.path)]
        self.sockets = []
        self.peers = {}

    def __enter__(self):
        self.log = open(self.directory / "log", "wb")
        environment = os.environ | {
            "SWIFT_BACKTRACE": "enable=no", "XDG_STATE_HOME": str(self.directory / "state"), "MACHO_HISTORY": "",
            # Where live sessions keep shared values.
            "HOME": str(self.directory), "DRIVER_FILES": str(self.directory)}
        try:
            self.process = subprocess.Popen(
                self.command, cwd=self.work, env=environment, stderr=self.log,
                stdin=subprocess.PIPE if self.transport == "stdio" else subprocess.DEVNULL,
                stdout=subprocess.PIPE)
            if self.transport == "socket":
                for number in range(self.silent):
                    self.connection()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for each in self.sockets:
            each.close()
        if hasattr(self, "process"):
            if self.process.stdin is not None:
                quietly(self.process.stdin.close)
            self.process.terminate()
            try:
                self.process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            if not self.peers:
                self.process.stdout.close()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def peer(self, number):
        """Returns the client with a number; connects it at the first call."""
        if number not in self.peers:
            self.peers[number] = self._process_peer() if self.transport == "stdio" else self._socket_peer()
        return self.peers[number]

    def standard_error(self):
        """Returns the end of the server's standard error."""
        text = (self.directory / "log").read_text(encoding="utf-8", errors="replace")
        return text[-2000:]

    def _process_peer(self):
        def send(data):
            self.process.stdin.write(data)
            self.process.stdin.flush()

        return Peer(self.process.stdout, lambda data: quietly(send, data),
                    lambda: quietly(self.process.stdin.close), self.has_lines)

    def _socket_peer(self):
        connection = self.connection()
        return Peer(connection.makefile("rb"), lambda data: quietly(connection.sendall, data),
                    lambda: quietly(connection.shutdown, socket.SHUT_WR), self.has_lines)

    def connection(self):
        """Connects as soon as the server listens."""
        tries = threading.Event()
        for _ in range(LIMIT * 100):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(str(self.path))
                # A server that does not read must not block the test.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", LIMIT, 0))
                self.sockets.append(connection)
                return connection
            except OSError:
                connection.close()
            if self.process.poll() is not None:
                raise NoMessage(f"the server ended with status {self.process.returncode} and never listened")
            tries.wait(0.01)
        raise NoMessage("the server never listened")
