"""Clients that violate the protocol. They check the responses that the protocol specifies.

Most visits end right after the violation; they must not affect other clients.
"""

import json
import select
import socket
import time

from wire import MESSAGE_LIMIT, JSONConnection, Lines, TextConnection, ProtocolViolation, code_of, shown


def partial_line(visit):
    connection = counter(visit)
    line = b'{"jsonrpc":"2.0","id":9,"method":"send","params":{"action":"incrementButtonTapped"}}'
    connection.write(line[:visit.random.randrange(1, len(line))])
    disconnect(visit, connection)


def partial_read(visit):
    """Sends many requests, reads part of the responses and disconnects."""
    connection = counter(visit)
    for _ in range(visit.random.randint(10, 200)):
        connection.put("state")
        visit.request("state")
    connection.flush()
    connection.socket.recv(visit.random.randint(1, 5000))
    disconnect(visit, connection)


def bytes_one_by_one(visit):
    connection = counter(visit)
    for _ in range(3):
        number = connection.put("send", action="incrementButtonTapped")
        data = connection.outgoing.pop() + b"\r\n"
        visit.request("increment")
        while data:
            length = visit.random.choice((1, 1, 2, 30))
            connection.write(data[:length])
            data = data[length:]
            time.sleep(0.0005)
        still_works(connection.response(), number)
    connection.close()


