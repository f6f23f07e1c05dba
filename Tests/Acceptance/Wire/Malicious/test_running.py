"""Lines that run for hours, and clients that disconnect."""

import json
import time

import wire
from setting import wait_for_exit, check_equal
from wire import ProtocolViolation, code_of


def test_ends_lines_of_disconnected_clients(at):
    "A line that would run for hours ends soon after its client's disconnect."
    server = at.serve()
    before = server.workers()
    client = server.client()
    client.result("send", action="incrementButtonTapped")
    for _ in range(26):
        client.put("run", line="replay 0")
    last = client.next - 1
    client.flush()
    time.sleep(0.5)
    # A queued request is cancelled at once; its own response comes in order.
    number = client.put("cancel", request=last)
    client.flush()
    began = time.monotonic()
    response = client.response()
    while response.get("id") != number:
        response = client.response()
    check_equal(response.get("result"), {"cancelled": "queued"}, "the cancellation")
    if time.monotonic() - began > wire.LIMIT:
        raise ProtocolViolation("a cancellation waits for the running request")
    client.close()
    wait_for_exit(server, before)


def test_ends_endless_clocks(at):
    "An endless clock fails, and billions of ticks end with their client."
    server = at.serve(binary=at.external_work_driver())
    before = server.workers()
    client = server.client(feature="strays", context="test")
    client.result("advance", by="1000000000s")
    client.result("send", action="tickForEver")
    client.result("advance", by="3s")
    check_equal(client.result("state", path="ticks")["json"], 3, "ticks")
    check_equal(client.refused("run-clock"), "-32000 endless-clock", "run-clock")
    for by in ("9999999999999999999999999s", "1e300s"):
        if client.refused("advance", by=by) is None:
            raise ProtocolViolation(f"advance {by} passes")
    for how in ("cancel", "vanish"):
        running = client.put("advance", by="10000000000s")
        waiting = client.put("send", action="fail")
        client.flush()
        time.sleep(0.5)
        if how == "cancel":
            # Cancelling does not end a line that is not waiting; queued requests are answered in order.
            numbers = [client.put("cancel", request=waiting), client.put("cancel", request=running)]
            client.flush()
            answers = client.responses(numbers)
            check_equal(answers[numbers[0]].get("result"), {"cancelled": "queued"}, "the queued one")
            check_equal(answers[numbers[1]].get("result"), {"cancelled": "running"}, "the running one")
        client.close()
        wait_for_exit(server, before)
        client = server.client(feature="strays", context="test")
        client.result("send", action="tickForEver")
    client.close()


def test_cancels_what_waits(at):
    "A waiting `settle` is interrupted by `cancel`, `$/cancelRequest` and a disconnect."
    server = at.serve(binary=at.external_work_driver())
    before = server.workers()
    client = server.client(feature="strays", context="test")
    client.call("send", action="ask")
    for method in ("cancel", "$/cancelRequest"):
        running = client.put("settle", within="600s")
        client.flush()
        time.sleep(0.3)
        numbers = [running]
        if method == "cancel":
            numbers.append(client.put("cancel", request=running))
            client.flush()
        else:
            client.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": {"id": running}})
                         .encode() + b"\n")
        answers = client.responses(numbers)
        check_equal(code_of(answers[running]), "-32000 interrupted", f"a settle interrupted by {method}")
        if numbers[1:]:
            check_equal(answers[numbers[1]].get("result"), {"cancelled": "running"}, "cancel")
    # The session continues.
    client.result("state", path="ticks")
    client.put("settle", within="600s")
    client.flush()
    time.sleep(0.2)
    client.close()
    wait_for_exit(server, before)


def test_regular_expressions_end(at):
    "A regular expression that backtracks endlessly blocks only its own client."
    server = at.serve()
    before = server.workers()
    client = server.client()
    text = "a" * 60
    script = f"feature counter\necho {text}!\n|~ (a+)+b\necho {text}!\n|= <x:/(a|aa)+b/>\n"
    client.put("run", script=script)
    client.flush()
    time.sleep(1)
    client.close()
    wait_for_exit(server, before)
