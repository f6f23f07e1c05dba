"""Clients that follow the protocol and check each response against a model.

Each function is a visit: it connects, does its work and disconnects. An exception is a failure of the
server.
"""

import hashlib
import json
import time

import model
from wire import JSONConnection, TextConnection, ProtocolViolation, code_of, shown

# The maximum number of pipelined requests.
BATCH = 24
NAMED = {"send": "action", "receive": "action", "expect": "expression", "state": "path", "stub": "stub",
         "answer": "answer", "advance": "by"}


def counter_as_json(visit):
    """One to four private sessions, each with its own model, using all spellings of a line."""
    connection = JSONConnection(visit.path)
    try:
        greet(visit, connection)
        sessions = {}
        for _ in range(visit.random.choice((1, 1, 1, 2, 4))):
            visit.request("open")
            opened = connection.result("open", feature="counter", context="test")
            expect(opened, "session", f"s{len(sessions) + 1}", opened)
            expect(opened, "feature", "counter", opened)
            expect(opened, "context", "test", opened)
            expect(opened, "position", 0, opened)
            sessions[opened["session"]] = model.Counter(visit.random)
        if visit.random.random() < 0.1:
            listed = connection.result("sessions")["sessions"]
            visit.request("sessions")
            if [entry["session"] for entry in listed] != list(sessions):
                raise ProtocolViolation(f"sessions lists {shown(listed)}, not {list(sessions)}")
        checker = None
        if visit.random.random() < 0.3:
            checker = EventChecker(connection, next(iter(sessions)))
            visit.request("subscribe")
        left = visit.random.choice((20, 60, 200, 600))
        while left > 0 and visit.should_continue():
            batch = []
            for _ in range(min(left, visit.random.randint(1, BATCH))):
                session = visit.random.choice(list(sessions))
                answer = sessions[session].next()
                patch = visit.random.random() < 0.05
                batch.append((put(visit, connection, answer, session, patch, len(sessions)),
                              answer, session, patch))
                visit.request(answer.kind)
            connection.flush()
            responses = connection.responses([number for number, *_ in batch])
            # Responses of one session are in order.
            of_one, session_of = {}, {number: session for number, _, session, _ in batch}
            for number in responses:
                of_one.setdefault(session_of[number], []).append(number)
            if any(numbers != sorted(numbers) for numbers in of_one.values()):
                raise ProtocolViolation(f"responses of a session are out of order: {of_one}")
            for number, answer, session, patch in batch:
                check(answer, number, responses[number], session, patch)
                visit.answers += 1
                if checker and session == checker.session:
                    checker.expects(number, answer)
            left -= len(batch)
        if checker:
            checker.finish(visit)
        leave(visit, connection, sessions)
    finally:
        connection.close()


def greet(visit, connection):
    if visit.random.random() < 0.3:
        visit.request("hello")
        hello = connection.result("hello", version=1, client="soak")
        expect(hello, "version", 1, hello)
        if "send" not in hello["methods"] or "undo" not in hello["verbs"]:
            raise ProtocolViolation(f"hello is incomplete: {shown(hello)}")


def leave(visit, connection, sessions):
    """Disconnects in one of several ways."""
    how = visit.random.randrange(4)
    if how == 0:
        for session in sessions:
            visit.request("close")
            connection.result("close", session=session)
        if connection.refused("send", session=next(iter(sessions)), action="x") != \
                "-32002 no-such-session":
            raise ProtocolViolation("a closed session accepts a line")
        visit.request("send")
    elif how == 1:
        visit.request("shutdown")
        connection.result("shutdown")
        # A subscriber still receives the 'ended' events.
        lines = [line for line in connection.ends() if b'"ended"' not in line]
        if lines:
            raise ProtocolViolation(f"the connection sends something after its shutdown: {shown(lines)}")


