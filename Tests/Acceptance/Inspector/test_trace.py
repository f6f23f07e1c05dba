"""The trace in Chrome's format."""

import collections
import json
import re

SCRIPT = """#!macho 1
feature search
stub gitHub.searchRepositories -> [] after 2s
effects
send binding.set(\\.query, "c")
effects
advance 100ms
effects
send binding.set(\\.query, "ca")
effects
advance 299ms
effects
advance 1ms
effects
receive queryChangeSettled
effects
send binding.set(\\.query, "cat")
effects
advance 300ms
effects
receive queryChangeSettled
advance 2s
effects
receive searchResponse.success
effects
"""


def trace(world, name="search.macho"):
    world.write(name, SCRIPT)
    return json.loads(world.run("export", "trace", name))


def effects_at(world, name):
    """The effects that `effects` prints, by the number of the line."""
    exported = json.loads(world.run("export", "json", name))
    return {line["number"]: {tuple(re.match(r"#(\d+) (\S+)", text).groups()) for text in line["output"] if text.startswith("#")}
            for line in exported["lines"] if line["text"] == "effects"}


def test_the_records_follow_the_format(world):
    records = trace(world)["traceEvents"]
    required = {"M": {"args"}, "X": {"ts", "dur"}, "b": {"ts", "id", "cat"}, "e": {"ts", "id", "cat"}, "i": {"ts", "s"},
                "s": {"ts", "id"}, "t": {"ts", "id"}, "f": {"ts", "id", "bp"}}
    for record in records:
        assert required[record["ph"]] <= record.keys() and {"pid", "tid", "name"} <= record.keys(), record
        assert record.get("ts", 0) >= 0
    # Asynchronous events nest by their ID.
    open_events = collections.defaultdict(list)
    for record in records:
        if record["ph"] == "b":
            open_events[record["pid"], record["id"]].append(record["name"])
        elif record["ph"] == "e":
            assert open_events[record["pid"], record["id"]].pop() == record["name"], record
    assert not any(open_events.values()), open_events


def test_arrows_lead_from_actions_through_effects_to_responses(world):
    records = trace(world)["traceEvents"]
    slices = {(record["pid"], record["tid"], record["ts"]): record["name"] for record in records if record["ph"] == "X"}
    assert len(slices) == sum(record["ph"] == "X" for record in records)
    arrows, times = collections.defaultdict(list), collections.defaultdict(list)
    for record in records:
        if record["ph"] in "stf":
            arrows[record["id"]].append(slices[record["pid"], record["tid"], record["ts"]])
            times[record["id"]].append(record["ts"])
    assert all(each == sorted(each) for each in times.values()), times
    chains = list(arrows.values())
    assert any(chain[:2] == ["send binding.set(\\.query, \"ca\")", "#2 typing"] for chain in chains), chains
    # The script asserts the action that starts the search after 'advance' has started it.
    assert any(len(chain) == 3 and "search" in chain[0] and chain[1] == "receive queryChangeSettled"
               and chain[2].startswith("receive searchResponse") for chain in chains), chains


def test_the_lanes_agree_with_effects_at_ten_moments(world):
    records = trace(world)["traceEvents"]
    moments = effects_at(world, "search.macho")
    assert len(moments) >= 10, moments
    for line, expected in moments.items():
        open_effects = {}
        for record in records:
            if record.get("cat") != "effect" or record["args"].get("line", line + 1) > line:
                continue
            if record["ph"] == "b" and "origin" in record["args"]:
                open_effects[record["id"]] = tuple(re.match(r"#(\d+) (\S+)", record["name"]).groups())
            elif record["ph"] == "e" and "outcome" in record["args"]:
                del open_effects[record["id"]]
        assert set(open_effects.values()) == expected, (line, open_effects, expected)
    assert any(len(expected) == 0 for expected in moments.values()) and any(moments.values())


def test_virtual_time_is_in_microseconds(world):
    records = trace(world)["traceEvents"]
    times = {record["name"]: int(record["ts"]) for record in records if record["ph"] == "X" and record["tid"] == 1}
    assert times["receive queryChangeSettled"] == 700_000, times
    assert [time for name, time in times.items() if name.startswith("receive searchResponse")] == [2_700_000], times
