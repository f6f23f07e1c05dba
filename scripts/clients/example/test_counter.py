"""The gallery's counter, driven from Python.

    PYTHONPATH=scripts/clients python3 -m pytest scripts/clients/example

`macho` has to be on the path; the variable MACHO of the environment names another driver, such as that of your own
features.
"""

import os
import subprocess

import pytest

from macho_client import Client, MachoError

MACHO = os.environ.get("MACHO", "macho")


@pytest.fixture(scope="module")
def client():
    """A server for all the tests here. What features print is of no interest."""
    with Client.stdio([MACHO, "serve"], stderr=subprocess.DEVNULL) as client:
        yield client


@pytest.fixture
def counter(client):
    """A counter for each test: nothing but what is stubbed answers, and time stands still."""
    with client.open("counter", context="test") as counter:
        yield counter


def test_it_counts(counter):
    counter.send("incrementButtonTapped")
    result = counter.send("incrementButtonTapped")
    assert result.diff == """\
  CounterFeature.State(
-   count: 1,
+   count: 2,
    fact: nil,
    failure: nil,
    isLoading: false
  )"""
    counter.expect("count == 2")
    counter.expect("isEven")


def test_a_fact_arrives_after_a_second(counter):
    counter.stub('numberFact.fetch(0) -> "0 is where it starts." after 1s')
    asked = counter.send("factButtonTapped")
    assert (asked.status, asked.wakes) == ("asleep", "1s")

    assert counter.advance("999ms").received == []
    arrived = counter.advance("1ms")
    assert [each.action for each in arrived.received] == ['factResponse.success("0 is where it starts.")']
    assert arrived.status == "idle"
    counter.expect('fact contains "starts"')


def test_a_fact_arrives_after_another_tap(counter):
    counter.stub("numberFact.fetch pending")
    counter.send("factButtonTapped")
    counter.send("incrementButtonTapped")
    assert counter.effects()[0].waits_for == "an answer of numberFact.fetch(0)"
    counter.answer('numberFact.fetch(0) -> "0 is where it starts."')
    assert counter.state("fact").json == "0 is where it starts."


def test_the_state_is_json(counter):
    counter.send("incrementButtonTapped")
    state = counter.state()
    assert state.json == {"count": 1, "fact": None, "failure": None, "isLoading": False}
    assert counter.state("count").json == 1


def test_what_changed_is_a_patch(counter):
    result = counter.send("incrementButtonTapped", patch=True)
    assert result.patch == [{"op": "replace", "path": "/count", "value": 1}]


def test_one_can_go_back(counter):
    for _ in range(3):
        counter.send("incrementButtonTapped")
    assert counter.undo(2).step == 1
    assert counter.state("count").json == 1
    assert counter.redo().step == 2
    counter.expect("count == 2")


def test_a_mistake_says_where_it_is(counter):
    with pytest.raises(MachoError) as caught:
        counter.send("incrementButonTapped")
    error = caught.value
    assert error.code == "no-such-case"
    assert error.range == (5, 25)
    assert "incrementButtonTapped" in error.candidates
    line, caret = error.output[:2]
    assert line == "send incrementButonTapped"
    assert caret.startswith("     ^^^^^^^^^^^^^^^^^^^^ no-such-case")


def test_what_nobody_stubbed_is_no_surprise(counter):
    with pytest.raises(MachoError) as caught:
        counter.send("factButtonTapped")
    assert caught.value.code == "unstubbed"


def test_what_was_done_is_a_script(client, counter):
    counter.stub('numberFact.fetch(1) -> "1 is the loneliest number."')
    counter.send("incrementButtonTapped")
    counter.send("factButtonTapped")
    script = counter.script()
    assert "receive factResponse.success" in script
    # It passes as it stands: 'macho test' would run it as a regression test.
    assert client.run_script(script).passed