def put(visit, connection, answer, session, patch=False, sessions=2):
    """Queues a line as a request, in one of its spellings."""
    verb, _, rest = answer.line.partition(" ")
    params = {"session": session} if sessions > 1 or visit.random.random() < 0.5 else {}
    if patch:
        params["patch"] = True
    how = visit.random.random()
    special = not verb.replace("-", "").isalpha() or verb == "frobnicate"
    if special or (how < 0.2 and answer.running is None and answer.value is None):
        return connection.put("run", line=answer.line, **params)
    if how < 0.4 and verb not in NAMED:
        return connection.put(verb, arguments=rest, **params)
    if verb in NAMED:
        if rest or verb not in ("state", "advance"):
            params[NAMED[verb]] = rest
        return connection.put(verb, **params)
    if verb == "settle":
        return connection.put("settle", within=rest.removeprefix("within "), **params)
    if verb in ("undo", "redo") and (not rest or rest.isdigit()):
        return connection.put("travel", **{verb: int(rest or 1)}, **params)
    if verb == "goto":
        return connection.put("travel", to=rest, **params)
    if rest:
        params["arguments"] = rest
    return connection.put(verb, **params)


def check(answer, number, response, session, patch=False):
    """Compares a response with the model's answer."""
    where = f"request {number}, {answer.line!r}"
    if response.get("id") != number:
        raise ProtocolViolation(f"{where}: received a response to {response.get('id')!r}: {shown(response)}")
    if answer.code:
        check_error(answer, response, where)
        return
    result = response.get("result")
    if result is None:
        raise ProtocolViolation(f"{where} failed: {shown(response)}")
    wanted = {"session": session, "position": answer.position, "effects": answer.effects,
              "status": answer.status, "wakes": answer.wakes}
    if not answer.is_restart:
        wanted["diff"] = answer.diff
        if answer.output is not None:
            wanted["output"] = answer.output
    if answer.value is not None:
        wanted.update(value=answer.value, json=answer.json)
    for name, value in wanted.items():
        expect(result, name, value, where)
    received = [(one.get("action"), one.get("diff"), one.get("effect"))
                for one in result.get("received", [])]
    if received != answer.received:
        raise ProtocolViolation(f"{where}: received {shown(received)}, not {answer.received}")
    if answer.running is not None:
        check_effects(answer, result, where)
    if patch:
        state = patched(model.as_json(answer.before), result.get("patch") or [])
        if state != model.as_json(answer.after):
            raise ProtocolViolation(f"{where}: the patch {result.get('patch')} makes {state}, "
                        f"not {answer.after}")


def check_error(answer, response, where):
    code = code_of(response)
    if code != f"-32000 {answer.code}":
        raise ProtocolViolation(f"{where}: expected {answer.code}, not {shown(response)}")
    data = response["error"]["data"]
    if answer.place and data.get("range") != places(answer.line, answer.place):
        raise ProtocolViolation(f"{where}: the place is {places(answer.line, answer.place)}, "
                    f"not {data.get('range')}: {shown(response)}")
    if answer.candidates and data.get("candidates") != answer.candidates:
        raise ProtocolViolation(f"{where}: {answer.candidates} were meant, not {data.get('candidates')}")
    result = data.get("result") or {}
    for name, value in (("position", answer.position), ("effects", answer.effects)):
        if name in result and result[name] != value:
            raise ProtocolViolation(f"{where}: {name} is {result[name]}, not {value}: {shown(response)}")


def check_effects(answer, result, where):
    running = result.get("running")
    if not isinstance(running, list) or len(running) != len(answer.running):
        raise ProtocolViolation(f"{where}: {shown(running)} run, not {answer.running}")
    for one, wanted in zip(running, answer.running):
        for name, value in wanted.items():
            expect(one, name, value, where)
        if not one.get("location", "").startswith("CounterFeature.swift:"):
            raise ProtocolViolation(f"{where}: an effect's location is {one.get('location')!r}")


def expect(result, name, value, where):
    """Compares a member. A missing member equals null."""
    if result.get(name) != value:
        raise ProtocolViolation(f"{where if isinstance(where, str) else 'an answer'}: {name} is "
                    f"{shown(result.get(name))}, not {shown(value)}: {shown(result)}")


