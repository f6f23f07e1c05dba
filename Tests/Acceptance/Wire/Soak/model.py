"""A model of the gallery's counter: the expected answer to each line.

The model is independent of the protocol. It has four properties, a history with undo, and effects that sleep
or wait for a response.
"""

import dataclasses
import typing

FIELDS = ("count", "fact", "failure", "isLoading")


class State(typing.NamedTuple):
    count: int = 0
    fact: typing.Optional[str] = None
    failure: typing.Optional[str] = None
    isLoading: bool = False


NO_CHANGES = "  (no changes)"


@dataclasses.dataclass
class Effect:
    number: int
    argument: int
    # The position in the history of the action that started it.
    start_position: int
    began: int
    # When it wakes, in milliseconds of the clock; None if it waits for an `answer`.
    wakes: typing.Optional[int]
    # The response, if known: ('success', text) or ('failure', text).
    reply: typing.Optional[typing.Tuple[str, str]]

    def described(self, clock):
        return {"id": self.number, "name": "run", "origin": "factButtonTapped",
                "wakes": None if self.wakes is None else duration(self.wakes - clock),
                "age": duration(clock - self.began)}


@dataclasses.dataclass
class Answer:
    """The expected answer to a line. `output` is None if it is not predicted, as for error messages."""

    line: str
    output: typing.Optional[typing.List[str]] = None
    diff: typing.Optional[str] = None
    received: list = dataclasses.field(default_factory=list)
    code: typing.Optional[str] = None
    place: typing.Optional[typing.Tuple[int, int]] = None
    candidates: typing.Optional[list] = None
    position: int = 0
    effects: int = 0
    status: str = "idle"
    wakes: typing.Optional[str] = None
    # Additional members in the results of 'state' and 'effects'.
    value: typing.Optional[str] = None
    json: typing.Any = None
    running: typing.Optional[list] = None
    # The kind under which it is counted.
    kind: str = ""
    # The state before and after, for patches and for later.
    before: typing.Any = None
    after: typing.Any = None
    # Whether the line restarts the store; then the diff is not checked.
    is_restart: bool = False


