"""Features that trap, loop, print and close descriptors."""

import contextlib
import json
import re
import socket
import subprocess
import time

import wire
from setting import wait_for_exit, check_equal
from wire import Disconnected, JSONConnection, TextConnection, ProtocolViolation, code_of, shown


def test_survives_features_that_trap(at):
    "A feature that traps ends only its own connection, with `crashed`."
    server = at.serve(binary=at.external_work_driver())
    before = server.workers()
    for action in ("unwrapNil", "abort", "overflowStack", "exit(status: 7)", "exit(status: 0)"):
        client = server.client(feature="traps", context="test")
        first = client.put("send", action="increment")
        number = client.put("send", action=action)
        behind = client.put("send", action="increment")
        client.flush()
        check_equal(client.response().get("id"), first, "the line before")
        try:
            response = client.response()
        except Disconnected:
            raise ProtocolViolation(f"the connection ends at send {action} without a response") from None
        check_equal(code_of(response), "-32004 crashed", f"send {action}")
        if response.get("id") not in (number, None):
            raise ProtocolViolation(f"the response to {action} has the ID {response.get('id')}, not {number} ({behind} is pending)")
        if client.ends():
            raise ProtocolViolation(f"received something after the crash of {action}")
        client.close()
    text = TextConnection(server.path)
    text.write(b"1 feature traps\n2 send unwrapNil\n")
    text.answer("1")
    end = text.line()
    while b"^" not in end:
        end = text.line()
    if b"^error crashed" not in end:
        raise ProtocolViolation(f"in text mode a crash is {shown(end)}")
    text.ends()
    wait_for_exit(server, before)


def test_survives_a_counter_that_overflows(at):
    "An integer overflow ends only its own connection."
    server = at.serve()
    before = server.workers()
    client = server.client()
    client.result("start", arguments=f"State(count: {2**63 - 1})")
    check_equal(client.refused("send", action="incrementButtonTapped"), "-32004 crashed", "one more")
    if client.ends():
        raise ProtocolViolation("received something after the crash")
    wait_for_exit(server, before)


def test_survives_traps_in_shared_sessions(at):
    "A trap in a shared session ends the shared sessions, which can be opened again."
    server = at.serve(binary=at.external_work_driver())
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
    check_equal(code_of(response), "-32004 crashed", "the sender's response")
    for member in members:
        # Each gets an error or a disconnect; none hangs.
        member.socket.settimeout(5)
        with contextlib.suppress(ProtocolViolation):
            member.put("send", action="increment")
            member.flush()
            member.response()
        member.close()
    private.result("send", action="increment")
    again = JSONConnection(server.path)
    began = time.monotonic()
    again.result("open", name="bad", feature="traps", context="test")
    check_equal(again.result("send", action="increment")["position"], 1, "the position of the new session")
    if time.monotonic() - began > wire.LIMIT:
        raise ProtocolViolation("shared sessions take too long to restart")


def test_ends_features_that_loop(at):
    "A feature that never returns is killed within seconds of its client's disconnect."
    server = at.serve(binary=at.external_work_driver())
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
        wait_for_exit(server, before)


def test_keeps_what_features_print_out(at):
    "What a feature prints, buffered or not, goes to standard error and never to a client."
    server = at.serve(binary=at.external_work_driver())
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
    if "line 999 of a feature" not in errors or "xxxxx" not in errors:
        raise ProtocolViolation(f"standard error lacks the feature's output: {shown(errors[-300:])}")
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
    done = subprocess.run([at.external_work_driver(), "serve", "--framing", framing], input=data, cwd=at.work,
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
    check_equal([answer.get("id") for answer in answers], [1, 2, 3, 4], f"the responses over standard output, {framing}")
    if b"line 49 of a feature" not in done.stderr:
        raise ProtocolViolation("what a feature prints is not on standard error")


def test_lets_no_process_hold_a_connection(at):
    "A process started by a feature does not keep its connection open."
    server = at.serve(binary=at.external_work_driver())
    client = server.client(feature="traps", context="test")
    client.result("send", action="leaveProcess")
    client.result("shutdown")
    began = time.monotonic()
    client.ends()
    if time.monotonic() - began > wire.LIMIT:
        raise ProtocolViolation("the connection stays open until the other process exits")
    client = server.client(feature="traps", context="test")
    client.result("send", action="leaveProcess")
    client.put("send", action="abort")
    client.flush()
    check_equal(code_of(client.response()), "-32004 crashed", "an abort after starting a process")
    client.ends()


def test_survives_descriptors_that_a_feature_closes(at):
    "A feature that closes all descriptors ends only its own connection."
    server = at.serve(binary=at.external_work_driver())
    before = server.workers()
    client = server.client(feature="traps", context="test")
    client.put("send", action="closeDescriptors")
    client.flush()
    # Its own response is lost. Other clients must not wait for it, and it must exit with its client.
    time.sleep(0.5)
    client.close()
    wait_for_exit(server, before)