def places(line, place):
    """Converts a range from characters, as in the model, to bytes, as on the wire."""
    return [len(line[:at].encode()) for at in place]


def patched(state, operations):
    for one in operations:
        name = one["path"].lstrip("/").replace("~1", "/").replace("~0", "~")
        if one["op"] in ("replace", "add"):
            state = one["value"] if one["path"] == "" else {**state, name: one["value"]}
        elif one["op"] == "remove":
            state = {key: value for key, value in state.items() if key != name}
        elif one["op"] == "test":
            if state.get(name) != one["value"]:
                raise ProtocolViolation(f"a patch tests for {one}, which {state} does not have")
        else:
            raise ProtocolViolation(f"unexpected patch operation: {one}")
    return state


class EventChecker:
    """Checks that a subscriber receives each event of a private session once and in order."""

    def __init__(self, connection, session):
        self.connection, self.session = connection, session
        self.seq = connection.result("subscribe", session=session)["seq"]
        self.wanted = {}

    def expects(self, number, answer):
        self.wanted[number] = answer

    def finish(self, visit):
        last = self.connection.result("subscribe", session=self.session)["seq"]
        visit.request("subscribe")
        events = self.connection.events
        while not events or events[-1]["seq"] < last:
            if not events and self.seq == last:
                break
            self.connection.handle_event(self.connection.message())
        happened = {}
        for event in events:
            self.seq += 1
            if event["seq"] != self.seq:
                raise ProtocolViolation(f"received event {event['seq']} instead of {self.seq}: {shown(event)}")
            happened.setdefault((event.get("cause") or {}).get("request"), []).append(event)
            visit.events += 1
        for number, answer in self.wanted.items():
            self.compare(number, answer, happened.pop(number, []))
        for number in happened:
            raise ProtocolViolation(f"events of an unknown request: {number}: {shown(happened[number])}")

    def compare(self, number, answer, events):
        where = f"the events of request {number}, {answer.line!r}"
        kinds = [event["kind"] for event in events]
        # A count of 1 may be omitted in a line, but not in a request.
        lines = (answer.line, answer.line + " 1")
        if kinds.count("ran") != 1 or kinds[0] != "ran" or events[0]["line"] not in lines:
            raise ProtocolViolation(f"{where}: {shown(events)}")
        changed = [event["diff"] for event in events if event["kind"] == "changed"]
        if not answer.is_restart and not answer.code and \
                [one for one in changed if one] != ([answer.diff] if answer.diff else []):
            raise ProtocolViolation(f"{where}: changed are {shown(changed)}, not {shown(answer.diff)}")
        received = [(event["action"], event["diff"], event.get("effect"))
                    for event in events if event["kind"] == "received"]
        if received != answer.received:
            raise ProtocolViolation(f"{where}: received are {shown(received)}, not {answer.received}")
        failed = [event["code"] for event in events if event["kind"] == "failed"]
        if failed != ([answer.code] if answer.code else []):
            raise ProtocolViolation(f"{where}: failed are {failed}, not {answer.code}")


def counter_as_text(visit):
    """The same in text mode."""
    connection = TextConnection(visit.path)
    try:
        connection.write(b"0 feature counter\n1 context test\n")
        for token in ("0", "1"):
            visit.request("text " + ("feature" if token == "0" else "context"))
            _, end = connection.answer(token)
            if not end.startswith("ok "):
                raise ProtocolViolation(f"a counter opens: {end}")
        counter = model.Counter(visit.random)
        left = visit.random.choice((20, 60, 200, 600))
        number = 1
        while left > 0 and visit.should_continue():
            batch = []
            for _ in range(min(left, visit.random.randint(1, BATCH))):
                number += 1
                token = visit.random.choice((str(number), f"t-{number}", f"_{number}"))
                batch.append((token, counter.next()))
                visit.request("text " + batch[-1][1].kind)
            ending = visit.random.choice((b"\n", b"\n", b"\r\n"))
            connection.write(b"".join(
                f"{token} {answer.line}".encode() + ending for token, answer in batch))
            for token, answer in batch:
                check_text(token, answer, *connection.answer(token))
                visit.answers += 1
            left -= len(batch)
        if visit.random.random() < 0.5:
            visit.request("text quit")
            connection.write(b"q quit\n")
            lines = connection.ends()
            if any(not line.startswith((b"q|", b"q^", b"*")) for line in lines):
                raise ProtocolViolation(f"received after quit: {shown(lines)}")
    finally:
        connection.close()


