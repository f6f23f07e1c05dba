"""What the tests of the editors share: the built drivers, and recorded answers."""

import json
import os
import pathlib

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
BIN = pathlib.Path(os.environ["MACHO_BIN"])
MACHO = str(BIN / "macho")
# A driver with features that crash and loop.
TRAPS = str(BIN / "external-work-driver")
SCRIPTS = HERE / "scripts"


class Recorder:
    """Compares answers with those of a file in expected/."""

    def __init__(self, name):
        self.path = HERE / "expected" / f"{name}.json"
        self.answers = {}
        self.updates = bool(os.environ.get("MACHO_UPDATE"))
        self.expected = json.loads(self.path.read_text()) if self.path.exists() and not self.updates else {}

    def check(self, title, answer):
        text = json.dumps(answer).replace(ROOT.as_uri(), "file:///ROOT").replace(str(ROOT), "/ROOT")
        answer = json.loads(text)
        self.answers[title] = answer
        if not self.updates:
            assert answer == self.expected.get(title), f"{title}: got {json.dumps(answer, indent=1)}"

    def finish(self):
        if self.updates:
            self.path.write_text(json.dumps(self.answers, indent=1, ensure_ascii=False) + "\n")


@pytest.fixture
def recorder(request):
    recorder = Recorder(request.node.name.removeprefix("test_"))
    yield recorder
    recorder.finish()
