"""What the server answers, as values; `raw` is what it said word for word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Received:
    """An action that an effect sent back."""

    action: str
    diff: Optional[str]
    effect: Optional[int] = None

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Received:
        return cls(raw["action"], raw.get("diff"), raw.get("effect"))


@dataclass(frozen=True)
class LineResult:
    """What a line did."""

    output: List[str]
    """The lines that a prompt would print, received actions included."""
    diff: Optional[str]
    """What the line itself did to the state; None where the state is the same."""
    received: List[Received]
    """The actions that came of it."""
    step: int
    """The number of actions that are in force."""
    effects: int
    """The number of effects that run."""
    status: str
    """`idle`, `asleep`, `waiting`, `outside` or `none`."""
    wakes: Optional[str] = None
    """The distance to the next deadline, such as `300ms`."""
    patch: Optional[List[Dict[str, Any]]] = None
    """What changed, as an RFC 6902 patch, where it was asked for."""
    skipped: bool = False
    """Whether a `[condition]` left the line out."""
    raw: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The output as one text."""
        return "\n".join(self.output)


@dataclass(frozen=True)
class StateResult(LineResult):
    """The state, or a part of it."""

    value: str = ""
    """It as text that can be typed."""
    json: Any = None
    """The same as JSON."""


def line_members(raw: Mapping[str, Any]) -> Dict[str, Any]:
    """The arguments of a `LineResult` from what the server says."""
    return {
        "output": list(raw.get("output", [])),
        "diff": raw.get("diff"),
        "received": [Received.of(each) for each in raw.get("received", [])],
        "step": raw.get("step", 0),
        "effects": raw.get("effects", 0),
        "status": raw.get("status", "none"),
        "wakes": raw.get("wakes"),
        "patch": raw.get("patch"),
        "skipped": raw.get("skipped", False),
        "raw": dict(raw),
    }


@dataclass(frozen=True)
class Effect:
    """An effect that runs."""

    id: int
    name: str
    origin: str
    """The action that started it."""
    place: str
    """The file and the line of its `.run`."""
    status: str
    """`asleep`, `waiting` or `outside`."""
    wakes: Optional[str] = None
    """The distance to its deadline, where it is asleep."""
    waits_for: Optional[str] = None
    """What it waits for, where it is waiting."""
    age: Optional[str] = None

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Effect:
        return cls(raw["id"], raw["name"], raw["origin"], raw["place"], raw["status"], raw.get("wakes"),
                   raw.get("waitsFor"), raw.get("age"))


@dataclass(frozen=True)
class Completion:
    """What could stand at a place in a line: `text` in place of the bytes from and to."""

    text: str
    detail: str
    replacing: Tuple[int, int]


@dataclass(frozen=True)
class Completions:
    """All that could stand there, and what a prompt shows behind the line."""

    completions: List[Completion]
    hint: Optional[str]

    @property
    def texts(self) -> List[str]:
        """What could stand there."""
        return [each.text for each in self.completions]


@dataclass(frozen=True)
class Event:
    """Something that happened in a session; what its kind has besides stands in `members`."""

    session: str
    seq: int
    kind: str
    cause: Dict[str, Any]
    members: Dict[str, Any]

    @property
    def is_own(self) -> bool:
        """Whether a request of this very client made it happen."""
        return bool(self.cause.get("own", False))

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Event:
        common = ("session", "seq", "kind", "cause")
        members = {name: value for name, value in raw.items() if name not in common}
        return cls(raw["session"], raw["seq"], raw["kind"], dict(raw.get("cause", {})), members)

    def __getitem__(self, name: str) -> Any:
        """A member of its kind: `event["action"]`."""
        return self.members[name]

    def get(self, name: str, default: Any = None) -> Any:
        """A member of its kind, where it has one."""
        return self.members.get(name, default)
