"""Transports to a server, a private process or a Unix socket, and the two framings."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import time
from typing import IO, Any, BinaryIO, Mapping, Optional, Sequence, Union, cast

from .errors import MachoError, TimedOut

# How long a disconnected process may take to exit, in seconds.
EXIT_TIMEOUT = 5.0


class Transport:
    """Abstract base class of byte streams. One thread reads; writes are serialized."""

    incoming: BinaryIO

    def write(self, data: bytes, timeout: float) -> None:
        """Writes all bytes. Raises `TimedOut` if the server does not read."""
        deadline = time.monotonic() + timeout
        rest = memoryview(data)
        poll = select.poll()
        poll.register(self._descriptor(), select.POLLOUT)
        while rest:
            left = deadline - time.monotonic()
            if left <= 0 or not poll.poll(left * 1000):
                raise TimedOut(f"the server did not read what it was sent within {timeout:g} s")
            try:
                rest = rest[self._write(rest):]
            except BlockingIOError:
                continue

    def _descriptor(self) -> int:
        raise NotImplementedError

    def _write(self, data: memoryview) -> int:
        raise NotImplementedError

    def close(self, timeout: float) -> None:
        """Closes the sending side and stops the server if it is private."""
        raise NotImplementedError

    def release(self) -> None:
        """Releases resources, once the reader thread has ended."""
        self.incoming.close()

    def ending(self) -> str:
        """Describes how the other side ended."""
        return "the server closed the connection"


class ProcessTransport(Transport):
    """A private server process, on its standard input and output."""

    def __init__(
        self, command: Sequence[str], cwd: Optional[Union[str, "os.PathLike[str]"]], env: Optional[Mapping[str, str]],
        stderr: Union[int, IO[Any], None],
    ) -> None:
        try:
            self.process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, cwd=cwd,
                env=None if env is None else dict(env))
        except OSError as error:
            raise MachoError("no-server", f"cannot start {command[0]}: {error.strerror}") from error
        assert self.process.stdin is not None and self.process.stdout is not None
        self.outgoing = self.process.stdin
        self.incoming = cast(BinaryIO, self.process.stdout)
        os.set_blocking(self.outgoing.fileno(), False)

    def _descriptor(self) -> int:
        return self.outgoing.fileno()

    def _write(self, data: memoryview) -> int:
        return os.write(self.outgoing.fileno(), data)

    def close(self, timeout: float) -> None:
        try:
            self.outgoing.close()
        except OSError:
            pass  # The process has exited already.
        # It exits by itself unless a feature loops.
        for stop in (self.process.terminate, self.process.kill):
            try:
                self.process.wait(min(timeout, EXIT_TIMEOUT))
                return
            except subprocess.TimeoutExpired:
                stop()
        self.process.wait()

    def ending(self) -> str:
        try:
            status = self.process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            return "the server closed its output"
        if status < 0:
            return f"the server was terminated by {signal.Signals(-status).name}"
        return f"the server exited with status {status}"


class SocketTransport(Transport):
    """A connection to a server that listens at a path."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.socket.connect(os.fspath(path))
        except OSError as error:
            self.socket.close()
            raise MachoError("no-server", f"no server at {os.fspath(path)}: {error.strerror or error}") from error
        self.incoming = cast(BinaryIO, self.socket.makefile("rb"))

    def _descriptor(self) -> int:
        return self.socket.fileno()

    def _write(self, data: memoryview) -> int:
        # The socket is blocking, because the reader thread waits in it.
        return self.socket.send(data, socket.MSG_DONTWAIT)

    def close(self, timeout: float) -> None:
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The other side has closed first.

    def release(self) -> None:
        super().release()
        self.socket.close()


class Framing:
    """How messages are delimited: `lines` or `content-length`."""

    def __init__(self, name: str) -> None:
        if name not in ("lines", "content-length"):
            raise ValueError(f"no such framing: {name}")
        self.has_lines = name == "lines"

    def framed(self, message: bytes) -> bytes:
        """Returns the framed bytes of a message."""
        return message + b"\n" if self.has_lines else b"Content-Length: %d\r\n\r\n" % len(message) + message

    def read(self, incoming: BinaryIO) -> Optional[bytes]:
        """Returns the next message; None at the end."""
        if self.has_lines:
            line = incoming.readline()
            return line if line.endswith(b"\n") else None
        length = None
        while True:
            header = incoming.readline()
            if not header.endswith(b"\n"):
                return None
            if not header.strip():
                break
            name, _, value = header.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        if length is None:
            raise ValueError("a message has no Content-Length")
        message = incoming.read(length)
        return message if len(message) == length else None
