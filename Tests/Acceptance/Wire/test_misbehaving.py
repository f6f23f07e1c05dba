"""The Python client against misbehaving servers, each a few lines of Python."""

import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path.insert(0, str(TOP / "scripts" / "clients"))
from macho_client import Client, MachoError, ServerEnded, TimedOut  # noqa: E402: requires sys.path above

# The prelude of all servers: 'requests' yields requests; 'answer', 'refuse' and 'tell' send messages.
PRELUDE = """
import json, os, signal, sys, time
def requests():
    for line in sys.stdin: yield json.loads(line)
def say(message):
    print(json.dumps(message), flush=True)
def answer(request, result={}):
    say({"jsonrpc": "2.0", "id": request["id"], "result": result})
def refuse(request, number, **data):
    say({"jsonrpc": "2.0", "id": request["id"], "error": {"code": number, "message": "no", "data": data}})
def tell(session, seq, kind, **more):
    say({"jsonrpc": "2.0", "method": "event",
         "params": {"session": session, "seq": seq, "cause": {"external": True}, "kind": kind, **more}})
LINE = {"session": "s1", "output": [], "diff": None, "received": [], "position": 0, "effects": 0, "status": "idle"}
"""


def fake(code, **options):
    """Returns a client of a server with this Python code."""
    options = {"timeout": 20, "stderr": subprocess.DEVNULL, **options}
    return Client.stdio([sys.executable, "-c", PRELUDE + code], **options)


