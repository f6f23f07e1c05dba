"""One process of the soak: concurrent clients, each a thread that makes one visit after another.

  worker.py PATH SEED NUMBER CLIENTS SECONDS REQUESTS ONLY KEEP_GOING

It exits after SECONDS or REQUESTS, whichever is not 0. It prints its counts as a line of JSON each second.
ONLY is a regular expression for the names of visits; an empty one selects all.
"""

import collections
import json
import random
import re
import sys
import threading
import time
import traceback

sys.dont_write_bytecode = True
import clients  # noqa: E402: imported after disabling bytecode
import misbehaving  # noqa: E402


class Process:
    def __init__(self, path, seed, number, seats, seconds, requests, only, continues_after_failure):
        self.path, self.seed, self.number = path, seed, number
        self.seats = seats
        self.ends = time.monotonic() + seconds if seconds else None
        self.budget = requests
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.visits = 0
        self.spare = 0
        self.rare = {}
        self.digests = []
        self.only = re.compile(only)
        self.continues_after_failure = continues_after_failure
        self.random = random.Random(f"{seed} {number}")
        self.misbehaving = [choice for choice in misbehaving.VISITS if self.only.search(choice[0].__name__)]
        self.deck = []
        # The first failure of each kind.
        self.failures = {}

    def run(self):
        # One seat is for the lobby; every sixth is reserved for visits with several connections.
        self.spare = max(1, self.seats // 6)
        threads = [threading.Thread(target=self.run_visits, args=(True,), daemon=True)] \
            if self.only.search("lobby") else []
        threads += [threading.Thread(target=self.run_visits, args=(False,), daemon=True)
                    for _ in range(self.seats - 1 - self.spare)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) and not self.has_failed:
            time.sleep(0.25)
            self.report()
        self.report()
        return 1 if self.failures else 0

    @property
    def has_failed(self):
        return bool(self.failures) and not self.continues_after_failure

    def run_visits(self, in_lobby):
        while self.should_continue():
            with self.lock:
                self.visits += 1
                visit = Visit(self, self.visits)
            try:
                clients.lobby(visit) if in_lobby else visit.make()
            except Exception as error:  # noqa: BLE001: whatever it is, the soak has failed
                self.fails(visit, error)
            visit.end()

    def should_continue(self):
        if self.has_failed:
            return False
        if self.ends and time.monotonic() >= self.ends:
            return False
        return not self.budget or self.counts["requests"] < self.budget

    def next_misbehaving(self):
        """Returns the next kind of misbehaviour. Skips expensive ones that have just run."""
        while self.should_continue():
            with self.lock:
                if not self.deck:
                    self.deck = list(self.misbehaving)
                    self.random.shuffle(self.deck)
                now = time.monotonic()
                for index, (function, pause) in enumerate(self.deck):
                    # Processes are staggered.
                    if now >= self.rare.setdefault(function, now + pause * self.number / 4):
                        self.rare[function] = now + pause
                        return self.deck.pop(index)[0]
                self.deck = []
            time.sleep(0.01)
        return misbehaving.connect_and_close

    def fails(self, visit, error):
        place = "".join(traceback.format_tb(error.__traceback__)[-3:])
        text = f"{visit.name}, visit {visit.number}: {type(error).__name__}: {error}\n{place}"
        where = error.__traceback__
        while where.tb_next:
            where = where.tb_next
        with self.lock:
            self.failures.setdefault((visit.name, where.tb_lineno), text)

    def report(self):
        with self.lock:
            line = {"counts": dict(self.counts), "digests": self.digests, "failures": list(self.failures.values())}
            self.digests = []
        print(json.dumps(line), flush=True)


class Visit:
    """One visit of a client, with its own random generator and counts."""

    def __init__(self, process, number):
        self.process = process
        self.path = process.path
        self.number = f"{process.number}.{number}"
        # A visit is reproducible, independent of other visits.
        self.random = random.Random(f"{process.seed} {self.number}")
        self.answers = 0
        self.events = 0
        self.extra = 0
        self.counted = collections.Counter()
        self.name = "lobby"

    def make(self):
        function, is_misbehaving = self.chosen()
        self.name = function.__name__
        if is_misbehaving:
            self.misbehaved(self.name.replace("_", " "))
        function(self)

    def chosen(self):
        """Chooses a visit. Two in five misbehave, with each kind in turn."""
        only = self.process.only
        polite = [choice for choice in clients.VISITS if only.search(choice[0].__name__)]
        if polite and (not self.process.misbehaving or self.random.random() >= 0.4):
            functions, weights = zip(*polite)
            return self.random.choices(functions, weights)[0], False
        return self.process.next_misbehaving(), True

    def should_continue(self):
        return self.process.should_continue()

    def request(self, kind):
        self.counted["request: " + kind] += 1
        self.counted["requests"] += 1
        if self.counted["requests"] >= 100:
            self.add()

    def misbehaved(self, how):
        self.counted["misbehaving: " + how] += 1

    def seats(self, count):
        """Returns how many connections the visit may have. Spare seats are shared by all visits."""
        with self.process.lock:
            extra = min(count, self.process.spare)
            self.process.spare -= extra
        self.extra += extra
        return max(2, extra + 1)

    def digest(self, seq, text):
        with self.process.lock:
            self.process.digests.append((seq, text))

    def add(self):
        self.counted["answers"] += self.answers
        self.counted["events"] += self.events
        self.answers = self.events = 0
        with self.process.lock:
            self.process.counts.update(self.counted)
        self.counted.clear()

    def end(self):
        self.counted["visits"] += 1
        self.add()
        with self.process.lock:
            self.process.spare += self.extra


def main():
    path, seed = sys.argv[1:3]
    number, seats, seconds, requests = (int(argument) for argument in sys.argv[3:7])
    only, continues_after_failure = sys.argv[7], sys.argv[8] == "yes"
    sys.exit(Process(path, seed, number, seats, seconds, requests, only, continues_after_failure).run())


main()
