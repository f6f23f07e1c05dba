"""The Python client against macho; the environment variable MACHO names the executable."""

import copy
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path.insert(0, str(TOP / "scripts" / "clients"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from macho_client import Client, MachoError, ServerEnded  # noqa: E402: requires sys.path above
from servers import Server  # noqa: E402

MACHO = os.environ.get("MACHO", "macho")
FACT = 'numberFact.fetch -> "a fact" after 1s'

def patched(value, patch):
    """Applies an RFC 6902 patch to a JSON value."""
    value = copy.deepcopy(value)
    for step in patch:
        *path, last = [part.replace("~1", "/").replace("~0", "~") for part in step["path"].split("/")[1:]] or [None]
        if last is None:
            value = step["value"]
            continue
        place = value
        for part in path:
            place = place[int(part)] if isinstance(place, list) else place[part]
        last = int(last) if isinstance(place, list) else last
        if step["op"] == "remove":
            del place[last]
        elif step["op"] == "add" and isinstance(place, list):
            place.insert(last, step["value"])
        elif step["op"] in ("add", "replace"):
            assert step["op"] == "add" or isinstance(place, list) or last in place, step
            place[last] = step["value"]
        else:
            raise AssertionError(f"unexpected: {step}")
    return value


class RealServer(unittest.TestCase):
    """Regular use of the client."""

    framing = "lines"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.client = self.connect()
        self.addCleanup(self.client.close)

    def connect(self):
        command = [MACHO, "serve", "--framing", self.framing]
        return Client.stdio(command, cwd=self.folder.name, framing=self.framing, stderr=subprocess.DEVNULL)

    def test_hello_and_features(self):
        self.assertEqual(self.client.hello("tests")["version"], 1)
        self.assertIn("counter", [each.name for each in self.client.features()])
        counter, = self.client.features("counter")
        self.assertEqual(counter.stubs[0], "numberFact.fetch")
        self.assertIn("incrementButtonTapped", counter.actions)

    def test_a_session_from_its_start_to_its_script(self):
        with self.client.open("counter", context="test", start="State(count: 2)", stubs=[FACT]) as counter:
            self.assertEqual((counter.feature, counter.context), ("counter", "test"))
            sent = counter.send("incrementButtonTapped", patch=True)
            self.assertEqual(sent.patch, [{"op": "replace", "path": "/count", "value": 3}])
            self.assertIn("+   count: 3,", sent.diff)
            self.assertEqual(sent.text, sent.diff)
            self.assertEqual(counter.run("expect count == 3", roles=True).roles, [])
            self.assertEqual(set(counter.run("state", roles=True).roles), {"plain"})
            sent = counter.send("factButtonTapped")
            self.assertEqual((sent.effects, sent.status, sent.wakes), (1, "asleep", "1s"))
            effect, = counter.effects()
            self.assertEqual((effect.id, effect.origin, effect.wakes), (1, "factButtonTapped", "1s"))
            received, = counter.advance("1s").received
            self.assertEqual((received.action, received.effect), ('factResponse.success("a fact")', 1))
            counter.receive("factResponse.success")
            counter.expect('fact == "a fact"')
            self.assertEqual(counter.state("fact").value, '"a fact"')
            self.assertEqual(counter.state().json["fact"], "a fact")
            self.assertEqual(counter.undo(2).position, 1)
            self.assertEqual(counter.redo().position, 2)
            self.assertEqual(counter.goto(0).position, 0)
            self.assertTrue(counter.run("[env:NO_SUCH_VARIABLE] send x").skipped)
            script = counter.script()
            self.assertIn("| +   count: 3,", script)
        self.assertEqual(self.client.sessions(), [])
        ran = self.client.run_script(script)
        self.assertTrue(ran.passed, ran.transcript)

    def test_pending_calls(self):
        counter = self.client.open("counter", context="test")
        counter.stub("numberFact.fetch pending")
        self.assertEqual(counter.send("factButtonTapped").status, "waiting")
        self.assertEqual(counter.answer('numberFact.fetch(0) -> "late"').received[0].action,
                         'factResponse.success("late")')
        self.assertEqual(counter.settle("1s").status, "idle")
        self.assertTrue(counter.export("mermaid").startswith("sequenceDiagram"))

    def test_history_and_export_spell_a_value_alike(self):
        counter = self.client.open("counter", context="test")
        counter.stub(r'numberFact.fetch(_) -> "C:\\x41"')
        counter.send("factButtonTapped")
        self.assertIn(r'"C:\u{5C}x41"', "\n".join(counter.run("history").output))
        self.assertIn(r'"C:\u{5C}x41"', counter.export("swift"))

    def test_a_line_that_fails(self):
        counter = self.client.open("counter")
        with self.assertRaises(MachoError) as caught:
            counter.send("incrementButonTapped")
        error = caught.exception
        self.assertEqual((error.code, error.number, error.range), ("no-such-case", -32000, (5, 25)))
        self.assertIn("incrementButtonTapped", error.candidates)
        self.assertIn("     ^^^^^^^^^^^^^^^^^^^^", str(error))
        self.assertEqual(counter.state("count").json, 0)

    def test_completions(self):
        counter = self.client.open("counter")
        found = counter.complete("send inc")
        self.assertEqual((found.texts, found.completions[0].replacing), (["incrementButtonTapped"], (5, 8)))
        self.assertEqual(counter.complete("send inc, and so on", cursor=8).texts, found.texts)

    def test_events_are_received(self):
        counter = self.client.open("counter", context="test", stubs=[FACT])
        with counter.subscribe(patch=True) as events:
            counter.send("factButtonTapped")
            before, settled = events.until("settled")
            self.assertEqual([each.kind for each in before], ["ran", "changed"])
            self.assertEqual(before[1]["patch"], [{"op": "replace", "path": "/isLoading", "value": True}])
            self.assertEqual((settled["status"], settled["wakes"]), ("asleep", "1s"))
            counter.advance()
            received = events.until("received")[1]
            self.assertEqual((received["action"], received.cause["effect"]), ('factResponse.success("a fact")', 1))
        with counter.subscribe(kinds=["failed"]) as events:
            with self.assertRaises(MachoError):
                counter.send("oops")
            self.assertEqual(events.next()["code"], "no-such-case")

    def test_patches_lead_from_state_to_state(self):
        contacts = self.client.open("contacts", context="test", start="State(contacts: [%s])" % ", ".join(
            f'Contact(id: UUID({number}), name: "n/{number}~")' for number in range(1, 6)))
        told = state = contacts.state().json
        with contacts.subscribe(kinds=["changed", "received"], patch=True) as events:
            for line in [
                "send contactTapped(id: UUID(2))", "send path.element(id: #0, action: .deleteButtonTapped)",
                "send path.element(id: #0, action: .alert(.presented(.confirmDeletion)))", "undo 3", "redo 2",
                "send deleteButtonTapped(id: UUID(5))",
                "send destination.presented.alert.confirmDeletion(id: UUID(5))", "goto 0",
                "send deleteButtonTapped(id: UUID(1))",
                "send destination.presented.alert.confirmDeletion(id: UUID(1))", "start State(contacts: [])",
            ]:
                with self.subTest(line):
                    state = patched(state, contacts.run(line, patch=True).patch)
                    self.assertEqual(state, contacts.state().json)
            # The next event includes the change of 'start'.
            contacts.stub("uuid -> incrementing")
            contacts.send("addButtonTapped")
            for event in events.drain():
                told = patched(told, event["patch"])
            self.assertEqual(told, contacts.state().json)

    def test_requests_can_be_cancelled(self):
        counter = self.client.open("counter", context="live", stubs=['numberFact.fetch -> "late" after 1h'])
        counter.send("factButtonTapped")
        doing = None
        # The first requests may be cancelled before they have started.
        while doing != "running":
            settle = self.client.request_async("settle", {"session": counter.id, "within": "1m"})
            behind = self.client.request_async("send", {"session": counter.id, "action": "incrementButtonTapped"})
            self.assertEqual(behind.cancel(), "queued")
            doing = settle.cancel()
            with self.assertRaises(MachoError) as caught:
                settle.result()
            self.assertEqual(caught.exception.code, "interrupted" if doing == "running" else "cancelled")
            with self.assertRaises(MachoError) as caught:
                behind.result()
            self.assertEqual((caught.exception.code, caught.exception.number), ("cancelled", -32003))
        self.assertEqual(self.client.cancel(settle), "none")
        self.assertEqual(counter.state("count").json, 0)

    def test_a_cancelled_script_reports_the_lines_it_skips(self):
        pathlib.Path(self.folder.name, "s.macho").write_text("settle within 1m\nsend incrementButtonTapped\n")
        counter = self.client.open("counter", context="live", stubs=['numberFact.fetch -> "late" after 1h'])
        counter.send("factButtonTapped")
        doing = None
        # The first requests may be cancelled before they have started.
        while doing != "running":
            script = self.client.request_async("source", {"session": counter.id, "arguments": "s.macho"})
            doing = script.cancel()
            with self.assertRaises(MachoError) as caught:
                script.result()
        self.assertEqual(caught.exception.code, "interrupted")
        self.assertEqual(counter.state("count").json, 0)
        # The request may be cancelled before its first line.
        self.assertRegex("\n".join(caught.exception.output), r"interrupted: skipped [12] lines? of s\.macho$")

    def test_external_work_sends_events(self):
        counter = self.client.open("counter", context="live", stubs=['numberFact.fetch -> "late" after 50ms'])
        with counter.subscribe(kinds=["externalInput", "received"]) as events:
            counter.send("factButtonTapped")
            external, received = events.next(), events.next()
            self.assertEqual((external.kind, external.cause, external.is_own), ("externalInput", {"external": True}, False))
            self.assertEqual((received.kind, received["action"]), ("received", 'factResponse.success("late")'))

    def test_requests_are_sent_without_waiting(self):
        counter = self.client.open("counter")
        waiting = [self.client.request_async("send", {"session": counter.id, "action": "incrementButtonTapped"})
                   for _ in range(200)]
        self.assertEqual([each.result()["position"] for each in waiting], list(range(1, 201)))

    def test_a_feature_that_traps(self):
        counter = self.client.open("counter", start=f"State(count: {2**63 - 1})")
        with self.assertRaises(ServerEnded) as caught:
            counter.send("incrementButtonTapped")
        self.assertEqual(caught.exception.code, "crashed")
        with self.assertRaises(ServerEnded):
            counter.state()

    def test_text_of_any_kind(self):
        contacts = self.client.open("contacts", context="test")
        name = "Blöb 😀 \u2028 \"\\ \n\t"
        contacts.run("start State(contacts: [Contact(id: UUID(1), name: %s)])" % (
            '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'))
        self.assertEqual(contacts.state("contacts[0].name").json, name)


class RealServerWithHeaders(RealServer):
    framing = "content-length"


class TheReadme(unittest.TestCase):
    """The example in scripts/clients/README.md, and type checking."""

    CLIENTS = TOP / "scripts" / "clients"

    def run_python(self, *arguments):
        environment = os.environ | {
            "PYTHONPATH": str(self.CLIENTS), "PYTHONDONTWRITEBYTECODE": "1",
            "PATH": f"{pathlib.Path(MACHO).parent}:{os.environ['PATH']}"}
        return subprocess.run([sys.executable, *arguments], env=environment, cwd=self.CLIENTS, text=True, timeout=100,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_its_example_prints_the_shown_output(self):
        code = re.search(r"^```python\n(.*?)^```$", (self.CLIENTS / "README.md").read_text(encoding="utf-8"),
                         re.DOTALL | re.MULTILINE)[1]
        ran = self.run_python("-c", code)
        self.assertEqual(ran.returncode, 0, ran.stdout)
        for shown in ['factResponse.success("a fact")', "\n1\n", "no-such-case (5, 25) ['incrementButtonTapped'",
                      "#!macho 1"]:
            self.assertIn(shown, ran.stdout)

    def test_its_types_are_valid(self):
        if self.run_python("-c", "import mypy").returncode != 0:
            self.skipTest("mypy is not installed")
        ran = self.run_python("-m", "mypy", "--strict", "--cache-dir", os.devnull, "macho_client")
        self.assertEqual(ran.returncode, 0, ran.stdout)


class SocketServer(unittest.TestCase):
    """Clients over a socket."""

    def test_two_clients_share_a_session(self):
        with Server(MACHO, "socket", "lines") as server:
            server.connection().close()
            with Client.connect(server.path) as left, Client.connect(server.path) as right:
                ours = left.open("counter", name="ours")
                theirs = right.open(name="ours")
                with theirs.subscribe() as events:
                    ours.send("incrementButtonTapped")
                    self.assertEqual(events.until("changed")[1].cause["client"], 1)
                self.assertEqual(theirs.state("count").json, 1)
                self.assertEqual([(each["session"], each["isShared"], each["clients"]) for each in right.sessions()],
                                 [("ours", True, 2)])
                ours.close()
                theirs.send("incrementButtonTapped")
                with self.assertRaises(MachoError) as caught:
                    ours.state()
                self.assertEqual(caught.exception.code, "no-such-session")

    def test_requests_for_shared_sessions_can_be_cancelled(self):
        with Server(MACHO, "socket", "lines") as server:
            server.connection().close()
            with Client.connect(server.path) as client:
                ours = client.open("counter", name="ours", context="live", stubs=['numberFact.fetch -> "x" after 1h'])
                ours.send("factButtonTapped")
                for _ in range(5):
                    settle = client.request_async("settle", {"session": "ours", "within": "1m"})
                    behind = client.request_async("send", {"session": "ours", "action": "incrementButtonTapped"})
                    self.assertEqual(behind.cancel(), "queued")
                    self.assertIn(settle.cancel(), ("queued", "running"))
                    for pending in (settle, behind):
                        with self.assertRaises(MachoError) as caught:
                            pending.result()
                        self.assertIn(caught.exception.code, ("interrupted", "cancelled"))
                    self.assertEqual(ours.state("count").json, 0)

    def test_a_crash_affects_only_its_client(self):
        with Server(MACHO, "socket", "lines") as server:
            server.connection().close()
            with Client.connect(server.path) as left, Client.connect(server.path) as right:
                other = right.open("counter")
                with self.assertRaises(ServerEnded):
                    left.open("counter", start=f"State(count: {2**63 - 1})").send("incrementButtonTapped")
                self.assertEqual(other.send("incrementButtonTapped").position, 1)


if __name__ == "__main__":
    unittest.main()
