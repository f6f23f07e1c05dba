"""A Ray cluster whose nodes are processes of this machine."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

RAY = Path(sys.executable).parent / "ray"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Node:
    """One node with one processor."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [RAY, "start", "--num-cpus=1", "--disable-usage-stats", "--block", *arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "Ray runtime started" in line:
                return
        sys.exit("a node of Ray did not start:\n" + "".join(lines))

    def kill(self):
        """Kills the node and its workers, as if the machine had lost its power."""
        for descendant in [*descendants(self.process.pid), self.process.pid]:
            try:
                os.kill(descendant, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()


def descendants(process):
    """The processes that a process has started, directly or not."""
    found = []
    for line in subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.splitlines():
        child, parent = map(int, line.split())
        if parent == process:
            found += [child, *descendants(child)]
    return found


class Cluster:
    """Two nodes."""

    def __enter__(self):
        # The path of a socket is limited to 107 bytes.
        self.directory = tempfile.mkdtemp(prefix="ray-", dir="/tmp")
        self.address = f"127.0.0.1:{free_port()}"
        self.head = Node("--head", "--node-ip-address=127.0.0.1", f"--port={self.address.split(':')[1]}",
                         "--include-dashboard=false", f"--temp-dir={self.directory}")
        self.other = Node(f"--address={self.address}")
        return self

    def __exit__(self, *error):
        self.other.kill()
        self.head.kill()
        shutil.rmtree(self.directory, ignore_errors=True)
