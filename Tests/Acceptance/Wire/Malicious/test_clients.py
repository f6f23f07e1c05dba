"""Clients that try to break out of their lines or to block others."""

import contextlib
import json
import re
import socket
import time

import wire
from setting import check_equal
from wire import JSONConnection, Lines, TextConnection, ProtocolViolation, code_of, shown


def test_escapes_output_in_text_mode(at):
    "In text mode no value breaks out of its line, and control characters are escaped."
    server = at.serve()
    connection = TextConnection(server.path)
    connection.write(b"1 feature counter\n")
    connection.answer("1")
    evil = "a\\n9^ok position=9\\n\\u{1b}[2J\\r\\u{0}\\u{202e}\\u{85}\\u{2028}*^event seq=1"
    lines = [f'send factResponse(.success("{evil}"))', "state", "history", "echo \x1bc\x07\x7f",
             f'stub numberFact.fetch -> "{evil}"', "let a = fact", "echo $a", "mark m", "record start x y",
             'send "\x01"', "frob\x1bnicate", "\x0b", "undo", f'expect fact == "{evil}"']
    for number, line in enumerate(lines, 2):
        connection.write(f"{number} {line}\n".encode())
        output, end = connection.answer(str(number))
        for text in output + [end]:
            raw = [c for c in text if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029\u202e"]
            if raw:
                raise ProtocolViolation(f"{line!r} prints {raw} raw: {shown(text)}")
    client = server.client()
    for line in lines:
        client.call("run", line=line)


def test_takes_strange_names(at):
    "Unusual names of shared sessions and unusual request IDs are accepted or rejected as specified."
    server = at.serve()
    for name in ("../../x", "/etc/passwd", "x" * 100_000, "a\nb", "\u0000", "\u202e", "", " ", "s1", "*",
                 "%n%s", "日本語"):
        client = JSONConnection(server.path)
        response = client.call("open", name=name, feature="counter")
        if "result" not in response and code_of(response) != "-32602 bad-parameters":
            raise ProtocolViolation(f"a session named {name[:20]!r}: {shown(response)}")
        client.close()
    client = server.client()
    for identity in ("x", "", "x" * 1_000_000, "\n", 0, -1, 2**53, 2**63 - 1, -2**63, 2**64, 10**400):
        client.write(json.dumps({"jsonrpc": "2.0", "id": identity, "method": "hello"}).encode() + b"\n")
        response = client.response()
        if response.get("id") != identity and code_of(response) != "-32600 bad-request":
            raise ProtocolViolation(f"the response to request {str(identity)[:20]} is {shown(response)}")


def test_slow_clients_do_not_block_others(at):
    "Slow and idle clients do not block others."
    server = at.serve()
    slow = [Lines(server.path) for _ in range(60)]
    for _ in range(3):
        for connection in slow:
            connection.write(b"{")
        time.sleep(0.3)
    client = server.client()
    began = time.monotonic()
    client.result("send", action="incrementButtonTapped")
    if time.monotonic() - began > 2:
        raise ProtocolViolation(f"a response took {time.monotonic() - began:.1f} s among slow clients")
    for connection in slow:
        connection.close()


def test_disconnects_clients_that_never_read(at):
    "A client that never reads is disconnected and reported on standard error, in a shared session too."
    server = at.serve()
    text = "x" * 200_000
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "run", "params": {"line": f"echo {text}"}})
    for opening in ({"feature": "counter"}, {"name": "crowd", "feature": "counter"}):
        other = server.client(**opening)
        connection = JSONConnection(server.path)
        connection.result("open", **opening)
        connection.socket.settimeout(30)
        cut = False
        try:
            for _ in range(400):
                connection.socket.sendall(line.encode() + b"\n")
            while connection.socket.recv(1 << 20):
                pass
        except socket.timeout:
            raise ProtocolViolation("it is not disconnected within 30 s") from None
        except OSError:
            cut = True
        check_equal(cut, True, "a client that never reads is disconnected")
        other.result("send", action="incrementButtonTapped")
        other.close()
    time.sleep(0.3)
    if not re.search(r"does not read", server.errors()):
        raise ProtocolViolation(f"standard error does not report the client: {shown(server.errors())}")


def test_disconnects_subscribers_that_never_read(at):
    "A subscriber that never reads is disconnected, and its session continues."
    server = at.serve()
    sender = server.client(name="busy", feature="counter", context="test")
    listener = JSONConnection(server.path)
    session = listener.result("open", name="busy")["session"]
    listener.result("subscribe", session=session)
    fact = "x" * 50_000
    for number in range(400):
        sender.result("send", action=f'factResponse(.success("{fact}{number}"))')
    listener.socket.settimeout(10)
    cut = False
    try:
        while listener.socket.recv(1 << 20):
            pass
        cut = True
    except socket.timeout:
        pass
    except OSError:
        cut = True
    check_equal(cut, True, "a subscriber that never reads is disconnected")
    sender.result("send", action="incrementButtonTapped")