class MisbehavingServers(unittest.TestCase):
    """The client's reaction to misbehaving servers."""

    def test_answers_may_come_in_another_order(self):
        with fake("""
both = [request for _, request in zip(range(2), requests())]
for request in reversed(both): answer(request, {"method": request["method"]})
""") as client:
            first, second = client.request_async("first"), client.request_async("second")
            self.assertEqual((first.result()["method"], second.result()["method"]), ("first", "second"))

    def test_many_threads_get_their_own_answers(self):
        with fake('for request in requests(): answer(request, {"echo": request["params"]["n"]})') as client:
            got = {}

            def ask(number):
                got[number] = [client.request("echo", {"n": (number, each)})["echo"] for each in range(50)]

            threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(20)
            self.assertEqual(got, {number: [[number, each] for each in range(50)] for number in range(8)})

    def test_a_server_that_does_not_answer_is_not_waited_for(self):
        with fake("for request in requests(): pass", timeout=0.05) as client:
            with self.assertRaises(TimedOut) as caught:
                client.request("hello")
            self.assertIsInstance(caught.exception, TimeoutError)
            self.assertIn("'hello'", str(caught.exception))
            self.assertEqual(caught.exception.code, "timed-out")

    def test_a_late_response_is_harmless(self):
        with fake("""
slow, *_ = [next(requests())]
quick = next(requests())
answer(slow, {"n": 1}); answer(quick, {"n": 2})
for request in requests(): answer(request, {"n": 3})
""") as client:
            slow = client.request_async("slow")
            with self.assertRaises(TimedOut):
                slow.result(timeout=0.01)
            self.assertEqual(client.request("quick")["n"], 2)
            self.assertEqual(slow.result()["n"], 1)
            self.assertTrue(slow.is_done)

    def test_a_server_that_does_not_read_is_not_waited_for(self):
        with fake("answer(next(requests()), {}); signal.pause()", timeout=0.2) as client:
            client.request("hello", timeout=20)
            with self.assertRaises(TimedOut) as caught:
                client.request("hello", {"client": "x" * (1 << 22)})
            self.assertIn("did not read", str(caught.exception))
            # A partial message was sent: nothing can follow.
            with self.assertRaises(TimedOut):
                client.request("hello")

    def test_all_pending_requests_fail_when_the_server_exits(self):
        with fake("next(requests()); next(requests()); sys.exit(7)") as client:
            waiting = [client.request_async("first"), client.request_async("second")]
            for each in waiting:
                with self.assertRaises(ServerEnded) as caught:
                    each.result()
                self.assertIn("exited with status 7", str(caught.exception))
            with self.assertRaises(ServerEnded):
                client.request("third")

    def test_the_error_names_the_signal_of_a_killed_server(self):
        with fake("next(requests()); os.kill(os.getpid(), signal.SIGKILL)") as client:
            with self.assertRaises(ServerEnded) as caught:
                client.request("hello")
            self.assertIn("SIGKILL", str(caught.exception))

    def test_a_crash_fails_later_requests_too(self):
        with fake("""
first = next(requests()); next(requests())
refuse(first, -32004, code="crashed")
""") as client:
            first, second = client.request_async("send"), client.request_async("state")
            for each in (first, second):
                with self.assertRaises(ServerEnded) as caught:
                    each.result()
                self.assertEqual((caught.exception.code, caught.exception.number), ("crashed", -32004))

    def test_an_incomplete_last_message_is_ignored(self):
        with fake("""next(requests()); sys.stdout.write('{"jsonrpc": "2.0", "id": 1, "resu')""") as client:
            with self.assertRaises(ServerEnded):
                client.request("hello")

    def test_an_invalid_message_ends_the_connection(self):
        for garbage in ("hello there", "[1]", "7", '{"id": 1}x', '{"method": "event"}'):
            code = f"next(requests()); print({garbage!r}, flush=True); list(requests())"
            with self.subTest(garbage), fake(code) as client:
                with self.assertRaises(ServerEnded) as caught:
                    client.request("hello")
                self.assertIn("invalid message", str(caught.exception))

    def test_unknown_members_and_messages_are_ignored(self):
        with fake("""
request = next(requests())
say({"jsonrpc": "2.0", "method": "weather", "params": {}})
tell("s9", 1, "unheard-of", what=1)
say({"jsonrpc": "2.0", "id": 99, "result": {}})
answer(request, {**LINE, "mood": "good"})
for request in requests(): answer(request, LINE)
""") as client:
            session = client.open("counter")
            self.assertEqual(session.opened.raw["mood"], "good")
            self.assertEqual(session.send("x").position, 0)

    def test_an_error_has_all_members_of_the_response(self):
        with fake("""
answer(next(requests()), LINE)
refuse(next(requests()), -32000, code="no-such-case", range=[5, 11], candidates=["query"], notes=["a note"],
       output=["send querry", "     ^^^^^^ no-such-case: no"], result=LINE)
refuse(next(requests()), -32602, code="bad-parameters", candidates=["action", "patch"])
say({"jsonrpc": "2.0", "id": next(requests())["id"], "error": {"code": -32099, "message": "new"}})
""") as client:
            session = client.open("counter")
            with self.assertRaises(MachoError) as caught:
                session.send("querry")
            error = caught.exception
            self.assertEqual((error.code, error.number, error.message), ("no-such-case", -32000, "no"))
            self.assertEqual((error.range, error.candidates, error.notes), ((5, 11), ["query"], ["a note"]))
            self.assertEqual(error.result["position"], 0)
            self.assertIn("     ^^^^^^", str(error))
            with self.assertRaises(MachoError) as caught:
                client.request("send", {"acton": "x"})
            self.assertEqual(str(caught.exception), "bad-parameters: no; did you mean action or patch?")
            with self.assertRaises(MachoError) as caught:
                client.request("send")
            self.assertEqual((caught.exception.code, caught.exception.range), ("-32099", None))

    def test_events_are_separated_by_session_and_in_order(self):
        with fake("""
for name in ("s1", "s2"): answer(next(requests()), {**LINE, "session": name})
for _ in range(2): answer(next(requests()), {"seq": 0})
for seq in (1, 2, 3):
    for name in ("s1", "s2"): tell(name, seq, "notice", text=name)
tell("s2", 4, "ended")
for request in requests(): answer(request)
""") as client:
            left, right = client.open("counter"), client.open("counter")
            with left.subscribe() as first, right.subscribe() as second:
                self.assertEqual([(each.seq, each["text"]) for each in (first.next(), first.next(), first.next())],
                                 [(1, "s1"), (2, "s1"), (3, "s1")])
                self.assertEqual([each.kind for each in second], ["notice", "notice", "notice", "ended"])
                with self.assertRaises(TimedOut):
                    first.next(timeout=0.01)

    def test_events_end_with_the_server(self):
        with fake("""
answer(next(requests()), LINE); answer(next(requests()), {"seq": 0})
tell("s1", 1, "notice", text="the last words")
""") as client:
            events = client.open("counter").subscribe()
            self.assertEqual(events.next()["text"], "the last words")
            with self.assertRaises(ServerEnded):
                events.next()
            self.assertEqual(list(events), [])

    def test_a_second_subscription_replaces_the_first(self):
        with fake("""
answer(next(requests()), LINE)
for seq in (1, 2):
    answer(next(requests()), {"seq": seq - 1}); tell("s1", seq, "notice", text=str(seq))
answer(next(requests()))
for request in requests(): refuse(request, -32099, code="unexpected")
""") as client:
            session = client.open("counter")
            first = session.subscribe()
            self.assertEqual(first.next()["text"], "1")
            second = session.subscribe()
            self.assertEqual(list(first), [])
            self.assertEqual(second.next()["text"], "2")
            first.close()
            second.close()

    def test_a_missing_server(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(MachoError) as caught:
                Client.stdio([folder + "/nothing", "serve"])
            self.assertIn("cannot start", str(caught.exception))
            with self.assertRaises(MachoError) as caught:
                Client.connect(folder + "/socket")
            self.assertEqual(caught.exception.code, "no-server")

    def test_closing_stops_the_server_and_pending_requests(self):
        client = fake("for request in requests(): pass")
        waiting = client.request_async("hello")
        client.close()
        client.close()
        self.assertEqual(client._connection._transport.process.returncode, 0)
        with self.assertRaises(ServerEnded) as caught:
            waiting.result()
        self.assertIn("closed", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
