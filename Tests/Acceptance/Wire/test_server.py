"""What a server owes its users beyond messages: sockets that are theirs alone, and limits that hold.

Exchanges cannot say these: they are about files, about clients that do not read, and about two servers.
"""

import json
import os
import pathlib
import select
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import conformance  # noqa: E402: it is found only now
from servers import LIMIT, Server  # noqa: E402

MACHO = os.environ.get("MACHO", "macho")


def request(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def first_line(connection):
    with connection.makefile("rb") as incoming:
        return incoming.readline()


class Sockets(unittest.TestCase):
    """The file that a server listens at."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="wire-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "socket"

    def refused(self, path):
        """What 'serve' says of a path that it does not take."""
        ran = subprocess.run([MACHO, "serve", "--socket", str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, timeout=LIMIT)
        self.assertNotEqual(ran.returncode, 0)
        self.assertEqual(ran.stdout, "")
        self.assertNotIn("Fatal", ran.stderr)
        return ran.stderr

    def test_belong_to_the_user_alone(self):
        with Server(MACHO, "socket", "lines") as server:
            server.connection()
            self.assertEqual(stat.S_IMODE(server.path.stat().st_mode), 0o600)
            self.assertTrue(stat.S_ISSOCK(server.path.stat().st_mode))

    def test_have_one_server(self):
        with Server(MACHO, "socket", "lines") as server:
            connection = server.connection()
            self.assertIn(str(server.path), self.refused(server.path))
            # The first one is none the worse for it.
            connection.sendall(request(1, "sessions"))
            self.assertIn(b'"result"', first_line(connection))

    def test_that_nobody_listens_to_are_replaced(self):
        server = Server(MACHO, "socket", "lines")
        left = socket.socket(socket.AF_UNIX)
        left.bind(str(server.path))
        left.close()
        with server:
            connection = server.connection()
            connection.sendall(request(1, "sessions"))
            self.assertIn(b'"result"', first_line(connection))

    def test_replace_no_file(self):
        self.path.write_text("precious", encoding="utf-8")
        self.refused(self.path)
        self.assertEqual(self.path.read_text(encoding="utf-8"), "precious")

    def test_stand_in_a_directory_closed_to_others(self):
        self.folder.chmod(0o755)
        self.assertIn(str(self.folder), self.refused(self.path))
        self.assertFalse(self.path.exists())

    def test_have_a_path_that_is_not_too_long(self):
        self.assertIn("bytes", self.refused(self.folder / ("x" * 120)))

    def test_are_in_a_directory_that_is_made_for_them(self):
        with Server(MACHO, "socket", "lines", path="made/socket") as server:
            server.connection()
            self.assertEqual(stat.S_IMODE(server.path.parent.stat().st_mode), 0o700)


class Limits(unittest.TestCase):
    """Clients that take no care."""

    def test_who_does_not_read_is_cut_off_and_nobody_else(self):
        with Server(MACHO, "socket", "lines") as server:
            lazy, other = server.connection(), server.connection()
            fact = "x" * (1 << 20)
            lazy.sendall(request(1, "open", feature="counter", start=f'State(fact: "{fact}")'))
            for number in range(2, 40):
                lazy.sendall(request(number, "state"))
            gone = select.poll()
            gone.register(lazy, 0)
            self.assertTrue(gone.poll(LIMIT * 1000), "it was not cut off")
            self.assertIn("macho:", server.said())
            other.sendall(request(1, "open", feature="counter"))
            self.assertIn(b'"result"', first_line(other))

    def test_more_requests_than_may_wait_are_all_answered(self):
        with Server(MACHO, "stdio", "lines") as server:
            peer = server.peer(0)
            peer.send_bytes(request(1, "open", feature="counter"))
            peer.send_bytes(b"".join(
                request(number, "send", action="incrementButtonTapped") for number in range(2, 5002)))
            peer.close()
            steps = []
            while (message := peer.next()) is not None:
                steps.append(json.loads(message)["result"]["step"])
            self.assertEqual(steps, list(range(5001)))

    def opened(self, server, **what):
        """A connection with a session, and what reads its answers."""
        connection = server.connection()
        incoming = connection.makefile("rb")
        self.addCleanup(incoming.close)
        connection.sendall(request(1, "open", **what))
        self.assertIn(b'"result"', incoming.readline())
        return connection, incoming

    def hops(self):
        """The driver whose features trap and loop."""
        hops = conformance.program(MACHO, "external-work-driver")
        if hops is None:
            self.skipTest("there is no hops here")
        return str(hops)

    def test_what_loops_ends_with_its_client(self):
        # More wait behind it than may: then the server does not read, and has to notice all the same.
        for waiting in (0, 1100):
            with self.subTest(waiting=waiting):
                server = subprocess.Popen([self.hops(), "serve"], stdin=subprocess.PIPE,
                                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                self.addCleanup(server.kill)
                server.stdin.write(request(1, "open", feature="traps"))
                server.stdin.flush()
                self.assertIn(b'"result"', server.stdout.readline())
                server.stdin.write(request(2, "send", action="loopForEver"))
                for number in range(waiting):
                    server.stdin.write(request(3 + number, "state"))
                server.stdin.flush()
                server.stdout.close()
                server.wait(LIMIT)
                try:
                    server.stdin.close()
                except BrokenPipeError:
                    pass

    def test_shared_sessions_are_there_again_after_an_exit(self):
        with Server(self.hops(), "socket", "lines") as server:
            for number in range(3):
                connection, incoming = self.opened(server, name=f"ours{number}", feature="traps")
                connection.sendall(request(2, "send", session=f"ours{number}", action="exit(status: 0)"))
                self.assertIn(b'"crashed"', incoming.readline())

    def test_a_refused_close_closes_nothing(self):
        with Server(MACHO, "socket", "lines") as server:
            connection, incoming = self.opened(server, name="ours", feature="counter")
            connection.sendall(request(2, "close", session="ours", more=True))
            self.assertIn(b'"bad-parameters"', incoming.readline())
            connection.sendall(request(3, "state", session="ours"))
            self.assertIn(b'"result"', incoming.readline())

    def test_a_request_that_grows_on_its_way_is_answered(self):
        with Server(MACHO, "socket", "lines") as server:
            connection, incoming = self.opened(server, name="ours", feature="counter")
            # Three bytes each, and six where it is written again.
            text = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "run",
                               "params": {"session": "ours", "line": "# " + "\u2028" * 3_000_000}},
                              ensure_ascii=False)
            connection.sendall(text.encode() + b"\n")
            answer = json.loads(incoming.readline())
            self.assertEqual((answer["id"], answer["error"]["data"]["code"]), (2, "too-long"))

    def test_an_orderly_end_leaves_no_socket(self):
        with Server(MACHO, "socket", "lines") as server:
            connection = server.connection()
            connection.sendall(request(1, "sessions"))
            incoming = connection.makefile("rb")
            self.addCleanup(incoming.close)
            self.assertIn(b'"result"', incoming.readline())
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(LIMIT)
            self.assertFalse(server.path.exists())
            # Who is connected finds it ended.
            try:
                self.assertEqual(incoming.read(), b"")
            except ConnectionResetError:
                pass


class Scripts(unittest.TestCase):
    """Whole scripts that a server runs."""

    def test_are_run_as_without_a_server(self):
        gallery = pathlib.Path(__file__).resolve().parents[3] / "scripts" / "gallery"
        with Server(MACHO, "socket", "lines") as server:
            for script in sorted(gallery.glob("*.macho")):
                with self.subTest(script=script.name):
                    here, there = (
                        subprocess.run([MACHO, "run", *options, str(script)], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=LIMIT)
                        for options in ([], ["--connect", str(server.path)]))
                    self.assertEqual((there.stdout, there.returncode), (here.stdout, here.returncode), there.stderr)


if __name__ == "__main__":
    unittest.main()
