"""Lines that run for hours, and clients that do not wait for them."""

import json
import time

import wire
from setting import ended, same
from wire import Wrong, code_of


def test_ends_what_a_client_leaves_running(at):
    "A line that would run for hours goes with its client, or is ended soon after it."
    server = at.serve()
    before = server.workers()
    client = server.client()
    client.result("send", action="incrementButtonTapped")
    for _ in range(26):
        client.put("run", line="replay 0")
    last = client.next - 1
    client.flush()
    time.sleep(0.5)
    # What waits is taken out of the queue at once, and answered in its turn.
    number = client.put("cancel", request=last)
    client.flush()
    began = time.monotonic()
    response = client.response()
    while response.get("id") != number:
        response = client.response()
    same(response.get("result"), {"cancelled": "queued"}, "what was cancelled")
    if time.monotonic() - began > wire.LIMIT:
        raise Wrong("a cancellation waits for what runs")
    client.close()
    ended(server, before)


def test_ends_endless_clocks(at):
    "Time that goes by without an end is given up, and billions of ticks go with who asked for them."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    client = server.client(feature="strays", context="test")
    client.result("advance", by="1000000000s")
    client.result("send", action="tickForEver")
    client.result("advance", by="3s")
    same(client.result("state", path="ticks")["json"], 3, "ticks")
    same(client.refused("run-clock"), "-32000 endless-clock", "run-clock")
    for by in ("9999999999999999999999999s", "1e300s"):
        if client.refused("advance", by=by) is None:
            raise Wrong(f"advance {by} passes")
    for how in ("cancel", "vanish"):
        running = client.put("advance", by="10000000000s")
        waiting = client.put("send", action="fail")
        client.flush()
        time.sleep(0.5)
        if how == "cancel":
            # What waits for nothing is not ended by that; what waits behind it is answered in its turn.
            numbers = [client.put("cancel", request=waiting), client.put("cancel", request=running)]
            client.flush()
            answers = client.responses(numbers)
            same(answers[numbers[0]].get("result"), {"cancelled": "queued"}, "the cancelling of it")
            same(answers[numbers[1]].get("result"), {"cancelled": "running"}, "the other one")
        client.close()
        ended(server, before)
        client = server.client(feature="strays", context="test")
        client.result("send", action="tickForEver")
    client.close()


def test_cancels_what_waits(at):
    "`settle` that waits is ended by `cancel`, by `$/cancelRequest` and by the client's end."
    server = at.serve(binary=at.need_hops())
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
        same(code_of(answers[running]), "-32000 interrupted", f"a settle that was ended by {method}")
        if numbers[1:]:
            same(answers[numbers[1]].get("result"), {"cancelled": "running"}, "cancel")
    # The session goes on behind it.
    client.result("state", path="ticks")
    client.put("settle", within="600s")
    client.flush()
    time.sleep(0.2)
    client.close()
    ended(server, before)


def test_regular_expressions_end(at):
    "A regular expression that backtracks for ever holds up its own client alone."
    server = at.serve()
    before = server.workers()
    client = server.client()
    text = "a" * 60
    script = f"feature counter\necho {text}!\n|~ (a+)+b\necho {text}!\n|= <x:/(a|aa)+b/>\n"
    client.put("run", script=script)
    client.flush()
    time.sleep(1)
    client.close()
    ended(server, before)
