"""The gallery's counter, driven from Python.

    PYTHONPATH=scripts/clients python3 -m pytest scripts/clients/example

`macho` must be on the path. The environment variable MACHO names another driver, such as one for your own features.
"""

import os
import subprocess

import pytest

from macho_client import Client, MachoError

MACHO = os.environ.get("MACHO", "macho")


@pytest.fixture(scope="module")
def client():
    """A server for all tests in this file. Discards what features print."""
    with Client.stdio([MACHO, "serve"], stderr=subprocess.DEVNULL) as client:
        yield client


@pytest.fixture
def counter(client):
    """A counter for each test, with stubs and a test clock."""
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
    sent = counter.send("factButtonTapped")
    assert (sent.status, sent.wakes) == ("asleep", "1s")

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


def test_a_state_change_is_a_patch(counter):
    result = counter.send("incrementButtonTapped", patch=True)
    assert result.patch == [{"op": "replace", "path": "/count", "value": 1}]


def test_undo_and_redo(counter):
    for _ in range(3):
        counter.send("incrementButtonTapped")
    assert counter.undo(2).position == 1
    assert counter.state("count").json == 1
    assert counter.redo().position == 2
    counter.expect("count == 2")


def test_a_mistake_has_a_range_and_suggestions(counter):
    with pytest.raises(MachoError) as caught:
        counter.send("incrementButonTapped")
    error = caught.value
    assert error.code == "no-such-case"
    assert error.range == (5, 25)
    assert "incrementButtonTapped" in error.candidates
    line, caret = error.output[:2]
    assert line == "send incrementButonTapped"
    assert caret.startswith("     ^^^^^^^^^^^^^^^^^^^^ no-such-case")


def test_an_unstubbed_call_fails(counter):
    with pytest.raises(MachoError) as caught:
        counter.send("factButtonTapped")
    assert caught.value.code == "unstubbed"


def test_the_session_is_a_script(client, counter):
    counter.stub('numberFact.fetch(1) -> "1 is the loneliest number."')
    counter.send("incrementButtonTapped")
    counter.send("factButtonTapped")
    script = counter.script()
    assert "receive factResponse.success" in script
    # It passes unchanged: 'macho test' can run it as a regression test.
    assert client.run_script(script).passed
