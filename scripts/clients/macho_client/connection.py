"""Requests and responses, matched by a reader thread."""

from __future__ import annotations

import json
import queue
import threading
from typing import Any, Dict, Mapping, Optional, Union

from .errors import MachoError, ServerEnded, TimedOut
from .results import Event
from .transport import Framing, Transport

RequestID = Union[int, str]
# An item of an event queue. None: the session has ended; an error: the server has.
QueueItem = Union[Event, MachoError, None]


class Pending:
    """A request that was sent, and its response once it has arrived."""

    def __init__(self, connection: Connection, id: RequestID, method: str) -> None:
        self.id = id
        self.method = method
        self._connection = connection
        self._done = threading.Event()
        self._result: Dict[str, Any] = {}
        self._error: Optional[MachoError] = None

    @property
    def is_done(self) -> bool:
        """Whether the response has arrived."""
        return self._done.is_set()

    def result(self, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Waits for the result and returns it as the server sent it. Raises `MachoError` if it is an error."""
        limit = self._connection.timeout if timeout is None else timeout
        if not self._done.wait(limit):
            raise TimedOut(f"no response to '{self.method}' (request {self.id}) within {limit:g} s")
        if self._error is not None:
            raise self._error
        return self._result

    def cancel(self) -> str:
        """Cancels the request and returns what it was doing: `queued`, `running` or `none`."""
        result = self._connection.request("cancel", {"request": self.id}).result()
        return str(result["cancelled"])

    def _finish(self, result: Mapping[str, Any], error: Optional[MachoError] = None) -> None:
        self._result, self._error = dict(result), error
        self._done.set()


class Connection:
    """A connection to a server. Any thread may send requests."""

    def __init__(self, transport: Transport, framing: str, timeout: float) -> None:
        self.timeout = timeout
        self._transport = transport
        self._framing = Framing(framing)
        # Guards the attributes below. Never held while blocking.
        self._lock = threading.Lock()
        self._pending: Dict[RequestID, Pending] = {}
        self._listeners: Dict[str, queue.Queue[QueueItem]] = {}
        self._last_id = 0
        self._ended: Optional[MachoError] = None
        self._is_closing = False
        # An error without a request: why the server closes the connection.
        self._final_error: Optional[MachoError] = None
        # Held while a message is written, so that messages do not interleave.
        self._writing = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="macho-client", daemon=True)
        self._reader.start()

    def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Pending:
        """Sends a request without waiting for its response."""
        with self._lock:
            if self._ended is not None:
                raise self._ended
            self._last_id += 1
            pending = Pending(self, self._last_id, method)
            self._pending[pending.id] = pending
        self._write({"jsonrpc": "2.0", "id": pending.id, "method": method, "params": dict(params or {})})
        return pending

    def notify(self, method: str, params: Optional[Mapping[str, Any]] = None) -> None:
        """Sends a notification, which has no response."""
        self._write({"jsonrpc": "2.0", "method": method, "params": dict(params or {})})

    def add_listener(self, session: str) -> queue.Queue[QueueItem]:
        """Returns a new queue for the events of a session. Ends the previous queue."""
        events: queue.Queue[QueueItem] = queue.Queue()
        with self._lock:
            former = self._listeners.get(session)
            self._listeners[session] = events
            if self._ended is not None:
                events.put(self._ended)
        if former is not None:
            former.put(None)
        return events

    def remove_listener(self, session: str, events: queue.Queue[QueueItem]) -> bool:
        """Ends a queue for events. Returns whether it was the session's current one."""
        with self._lock:
            is_current = self._listeners.get(session) is events
            if is_current:
                del self._listeners[session]
        events.put(None)
        return is_current

    def close(self) -> None:
        """Closes the connection. Pending requests raise `ServerEnded`."""
        with self._lock:
            self._is_closing = True
        self._transport.close(self.timeout)
        self._reader.join(self.timeout)
        if not self._reader.is_alive():
            self._transport.release()

    def _write(self, message: Mapping[str, Any]) -> None:
        data = json.dumps(message).encode("ascii")
        try:
            with self._writing:
                self._transport.write(self._framing.framed(data), self.timeout)
        except TimedOut as error:
            # A partial message may have been sent: the connection is unusable.
            self._end(error)
            raise
        except (OSError, ValueError):
            # The reader determines the reason and fails all pending requests.
            self._reader.join(self.timeout)

    def _read(self) -> None:
        problem: Optional[str] = None
        try:
            while True:
                message = self._framing.read(self._transport.incoming)
                if message is None:
                    break
                if message.strip():
                    self._handle(json.loads(message))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            problem = f"the server sent an invalid message: {error}"
        except OSError as error:
            problem = f"the connection broke: {error.strerror or error}"
        if problem is None:
            problem = "the client is closed" if self._is_closing else self._transport.ending()
        self._end(self._final_error or ServerEnded("server-ended", problem))

    def _handle(self, message: Mapping[str, Any]) -> None:
        if "id" not in message:
            if message.get("method") == "event":
                self._publish(Event.of(message["params"]))
            return
        error = MachoError.of(message["error"]) if "error" in message else None
        with self._lock:
            pending = self._pending.pop(message["id"], None)
            if isinstance(error, ServerEnded) or (error is not None and message["id"] is None):
                self._final_error = error
        if pending is not None:
            pending._finish(message.get("result", {}), error)

    def _publish(self, event: Event) -> None:
        with self._lock:
            events = self._listeners.get(event.session)
        if events is not None:
            events.put(event)
            if event.kind == "ended":
                self.remove_listener(event.session, events)

    def _end(self, error: MachoError) -> None:
        with self._lock:
            if self._ended is None:
                self._ended = error
            requests, self._pending = list(self._pending.values()), {}
            queues, self._listeners = list(self._listeners.values()), {}
        for pending in requests:
            pending._finish({}, error)
        for events in queues:
            events.put(None if self._is_closing else error)
