"""Clients that want to break out of their lines, or to hold up others."""

import contextlib
import json
import re
import socket
import time

import wire
from setting import same
from wire import JSONConnection, Lines, TextConnection, Wrong, code_of, shown


def test_writes_no_line_that_is_not_its_own(at):
    "No value breaks out of its line: in text mode each line has its token, and nothing is raw."
    server = at.serve()
    connection = TextConnection(server.path)
    connection.write(b"1 feature counter\n")
    connection.answer("1")
    evil = "a\\n9^ok step=9\\n\\u{1b}[2J\\r\\u{0}\\u{202e}\\u{85}\\u{2028}*^event seq=1"
    lines = [f'send factResponse(.success("{evil}"))', "state", "history", "echo \x1bc\x07\x7f",
             f'stub numberFact.fetch -> "{evil}"', "let a = fact", "echo $a", "mark m", "record start x y",
             'send "\x01"', "frob\x1bnicate", "\x0b", "undo", f'expect fact == "{evil}"']
    for number, line in enumerate(lines, 2):
        connection.write(f"{number} {line}\n".encode())
        output, end = connection.answer(str(number))
        for text in output + [end]:
            raw = [c for c in text if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029\u202e"]
            if raw:
                raise Wrong(f"{line!r} prints {raw} raw: {shown(text)}")
    client = server.client()
    for line in lines:
        client.call("run", line=line)


def test_takes_strange_names(at):
    "Names of shared sessions and numbers of requests may be anything that the protocol lets them be."
    server = at.serve()
    for name in ("../../x", "/etc/passwd", "x" * 100_000, "a\nb", "\u0000", "\u202e", "", " ", "s1", "*",
                 "%n%s", "日本語"):
        client = JSONConnection(server.path)
        response = client.call("open", name=name, feature="counter")
        if "result" not in response and code_of(response) != "-32602 bad-parameters":
            raise Wrong(f"a session named {name[:20]!r}: {shown(response)}")
        client.close()
    client = server.client()
    for identity in ("x", "", "x" * 1_000_000, "\n", 0, -1, 2**53, 2**63 - 1, -2**63, 2**64, 10**400):
        client.write(json.dumps({"jsonrpc": "2.0", "id": identity, "method": "hello"}).encode() + b"\n")
        response = client.response()
        if response.get("id") != identity and code_of(response) != "-32600 bad-request":
            raise Wrong(f"a request numbered {str(identity)[:20]} is answered with {shown(response)}")


def test_lets_slow_clients_be_slow(at):
    "Clients that send a byte a second, and those that say nothing, hold up nobody."
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
        raise Wrong(f"an answer took {time.monotonic() - began:.1f} s among slow clients")
    for connection in slow:
        connection.close()


def test_cuts_off_who_never_reads(at):
    "Who reads nothing is cut off and told of on standard error, in a shared session too."
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
            raise Wrong("it is not cut off within 30 s") from None
        except OSError:
            cut = True
        same(cut, True, "who never reads is cut off")
        other.result("send", action="incrementButtonTapped")
        other.close()
    time.sleep(0.3)
    if not re.search(r"cut off|not read", server.errors()):
        raise Wrong(f"standard error does not say that somebody was cut off: {shown(server.errors())}")


def test_cuts_off_subscribers_that_never_read(at):
    "A subscriber who never reads is cut off, and the session that it listened to goes on."
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
    same(cut, True, "who listens and never reads is cut off")
    sender.result("send", action="incrementButtonTapped")


def test_ends_lines_that_are_continued_for_ever(at):
    "A line in text mode that is continued beyond the limit is `too-long`, and the connection goes on."
    server = at.serve()
    connection = TextConnection(server.path)
    connection.write(b"1 feature counter\n")
    connection.answer("1")
    connection.write(b"2 expect count == [\n" + (b"2+ " + b"1, " * 20_000 + b"\n") * 400 + b"3 help\n")
    end = connection.line()
    while b"^" not in end:
        end = connection.line()
    if not end.startswith((b"*^error too-long", b"2^error too-long")):
        raise Wrong(f"it is answered with {shown(end)}")
    # What still comes of it is answered as what it looks like then; the next line is a line again.
    while not end.startswith(b"3^ok"):
        end = connection.line()


def test_takes_floods(at):
    "Tens of thousands of notifications, cancellations of nothing and empty lines are passed over."
    server = at.serve()
    client = server.client()
    notes = [{"jsonrpc": "2.0", "method": "send", "params": {"action": "oops"}},
             {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 3}},
             {"jsonrpc": "2.0", "method": "no such method"}]
    data = b"".join(json.dumps(note).encode() + b"\n\r\n\n" for note in notes)
    for _ in range(30):
        client.write(data * 300)
    # None of them is answered: the next answer is to the next request.
    client.result("send", action="incrementButtonTapped")


def test_takes_strange_subscriptions(at):
    "A subscription to kinds that are none, or to a hundred thousand patterns, is refused or kept."
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
    same(client.events, [], "what is told to who has unsubscribed")


def test_ends_connections_with_broken_headers(at):
    "With `content-length`, a header that is broken is answered, and ends its connection alone."
    server = at.serve("--framing", "content-length", bystander=False)
    began = time.monotonic()
    while not framed(server, b'{"jsonrpc":"2.0","id":1,"method":"hello"}'):
        if time.monotonic() - began > 10:
            raise Wrong("the server answers nobody")
        time.sleep(0.05)
    for header in (b"Content-Length: -1", b"Content-Length: x", b"Content-Length: 99999999999999999999999",
                   b"Content-Length: ", b"content length: 5", b"{}", b"\x00\xff", b"Content-Length: 0x10",
                   b"Content-Length: 1e3", b"X: " + b"y" * 10_000_000, b"X: y\r\n" * 100_000,
                   b"Content-Length: 2\r\nContent-Length: 3", b"Content-Type: x"):
        connection = Lines(server.path)
        with contextlib.suppress(Wrong):
            # The server need not take all of it.
            connection.write(header + b"\r\n\r\n")
        answer = read_all(connection, header[:60])
        if b'"error"' not in answer or not answer.startswith(b"Content-Length: "):
            raise Wrong(f"{header[:60]!r} is answered with {shown(answer)}")
    too_long = Lines(server.path)
    with contextlib.suppress(Wrong):
        too_long.write(b"Content-Length: %d\r\n\r\n" % (wire.MESSAGE_LIMIT + 1))
        too_long.write(b"x" * (wire.MESSAGE_LIMIT + 1))
        body = b'{"jsonrpc":"2.0","id":1,"method":"hello"}'
        too_long.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    too_long.socket.shutdown(socket.SHUT_WR)
    if b"too-long" not in read_all(too_long, "a message that is too long"):
        raise Wrong("a message that is too long is not told of")
    for body in (b"{", b"\xff", b"[]", b"", b"{}" * 10):
        if b'"error"' not in framed(server, body):
            raise Wrong(f"{body!r} with a header is answered with {shown(framed(server, body))}")
    if b'"result"' not in framed(server, b'{"jsonrpc":"2.0","id":1,"method":"hello"}'):
        raise Wrong("the server answers nobody any more")


def framed(server, body):
    """What one message and the end behind it are answered with; nothing where nobody listens yet."""
    try:
        connection = Lines(server.path)
    except Wrong:
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
    except wire.Ended:
        return data
    except Wrong:
        raise Wrong(f"{what!r}: the connection does not end; so far {shown(data)}") from None
