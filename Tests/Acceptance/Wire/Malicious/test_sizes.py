"""Oversized values, histories and lists."""

import contextlib
import threading
import time

import wire
from setting import check_equal, check_alive
from wire import JSONConnection, ProtocolViolation, code_of, shown


def test_takes_values_that_are_huge(at):
    "Ten megabytes of text and a million elements get a response, and the connection continues."
    client = at.serve().client(feature="search", context="test")
    big = "x" * 10_000_000
    response = client.call("echo", arguments=big)
    check_equal(len("".join(response["result"]["output"])), len(big), "the length of an echo")
    for line in (f'expect query == "{big}"', f"send {big}", f"expect {big}", f'stub uuid -> "{big}"',
                 "expect query == [" + "1, " * 1_000_000 + "1]", f"{big} x", f"state {big}",
                 "start State(rows: [" + "Row(), " * 200_000 + "])", f"goto {'9' * 1_000_000}",
                 f"advance {'9' * 100_000}s", "send " + "(" * 1_000_000,
                 "expect query == " + "-" * 1_000_000 + "1", f"feature {big}"):
        code = client.refused("run", line=line)
        if not code or not code.startswith("-32000 "):
            raise ProtocolViolation(f"{line[:40]}... gives {code}")
    client.result("start", arguments=f'State(query: "{big}")')
    check_equal(client.result("state", path="query.count")["json"], len(big), "the state's length")
    client.result("send", action='binding.set(\\.query, "y")')


def test_takes_what_nests_deeply(at):
    "Deeply nested JSON or values fail with `too-deep` instead of crashing."
    server = at.serve()
    client = server.client()
    for depth in (1_000, 100_000, 2_000_000):
        for opened, closed in (("[", "]"), ('{"a":', "}")):
            client.write((opened * depth + "1" + closed * depth).encode().replace(b"[", b'{"a":[', 1)
                         + (b"}" if opened == "[" else b"") + b"\n")
            response = client.response()
            if code_of(response) not in ("-32700 too-deep", "-32600 bad-request"):
                raise ProtocolViolation(f"{depth} of {opened} give {shown(response)}")
            if depth > 1_000:
                check_equal(code_of(response), "-32700 too-deep", f"{depth} of {opened}")
    for opened, closed in (("(", ")"), ("[", "]"), ("factResponse(", ")"), (".success(", ")"),
                           ('["a": ', "]"), ("error(", ")"), (".x", ""), ("-", ""), ("\\.a", "")):
        for depth in (1_000, 100_000):
            for line in (f"send {opened * depth}1{closed * depth}",
                         f"expect count == {opened * depth}1{closed * depth}",
                         f"stub numberFact.fetch({opened * depth}1{closed * depth}) -> \"x\""):
                response = client.call("run", line=line)
                code = code_of(response)
                if not code or not code.startswith("-32000 "):
                    raise ProtocolViolation(f"{line[:50]}..., {depth} deep: {shown(response)}")
    path = "count" + ".first" * 100_000
    for line in (f"state {path}", f"expect {path} == 1", f"watch {path}", "state " + "count[" * 50_000,
                 "let a = " + "[" * 100_000 + "]" * 100_000, "[linux] " * 100_000 + "expect count == 0 x",
                 "! " * 100_000 + "expect count == 0"):
        response = client.call("run", line=line)
        if not code_of(response):
            raise ProtocolViolation(f"{line[:50]}... passes: {shown(response)}")
    client.result("send", action="incrementButtonTapped")


def test_takes_long_histories(at):
    "Undo and redo work in a history of 100,000 actions."
    client = at.serve().client()
    for _ in range(100):
        numbers = [client.put("send", action="incrementButtonTapped") for _ in range(1_000)]
        client.flush()
        client.responses(numbers)
    check_equal(client.result("state", path="count")["json"], 100_000, "the count")
    check_equal(len(client.result("history")["output"]), 100_000, "the length of the history")
    for line, count in (("undo 50000", 50_000), ("goto 1", 1), ("redo 99999", 100_000), ("goto 77", 77),
                        ("goto 99998", 99_998), ("undo 99998", 0)):
        began = time.monotonic()
        client.result("run", line=line)
        check_equal(client.result("state", path="count")["json"], count, line)
        if time.monotonic() - began > wire.LIMIT:
            raise ProtocolViolation(f"{line} takes {time.monotonic() - began:.1f} s")