class Counter:
    def __init__(self, random):
        self.random = random
        self.begin(State())
        self.stub = None
        self.marks = {}
        self.variables = {}
        self.clock = 0

    def begin(self, state):
        self.states = [state]
        self.labels = []
        # Whether each action is the first of an input, which 'undo' takes back as a whole.
        self.starts = []
        self.is_new_input = True
        self.position = 0
        self.effects = []
        # The number of effects so far. Restarts with the history.
        self.effect = 0
        self.marks = {}

    @property
    def state(self):
        return self.states[self.position]

    # MARK: Lines

    KINDS = (
        ("increment", 30), ("decrement", 12), ("fact", 10), ("advance", 10), ("stub", 6),
        ("answer", 5), ("undo", 6), ("redo", 6), ("goto", 5), ("expect", 12), ("state", 12),
        ("effects", 5), ("mistake", 14), ("history", 2), ("mark", 2), ("let", 3), ("echo", 2),
        ("diff", 2), ("failing", 3), ("reset", 1), ("start", 1), ("skip", 1), ("settle", 1),
        ("response", 3),
    )
    NAMES = [name for name, _ in KINDS]
    WEIGHTS = [weight for _, weight in KINDS]
    # An endless history would dominate the measurements.
    MAX_HISTORY = 400

    def next(self):
        """Returns a random line with its expected answer."""
        name = self.random.choices(self.NAMES, self.WEIGHTS)[0]
        if len(self.labels) > self.MAX_HISTORY:
            name = "reset"
        before = self.state
        self.is_new_input = True
        answer = getattr(self, "do_" + name)()
        answer.kind = name
        answer.before, answer.after = before, self.state
        answer.position = self.position
        answer.effects = len(self.effects)
        waking = [effect.wakes for effect in self.effects if effect.wakes is not None]
        answer.wakes = duration(min(waking) - self.clock) if waking else None
        # 'waiting' takes precedence over 'asleep', because advancing the clock does not help.
        waiting = any(effect.wakes is None for effect in self.effects)
        answer.status = "waiting" if waiting else "asleep" if waking else "idle"
        return answer

    # MARK: Actions

    def do_increment(self):
        return self.send("incrementButtonTapped", self.cleared(count=self.state.count + 1))

    def do_decrement(self):
        return self.send("decrementButtonTapped", self.cleared(count=self.state.count - 1))

    def do_response(self):
        text = self.sentence()
        if self.random.random() < 0.5:
            return self.send(f"factResponse(.success({quoted(text)}))",
                             self.state._replace(fact=text, isLoading=False))
        return self.send(f"factResponse(.failure(error({quoted(text)})))",
                         self.state._replace(failure=text, isLoading=False))

    def do_fact(self):
        if self.stub is None:
            return self.do_stub()
        answer = self.send("factButtonTapped", self.cleared(isLoading=True))
        self.effect += 1
        how, delay, text = self.stub
        effect = Effect(self.effect, self.state.count, self.position, self.clock, None, (how, text))
        if how == "pending":
            effect.reply = None
            self.effects.append(effect)
        elif delay:
            effect.wakes = self.clock + delay
            self.effects.append(effect)
        else:
            self.receive(effect, answer)
        return answer

    def do_stub(self):
        text = self.sentence()
        choice = self.random.randrange(4)
        if choice == 0:
            self.stub = ("pending", 0, "")
            return Answer("stub numberFact.fetch pending", [])
        if choice == 1:
            self.stub = ("failure", 0, text)
            return Answer(f"stub numberFact.fetch throws error({quoted(text)})", [])
        delay = 0 if choice == 2 else self.random.choice((1, 250, 300, 1000, 1500, 2000))
        self.stub = ("success", delay, text)
        after = f" after {duration(delay)}" if delay else ""
        return Answer(f"stub numberFact.fetch -> {quoted(text)}{after}", [])

    def do_answer(self):
        waiting = [effect for effect in self.effects if effect.wakes is None]
        text = self.sentence()
        how = self.random.choice(("success", "failure"))
        says = f"-> {quoted(text)}" if how == "success" else f"throws error({quoted(text)})"
        if not waiting:
            line = f"answer numberFact.fetch {says}"
            return Answer(line, code="no-pending-call", place=whole(line))
        argument = self.random.choice(waiting).argument
        effect = next(effect for effect in waiting if effect.argument == argument)
        name = f"numberFact.fetch({argument})"
        if self.random.random() < 0.3:
            effect, name = waiting[0], "numberFact.fetch"
        answer = Answer(f"answer {name} {says}", [])
        self.effects.remove(effect)
        effect.reply = (how, text)
        self.receive(effect, answer)
        return answer

    def do_advance(self):
        due = sorted(effect.wakes for effect in self.effects if effect.wakes is not None)
        if due and self.random.random() < 0.4:
            line, until = "advance", due[0]
        elif not due and self.random.random() < 0.2:
            return Answer("advance", code="no-deadline")
        else:
            by = self.random.choice((1, 100, 250, 300, 999, 1000, 2000))
            line, until = f"advance {duration(by)}", self.clock + by
        answer = Answer(line, [])
        while True:
            # Effects due at the same time wake in the order of starting.
            due = [effect for effect in self.effects if effect.wakes is not None]
            due = sorted((e for e in due if e.wakes <= until), key=lambda e: (e.wakes, e.number))
            if not due:
                break
            self.effects.remove(due[0])
            self.receive(due[0], answer)
        self.clock = until
        return answer

    # MARK: History

    def do_undo(self):
        count = self.random.choice((1, 1, 1, 2, 3))
        line = "undo" if count == 1 and self.random.random() < 0.5 else f"undo {count}"
        point = self.position
        for _ in range(count):
            if point == 0:
                return Answer(line, code="nothing-to-undo")
            point -= 1
            while point > 0 and not self.starts[point]:
                point -= 1
        return self.travel(line, point, named("undid", self.labels[point:self.position]))

    def do_redo(self):
        count = self.random.choice((1, 1, 1, 2, 3))
        line = "redo" if count == 1 and self.random.random() < 0.5 else f"redo {count}"
        point = self.position
        for _ in range(count):
            if point == len(self.labels):
                return Answer(line, code="nothing-to-redo")
            point += 1
            while point < len(self.labels) and not self.starts[point]:
                point += 1
        return self.travel(line, point, named("reapplied", self.labels[self.position:point]))

    def do_goto(self):
        if self.marks and self.random.random() < 0.3:
            name = self.random.choice(sorted(self.marks))
            return self.travel(f"goto {name}", self.marks[name])
        if self.random.random() < 0.15:
            point = len(self.labels) + self.random.randint(1, 9)
            return Answer(f"goto {point}", code="no-such-entry", place=(5, 5 + len(str(point))))
        point = self.random.randint(0, len(self.labels))
        return self.travel(f"goto {point}", point)

    def do_mark(self):
        name = self.random.choice(("here", "there", "m-1", "m_2"))
        self.marks[name] = self.position
        if self.position == 0:
            return Answer(f"mark {name}")
        return Answer(f"mark {name}", [f"{name} is the point after action {self.position}"])

    def do_history(self):
        # The format of several marks at one position, and of marks at the start, is not predicted.
        several = len(set(self.marks.values())) < len(self.marks)
        return Answer("history", None if several or 0 in self.marks.values() else self.history())

    def do_diff(self):
        start = self.random.randint(0, len(self.labels))
        end = self.random.randint(0, len(self.labels))
        difference = diff(self.states[start], self.states[end])
        output = difference.split("\n") if difference else ["(No state changes)"]
        return Answer(f"diff {start} {end}", output)

    def do_reset(self):
        self.begin(State())
        self.stub, self.clock = None, 0
        return Answer("reset", is_restart=True)

    def do_start(self):
        count = self.random.randint(-10**6, 10**6)
        self.begin(State(count=count))
        # Whether the clock restarts is unobservable, because no effect is asleep.
        return Answer(f"start State(count: {count})", is_restart=True)

    # MARK: Inspection

    def do_state(self):
        path = self.random.choice(FIELDS + ("isEven", None, None))
        if path is None:
            fields = [f"{name}: {literal(getattr(self.state, name))}" for name in FIELDS]
            lines = ["CounterFeature.State(", *(f"  {field}," for field in fields[:-1]),
                     f"  {fields[-1]}", ")"]
            return Answer("state", lines, value=f"CounterFeature.State({', '.join(fields)})",
                          json=as_json(self.state))
        if path == "isEven":
            value = self.state.count % 2 == 0
        else:
            value = getattr(self.state, path)
        return Answer(f"state {path}", [literal(value)], value=literal(value), json=value)

    def do_effects(self):
        running = [effect.described(self.clock) for effect in self.effects]
        return Answer("effects", None if running else ["(no effects)"], running=running)

    def do_expect(self):
        state = self.state
        choices = [
            f"count == {state.count}", f"count != {state.count + 1}", f"count <= {state.count}",
            f"count > {state.count - 1}", f"isLoading == {literal(state.isLoading)}",
            f"isEven == {literal(state.count % 2 == 0)}", f"fact == {literal(state.fact)}",
        ]
        if state.failure:
            choices.append(f"failure contains {quoted(state.failure[:2])}")
        return Answer("expect " + self.random.choice(choices), [])

    def do_failing(self):
        """A failing `expect`; its range is the whole expression."""
        state = self.state
        line = "expect " + self.random.choice((
            f"count == {state.count + 1}", f"count < {state.count}",
            f"isEven == {literal(state.count % 2 == 1)}"))
        if self.random.random() < 0.3:
            return Answer(f"! [expect-failed] {line}")
        # The range of the diagnostic is the whole expression.
        return Answer(line, code="expect-failed", place=(7, len(line)))

    def do_let(self):
        name = self.random.choice(("a", "b", "limit"))
        self.variables[name] = self.state.count
        return Answer(f"let {name} = count", [f"${name} is {self.state.count}"])

    def do_echo(self):
        if self.variables and self.random.random() < 0.7:
            name = self.random.choice(sorted(self.variables))
            return Answer(f"echo now ${name}, $$", [f"now {self.variables[name]}, $"])
        return Answer("echo $nothing", code="no-such-variable", place=(5, 13))

    def do_skip(self):
        output = [f"cancelled #{effect.number} run, from factButtonTapped" for effect in self.effects]
        self.effects = []
        return Answer("skip effects", output)

    def do_settle(self):
        return Answer("settle within 1s", [])

    MISTAKES = (
        ("send oops", "no-such-case", (5, 9), None),
        ("send incrementButonTapped", "no-such-case", (5, 25),
         ["incrementButtonTapped", "decrementButtonTapped"]),
        ("send incrementButtonTapped(3)", "unexpected-argument", (27, 28), None),
        ("send factResponse(.success(3))", "wrong-type", (27, 28), None),
        ("send factResponse(.success(\"x\"), 3)", "unexpected-argument", (33, 34), None),
        ("send \"unclosed", "unclosed", (5, 6), None),
        ("state nope", "no-such-property", (6, 10), None),
        ("expect coun == 3", "no-such-property", (7, 11), ["count"]),
        ("expect count contains 3", "cannot-compare", (22, 23), None),
        ("frobnicate 3", "unknown-verb", (0, 10), None),
        ("undo x", "usage", (5, 6), None),
        ("goto nowhere", "no-such-point", (5, 12), None),
        ("advance xx", "wrong-type", (8, 10), None),
        ("advance -1s", "out-of-range", (8, 11), None),
        ("stub numberFact.fetc -> \"x\"", "no-such-endpoint", (5, 20), ["numberFact.fetch"]),
        ("stub numberFact.fetch -> 3", "wrong-type", (25, 26), None),
        ("feature nope", "no-such-feature", (8, 12), None),
        ("use nope", "no-such-store", (4, 8), None),
        ("start State(count: \"a\")", "wrong-type", (19, 22), None),
        ("[windows] send incrementButtonTapped", "unknown-condition", (0, 9), None),
        ("! [no-such-case] send factResponse(.success(3))", "wrong-failure", None, None),
        ("receive oops", "no-such-case", (8, 12), None),
        ("watch nope", "no-such-property", (6, 10), None),
        ("source nowhere.macho", "no-such-file", (7, 20), None),
        ("send factResponse(.success(@file(\"../../etc/passwd\")))", "no-such-file", None, None),
    )

    def do_mistake(self):
        line, code, place, candidates = self.random.choice(self.MISTAKES)
        return Answer(line, code=code, place=place, candidates=candidates)

    # MARK: Transitions

    def cleared(self, **changes):
        return self.state._replace(fact=None, failure=None, **changes)

    def send(self, action, state):
        difference = self.apply(f"send {action}", state)
        output = difference.split("\n") if difference else ["(No state changes)"]
        return Answer(f"send {action}", output, difference)

    def receive(self, effect, answer):
        how, text = effect.reply
        if how == "success":
            action = f"factResponse.success({quoted(text)})"
            state = self.state._replace(fact=text, isLoading=False)
        else:
            action = f"factResponse.failure(error({quoted(text)}))"
            state = self.state._replace(failure=text, isLoading=False)
        difference = self.apply(f"receive {action}", state)
        answer.received.append((action, difference, effect.number))
        answer.output += [f"receive {action}"]
        answer.output += difference.split("\n") if difference else ["(No state changes)"]

    def apply(self, label, state):
        """Appends an action. After an undo it replaces the undone actions."""
        difference = diff(self.state, state)
        del self.states[self.position + 1:], self.labels[self.position:], self.starts[self.position:]
        self.starts.append(self.is_new_input)
        self.is_new_input = False
        self.marks = {name: at for name, at in self.marks.items() if at <= self.position}
        self.states.append(state)
        self.labels.append(label if difference else label + NO_CHANGES)
        self.position += 1
        return difference

    def travel(self, line, point, notices=()):
        difference = diff(self.state, self.states[point])
        output = difference.split("\n") if difference else ["(No state changes)"]
        gone = [effect for effect in self.effects if effect.start_position > point]
        output += [f"cancelled #{effect.number} run, from factButtonTapped" for effect in gone]
        self.effects = [effect for effect in self.effects if effect.start_position <= point]
        self.position = point
        return Answer(line, output + list(notices), difference)

    def history(self):
        if not self.labels:
            return ["(no actions yet)"]
        width = len(str(len(self.labels)))
        lines = []
        for number, label in enumerate(self.labels, 1):
            sign = ">" if number == self.position else " "
            marks = "".join(f"  [{name}]" for name, at in self.marks.items() if at == number)
            lines.append(f"{sign} {number:>{width}}  {label}{marks}")
        return lines

    def sentence(self):
        return self.random.choice((
            "a fact", "x", "nothing is known of it", "große Zahl №", "日本語 \U0001f9ee", "a, b (c) [d]",
        )) + f" {self.random.randrange(1000)}"


def named(verb, labels):
    """Returns the lines with which 'undo' and 'redo' name actions: at most ten, and the number of the others."""
    lines = [f"{verb} {label.removesuffix(NO_CHANGES)}" for label in labels[:10]]
    return lines + ([f"{verb} {len(labels) - 10} more actions"] if len(labels) > 10 else [])


def diff(old, new):
    """Returns the diff as a prompt prints it; None if nothing changed."""
    if old == new:
        return None
    lines = ["  CounterFeature.State("]
    for name in FIELDS:
        end = "" if name == FIELDS[-1] else ","
        was, now = (f"{name}: {literal(getattr(state, name))}{end}" for state in (old, new))
        lines += [f"    {was}"] if was == now else [f"-   {was}", f"+   {now}"]
    return "\n".join(lines + ["  )"])


def as_json(state):
    return {name: getattr(state, name) for name in FIELDS}


def literal(value):
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else str(value)


def quoted(text):
    return f'"{text}"'


def duration(milliseconds):
    return f"{milliseconds}ms" if milliseconds % 1000 else f"{milliseconds // 1000}s"


def whole(line):
    """Returns the range of the arguments, in characters."""
    return (line.index(" ") + 1, len(line))
