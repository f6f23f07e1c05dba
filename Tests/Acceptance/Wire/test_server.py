"""Tests of private sockets and of limits.

Exchanges cannot express these: they need files, clients that do not read, and several servers.
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
import conformance  # noqa: E402: requires sys.path above
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
        """Returns the standard error of 'serve' for a rejected path."""
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
            # The first one still works.
            connection.sendall(request(1, "sessions"))
            self.assertIn(b'"result"', first_line(connection))

    def test_without_a_server_are_replaced(self):
        server = Server(MACHO, "socket", "lines")
        left = socket.socket(socket.AF_UNIX)
        left.bind(str(server.path))
        left.close()
        with server:
            connection = server.connection()
            connection.sendall(request(1, "sessions"))
            self.assertIn(b'"result"', first_line(connection))

    def test_do_not_replace_files(self):
        self.path.write_text("precious", encoding="utf-8")
        self.refused(self.path)
        self.assertEqual(self.path.read_text(encoding="utf-8"), "precious")

    def test_require_a_private_directory(self):
        self.folder.chmod(0o755)
        self.assertIn(str(self.folder), self.refused(self.path))
        self.assertFalse(self.path.exists())

    def test_have_a_limited_path_length(self):
        self.assertIn("bytes", self.refused(self.folder / ("x" * 120)))

    def test_create_their_directory(self):
        with Server(MACHO, "socket", "lines", path="made/socket") as server:
            server.connection()
            self.assertEqual(stat.S_IMODE(server.path.parent.stat().st_mode), 0o700)


class Limits(unittest.TestCase):
    """Clients that exceed limits, and other misbehaviour."""

    def test_only_a_client_that_does_not_read_is_disconnected(self):
        with Server(MACHO, "socket", "lines") as server:
            lazy, other = server.connection(), server.connection()
            fact = "x" * (1 << 20)
            lazy.sendall(request(1, "open", feature="counter", start=f'State(fact: "{fact}")'))
            for number in range(2, 40):
                lazy.sendall(request(number, "state"))
            gone = select.poll()
            gone.register(lazy, 0)
            self.assertTrue(gone.poll(LIMIT * 1000), "it was not disconnected")
            self.assertIn("macho:", server.standard_error())
            other.sendall(request(1, "open", feature="counter"))
            self.assertIn(b'"result"', first_line(other))

    def test_requests_beyond_the_queue_limit_are_all_answered(self):
        with Server(MACHO, "stdio", "lines") as server:
            peer = server.peer(0)
            peer.send_bytes(request(1, "open", feature="counter"))
            peer.send_bytes(b"".join(
                request(number, "send", action="incrementButtonTapped") for number in range(2, 5002)))
            peer.close()
            positions = []
            while (message := peer.next()) is not None:
                positions.append(json.loads(message)["result"]["position"])
            self.assertEqual(positions, list(range(5001)))

    def test_idle_connections_of_one_process_leave_room_for_others(self):
        with Server(MACHO, "socket", "lines") as server:
            connection, incoming = self.opened(server, feature="counter")
            idle = [server.connection() for _ in range(300)]
            self.assertIn(b"a process has at most 96 connections", first_line(idle[-1]))
            connect = "import socket, sys\ns = []\nfor _ in range(int(sys.argv[2])):\n" \
                " s.append(socket.socket(socket.AF_UNIX))\n s[-1].connect(sys.argv[1])\n" \
                "print(s[-1].recv(500) if len(sys.argv) > 3 else 'connected', flush=True)\nsys.stdin.read()\n"

            def other(*arguments):
                process = subprocess.Popen([sys.executable, "-c", connect, str(server.path), *arguments],
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                self.addCleanup(process.stdout.close)
                self.addCleanup(process.wait)
                self.addCleanup(process.stdin.close)
                return process.stdout.readline()

            # Other processes share the rest.
            self.assertEqual(other("32"), "connected\n")
            self.assertIn("a server has at most 128 connections", other("1", "refused"))
            connection.sendall(request(2, "send", action="incrementButtonTapped"))
            self.assertIn(b'"result"', incoming.readline())

    def opened(self, server, **what):
        """Returns a connection with a session, and a reader of its responses."""
        connection = server.connection()
        incoming = connection.makefile("rb")
        self.addCleanup(incoming.close)
        connection.sendall(request(1, "open", **what))
        self.assertIn(b'"result"', incoming.readline())
        return connection, incoming

    def driver(self):
        """The driver whose features trap and loop."""
        driver = conformance.program(MACHO, "external-work-driver")
        if driver is None:
            self.skipTest("external-work-driver is not built")
        return str(driver)

    def test_a_loop_ends_with_its_client(self):
        # With more queued requests than the limit the server does not read, but must detect the disconnect.
        for waiting in (0, 1100):
            with self.subTest(waiting=waiting):
                server = subprocess.Popen([self.driver(), "serve"], stdin=subprocess.PIPE,
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

    def test_a_crash_has_its_message_and_its_place(self):
        # The check turns backtraces off.
        environment = {name: value for name, value in os.environ.items() if name != "SWIFT_BACKTRACE"}
        server = subprocess.run(
            [self.driver(), "serve"], input=request(1, "open", feature="traps") + request(2, "send", action="unwrapNil"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, timeout=LIMIT)
        data = json.loads(server.stdout.splitlines()[-1])["error"]["data"]
        self.assertEqual(data["code"], "crashed")
        signal_line, message, place = data["notes"]
        self.assertIn("signal ", signal_line)
        self.assertIn("Traps.swift:34: Fatal error: Unexpectedly found nil", message)
        self.assertIn("Traps.body", place)
        self.assertIn("Traps.swift:34:", place)
        self.assertEqual(data["output"], ["crashed: " + signal_line, message, place])
        self.assertIn(b"the process crashed at this line:  send unwrapNil", server.stderr)

    def test_an_exit_has_no_signal(self):
        server = subprocess.run(
            [self.driver(), "serve"], input=request(1, "open", feature="traps") + request(2, "send", action="exit(status: 3)"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT)
        self.assertEqual(server.returncode, 4)
        error = json.loads(server.stdout.splitlines()[-1])["error"]
        self.assertEqual(error["data"]["notes"], ["the feature exited the process"])

    def test_shared_sessions_restart_after_an_exit(self):
        with Server(self.driver(), "socket", "lines") as server:
            for number in range(3):
                connection, incoming = self.opened(server, name=f"ours{number}", feature="traps")
                connection.sendall(request(2, "send", session=f"ours{number}", action="exit(status: 0)"))
                self.assertIn(b'"crashed"', incoming.readline())

    def test_a_rejected_close_closes_nothing(self):
        with Server(MACHO, "socket", "lines") as server:
            connection, incoming = self.opened(server, name="ours", feature="counter")
            connection.sendall(request(2, "close", session="ours", more=True))
            self.assertIn(b'"bad-parameters"', incoming.readline())
            connection.sendall(request(3, "state", session="ours"))
            self.assertIn(b'"result"', incoming.readline())

    def test_a_request_that_grows_when_forwarded_is_answered(self):
        with Server(MACHO, "socket", "lines") as server:
            connection, incoming = self.opened(server, name="ours", feature="counter")
            # Three bytes each, and six when encoded again.
            text = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "run",
                               "params": {"session": "ours", "line": "# " + "\u2028" * 3_000_000}},
                              ensure_ascii=False)
            connection.sendall(text.encode() + b"\n")
            answer = json.loads(incoming.readline())
            self.assertEqual((answer["id"], answer["error"]["data"]["code"]), (2, "too-long"))

    def test_sigterm_removes_the_socket(self):
        with Server(MACHO, "socket", "lines") as server:
            connection = server.connection()
            connection.sendall(request(1, "sessions"))
            incoming = connection.makefile("rb")
            self.addCleanup(incoming.close)
            self.assertIn(b'"result"', incoming.readline())
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(LIMIT)
            self.assertFalse(server.path.exists())
            # Clients see the end of the connection.
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
