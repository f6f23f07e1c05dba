"""Measures Hypothesis on the jugs of three and five gallons: prints the nanoseconds of one step.

The peer of `macho explore` in scripts/bench. Exits with 3 if Hypothesis is not installed.
"""

import sys
import time

try:
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
except ImportError:
    sys.exit(3)

steps = 0


class Jugs(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.small = self.big = 0

    def count(self):
        global steps
        steps += 1

    @rule()
    def fill_small(self):
        self.count()
        self.small = 3

    @rule()
    def fill_big(self):
        self.count()
        self.big = 5

    @rule()
    def empty_small(self):
        self.count()
        self.small = 0

    @rule()
    def empty_big(self):
        self.count()
        self.big = 0

    @rule()
    def pour_into_small(self):
        self.count()
        amount = min(self.big, 3 - self.small)
        self.big -= amount
        self.small += amount

    @rule()
    def pour_into_big(self):
        self.count()
        amount = min(self.small, 5 - self.big)
        self.small -= amount
        self.big += amount

    @invariant()
    def has_no_more_than_fits(self):
        assert self.small + self.big <= 8


start = time.perf_counter()
run_state_machine_as_test(
    Jugs,
    settings=settings(
        max_examples=60, stateful_step_count=50, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck)))
print((time.perf_counter() - start) / steps * 1e9)