def check_text(token, answer, output, end):
    where = f"{token} {answer.line!r} in text mode"
    if answer.code:
        words = end.split(" ")
        if words[:2] != ["error", answer.code]:
            raise ProtocolViolation(f"{where}: expected {answer.code}, not {shown(end)} {shown(output)}")
        if answer.place:
            first, last = places(answer.line, answer.place)
            if len(words) < 3 or words[2] != f"col={first}-{last}":
                raise ProtocolViolation(f"{where}: the place is {first}-{last}, not {shown(end)}")
        return
    wanted = f"ok position={answer.position} effects={answer.effects} status={answer.status}"
    if answer.wakes:
        wanted += f" wakes={answer.wakes}"
    if end != wanted:
        raise ProtocolViolation(f"{where}: ended with {shown(end)}, not {wanted}")
    if not answer.is_restart and answer.output is not None and output != answer.output:
        raise ProtocolViolation(f"{where}: printed {shown(output)}, not {answer.output}")
    if answer.running is not None and answer.running and len(output) != len(answer.running):
        raise ProtocolViolation(f"{where}: {len(answer.running)} effects run: {shown(output)}")


SCRIPT = """\
feature counter
send incrementButtonTapped
|...
| +   count: 1,
|...
stub numberFact.fetch(1) -> "one" after 1s
send factButtonTapped
|...
advance 1s
|...
expect count == %d
"""


def other_methods(visit):
    """Scripts, completion, features, recording and cancellation of unknown requests."""
    connection = JSONConnection(visit.path)
    try:
        connection.result("open", feature="counter", context="test")
        visit.request("open")
        for _ in range(visit.random.randint(1, 20)):
            if not visit.should_continue():
                break
            choice = visit.random.randrange(7)
            if choice == 0:
                count = visit.random.choice((1, 1, 2))
                result = connection.result("run", script=SCRIPT % count)
                if result.get("passed") is not (count == 1) or \
                        'receive factResponse.success("one")' not in str(result.get("transcript")):
                    raise ProtocolViolation(f"a script's run gives {shown(result)}")
                visit.request("run script")
            elif choice == 1:
                result = connection.result("complete", line="send incr")
                if not any("incrementButtonTapped" in one["text"] for one in result["completions"]):
                    raise ProtocolViolation(f"'send incr' is completed by {shown(result)}")
                visit.request("complete")
            elif choice == 2:
                result = connection.result("features", feature="counter")
                if [one["name"] for one in result["features"]] != ["counter"]:
                    raise ProtocolViolation(f"features lists {shown(result)}")
                visit.request("features")
            elif choice == 3:
                result = connection.result("record", script=True, untested=True)
                if "feature counter" not in result["script"]:
                    raise ProtocolViolation(f"the session as a script is {shown(result)}")
                visit.request("record")
            elif choice == 4:
                result = connection.result("cancel", request=10**6)
                if result.get("cancelled") != "none":
                    raise ProtocolViolation(f"cancelling an unknown request gives {shown(result)}")
                visit.request("cancel")
            elif choice == 5:
                connection.result("send", action="incrementButtonTapped")
                visit.request("increment")
            else:
                result = connection.result("history")
                if not isinstance(result.get("output"), list):
                    raise ProtocolViolation(f"history gives {shown(result)}")
                visit.request("history")
            visit.answers += 1
    finally:
        connection.close()


class Member:
    """A connection in a shared session."""

    # Each member uses its own range of request IDs.
    SPAN = 10**6

    def __init__(self, visit, index, name, **given):
        self.index = index
        self.connection = JSONConnection(visit.path, first=(index + 1) * self.SPAN)
        self.session = self.connection.result("open", name=name, **given)["session"]
        self.began = self.connection.result("subscribe", session=self.session)["seq"]
        self.waits = []
        visit.request("open")
        visit.request("subscribe")

    def put(self, action):
        self.waits.append(self.connection.put("send", session=self.session, action=action))
        return self.waits[-1]


