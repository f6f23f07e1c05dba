"""The path and the lifetime of a server's socket."""

import contextlib
import os
import re
import resource
import signal
import stat
import subprocess
import sys
import time

import wire
from setting import EXIT_TIMEOUT, alive, check_equal, check_alive
from wire import JSONConnection, ProtocolViolation, shown


def test_rejects_invalid_paths(at):
    "A path that is too long, in an open directory or in use is rejected."
    taken = at.sockets / "file"
    taken.write_text("mine")
    (at.sockets / "directory").mkdir()
    (at.sockets / "pointing").symlink_to(taken)
    open_to_all = at.root / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    for_the_group = at.root / "group"
    for_the_group.mkdir()
    for_the_group.chmod(0o770)
    sticky = at.root / "sticky"
    sticky.mkdir()
    sticky.chmod(0o1777)
    os.mkfifo(at.sockets / "fifo", 0o600)
    for path in (at.sockets / ("x" * 120), taken, at.sockets / "directory", at.sockets / "pointing",
                 at.sockets / "fifo", open_to_all / "s", for_the_group / "s", sticky / "s",
                 at.root / "no" / "where" / "s", "/proc/self/s", "/dev/null", ""):
        server = at.serve(path=path, bystander=False)
        try:
            status = server.ends()
        except ProtocolViolation as error:
            raise ProtocolViolation(f"{path or 'an empty path'}: {error}") from None
        if status == 0 or status < 0:
            raise ProtocolViolation(f"{path}: the server ends with {status}")
        if len(server.errors().strip()) < 10:
            raise ProtocolViolation(f"{path}: no reason is printed: {server.errors()!r}")
        if re.search(r"Fatal error|Trace/BPT|\bstack\b", server.errors()):
            raise ProtocolViolation(f"{path}: it crashed: {shown(server.errors())}")
    check_equal(taken.read_text(), "mine", "an existing file")
    check_equal(stat.S_ISFIFO((at.sockets / "fifo").lstat().st_mode), True, "an existing pipe")
    check_equal((at.sockets / "pointing").is_symlink(), True, "an existing link")
    check_equal(any(open_to_all.iterdir()) or any(sticky.iterdir()), False, "a new file in an open directory")


def test_makes_a_private_socket(at):
    "Only its user can access the socket."
    old = os.umask(0)
    try:
        server = at.serve()
    finally:
        os.umask(old)
    mode = stat.S_IMODE(os.lstat(server.path).st_mode)
    check_equal(oct(mode), oct(0o600), "the socket's mode")


def test_refuses_other_users(at):
    "A process of another user is rejected even if it can reach the socket."
    if os.geteuid() != 0:
        return "requires root to change the user"
    server = at.serve()
    for directory in (at.root, at.sockets):
        directory.chmod(0o755)
    os.chmod(server.path, 0o666)
    child = subprocess.run(
        [sys.executable, "-c", f"""
import os, socket
os.setgid(65534); os.setuid(65534)
s = socket.socket(socket.AF_UNIX)
s.settimeout(5)
s.connect({server.path!r})
try:
    s.sendall(b'{{"jsonrpc":"2.0","id":1,"method":"open","params":{{"feature":"counter"}}}}\\n')
    print(s.recv(10000).decode())
except OSError as error:
    print(error)
"""], capture_output=True, text=True, timeout=30, check=False)
    if child.returncode or '"result"' in child.stdout:
        raise ProtocolViolation(f"another user is accepted: {shown(child.stdout)} {shown(child.stderr)}")
    for directory in (at.root, at.sockets):
        directory.chmod(0o700)
    return None


def test_refuses_a_second_server(at):
    "A second server on a path is rejected, and the first one continues."
    first = at.serve()
    second = at.serve(path=first.path, bystander=False)
    status = second.ends()
    if status <= 0 or not second.errors().strip():
        raise ProtocolViolation(f"a second server ends with {status}: {second.errors()!r}")
    check_alive(first)


