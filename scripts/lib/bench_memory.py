"""Measures memory that grows with use: of a prompt after many actions, and of a server with many open sessions.

Usage: bench_memory.py MACHO
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ACTIONS = 1_000_000
SESSIONS = 1_000
# A connection has at most 64 sessions open.
SESSIONS_OF_CONNECTION = 50


def peak_of_prompt(macho: str, actions: int) -> int:
    """The peak memory of a prompt that reads so many actions, in bytes."""
    with tempfile.TemporaryFile() as lines:
        lines.write(b"feature counter\n" + b"send incrementButtonTapped\n" * actions)
        lines.seek(0)
        with subprocess.Popen([macho, "repl"], stdin=lines, stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
    # Linux counts kilobytes, macOS bytes.
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def memory(process: int) -> int:
    """The memory of a process in bytes: on Linux without what it shares with others."""
    rollup = Path(f"/proc/{process}/smaps_rollup")
    if rollup.exists():
        fields = dict(line.split(":") for line in rollup.read_text().splitlines()[1:])
        return int(fields["Pss"].split()[0]) * 1024
    return int(subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, check=True).stdout) * 1024


def memory_of_tree(root: int) -> int:
    """The memory of a process and its descendants."""
    table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = [tuple(map(int, line.split())) for line in table.splitlines()]
    tree = {root}
    while added := {child for child, parent in parents if parent in tree} - tree:
        tree |= added
    return sum(memory(process) for process in tree)


class Connection:
    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb")

    def open_session(self, number: int) -> None:
        params = {"feature": "counter", "context": "test"}
        request = {"jsonrpc": "2.0", "id": number, "method": "open", "params": params}
        self.file.write(json.dumps(request).encode() + b"\n")
        self.file.flush()
        response = json.loads(self.file.readline())
        if "result" not in response:
            sys.exit(f"no session was opened: {response['error']['message']}")


def connect(path: str) -> Connection:
    for _ in range(1000):
        try:
            return Connection(path)
        except OSError:
            # The server is not listening yet.
            time.sleep(0.01)
    sys.exit("the server does not listen")


def memory_of_sessions(macho: str) -> tuple[int, int, int]:
    """The memory of a server with one connection and one session, with all connections, and with all sessions."""
    with tempfile.TemporaryDirectory() as directory:
        path = directory + "/socket"
        with subprocess.Popen([macho, "serve", "--socket", path], stderr=subprocess.DEVNULL) as server:
            try:
                connections = [connect(path)]
                connections[0].open_session(0)
                one = memory_of_tree(server.pid)
                connections += [connect(path) for _ in range(SESSIONS // SESSIONS_OF_CONNECTION - 1)]
                for connection in connections[1:]:
                    connection.open_session(0)
                connected = memory_of_tree(server.pid)
                for connection in connections:
                    for number in range(1, SESSIONS_OF_CONNECTION):
                        connection.open_session(number)
                return one, connected, memory_of_tree(server.pid)
            finally:
                server.terminate()


def main() -> None:
    macho = sys.argv[1]
    few, many = (peak_of_prompt(macho, actions) for actions in (ACTIONS // 10, ACTIONS))
    growth = (many - few) / (ACTIONS - ACTIONS // 10)
    print(f"a prompt after {ACTIONS:,} actions: {many / 1e6:.0f} MB, {growth:.0f} bytes for each action")
    one, connected, all_sessions = memory_of_sessions(macho)
    connections = SESSIONS // SESSIONS_OF_CONNECTION
    print(
        f"{SESSIONS:,} open sessions on {connections} connections: {all_sessions / 1e6:.0f} MB, "
        f"{(connected - one) / (connections - 1) / 1e3:.0f} kB for each connection with a session, "
        f"{(all_sessions - connected) / (SESSIONS - connections) / 1e3:.1f} kB for each further session")


main()