def shared_group(visit):
    """Several clients share a session; each receives all events once and in order."""
    name = f"group-{visit.number}".replace(".", "-")
    size = visit.seats(visit.random.choice((2, 2, 3, 4)))
    members, gone = [], None
    try:
        for index in range(size):
            given = {"feature": "counter", "context": "test"} if index == 0 else \
                visit.random.choice(({}, {"feature": "counter"}))
            members.append(Member(visit, index, name, **given))
        stranger = JSONConnection(visit.path)
        refused = stranger.refused("open", name=name, feature="search")
        stranger.close()
        if refused != "-32002 feature-mismatch":
            raise ProtocolViolation(f"opening a shared session with another feature: {refused}")
        visit.request("open")
        sent = {}
        for _ in range(visit.random.choice((2, 6, 20))):
            if not visit.should_continue():
                break
            for member in members:
                for _ in range(visit.random.randint(0, 12)):
                    action = visit.random.choice((
                        "incrementButtonTapped", "incrementButtonTapped", "decrementButtonTapped",
                        "oops"))
                    sent[member.put(action)] = action
                    visit.request("shared send")
            for member in members:
                member.connection.flush()
            if len(members) > 2 and visit.random.random() < 0.1:
                # One client disconnects; the others continue.
                gone = members.pop()
                gone.connection.close()
                visit.misbehaved("disconnects from a shared session")
            for member in members:
                for number in member.waits:
                    check_shared(sent[number], number, member.connection.response())
                    visit.answers += 1
                member.waits = []
        late = Member(visit, size, name)
        members.append(late)
        state = late.connection.result("state", session=late.session, path="count")
        visit.request("state")
        compare_events(visit, members[:-1], late.began, sent, gone, state["json"])
    finally:
        for member in members:
            member.connection.close()


def check_shared(action, number, response):
    where = f"request {number}, send {action}, in a shared session"
    if response.get("id") != number:
        raise ProtocolViolation(f"{where}: received a response to {response.get('id')!r}: {shown(response)}")
    if action == "oops":
        if code_of(response) != "-32000 no-such-case":
            raise ProtocolViolation(f"{where}: {shown(response)}")
        return
    before, after = counts((response.get("result") or {}).get("diff"), where, response)
    if after - before != (1 if action.startswith("inc") else -1):
        raise ProtocolViolation(f"{where}: from {before} to {after}: {shown(response)}")


def counts(diff, where, message):
    """Returns the count before and after, from a diff."""
    try:
        lines = diff.split("\n")
        before = next(int(line[len("-   count: "):-1]) for line in lines if line.startswith("-   count"))
        after = next(int(line[len("+   count: "):-1]) for line in lines if line.startswith("+   count"))
        return before, after
    except (AttributeError, StopIteration, ValueError):
        raise ProtocolViolation(f"{where}: no diff of a count: {shown(message)}") from None


