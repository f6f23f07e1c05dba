"""Features that trap, loop, print and close what is not theirs."""

import contextlib
import json
import re
import socket
import subprocess
import time

import wire
from setting import ended, same
from wire import Ended, JSONConnection, TextConnection, Wrong, code_of, shown


def test_survives_features_that_trap(at):
    "A feature that traps ends its own connection, with `crashed`, and no other."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    for action in ("unwrapNil", "abort", "overflowStack", "exit(status: 7)", "exit(status: 0)"):
        client = server.client(feature="traps", context="test")
        first = client.put("send", action="increment")
        number = client.put("send", action=action)
        behind = client.put("send", action="increment")
        client.flush()
        same(client.response().get("id"), first, "the line before")
        try:
            response = client.response()
        except Ended:
            raise Wrong(f"the connection ends at send {action} without a word") from None
        same(code_of(response), "-32004 crashed", f"send {action}")
        if response.get("id") not in (number, None):
            raise Wrong(f"{action} is answered as {response.get('id')} and not as {number} ({behind} waits)")
        if client.ends():
            raise Wrong(f"something comes behind the crash of {action}")
        client.close()
    text = TextConnection(server.path)
    text.write(b"1 feature traps\n2 send unwrapNil\n")
    text.answer("1")
    end = text.line()
    while b"^" not in end:
        end = text.line()
    if b"^error crashed" not in end:
        raise Wrong(f"in text mode a crash is {shown(end)}")
    text.ends()
    ended(server, before)


def test_survives_a_counter_that_overflows(at):
    "A number that grows beyond its type traps, and costs its own connection alone."
    server = at.serve()
    before = server.workers()
    client = server.client()
    client.result("start", arguments=f"State(count: {2**63 - 1})")
    same(client.refused("send", action="incrementButtonTapped"), "-32004 crashed", "one more")
    if client.ends():
        raise Wrong("something comes behind the crash")
    ended(server, before)


def test_survives_traps_in_shared_sessions(at):
    "A trap in a shared session ends the shared sessions, and those can be opened again."
    server = at.serve(binary=at.need_hops())
    private = server.client(feature="traps", context="test")
    members = [JSONConnection(server.path) for _ in range(3)]
    for number, member in enumerate(members):
        context = {} if number else {"context": "test"}
        member.result("open", name="bad", feature="traps", **context)
    number = members[0].put("send", action="unwrapNil")
    members[0].flush()
    response = members[0].response()
    while response.get("id") != number:
        response = members[0].response()
    same(code_of(response), "-32004 crashed", "the one who sent it")
    for member in members:
        # Each is told, or ends; nobody hangs.
        member.socket.settimeout(5)
        with contextlib.suppress(Wrong):
            member.put("send", action="increment")
            member.flush()
            member.response()
        member.close()
    private.result("send", action="increment")
    again = JSONConnection(server.path)
    began = time.monotonic()
    again.result("open", name="bad", feature="traps", context="test")
    same(again.result("send", action="increment")["step"], 1, "a step of the session made again")
    if time.monotonic() - began > wire.LIMIT:
        raise Wrong("shared sessions take long to come back")


def test_ends_features_that_loop(at):
    "A feature that never returns ends within seconds of its client, private or shared."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    for how in ("close", "shutdown", "reset"):
        client = server.client(feature="traps", context="test")
        client.put("send", action="loopForEver")
        client.flush()
        time.sleep(0.3)
        if how == "shutdown":
            client.put("shutdown")
            client.flush()
            time.sleep(0.1)
        if how == "reset":
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        client.close()
        ended(server, before)


def test_keeps_what_features_print_out(at):
    "What a feature prints, by `print` or around it, goes to standard error and never to a client."
    server = at.serve(binary=at.need_hops())
    client = server.client(feature="traps", context="test")
    client.result("send", action="flood(lines: 1000)")
    client.result("send", action="write(megabytes: 4)")
    client.result("send", action="increment")
    client.close()
    shared = JSONConnection(server.path)
    shared.result("open", name="loud", feature="traps", context="test")
    shared.result("send", action="flood(lines: 10)")
    shared.close()
    time.sleep(0.5)
    errors = server.errors()
    if "line 999 of what a feature says" not in errors or "xxxxx" not in errors:
        raise Wrong(f"standard error has not what a feature says: {shown(errors[-300:])}")
    for framing in ("lines", "content-length"):
        over_standard_io(at, framing)


def over_standard_io(at, framing):
    requests = [("open", {"feature": "traps", "context": "test"}), ("send", {"action": "flood(lines: 50)"}),
                ("send", {"action": "write(megabytes: 1)"}), ("shutdown", {})]
    data = b""
    for number, (method, params) in enumerate(requests, 1):
        body = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()
        data += body + b"\n" if framing == "lines" else \
            b"Content-Length: %d\r\n\r\n" % len(body) + body
    done = subprocess.run([at.need_hops(), "serve", "--framing", framing], input=data, cwd=at.work,
                          capture_output=True, timeout=60, check=False)
    if framing == "lines":
        answers = [json.loads(line) for line in done.stdout.splitlines()]
    else:
        answers, rest = [], done.stdout
        while rest:
            head, _, rest = rest.partition(b"\r\n\r\n")
            length = int(re.fullmatch(rb"Content-Length: (\d+)", head)[1])
            answers.append(json.loads(rest[:length]))
            rest = rest[length:]
    same([answer.get("id") for answer in answers], [1, 2, 3, 4], f"the answers over standard output, {framing}")
    if b"line 49 of what a feature says" not in done.stderr:
        raise Wrong("what a feature prints is not on standard error")


def test_lets_no_process_hold_a_connection(at):
    "A process that a feature leaves behind does not keep its connection open."
    server = at.serve(binary=at.need_hops())
    client = server.client(feature="traps", context="test")
    client.result("send", action="leaveProcess")
    client.result("shutdown")
    began = time.monotonic()
    client.ends()
    if time.monotonic() - began > wire.LIMIT:
        raise Wrong("the connection ends with the process that was left behind, and not before")
    client = server.client(feature="traps", context="test")
    client.result("send", action="leaveProcess")
    client.put("send", action="abort")
    client.flush()
    same(code_of(client.response()), "-32004 crashed", "an abort with a process left behind")
    client.ends()


def test_survives_descriptors_that_a_feature_closes(at):
    "A feature that closes all descriptors ends its connection, and no other."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    client = server.client(feature="traps", context="test")
    client.put("send", action="closeDescriptors")
    client.flush()
    # Its own answer has no way to go. Nobody else is to wait for it, and it goes with its client.
    time.sleep(0.5)
    client.close()
    ended(server, before)
