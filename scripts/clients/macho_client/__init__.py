"""Drives stores with lines of text, over `macho serve`.

    from macho_client import Client

    with Client.stdio(["macho", "serve"]) as client:
        counter = client.open("counter", stubs=['numberFact.fetch -> "a fact" after 1s'])
        counter.send("incrementButtonTapped")
        counter.send("factButtonTapped")
        assert counter.advance("1s").received[0].action == 'factResponse.success("a fact")'
        assert counter.state().json["count"] == 1

Each verb of the language is a method of a session and returns the result of the line. A failing line raises
`MachoError` with the code, the range in the line and suggestions. No call blocks forever: after the client's
`timeout` it raises `TimedOut`.

The protocol is described in `Sources/MachoWire/MachoWire.docc/Protocol.md`.
"""

from .client import Client, Feature, ScriptResult
from .connection import Pending
from .errors import MachoError, ServerEnded, TimedOut
from .results import Completion, Completions, Effect, Event, LineResult, Received, StateResult
from .session import Events, Session

__all__ = [
    "Client", "Completion", "Completions", "Effect", "Event", "Events", "Feature", "LineResult", "MachoError",
    "Pending", "Received", "ScriptResult", "ServerEnded", "Session", "StateResult", "TimedOut",
]
