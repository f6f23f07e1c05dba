"""A session: each line of the language as a method, and what happens in it as events."""

from __future__ import annotations

import queue
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .closing import Closing
from .connection import Connection, Told
from .errors import MachoError, TimedOut
from .results import Completion, Completions, Effect, Event, LineResult, StateResult, line_members


class Session(Closing):
    """Something that is open at the server; `Client.open` makes it.

    Lines that fail raise `MachoError`. With `patch=True` a result says what it changed as an RFC 6902 patch, too.
    A session is a context manager: leaving it closes the session.
    """

    def __init__(self, connection: Connection, raw: Mapping[str, Any]) -> None:
        self._connection = connection
        self.id: str = raw["session"]
        self.feature: Optional[str] = raw.get("feature")
        self.context: Optional[str] = raw.get("context")
        self.opened = LineResult(**line_members(raw))
        """What opening it did; `raw` has its first state."""

    def send(self, action: str, *, patch: bool = False) -> LineResult:
        """Sends an action: `incrementButtonTapped`, `queryChanged("ca")`."""
        return self._line("send", {"action": action}, patch)

    def receive(self, action: str, *, patch: bool = False) -> LineResult:
        """Asserts the oldest received action that is not named yet, by a pattern: `factResponse.success`."""
        return self._line("receive", {"action": action}, patch)

    def expect(self, that: str) -> LineResult:
        """Asserts something of the state: `count == 1`."""
        return self._line("expect", {"that": that})

    def state(self, path: Optional[str] = None) -> StateResult:
        """The state or a part of it: `value` as text that can be typed, `json` as JSON."""
        raw = self._request("state", {} if path is None else {"path": path})
        return StateResult(**line_members(raw), value=raw["value"], json=raw["json"])

    def stub(self, stub: str) -> LineResult:
        """Says what an endpoint answers: `numberFact.fetch(1) -> "one" after 1s`, `numberFact.fetch pending`."""
        return self._line("stub", {"stub": stub})

    def answer(self, answer: str, *, patch: bool = False) -> LineResult:
        """Completes the oldest call that waits: `numberFact.fetch -> "late"`."""
        return self._line("answer", {"answer": answer}, patch)

    def advance(self, by: Optional[str] = None, *, patch: bool = False) -> LineResult:
        """Lets time pass on the controlled clock: `300ms`; to the next deadline without an amount."""
        return self._line("advance", {} if by is None else {"by": by}, patch)

    def settle(self, within: str = "2s", *, patch: bool = False, timeout: Optional[float] = None) -> LineResult:
        """Waits, by the wall clock, until no effect waits for the world outside."""
        return self._line("settle", {"within": within}, patch, timeout)

    def undo(self, count: int = 1, *, patch: bool = False) -> LineResult:
        """Goes back by so many actions."""
        return self._line("travel", {"undo": count}, patch)

    def redo(self, count: int = 1, *, patch: bool = False) -> LineResult:
        """Goes forth again by so many actions."""
        return self._line("travel", {"redo": count}, patch)

    def goto(self, point: Union[int, str], *, patch: bool = False) -> LineResult:
        """Goes to a point of the history: behind an action by its number, or to a mark or a branch by its name."""
        return self._line("travel", {"to": str(point)}, patch)

    def run(self, line: str, *, patch: bool = False, timeout: Optional[float] = None) -> LineResult:
        """Runs any line, prefixes and all: `! [no-such-case] send x`."""
        return self._line("run", {"line": line}, patch, timeout)

    def effects(self) -> List[Effect]:
        """The effects that run, and what each waits for."""
        return [Effect.of(each) for each in self._request("effects", {})["running"]]

    def script(self) -> str:
        """What was done so far, as a script that passes `macho test`."""
        return str(self._request("record", {"script": True})["script"])

    def export(self, format: str) -> str:
        """What was done so far as `swift` (a test), `json` or `mermaid` (a diagram)."""
        return str(self._request("record", {"export": format})["text"])

    def complete(self, line: str, cursor: Optional[int] = None) -> Completions:
        """What could stand at a place in a line, in bytes of UTF-8; at its end without one."""
        params: Dict[str, Any] = {"line": line}
        if cursor is not None:
            params["cursor"] = cursor
        raw = self._request("complete", params)
        found = [
            Completion(each["text"], each["detail"], (each["replacing"][0], each["replacing"][1]))
            for each in raw["completions"]
        ]
        return Completions(found, raw["hint"])

    def subscribe(
        self, kinds: Optional[Sequence[str]] = None, actions: Optional[Sequence[str]] = None, *, patch: bool = False
    ) -> Events:
        """What happens from here on, whoever does it; the events of one session take the place of earlier ones."""
        params: Dict[str, Any] = {}
        if kinds is not None:
            params["kinds"] = list(kinds)
        if actions is not None:
            params["actions"] = list(actions)
        if patch:
            params["patch"] = True
        # Before it is asked for, so that nothing is missed.
        told = self._connection.listen(self.id)
        try:
            seq = self._request("subscribe", params)["seq"]
        except MachoError:
            self._connection.unlisten(self.id, told)
            raise
        return Events(self, self._connection, told, seq)

    def close(self) -> None:
        """Closes the session. What it was is gone, unless it is shared and somebody else has it open."""
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
    """What happens in a session, in order. Iterating waits for what comes, and ends with the session.

    Where nothing comes within the client's timeout, `TimedOut` is raised.
    """

    def __init__(self, session: Session, connection: Connection, told: queue.Queue[Told], seq: int) -> None:
        self.seq = seq
        """The number of the session's last event before these."""
        self._session = session
        self._connection = connection
        self._told = told
        self._is_over = False

    def next(self, timeout: Optional[float] = None) -> Event:
        """The next event; raises `StopIteration` where none comes any more."""
        if self._is_over:
            raise StopIteration
        limit = self._connection.timeout if timeout is None else timeout
        try:
            told = self._told.get(timeout=limit)
        except queue.Empty:
            raise TimedOut(f"nothing happened in the session '{self._session.id}' within {limit:g} s") from None
        if isinstance(told, Event):
            return told
        self._is_over = True
        if told is None:
            raise StopIteration
        raise told

    def until(self, kind: str, timeout: Optional[float] = None) -> Tuple[List[Event], Event]:
        """The events up to the next one of a kind, and that one."""
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
        """What has come already: all that a request made happen, once it is answered."""
        there: List[Event] = []
        while not self._is_over and not self._told.empty():
            try:
                there.append(self.next())
            except StopIteration:
                break
        return there

    def close(self) -> None:
        """Has nothing told any more."""
        if not self._is_over and self._connection.unlisten(self._session.id, self._told):
            self._session._request("unsubscribe", {})

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        return self.next()
