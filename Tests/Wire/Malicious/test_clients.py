"""Clients that want to break out of their lines, or to hold up others."""

import json
import re
import socket
import time

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