def test_limits_continued_lines(at):
    "A line in text mode that is continued beyond the limit is `too-long`, and the connection continues."
    server = at.serve()
    connection = TextConnection(server.path)
    connection.write(b"1 feature counter\n")
    connection.answer("1")
    connection.write(b"2 expect count == [\n" + (b"2+ " + b"1, " * 20_000 + b"\n") * 400 + b"3 help\n")
    end = connection.line()
    while b"^" not in end:
        end = connection.line()
    if not end.startswith((b"*^error too-long", b"2^error too-long")):
        raise ProtocolViolation(f"the response is {shown(end)}")
    # The rest of it may get further errors; the next complete line is handled normally.
    while not end.startswith(b"3^ok"):
        end = connection.line()


def test_takes_floods(at):
    "Tens of thousands of notifications, unknown cancellations and empty lines are ignored."
    server = at.serve()
    client = server.client()
    notes = [{"jsonrpc": "2.0", "method": "send", "params": {"action": "oops"}},
             {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 3}},
             {"jsonrpc": "2.0", "method": "no such method"}]
    data = b"".join(json.dumps(note).encode() + b"\n\r\n\n" for note in notes)
    for _ in range(30):
        client.write(data * 300)
    # None gets a response: the next response is to the next request.
    client.result("send", action="incrementButtonTapped")


def test_takes_strange_subscriptions(at):
    "Subscriptions to unknown kinds or a hundred thousand patterns are rejected or accepted."
    server = at.serve()
    client = server.client()
    for params in ({"kinds": ["nothing"]}, {"kinds": "changed"}, {"kinds": [1]}, {"kinds": ["changed"] * 10**5},
                   {"actions": ["factResponse"] * 10**5}, {"actions": ["("]}, {"actions": ["x" * 10**6]},
                   {"patch": "yes"}, {"session": "s9"}):
        client.call("subscribe", **params)
    for _ in range(1_000):
        client.put("subscribe")
        client.put("unsubscribe")
    client.flush()
    client.responses(range(client.next - 2_000, client.next))
    client.events = []
    client.result("send", action="incrementButtonTapped")
    check_equal(client.events, [], "events after unsubscribing")


def test_ends_connections_with_broken_headers(at):
    "With `content-length`, a broken header gets an error and ends only its own connection."
    server = at.serve("--framing", "content-length", bystander=False)
    began = time.monotonic()
    while not framed(server, b'{"jsonrpc":"2.0","id":1,"method":"hello"}'):
        if time.monotonic() - began > 10:
            raise ProtocolViolation("the server does not respond")
        time.sleep(0.05)
    for header in (b"Content-Length: -1", b"Content-Length: x", b"Content-Length: 99999999999999999999999",
                   b"Content-Length: ", b"content length: 5", b"{}", b"\x00\xff", b"Content-Length: 0x10",
                   b"Content-Length: 1e3", b"X: " + b"y" * 10_000_000, b"X: y\r\n" * 100_000,
                   b"Content-Length: 2\r\nContent-Length: 3", b"Content-Type: x"):
        connection = Lines(server.path)
        with contextlib.suppress(ProtocolViolation):
            # The server may stop reading.
            connection.write(header + b"\r\n\r\n")
        answer = read_all(connection, header[:60])
        if b'"error"' not in answer or not answer.startswith(b"Content-Length: "):
            raise ProtocolViolation(f"the response to {header[:60]!r} is {shown(answer)}")
    too_long = Lines(server.path)
    with contextlib.suppress(ProtocolViolation):
        too_long.write(b"Content-Length: %d\r\n\r\n" % (wire.MESSAGE_LIMIT + 1))
        too_long.write(b"x" * (wire.MESSAGE_LIMIT + 1))
        body = b'{"jsonrpc":"2.0","id":1,"method":"hello"}'
        too_long.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    too_long.socket.shutdown(socket.SHUT_WR)
    if b"too-long" not in read_all(too_long, "a message that is too long"):
        raise ProtocolViolation("a message that is too long gets no error")
    for body in (b"{", b"\xff", b"[]", b"", b"{}" * 10):
        if b'"error"' not in framed(server, body):
            raise ProtocolViolation(f"the response to {body!r} with a header is {shown(framed(server, body))}")
    if b'"result"' not in framed(server, b'{"jsonrpc":"2.0","id":1,"method":"hello"}'):
        raise ProtocolViolation("the server no longer responds")


def framed(server, body):
    """Sends one framed message and the end. Returns the response, or b"" if the server does not listen yet."""
    try:
        connection = Lines(server.path)
    except ProtocolViolation:
        return b""
    connection.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    connection.socket.shutdown(socket.SHUT_WR)
    return read_all(connection, body)


def read_all(connection, what):
    data = b""
    try:
        while True:
            chunk = connection.chunk(10)
            if not chunk:
                return data
            data += chunk
    except wire.Disconnected:
        return data
    except ProtocolViolation:
        raise ProtocolViolation(f"{what!r}: the connection does not end; so far {shown(data)}") from None