def compare_events(visit, members, last, sent, gone, count):
    """Checks the events that all members received up to the last one, and the final state."""
    logs = [events_of(visit, member, last) for member in members]
    ran, now, clients = set(), 0, {}
    # The first member has joined before the first event.
    for seq, event in sorted(logs[0].items()):
        for other in logs[1:]:
            if seq in other and other[seq] != event:
                raise ProtocolViolation(f"event {seq} differs between clients: {shown(event)} and {shown(other[seq])}")
        cause = event.get("cause") or {}
        if event["kind"] == "ran":
            number = cause.get("request")
            if number not in sent or number in ran or event["line"] != "send " + sent[number]:
                raise ProtocolViolation(f"a line that was not sent, or a duplicate: {shown(event)}")
            ran.add(number)
            client = clients.setdefault(number // Member.SPAN, cause.get("client"))
            if client != cause.get("client"):
                raise ProtocolViolation(f"one connection has the numbers {client} and {cause.get('client')}")
        elif event["kind"] == "changed" and event.get("diff"):
            before, after = counts(event["diff"], f"event {seq}", event)
            if before != now or abs(after - before) != 1:
                raise ProtocolViolation(f"event {seq} changes {before} to {after}, but the count was {now}")
            now = after
    if len(set(clients.values())) != len(clients):
        raise ProtocolViolation(f"two connections have one number: {clients}")
    missing = [number for number in sent if number not in ran]
    if any(gone is None or number // Member.SPAN != gone.index + 1 for number in missing):
        raise ProtocolViolation(f"requests without events: {missing[:9]}")
    if count != now:
        raise ProtocolViolation(f"the count is {count}, and the events lead to {now}")


def events_of(visit, member, last):
    connection, seq, log = member.connection, member.began, {}
    while seq + len(connection.events) < last:
        connection.handle_event(connection.message())
    for event in connection.events:
        seq += 1
        if event["seq"] != seq:
            raise ProtocolViolation(f"received event {event['seq']} instead of {seq}: {shown(event)}")
        log[seq] = without_client_specifics(event)
        visit.events += 1
        cause = event.get("cause") or {}
        if bool(cause.get("own")) != (cause.get("request", 0) // Member.SPAN == member.index + 1):
            raise ProtocolViolation(f"'own' is wrong for member {member.index}: {shown(event)}")
    return log


def without_client_specifics(event):
    """Returns an event without the members that differ between clients."""
    cause = {key: value for key, value in (event.get("cause") or {}).items() if key != "own"}
    return {**{key: value for key, value in event.items() if key != "session"}, "cause": cause}


def lobby(visit):
    """A shared session that lasts as long as the run, with members in each process of the soak.

    The final count is unknown, as all members change it. So each change must start from the previous count,
    and all processes must receive the same events: the soak compares digests of a thousand events.
    """
    connection = JSONConnection(visit.path)
    try:
        session = connection.result("open", name="lobby", feature="counter")["session"]
        seq = connection.result("subscribe", session=session)["seq"]
        now, digest, whole = None, hashlib.sha256(), False
        while visit.should_continue():
            numbers = {}
            for _ in range(visit.random.randint(1, 8)):
                action = visit.random.choice(("incrementButtonTapped", "decrementButtonTapped", "oops"))
                numbers[connection.put("send", session=session, action=action)] = action
                visit.request("lobby send")
            if visit.random.random() < 0.01:
                # An endless history would dominate the measurements.
                reset = connection.put("reset", session=session)
                numbers[reset] = "reset"
                visit.request("lobby reset")
            connection.flush()
            for number, action in numbers.items():
                response = connection.response()
                if action != "reset":
                    check_shared(action, number, response)
                elif "result" not in response:
                    raise ProtocolViolation(f"the lobby is not reset: {shown(response)}")
                visit.answers += 1
            for event in connection.events:
                seq += 1
                if event["seq"] != seq:
                    raise ProtocolViolation(f"received event {event['seq']} instead of {seq}: {shown(event)}")
                visit.events += 1
                if event["kind"] == "ran" and event["line"] == "reset":
                    now = None
                if event["kind"] == "changed" and event.get("diff"):
                    before, after = (None, None) if "-   count" not in event["diff"] else \
                        counts(event["diff"], f"event {seq}", event)
                    if now is not None and before is not None and before != now:
                        raise ProtocolViolation(f"event {seq} starts from {before}, but the count was {now}")
                    now = after
                digest.update(json.dumps(without_client_specifics(event), sort_keys=True).encode())
                if seq % 1000 == 0:
                    if whole:
                        visit.digest(seq, digest.hexdigest())
                    digest, whole = hashlib.sha256(), True
            connection.events = []
            # The lobby is background load only.
            time.sleep(0.02)
        connection.result("close", session=session)
        visit.request("close")
    finally:
        connection.close()


# Each visit with its weight.
VISITS = ((counter_as_json, 50), (counter_as_text, 25), (other_methods, 6), (shared_group, 12))