def line_too_long(visit):
    connection = counter(visit)
    text = visit.random.random() < 0.3
    if text:
        connection.close()
        connection = TextConnection(visit.path)
        connection.write(b"1 echo ")
    else:
        connection.write(b'{"jsonrpc":"2.0","id":1,"method":"run","params":{"line":"echo ')
    for _ in range(MESSAGE_LIMIT // (1 << 20) + 1):
        connection.write(b"x" * (1 << 20))
    connection.write(b"\n" if text else b'"}}\n')
    visit.request("too long")
    if text:
        line = connection.line()
        if not line.startswith((b"*^error too-long", b"1^error too-long")):
            raise ProtocolViolation(f"the response to a line that is too long is {shown(line)}")
        connection.write(b"2 help\n")
        connection.answer("2")
    else:
        response = connection.response()
        if code_of(response) not in ("-32700 too-long", "-32001 too-long"):
            raise ProtocolViolation(f"the response to a line that is too long is {shown(response)}")
        connection.result("send", action="incrementButtonTapped")
    visit.request("increment")
    connection.close()


# Lines with the error codes that are valid responses.
INVALID_MESSAGES = (
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\xff\"}", ("-32700 invalid-utf8",)),
    (b"{\"\xc3\x28\":1}", ("-32700 invalid-utf8",)),
    (b"{\"\xed\xa0\x80\":1}", ("-32700 invalid-utf8",)),
    (b"{\"a\":\"\xf5\x80\x80\x80\"}", ("-32700 invalid-utf8",)),
    (b"{\"a\":\x00}", ("-32700 syntax",)),
    (b"{\"a\":\"\x00\"}", ("-32700 syntax",)),
    (b"\x00\x00\x00", ("-32700 syntax",)),
    (b"{", ("-32700 unclosed", "-32700 syntax")),
    (b"{\"a\":1", ("-32700 unclosed", "-32700 syntax")),
    (b"{\"a\":\"1", ("-32700 unclosed", "-32700 syntax")),
    (b"{\"a\":1}}", ("-32700 syntax",)),
    (b"{\"a\":01}", ("-32700 syntax",)),
    (b"{'a':1}", ("-32700 syntax",)),
    (b"{\"a\":1,}", ("-32700 syntax",)),
    (b"{\"a\":tru}", ("-32700 syntax",)),
    (b"{\"a\":1e}", ("-32700 syntax",)),
    (b"{\"a\":\"\\ud800\"}", ("-32700 syntax", "-32700 invalid-utf8")),
    (b"{\"a\":\"\\x\"}", ("-32700 syntax",)),
    (b"hello there", ("-32700 syntax",)),
    (b"GET / HTTP/1.1", ("-32700 syntax",)),
    (b"{\"id\":1,\"id\":2,\"jsonrpc\":\"2.0\",\"method\":\"hello\"}", ("-32700 duplicate",)),
    (b"{\"a\":" + b"[" * 100_000 + b"]" * 100_000 + b"}", ("-32700 too-deep",)),
    (b"{\"a\":" * 100_000 + b"1" + b"}" * 100_000, ("-32700 too-deep",)),
    (b"{\"a\":" + b"[" * 100_000, ("-32700 too-deep", "-32700 unclosed")),
    (b"[]", ("-32600 bad-request",)),
    (b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}]", ("-32600 bad-request",)),
    (b"{}", ("-32600 bad-request",)),
    (b"3", ("-32600 bad-request",)),
    (b"null", ("-32600 bad-request",)),
    (b"\"send\"", ("-32600 bad-request",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1}", ("-32600 bad-request",)),
    (b"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"hello\"}", ("-32600 bad-request",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", ("-32600 bad-request",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"hello\"}", ("-32600 bad-request",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"hello\"}", ("-32600 bad-request",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":[1]}",
     ("-32600 bad-request", "-32602 bad-parameters")),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\"}", ("-32601 no-such-method",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sendd\"}", ("-32601 no-such-method",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"event\"}", ("-32601 no-such-method",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"acton\":\"x\"}}",
     ("-32602 bad-parameters",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"action\":5}}",
     ("-32602 bad-parameters",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"s99\","
     b"\"action\":\"x\"}}", ("-32002 no-such-session",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"close\",\"params\":{\"session\":\"s99\"}}",
     ("-32002 no-such-session",)),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":{\"version\":99}}",
     ("-32005 unknown-version",)),
)


def invalid_messages(visit):
    """Sends invalid messages. Each gets an error, and the connection continues."""
    connection = counter(visit)
    for _ in range(visit.random.randint(1, 12)):
        line, codes = visit.random.choice(INVALID_MESSAGES)
        connection.write(line + b"\n")
        visit.request("invalid message")
        response = connection.response()
        if code_of(response) not in codes:
            raise ProtocolViolation(f"{shown(line, 90)} has the response {shown(response)}, not {codes}")
        visit.answers += 1
    visit.request("increment")
    still_works(connection.call("send", action="incrementButtonTapped"), connection.next - 1)
    connection.close()


BAD_TOKENS = (b"12", b"x" * 33 + b" help", "ü help".encode(), b"a.b help", b"(1) help",
              b"\x00 help", b"$x help", b"1\thelp")


def bad_tokens(visit):
    connection = TextConnection(visit.path)
    connection.write(b"1 feature counter\n")
    visit.request("text feature")
    connection.answer("1")
    for _ in range(visit.random.randint(1, 6)):
        line = visit.random.choice(BAD_TOKENS)
        connection.write(line + b"\n")
        visit.request("bad token")
        # A valid prefix of a token is used in the response.
        end = connection.line()
        while b"^" not in end:
            end = connection.line()
        if b"^error " not in end:
            raise ProtocolViolation(f"the response to {shown(line)} is {shown(end)}")
        visit.answers += 1
    connection.write(b"2 send incrementButtonTapped\n")
    visit.request("text increment")
    _, end = connection.answer("2")
    if not end.startswith("ok position=1"):
        raise ProtocolViolation(f"after bad tokens a line gives {shown(end)}")
    connection.close()


def bad_first_byte(visit):
    connection = Lines(visit.path)
    connection.write(visit.random.choice((b"[]\n", b"[1]\n", b"\xef\xbb\xbf{}\n", b" 1 help\n", b"\t{}\n")))
    visit.request("bad first byte")
    lines = connection.ends()
    if not lines:
        raise ProtocolViolation("an invalid first byte gets no error")
    connection.close()


def unread_responses(visit):
    """Requests more output than the limit and never reads: the server must disconnect it."""
    connection = Lines(visit.path)
    connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.socket.settimeout(60)
    text = "x" * (100 * 1024)
    line = json.dumps({"jsonrpc": "2.0", "method": "run", "id": 1,
                       "params": {"line": f"echo {text}"}}).encode() + b"\n"
    try:
        connection.socket.sendall(b'{"jsonrpc":"2.0","id":1,"method":"open","params":{}}\n')
        for _ in range(4 * MESSAGE_LIMIT // len(text)):
            if not visit.should_continue():
                # The time is up without a failure.
                connection.close()
                return
            connection.socket.sendall(line)
            visit.request("unread")
    except socket.timeout:
        raise ProtocolViolation("a client that never reads is neither disconnected nor read from within 60 s") from None
    except OSError:
        connection.close()
        return
    # All of it is in buffers. Still do not read, or the server would not disconnect.
    gone = select.poll()
    gone.register(connection.socket, 0)
    if not gone.poll(60_000):
        raise ProtocolViolation("a client that never reads is not disconnected within 60 s")
    connection.close()


def pipelined_requests(visit):
    """Pipelines 500 requests and expects 500 responses in order."""
    connection = counter(visit)
    for _ in range(500):
        connection.put("send", action="incrementButtonTapped")
        visit.request("increment")
    connection.flush()
    for step in range(1, 501):
        response = connection.response()
        if response.get("id") != step + 1 or response.get("result", {}).get("position") != step:
            raise ProtocolViolation(f"of 500 requests, the response to {step} is {shown(response)}")
        visit.answers += 1
    connection.close()


def session_limit(visit):
    connection = JSONConnection(visit.path)
    choices = ({}, {"feature": "counter"}, {"feature": "search"})
    numbers = [connection.put("open", **visit.random.choice(choices)) for _ in range(64)]
    connection.flush()
    responses = connection.responses(numbers)
    for session, number in enumerate(numbers, 1):
        visit.request("open")
        if (responses[number].get("result") or {}).get("session") != f"s{session}":
            raise ProtocolViolation(f"session {session} of 64: {shown(responses[number])}")
    visit.request("open")
    refused = connection.refused("open", feature="counter")
    if refused != "-32001 too-many-sessions":
        raise ProtocolViolation(f"a 65th session: {refused}")
    disconnect(visit, connection)


def idle_connection(visit):
    connection = Lines(visit.path)
    time.sleep(visit.random.random())
    connection.close()


def connect_and_close(visit):
    connection = Lines(visit.path)
    connection.close()


def half_close(visit):
    """Closes its sending side after some requests. The responses must be correct, then the connection ends."""
    connection = counter(visit)
    count = visit.random.randint(1, 50)
    for _ in range(count):
        connection.put("send", action="incrementButtonTapped")
        visit.request("increment")
    connection.flush()
    connection.socket.shutdown(socket.SHUT_WR)
    for step, line in enumerate(connection.ends(), 1):
        response = json.loads(line)
        if response.get("id") != step + 1 or response.get("result", {}).get("position") != step:
            raise ProtocolViolation(f"after a half close, the response to {step} is {shown(response)}")
        visit.answers += 1
    connection.close()


def disconnect_while_running(visit):
    """Disconnects during a line that runs for minutes: each `replay` doubles the history."""
    connection = counter(visit)
    connection.put("send", action="incrementButtonTapped")
    for _ in range(20):
        connection.put("run", line="replay 0")
        visit.request("replay")
    connection.flush()
    time.sleep(0.2)
    disconnect(visit, connection)


def traps(visit):
    """Makes the feature trap with an integer overflow."""
    connection = counter(visit)
    connection.result("start", arguments=f"State(count: {2**63 - 1})")
    number = connection.put("send", action="incrementButtonTapped")
    connection.put("send", action="incrementButtonTapped")
    connection.flush()
    visit.request("trap")
    response = connection.response()
    if response.get("id") != number or code_of(response) != "-32004 crashed":
        raise ProtocolViolation(f"a feature that traps: {shown(response)}")
    lines = connection.ends()
    if lines:
        raise ProtocolViolation(f"received after a trap: {shown(lines)}")
    connection.close()


def unread_lobby_events(visit):
    """Subscribes to a shared session and never reads."""
    connection = JSONConnection(visit.path)
    session = connection.result("open", name="lobby", feature="counter")["session"]
    connection.result("subscribe", session=session)
    visit.request("open")
    visit.request("subscribe")
    time.sleep(visit.random.uniform(0, 4))
    disconnect(visit, connection)


def counter(visit):
    connection = JSONConnection(visit.path)
    connection.result("open", feature="counter", context="test")
    visit.request("open")
    return connection


def still_works(response, number):
    if response.get("id") != number or "incrementButtonTapped" in shown(response.get("error")) or \
            "result" not in response:
        raise ProtocolViolation(f"the connection does not continue: {shown(response)}")


def disconnect(visit, connection):
    """Disconnects; sometimes with a reset instead of an orderly end."""
    if visit.random.random() < 0.5:
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    connection.close()


# Each visit with the minimum interval in seconds, per process.
VISITS = (
    (partial_line, 0), (partial_read, 0), (bytes_one_by_one, 0), (invalid_messages, 0), (bad_tokens, 0),
    (bad_first_byte, 0), (pipelined_requests, 0), (session_limit, 2), (idle_connection, 0),
    (connect_and_close, 0), (half_close, 0), (traps, 1), (disconnect_while_running, 5),
    (unread_lobby_events, 0), (line_too_long, 12), (unread_responses, 15),
)