def test_replaces_a_dead_server(at):
    "The socket of a killed server is replaced by the next one; its processes exit."
    first = at.serve(bystander=False)
    first.listens()
    client = first.client()
    shared = JSONConnection(first.path)
    shared.result("open", name="x", feature="counter")
    workers = first.workers()
    first.process.kill()
    first.process.wait()
    second = at.serve(path=first.path)
    check_alive(second)
    # Connected clients are disconnected, or served until they close.
    client.close()
    shared.close()
    began = time.monotonic()
    while time.monotonic() - began < EXIT_TIMEOUT + 2:
        left = [pid for pid in workers if alive(pid)]
        if not left:
            return
        time.sleep(0.05)
    raise ProtocolViolation(f"{len(left)} processes of a killed server still run without clients")


def test_cleans_up_on_signals(at):
    "SIGTERM, SIGINT and SIGHUP stop the server, remove its socket and close its connections."
    # A signal ignored at start, as under nohup, is ignored by the server too.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            continue
        server = at.serve(bystander=False)
        server.listens()
        client = server.client()
        busy = server.client()
        busy.put("run", line="settle within 600s")
        busy.flush()
        workers = server.workers()
        server.process.send_signal(number)
        server.ends()
        if os.path.exists(server.path):
            raise ProtocolViolation(f"{number.name} leaves the socket behind")
        client.ends()
        began = time.monotonic()
        while any(alive(pid) for pid in workers):
            if time.monotonic() - began > EXIT_TIMEOUT:
                raise ProtocolViolation(f"{number.name} leaves processes behind")
            time.sleep(0.05)
        busy.close()


def test_does_not_remove_the_socket_of_another_server(at):
    "A server whose socket was replaced does not remove the new one when it exits."
    first = at.serve(bystander=False)
    first.listens()
    os.unlink(first.path)
    second = at.serve(path=first.path, bystander=False)
    try:
        second.listens()
    except ProtocolViolation:
        # Rejecting the second server is valid, too.
        return
    first.process.terminate()
    first.ends()
    if not os.path.exists(second.path):
        raise ProtocolViolation("the first server removed the second one's socket")
    check_alive(second)


def test_works_without_standard_streams(at):
    "A server works without standard input, output and error."
    path = at.sockets / "bare"
    process = subprocess.Popen(
        ["/bin/sh", "-c", f'exec "$0" serve --socket "$1" <&- >&- 2>&-', at.macho, str(path)], cwd=at.work)
    try:
        began = time.monotonic()
        while time.monotonic() - began < wire.LIMIT:
            with contextlib.suppress(ProtocolViolation):
                client = JSONConnection(str(path))
                client.result("open", feature="counter")
                client.result("send", action="incrementButtonTapped")
                client.close()
                return
            if process.poll() is not None:
                raise ProtocolViolation(f"it exits with {process.returncode}")
            time.sleep(0.05)
        raise ProtocolViolation("it does not respond")
    finally:
        process.kill()
        process.wait()


def test_recovers_from_descriptor_exhaustion(at):
    "If descriptors run out, connections are rejected, and the server recovers."
    path = at.sockets / "few"
    process = subprocess.Popen(
        [at.macho, "serve", "--socket", str(path)], cwd=at.work, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48)))
    try:
        began = time.monotonic()
        while not path.exists() and time.monotonic() - began < wire.LIMIT:
            time.sleep(0.02)
        connections = []
        for _ in range(60):
            with contextlib.suppress(ProtocolViolation):
                connections.append(wire.connect(str(path)))
        time.sleep(1)
        if process.poll() is not None:
            raise ProtocolViolation(f"it exits with {process.returncode}")
        for connection in connections:
            connection.close()
        time.sleep(1)
        client = JSONConnection(str(path))
        client.result("open", feature="counter")
    finally:
        process.kill()
        process.wait()
