"""Where a server may listen, and what becomes of its socket."""

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
from setting import GONE, alive, same, still_there
from wire import JSONConnection, Wrong, shown


def test_refuses_paths_that_are_none(at):
    "A path that is too long, in a directory of anybody's, or taken by something else, is refused."
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
        except Wrong as error:
            raise Wrong(f"{path or 'an empty path'}: {error}") from None
        if status == 0 or status < 0:
            raise Wrong(f"{path}: the server ends with {status}")
        if len(server.errors().strip()) < 10:
            raise Wrong(f"{path}: nobody is told why: {server.errors()!r}")
        if re.search(r"Fatal error|Trace/BPT|\bstack\b", server.errors()):
            raise Wrong(f"{path}: it crashed: {shown(server.errors())}")
    same(taken.read_text(), "mine", "a file that was there")
    same(stat.S_ISFIFO((at.sockets / "fifo").lstat().st_mode), True, "a pipe that was there")
    same((at.sockets / "pointing").is_symlink(), True, "a link that was there")
    same(any(open_to_all.iterdir()) or any(sticky.iterdir()), False, "something in a directory of all")


def test_makes_a_private_socket(at):
    "The socket is for its user alone, and one in a directory that others see into is refused."
    old = os.umask(0)
    try:
        server = at.serve()
    finally:
        os.umask(old)
    mode = stat.S_IMODE(os.lstat(server.path).st_mode)
    same(oct(mode), oct(0o600), "the socket's mode")


def test_refuses_other_users(at):
    "A process of another user is refused though it reaches the socket."
    if os.geteuid() != 0:
        return "only root can be somebody else"
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
        raise Wrong(f"another user is let in: {shown(child.stdout)} {shown(child.stderr)}")
    for directory in (at.root, at.sockets):
        directory.chmod(0o700)
    return None


def test_refuses_a_second_server(at):
    "A second server on a path is refused, and the first one goes on."
    first = at.serve()
    second = at.serve(path=first.path, bystander=False)
    status = second.ends()
    if status <= 0 or not second.errors().strip():
        raise Wrong(f"a second server ends with {status}: {second.errors()!r}")
    still_there(first)


def test_takes_the_place_of_a_dead_server(at):
    "A server that is killed leaves a socket that the next one replaces; its processes go with it."
    first = at.serve(bystander=False)
    first.listens()
    client = first.client()
    shared = JSONConnection(first.path)
    shared.result("open", name="x", feature="counter")
    workers = first.workers()
    first.process.kill()
    first.process.wait()
    second = at.serve(path=first.path)
    still_there(second)
    # Those who were connected are let go, or go on alone until they close.
    client.close()
    shared.close()
    began = time.monotonic()
    while time.monotonic() - began < GONE + 2:
        left = [pid for pid in workers if alive(pid)]
        if not left:
            return
        time.sleep(0.05)
    raise Wrong(f"{len(left)} processes of a server that was killed go on without clients")


def test_cleans_up_when_it_is_told_to_end(at):
    "SIGTERM, SIGINT and SIGHUP end the server, take its socket away and its connections with it."
    # Who started the checks with one of them ignored, as nohup does, has it ignored by the server too.
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
            raise Wrong(f"{number.name} leaves the socket behind")
        client.ends()
        began = time.monotonic()
        while any(alive(pid) for pid in workers):
            if time.monotonic() - began > GONE:
                raise Wrong(f"{number.name} leaves processes behind")
            time.sleep(0.05)
        busy.close()


def test_does_not_take_away_the_socket_of_another(at):
    "A server whose socket was replaced by another one's does not take that away when it ends."
    first = at.serve(bystander=False)
    first.listens()
    os.unlink(first.path)
    second = at.serve(path=first.path, bystander=False)
    try:
        second.listens()
    except Wrong:
        # That the first one still has the path is an answer too.
        return
    first.process.terminate()
    first.ends()
    if not os.path.exists(second.path):
        raise Wrong("the first server took the second one's socket away")
    still_there(second)


def test_has_no_descriptor_of_its_caller_needed(at):
    "A server without standard input, output and error serves all the same."
    path = at.sockets / "bare"
    process = subprocess.Popen(
        ["/bin/sh", "-c", f'exec "$0" serve --socket "$1" <&- >&- 2>&-', at.macho, str(path)], cwd=at.work)
    try:
        began = time.monotonic()
        while time.monotonic() - began < wire.LIMIT:
            with contextlib.suppress(Wrong):
                client = JSONConnection(str(path))
                client.result("open", feature="counter")
                client.result("send", action="incrementButtonTapped")
                client.close()
                return
            if process.poll() is not None:
                raise Wrong(f"it ends with {process.returncode}")
            time.sleep(0.05)
        raise Wrong("it answers nobody")
    finally:
        process.kill()
        process.wait()


def test_lives_with_few_descriptors(at):
    "Where descriptors run out, connections are refused, and the server goes on when there are some again."
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
            with contextlib.suppress(Wrong):
                connections.append(wire.connect(str(path)))
        time.sleep(1)
        if process.poll() is not None:
            raise Wrong(f"it ends with {process.returncode}")
        for connection in connections:
            connection.close()
        time.sleep(1)
        client = JSONConnection(str(path))
        client.result("open", feature="counter")
    finally:
        process.kill()
        process.wait()
