"""The results of requests. `raw` is the JSON that the server sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Received:
    """A received action."""

    action: str
    diff: Optional[str]
    effect: Optional[int] = None

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Received:
        return cls(raw["action"], raw.get("diff"), raw.get("effect"))


@dataclass(frozen=True)
class LineResult:
    """The result of a line."""

    output: List[str]
    """The lines that a prompt would print, received actions included."""
    diff: Optional[str]
    """The state change of the line itself; None if the state is unchanged."""
    received: List[Received]
    """The received actions."""
    position: int
    """The position in the history."""
    effects: int
    """The number of effects in flight."""
    status: str
    """`idle`, `asleep`, `waiting`, `external` or `none`."""
    wakes: Optional[str] = None
    """The duration until the next deadline, such as `300ms`."""
    patch: Optional[List[Dict[str, Any]]] = None
    """The state change as an RFC 6902 patch, if requested."""
    roles: Optional[List[str]] = None
    """The role of each line of the output, such as `added` or `problem`, if requested."""
    skipped: bool = False
    """Whether a `[condition]` skipped the line."""
    pending: List[str] = field(default_factory=list)
    """The pending calls, as `answer` writes them."""
    raw: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The output as one string."""
        return "\n".join(self.output)


@dataclass(frozen=True)
class StateResult(LineResult):
    """The state or a part of it."""

    value: str = ""
    """The value in the syntax of the language."""
    json: Any = None
    """The value as JSON."""


def line_members(raw: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the arguments of a `LineResult` from a server's result."""
    return {
        "output": list(raw.get("output", [])),
        "diff": raw.get("diff"),
        "received": [Received.of(each) for each in raw.get("received", [])],
        "position": raw.get("position", 0),
        "effects": raw.get("effects", 0),
        "status": raw.get("status", "none"),
        "wakes": raw.get("wakes"),
        "patch": raw.get("patch"),
        "roles": raw.get("roles"),
        "skipped": raw.get("skipped", False),
        "pending": list(raw.get("pending", [])),
        "raw": dict(raw),
    }


@dataclass(frozen=True)
class Effect:
    """An effect in flight."""

    id: int
    name: str
    origin: str
    """The action that started it."""
    location: str
    """The file and line of its `.run`."""
    status: str
    """`asleep`, `waiting` or `external`."""
    wakes: Optional[str] = None
    """The duration until its deadline, if it is asleep."""
    waits_for: Optional[str] = None
    """What it waits for, if its status is `waiting`."""
    age: Optional[str] = None

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Effect:
        return cls(raw["id"], raw["name"], raw["origin"], raw["location"], raw["status"], raw.get("wakes"),
                   raw.get("waitsFor"), raw.get("age"))


@dataclass(frozen=True)
class Completion:
    """A completion: `text` replaces the range `replacing`, in bytes of UTF-8. Lists show `title` and `detail`."""

    text: str
    title: str
    detail: str
    replacing: Tuple[int, int]


@dataclass(frozen=True)
class Completions:
    """All completions at a position, and the hint that a prompt shows after the line."""

    completions: List[Completion]
    hint: Optional[str]

    @property
    def texts(self) -> List[str]:
        """The texts of the completions."""
        return [each.text for each in self.completions]


@dataclass(frozen=True)
class Event:
    """An event of a session. `members` contains the members specific to its kind."""

    session: str
    seq: int
    kind: str
    cause: Dict[str, Any]
    members: Dict[str, Any]

    @property
    def is_own(self) -> bool:
        """Whether a request of this client caused it."""
        return bool(self.cause.get("own", False))

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Event:
        common = ("session", "seq", "kind", "cause")
        members = {name: value for name, value in raw.items() if name not in common}
        return cls(raw["session"], raw["seq"], raw["kind"], dict(raw.get("cause", {})), members)

    def __getitem__(self, name: str) -> Any:
        """Returns a member, such as `event["action"]`."""
        return self.members[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Returns a member, or a default if it is missing."""
        return self.members.get(name, default)
