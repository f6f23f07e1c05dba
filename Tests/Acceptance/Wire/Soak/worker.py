"""One process of the soak: some clients at a time, each a thread that makes one visit after another.

  worker.py PATH SEED NUMBER CLIENTS SECONDS REQUESTS ONLY KEEP_GOING

It ends after so many seconds or requests, whichever is not 0. A line of JSON a second says what was done.
ONLY is a regular expression of the visits that are made; all where it is empty.
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
import clients  # noqa: E402: what is beside this file, and nothing compiled of it
import rude  # noqa: E402


class Process:
    def __init__(self, path, seed, number, seats, seconds, requests, only, keeps_going):
        self.path, self.seed, self.number = path, seed, number
        self.seats = seats
        self.ends = time.monotonic() + seconds if seconds else None
        self.budget = requests
        self.lock = threading.Lock()
        self.told = collections.Counter()
        self.visits = 0
        self.spare = 0
        self.rare = {}
        self.digests = []
        self.only = re.compile(only)
        self.keeps_going = keeps_going
        self.random = random.Random(f"{seed} {number}")
        self.rude = [choice for choice in rude.VISITS if self.only.search(choice[0].__name__)]
        self.deck = []
        # The first one of each kind.
        self.failures = {}

    def run(self):
        # One seat is the lobby's; every sixth is kept for those who come with company.
        self.spare = max(1, self.seats // 6)
        threads = [threading.Thread(target=self.sit, args=(True,), daemon=True)] \
            if self.only.search("lobby") else []
        threads += [threading.Thread(target=self.sit, args=(False,), daemon=True)
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
        return bool(self.failures) and not self.keeps_going

    def sit(self, in_lobby):
        while self.goes_on():
            with self.lock:
                self.visits += 1
                visit = Visit(self, self.visits)
            try:
                clients.lobby(visit) if in_lobby else visit.make()
            except Exception as error:  # noqa: BLE001: whatever it is, the soak has failed
                self.fails(visit, error)
            visit.end()

    def goes_on(self):
        if self.has_failed:
            return False
        if self.ends and time.monotonic() >= self.ends:
            return False
        return not self.budget or self.told["requests"] < self.budget

    def next_rude(self):
        """The next kind that there is; what costs much is left out while it was done just now."""
        while self.goes_on():
            with self.lock:
                if not self.deck:
                    self.deck = list(self.rude)
                    self.random.shuffle(self.deck)
                now = time.monotonic()
                for index, (function, pause) in enumerate(self.deck):
                    # The processes do not do it all at once.
                    if now >= self.rare.setdefault(function, now + pause * self.number / 4):
                        self.rare[function] = now + pause
                        return self.deck.pop(index)[0]
                self.deck = []
            time.sleep(0.01)
        return rude.turns_around

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
            line = {"told": dict(self.told), "digests": self.digests, "failures": list(self.failures.values())}
            self.digests = []
        print(json.dumps(line), flush=True)


class Visit:
    """One client's time at the server: chance of its own, and what it did."""

    def __init__(self, process, number):
        self.process = process
        self.path = process.path
        self.number = f"{process.number}.{number}"
        # The same visit is the same each time, whatever the others do.
        self.random = random.Random(f"{process.seed} {self.number}")
        self.answers = 0
        self.events = 0
        self.extra = 0
        self.counted = collections.Counter()
        self.name = "lobby"

    def make(self):
        function, is_rude = self.chosen()
        self.name = function.__name__
        if is_rude:
            self.misbehaved(self.name.replace("_", " "))
        function(self)

    def chosen(self):
        """Two visits in five are rude, and of those each kind has its turn."""
        only = self.process.only
        polite = [choice for choice in clients.VISITS if only.search(choice[0].__name__)]
        if polite and (not self.process.rude or self.random.random() >= 0.4):
            functions, weights = zip(*polite)
            return self.random.choices(functions, weights)[0], False
        return self.process.next_rude(), True

    def goes_on(self):
        return self.process.goes_on()

    def request(self, kind):
        self.counted["request: " + kind] += 1
        self.counted["requests"] += 1
        if self.counted["requests"] >= 100:
            self.add()

    def misbehaved(self, how):
        self.counted["rude: " + how] += 1

    def seats(self, count):
        """How many connections it may have at once: what is spare is shared by all."""
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
            self.process.told.update(self.counted)
        self.counted.clear()

    def end(self):
        self.counted["visits"] += 1
        self.add()
        with self.process.lock:
            self.process.spare += self.extra


def main():
    path, seed = sys.argv[1:3]
    number, seats, seconds, requests = (int(argument) for argument in sys.argv[3:7])
    only, keeps_going = sys.argv[7], sys.argv[8] == "yes"
    sys.exit(Process(path, seed, number, seats, seconds, requests, only, keeps_going).run())


main()
