"""A session: each verb of the language is a method; events can be iterated."""

from __future__ import annotations

import queue
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .closing import Closing
from .connection import Connection, QueueItem
from .errors import MachoError, TimedOut
from .results import Completion, Completions, Effect, Event, LineResult, StateResult, line_members


class Session(Closing):
    """An open session; created by `Client.open`.

    Failing lines raise `MachoError`. With `patch=True` a result also contains its state change as an RFC 6902 patch.
    A session is a context manager: leaving it closes the session.
    """

    def __init__(self, connection: Connection, raw: Mapping[str, Any]) -> None:
        self._connection = connection
        self.id: str = raw["session"]
        self.feature: Optional[str] = raw.get("feature")
        self.context: Optional[str] = raw.get("context")
        self.opened = LineResult(**line_members(raw))
        """The result of opening it; `raw` contains the initial state."""

    def send(self, action: str, *, patch: bool = False) -> LineResult:
        """Sends an action: `incrementButtonTapped`, `queryChanged("ca")`."""
        return self._line("send", {"action": action}, patch)

    def receive(self, action: str, *, patch: bool = False) -> LineResult:
        """Asserts the oldest unasserted received action with a pattern: `factResponse.success`."""
        return self._line("receive", {"action": action}, patch)

    def expect(self, expression: str) -> LineResult:
        """Asserts a condition on the state: `count == 1`."""
        return self._line("expect", {"expression": expression})

    def state(self, path: Optional[str] = None) -> StateResult:
        """Returns the state or a part of it: `value` in the syntax of the language, `json` as JSON."""
        raw = self._request("state", {} if path is None else {"path": path})
        return StateResult(**line_members(raw), value=raw["value"], json=raw["json"])

    def stub(self, stub: str) -> LineResult:
        """Stubs an endpoint: `numberFact.fetch(1) -> "one" after 1s`, `numberFact.fetch pending`."""
        return self._line("stub", {"stub": stub})

    def answer(self, answer: str, *, patch: bool = False) -> LineResult:
        """Completes the oldest pending call: `numberFact.fetch -> "late"`."""
        return self._line("answer", {"answer": answer}, patch)

    def advance(self, by: Optional[str] = None, *, patch: bool = False) -> LineResult:
        """Advances the test clock by a duration such as `300ms`. Default: until the next deadline."""
        return self._line("advance", {} if by is None else {"by": by}, patch)

    def settle(self, within: str = "2s", *, patch: bool = False, timeout: Optional[float] = None) -> LineResult:
        """Waits by the wall clock until no effect waits for external work."""
        return self._line("settle", {"within": within}, patch, timeout)

    def undo(self, count: int = 1, *, patch: bool = False) -> LineResult:
        """Undoes a number of actions."""
        return self._line("travel", {"undo": count}, patch)

    def redo(self, count: int = 1, *, patch: bool = False) -> LineResult:
        """Reapplies a number of undone actions."""
        return self._line("travel", {"redo": count}, patch)

    def goto(self, point: Union[int, str], *, patch: bool = False) -> LineResult:
        """Goes to a position in the history: the number of an action, or the name of a mark or branch."""
        return self._line("travel", {"to": str(point)}, patch)

    def run(
        self, line: str, *, patch: bool = False, roles: bool = False, timeout: Optional[float] = None
    ) -> LineResult:
        """Runs any line, including prefixes: `! [no-such-case] send x`."""
        return self._line("run", {"line": line, "roles": True} if roles else {"line": line}, patch, timeout)

    def effects(self) -> List[Effect]:
        """Returns the effects in flight, with what each waits for."""
        return [Effect.of(each) for each in self._request("effects", {})["running"]]

    def script(self) -> str:
        """Returns the session so far as a script that passes `macho test`."""
        return str(self._request("record", {"script": True})["script"])

    def export(self, format: str) -> str:
        """Returns the session so far as `swift` (a test), `json` or `mermaid` (a diagram)."""
        return str(self._request("record", {"export": format})["text"])

    def complete(self, line: str, cursor: Optional[int] = None) -> Completions:
        """Returns completions at an offset in UTF-8 bytes. Default: the end of the line."""
        params: Dict[str, Any] = {"line": line}
        if cursor is not None:
            params["cursor"] = cursor
        raw = self._request("complete", params)
        found = [
            Completion(each["text"], each["title"], each["detail"], (each["replacing"][0], each["replacing"][1]))
            for each in raw["completions"]
        ]
        return Completions(found, raw["hint"])

    def subscribe(
        self, kinds: Optional[Sequence[str]] = None, actions: Optional[Sequence[str]] = None, *, patch: bool = False
    ) -> Events:
        """Subscribes to later events, from any client. Ends an earlier subscription to this session."""
        params: Dict[str, Any] = {}
        if kinds is not None:
            params["kinds"] = list(kinds)
        if actions is not None:
            params["actions"] = list(actions)
        if patch:
            params["patch"] = True
        # ORDER: before the request, so that no event is missed.
        events = self._connection.add_listener(self.id)
        try:
            seq = self._request("subscribe", params)["seq"]
        except MachoError:
            self._connection.remove_listener(self.id, events)
            raise
        return Events(self, self._connection, events, seq)

    def close(self) -> None:
        """Closes the session. Its state is lost unless another client has the shared session open."""
        self._request("close", {})

    def _line(
        self, method: str, params: Dict[str, Any], patch: bool = False, timeout: Optional[float] = None
    ) -> LineResult:
        if patch:
            params["patch"] = True
        return LineResult(**line_members(self._request(method, params, timeout)))

    def _request(self, method: str, params: Mapping[str, Any], timeout: Optional[float] = None) -> Dict[str, Any]:
        return self._connection.request(method, {"session": self.id, **params}).result(timeout)


class Events(Closing):
    """The events of a session, in order. Iterating waits for events and ends with the session.

    Raises `TimedOut` if no event arrives within the client's timeout.
    """

    def __init__(self, session: Session, connection: Connection, items: queue.Queue[QueueItem], seq: int) -> None:
        self.seq = seq
        """The number of the session's last event before these."""
        self._session = session
        self._connection = connection
        self._items = items
        self._is_over = False

    def next(self, timeout: Optional[float] = None) -> Event:
        """Returns the next event. Raises `StopIteration` at the end."""
        if self._is_over:
            raise StopIteration
        limit = self._connection.timeout if timeout is None else timeout
        try:
            item = self._items.get(timeout=limit)
        except queue.Empty:
            raise TimedOut(f"no event in the session '{self._session.id}' within {limit:g} s") from None
        if isinstance(item, Event):
            return item
        self._is_over = True
        if item is None:
            raise StopIteration
        raise item

    def until(self, kind: str, timeout: Optional[float] = None) -> Tuple[List[Event], Event]:
        """Returns the events before the next one of a kind, and that event."""
        before: List[Event] = []
        while True:
            try:
                event = self.next(timeout)
            except StopIteration:
                raise MachoError("no-such-event", f"the events ended before one of the kind '{kind}'") from None
            if event.kind == kind:
                return before, event
            before.append(event)

    def drain(self) -> List[Event]:
        """Returns the events that have arrived: all that a completed request has caused."""
        arrived: List[Event] = []
        while not self._is_over and not self._items.empty():
            try:
                arrived.append(self.next())
            except StopIteration:
                break
        return arrived

    def close(self) -> None:
        """Unsubscribes from the events."""
        if not self._is_over and self._connection.remove_listener(self._session.id, self._items):
            self._session._request("unsubscribe", {})

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        return self.next()