def test_takes_thousands_of_everything(at):
    "Thousands of stubs, marks, watches, variables, ignore rules and stores do not slow others."
    client = at.serve().client()
    client.result("send", action="incrementButtonTapped")
    for lines in ([f'stub numberFact.fetch({n}) -> "{n}"' for n in range(5_000)],
                  [f"mark m{n}" for n in range(5_000)], [f"let v{n} = count" for n in range(5_000)],
                  ["watch count"] + [f"watch fact" for n in range(1_000)],
                  [f"branch b{n}" for n in range(1_000)],
                  ["ignore factResponse.success" for _ in range(1_000)],
                  [f"feature counter as c{n}" for n in range(300)]):
        numbers = [client.put("run", line=line) for line in lines]
        client.flush()
        began = time.monotonic()
        for number, response in client.responses(numbers).items():
            if "result" not in response:
                raise ProtocolViolation(f"{lines[number - numbers[0]]}: {shown(response)}")
        if time.monotonic() - began > wire.LIMIT:
            raise ProtocolViolation(f"{lines[0]} and the like take {time.monotonic() - began:.0f} s")
    client.result("send", action="incrementButtonTapped")
    client.result("advance", by="1s")


def test_variables_do_not_double(at):
    "Values cannot contain variables, so none grows exponentially; a very long `echo` fails cleanly."
    client = at.serve().client()
    client.result("run", line="let a = 1")
    check_equal(client.refused("run", line="let a = [$a, $a]"), "-32000 syntax", "a value of variables")
    client.result("send", action=f'factResponse(.success("{"x" * 100_000}"))')
    client.result("run", line="let big = fact")
    # Twelve megabytes are within the limit of unread output.
    output = client.result("echo", arguments="$big" * 120)["output"]
    if len("".join(output)) < 12_000_000:
        raise ProtocolViolation("an echo of a variable is too short")
    for count in (200, 100_000):
        refused = client.refused("echo", arguments="$big" * count)
        if refused not in ("-32000 too-long", "-32001 too-long"):
            raise ProtocolViolation(f"an echo of {count} times 100 KB gives {refused}")
    check_alive(at.servers[0])


def test_refuses_more_than_its_limits(at):
    "Sessions and connections over the limits are rejected; requests over the limit are delayed."
    # Without a bystander, the connections below are the only ones.
    server = at.serve(bystander=False)
    connections, refused = [server.connection()], None
    limits = connections[0].result("hello")["limits"]
    if not limits:
        raise ProtocolViolation("hello lists no limits")
    for _ in range(140):
        connection = JSONConnection(server.path)
        connections.append(connection)
        number = connection.put("hello")
        # A rejected client may get its error and the disconnect before it has sent anything.
        with contextlib.suppress(wire.Disconnected):
            connection.flush()
        response = connection.response()
        if code_of(response):
            refused = code_of(response)
            connection.ends()
            break
        check_equal(response.get("id"), number, "a response's ID")
    check_equal(refused, "-32001 too-many-connections", "one connection too many")
    check_equal(len(connections) - 1, limits["connectionsOfProcess"], "the number of accepted connections")
    for connection in connections:
        connection.close()
    # Succeeds as soon as the processes of the closed connections have ended.
    client = server.connection()
    client.result("open", feature="counter")
    # Written by another thread, because the server does not read beyond its limit.
    numbers = [client.put("send", action="incrementButtonTapped") for _ in range(20_000)]
    writing = threading.Thread(target=client.flush)
    writing.start()
    for step, number in enumerate(numbers, 1):
        response = client.response()
        if response.get("id") != number or response["result"]["position"] != step:
            raise ProtocolViolation(f"of 20,000 requests, the response to {step} is {shown(response)}")
    writing.join()
