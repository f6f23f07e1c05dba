"""The debug adapter, driven by a client that validates every message against the protocol's schema."""

import os
import pathlib
import select
import shutil
import sys

import pytest
from conftest import MACHO, ROOT, SCRIPTS, TRAPS
from dap_client import Client

DEBUGGED = SCRIPTS / "debugged.macho"


@pytest.fixture
def client():
    client = Client([MACHO, "dap"])
    yield client
    client.process.kill()


def test_a_failing_script_is_stopped_stepped_back_changed_and_continued(client):
    client.launch(DEBUGGED, filters=["expect-failed"])
    assert client.stopped("exception") == 9
    info = client.ask("exceptionInfo", {"threadId": 1})
    assert info["exceptionId"] == "expect-failed" and "5" in info["details"]["message"], info
    # Step back over the failed line and the action before.
    assert client.run("stepBack", "step") == 9
    assert client.run("stepBack", "step") == 8
    assert client.values("State")["isLoading"] == "true"
    assert client.values("State")["count"] == "2"
    assert client.run("next", "step") == 9
    values = client.values("State")
    assert values["count"] == "2" and values["fact"] == '"a fact"', values
    state = client.scope("State")
    client.ask("setVariable", {"variablesReference": state, "name": "count", "value": "5"})
    assert client.values("State")["count"] == "5"
    assert client.values("State")["fact"] == '"a fact"'
    client.ask("continue", {"threadId": 1})
    assert client.wait("exited") == {"exitCode": 0}
    client.wait("terminated")
    client.disconnect()


def test_breakpoints_conditions_and_reverse(client):
    client.launch(DEBUGGED, breakpoints=[4, {"line": 5, "condition": "count == 1"}, {"line": 6, "condition": "count == 7"}, 7])
    assert client.stopped("breakpoint") == 4
    assert client.values("State")["count"] == "0"
    assert client.run("continue", "breakpoint") == 5
    assert client.run("continue", "breakpoint") == 7
    assert client.values("Effects") != {}
    assert client.values("Clock")["next deadline"] == "in 1s"
    assert client.run("reverseContinue", "breakpoint") == 5
    assert client.values("State")["count"] == "1" and client.values("Effects") == {}
    assert client.run("reverseContinue", "breakpoint") == 4
    assert client.run("reverseContinue", "entry") == 1
    assert client.run("continue", "breakpoint") == 4
    # A breakpoint below a command moves to the next one; below the last there is none.
    assert [each["verified"] for each in client.set_breakpoints([100])] == [False]
    assert client.run("continue", "exception") == 9
    client.disconnect()


def test_a_case_of_a_specification(client, tmp_path):
    script = tmp_path / "cases.macho"
    script.write_text(
        "feature counter\n## it counts\nsend incrementButtonTapped\n## it starts again\nsend decrementButtonTapped\nexpect count == -1\n")
    # The case of the first breakpoint runs.
    client.launch(script, breakpoints=[5])
    assert client.stopped("breakpoint") == 5
    assert client.values("State")["count"] == "0"
    assert client.run("next", "step") == 6
    assert client.values("State")["count"] == "-1"
    client.ask("continue", {"threadId": 1})
    assert client.wait("exited") == {"exitCode": 0}
    client.disconnect()


def test_variables(client):
    client.launch(DEBUGGED, breakpoints=[7])
    client.stopped("breakpoint")
    assert client.values("Names") == {"$start": "0"}
    stubs = client.values("Stubs")
    assert list(stubs.values()) == ['stub numberFact.fetch(_) -> "a fact" after 1s  (1 call)'], stubs
    effects = client.values("Effects")
    assert "CounterFeature.swift" in effects["#1 run"] and "asleep, wakes in 1s" in effects["#1 run"], effects
    assert client.values("Clock") == {"elapsed": "0s", "next deadline": "in 1s"}, client.values("Clock")
    names = client.scope("Names")
    client.ask("setVariable", {"variablesReference": names, "name": "$start", "value": "9"})
    assert client.values("Names") == {"$start": "9"}
    error = client.ask(
        "setVariable", {"variablesReference": client.scope("State"), "name": "count", "value": '"x"'}, fails=True)
    assert "wrong-type" in error, error
    assert client.values("State")["count"] == "2"
    client.disconnect()


def test_nested_variables(client):
    client.launch(ROOT / "scripts" / "gallery" / "search.macho", breakpoints=[45])
    client.stopped("breakpoint")
    state = {each["name"]: each for each in client.variables("State")}
    rows = client.variables(state["rows"]["variablesReference"])
    assert [each["name"] for each in rows] == ["[0]", "[1]"], rows
    row = {each["name"]: each for each in client.variables(rows[0]["variablesReference"])}
    assert row["isFavorite"]["value"] == "false" and row["isFavorite"]["variablesReference"] == 0
    repository = {each["name"]: each for each in client.variables(row["repository"]["variablesReference"])}
    assert repository["fullName"]["value"] == '"apple/swift"', repository
    assert repository["fullName"]["evaluateName"] == "rows[0].repository.fullName"
    # A watched part of the state stops the script when it changes.
    info = client.ask("dataBreakpointInfo", {"variablesReference": client.scope("State"), "name": "query"})
    assert info["dataId"] == "query", info
    for reference, name, path in [(state["rows"], "[0]", "rows[0]"), (rows[0], "isFavorite", "rows[0].isFavorite"), (rows[0], "x", None)]:
        info = client.ask("dataBreakpointInfo", {"variablesReference": reference["variablesReference"], "name": name})
        assert info["dataId"] == path, info
    client.ask("setDataBreakpoints", {"breakpoints": [{"dataId": "query"}]})
    client.ask("continue", {"threadId": 1})
    event = client.wait("stopped")
    assert event["reason"] == "data breakpoint" and 'from "swift" to "c"' in event["description"], event
    client.disconnect()


def test_evaluate(client):
    client.launch(DEBUGGED, breakpoints=[5])
    client.stopped("breakpoint")

    def evaluate(text, context="repl", fails=False):
        body = client.ask("evaluate", {"expression": text, "context": context, "frameId": 1}, fails)
        return body if fails else body["result"]

    assert evaluate("count", "hover") == "1"
    assert evaluate("$start", "watch") == "0"
    assert "no-such-property" in evaluate("cuont", "hover", fails=True)
    assert evaluate("state count") == "1"
    assert "no-such-file" in evaluate("source nowhere")
    assert "only valid in a script" in evaluate("timeout 3s")
    assert "+   count: 2," in evaluate("send incrementButtonTapped")
    assert client.values("State")["count"] == "2"
    # A line that was entered belongs to the session: stepping forth and back again keeps it.
    assert client.run("next", "step") == 6
    assert client.values("State")["count"] == "3"
    assert client.run("stepBack", "step") == 5
    assert client.values("State")["count"] == "2"
    assert client.run("stepBack", "step") == 4
    assert client.values("State")["count"] == "0"
    found = client.ask("completions", {"text": "send inc", "column": 9, "frameId": 1})["targets"]
    assert found[0]["label"] == "incrementButtonTapped" and found[0]["start"] == 5 and found[0]["length"] == 3, found
    client.disconnect()


def test_a_sourced_script_in_the_console_runs(client, tmp_path):
    script = tmp_path / "sources.macho"
    script.write_text("feature counter\nsend incrementButtonTapped\nsend incrementButtonTapped\n")
    (tmp_path / "more.macho").write_text("send incrementButtonTapped\nsend incrementButtonTapped\n")
    client.launch(script, breakpoints=[3])
    client.stopped("breakpoint")
    body = client.ask("evaluate", {"expression": "source more.macho", "context": "repl", "frameId": 1})
    assert "+   count: 3," in body["result"], body
    assert client.values("State")["count"] == "3"
    # Going back and forth repeats it.
    assert client.run("stepBack", "step") == 2
    assert client.values("State")["count"] == "0"
    client.disconnect()


def test_goto_restart_and_locations(client):
    client.launch(DEBUGGED, stopOnEntry=True)
    assert client.stopped("entry") == 1
    source = {"path": str(DEBUGGED)}
    targets = client.ask("gotoTargets", {"source": source, "line": 5})["targets"]
    assert targets == [{"id": 5, "label": "send incrementButtonTapped", "line": 5}], targets
    assert client.run("next", "step") == 2
    assert client.run("next", "step") == 3
    client.ask("goto", {"threadId": 1, "targetId": 5})
    assert client.stopped("goto") == 5
    assert client.values("State")["count"] == "0"
    assert client.run("next", "step") == 6
    assert client.values("State")["count"] == "1"
    client.ask("goto", {"threadId": 1, "targetId": 2})
    assert client.stopped("goto") == 2
    assert client.values("Names") == {}
    for line in 4711, -1:
        assert "no command begins" in client.ask("goto", {"threadId": 1, "targetId": line}, fails=True)
    assert client.values("Names") == {}
    locations = client.ask("breakpointLocations", {"source": source, "line": 3, "endLine": 5})
    assert [each["line"] for each in locations["breakpoints"]] == [3, 4, 5]
    client.ask("restart")
    assert client.stopped("entry") == 1
    assert [each["name"] for each in client.ask("threads")["threads"]] == ["debugged.macho"]
    assert "not stopped" not in client.ask("exceptionInfo", {"threadId": 1}, fails=True)
    client.disconnect()


def test_restart_uses_a_rebuilt_driver_and_a_changed_script(tmp_path):
    driver, script = tmp_path / "driver", tmp_path / "a.macho"
    shutil.copy(MACHO, driver)
    script.write_text("feature counter\nsend incrementButtonTapped\n")
    client = Client([driver, "dap"])
    client.launch(script, breakpoints=[2])
    assert client.stopped("breakpoint") == 2

    def install(write):
        write(tmp_path / "new")
        (tmp_path / "new").chmod(0o755)
        (tmp_path / "new").rename(driver)

    install(lambda path: shutil.copy(TRAPS, path))
    script.write_text("feature traps\nsend increment\nstate\n")
    client.ask("restart")
    assert client.stopped("breakpoint") == 2
    assert client.values("State")["count"] == "0"
    assert client.run("next", "step") == 3
    assert client.values("State")["count"] == "1"
    # The client can restart again after a driver that does not run.
    install(lambda path: path.write_text("#!/bin/sh\necho 'Fatal error: broken' >&2\nkill -ILL $$\n"))
    client.ask("restart")
    client.wait("terminated")
    assert "Fatal error: broken" in client.output("stderr"), client.output("stderr")
    install(lambda path: shutil.copy(TRAPS, path))
    client.ask("restart")
    assert client.stopped("breakpoint") == 2
    client.disconnect()


def write(path, text):
    path.write_text(text)
    return path


def test_a_breakpoint_below_a_failure(client, tmp_path):
    client.launch(write(tmp_path / "a.macho", "feature counter\nexpect count == 1\nsend incrementButtonTapped\nstate\n"), breakpoints=[3])
    assert client.stopped("exception") == 2
    assert client.run("continue", "breakpoint") == 3
    client.disconnect()


def test_breakpoints_in_sourced_scripts(client, tmp_path):
    lines = ["feature counter", "source part.macho", "source piece.macho", "-- piece.macho --", "state", "expect count == 1"]
    script = write(tmp_path / "a.macho", "\n".join(lines) + "\n")
    part = write(tmp_path / "part.macho", "# a part\nstate\nsend incrementButtonTapped\n")
    client.launch(script, breakpoints=[6], stopOnEntry=True)
    assert client.stopped("entry") == 1
    found = client.ask("setBreakpoints", {"source": {"path": str(part)}, "breakpoints": [{"line": 3}]})["breakpoints"]
    assert [(each["verified"], each["line"]) for each in found] == [(True, 3)]
    assert client.run("continue", "breakpoint") == 3
    assert client.ask("stackTrace", {"threadId": 1})["stackFrames"][0]["source"]["path"] == str(part)
    assert client.run("continue", "breakpoint") == 6
    assert client.run("reverseContinue", "breakpoint") == 3
    assert client.values("State")["count"] == "0"
    client.disconnect()


def test_invalid_conditions(client, tmp_path):
    client.launch(write(tmp_path / "a.macho", "feature counter\nsend incrementButtonTapped\nstate\nstate\n"))
    client.wait("terminated")
    found = client.set_breakpoints([
        {"line": 3, "condition": "nonsense ((("}, {"line": 3, "condition": "cuont == 1"},
        {"line": 3, "condition": 'count == "1"'}, {"line": 4, "condition": "fact.isEmpty"}])
    assert [each["verified"] for each in found] == [False, False, False, True], found
    assert all("invalid" in each["message"] for each in found[:3]) and "cuont" in found[1]["message"], found
    # What depends on the state can be checked only when the condition is evaluated. The mistake stops the script.
    client.ask("restart")
    assert client.stopped("breakpoint") == 4
    assert "fact.isEmpty" in client.output("stdout")
    client.disconnect()


def test_a_client_that_counts_from_zero(client, tmp_path):
    assert "initialize" in client.ask("threads", fails=True)
    path = write(tmp_path / "a.macho", "feature counter\nsend incrementButtonTapped\nstate\nexpect count == 2\n")
    client.ask("initialize", {"adapterID": "macho", "linesStartAt1": False, "columnsStartAt1": False})
    client.ask("launch", {"program": str(path)})
    found = client.ask("setBreakpoints", {"source": {"path": str(path)}, "breakpoints": [{"line": 2}]})["breakpoints"]
    assert [each["line"] for each in found] == [2], found
    client.ask("setExceptionBreakpoints", {"filters": ["all"]})
    client.ask("configurationDone")
    assert client.stopped("breakpoint") == 2
    assert client.ask("stackTrace", {"threadId": 1})["stackFrames"][0]["column"] == 0
    assert client.values("State")["count"] == "1"
    source = {"source": {"path": str(path)}}
    assert client.ask("breakpointLocations", source | {"line": 0, "endLine": 1})["breakpoints"] == [{"line": 0}, {"line": 1}]
    target = client.ask("gotoTargets", source | {"line": 1})["targets"][0]
    assert target["line"] == 1, target
    completed = client.ask("completions", {"text": "expect co", "column": 9, "line": 0})["targets"]
    assert "count" in [each["label"] for each in completed], completed
    assert client.run("continue", "exception") == 3
    client.disconnect()


def test_conditions_of_data_breakpoints_and_reverse(client, tmp_path):
    client.launch(write(tmp_path / "a.macho", "feature counter\n" + "send incrementButtonTapped\n" * 3 + "state\n"), breakpoints=[5])
    assert client.stopped("breakpoint") == 5
    data = [{"dataId": "count", "condition": "count == 2"}, {"dataId": "((", "condition": ""}]
    found = client.ask("setDataBreakpoints", {"breakpoints": data})["breakpoints"]
    assert [each["verified"] for each in found] == [True, False], found
    assert client.run("reverseContinue", "data breakpoint") == 4
    assert client.values("State")["count"] == "2"
    assert client.run("reverseContinue", "entry") == 1
    assert client.run("continue", "data breakpoint") == 4
    client.disconnect()


def test_a_set_variable_has_its_new_value(client, tmp_path):
    client.launch(write(tmp_path / "a.macho", "feature counter\nlet two = 2\nstate\nstate\n"), breakpoints=[3])
    assert client.stopped("breakpoint") == 3
    body = client.ask("setVariable", {"variablesReference": client.scope("State"), "name": "count", "value": "$two"})
    assert body["value"] == "2", body
    client.disconnect()


def test_a_line_of_the_user_crashes_or_does_not_stop(tmp_path):
    client = Client([TRAPS, "dap"])
    client.launch(write(tmp_path / "a.macho", "feature traps\n" + "send increment\n" * 3), breakpoints=[4])
    assert client.stopped("breakpoint") == 4
    assert "crashed" in client.ask("evaluate", {"expression": "send unwrapNil", "context": "repl"}, fails=True)
    assert client.stopped("pause") == 4
    assert client.values("State")["count"] == "2"
    client.send("evaluate", {"expression": "send loopForEver", "context": "repl"})
    client.ask("pause", {"threadId": 1})
    assert client.stopped("pause") == 4
    assert client.values("State")["count"] == "2"
    client.disconnect()


def test_sourced_scripts(client, tmp_path):
    script = tmp_path / "sourcing.macho"
    script.write_text("feature counter\nsource part.macho\nexpect count == 2\n\n-- part.macho --\n"
                      "send incrementButtonTapped\nsend incrementButtonTapped\n")
    client.launch(script, breakpoints=[2])
    assert client.stopped("breakpoint") == 2
    assert client.run("next", "step") == 3
    assert client.values("State")["count"] == "2"
    assert client.run("stepBack", "step") == 7 and client.values("State")["count"] == "1"
    frames = client.ask("stackTrace", {"threadId": 1})["stackFrames"]
    assert [(each["name"], each["line"]) for each in frames] == [("part.macho", 7), ("source part.macho", 2)], frames
    assert client.run("stepBack", "step") == 6
    assert client.run("stepBack", "step") == 2
    assert client.run("stepIn", "step") == 6
    assert client.run("stepOut", "step") == 3
    client.disconnect()


def test_output(client):
    client.launch(DEBUGGED, breakpoints=[5])
    client.stopped("breakpoint")
    output = client.output("stdout")
    assert "send incrementButtonTapped\n" in output and "+   count: 1,\n" in output, output
    client.disconnect()


def test_filters_let_a_script_run_to_its_end(client):
    client.launch(DEBUGGED, filters=[])
    assert client.wait("exited") == {"exitCode": 1}
    client.wait("terminated")
    assert "FAIL" in client.output("console"), client.output("console")
    client.disconnect()


def test_conditions_of_filters(client):
    client.launch(DEBUGGED, filters=[], breakpoints=[4])
    assert client.stopped("breakpoint") == 4
    client.ask("setExceptionBreakpoints", {
        "filters": [], "filterOptions": [{"filterId": "all", "condition": "unstubbed, expect-failed"}]})
    assert client.run("continue", "exception") == 9
    client.disconnect()


def test_launch_errors(client, tmp_path):
    client.ask("initialize", {"adapterID": "macho"})
    assert "program" in client.ask("launch", {}, fails=True)
    assert "No such file" in client.ask("launch", {"program": "/nowhere.macho"}, fails=True)
    script = tmp_path / "broken.macho"
    script.write_text('echo "\n')
    assert "unclosed" in client.ask("launch", {"program": str(script)}, fails=True)
    client.disconnect()


def test_a_crash_stops_before_the_command(tmp_path):
    client = Client([TRAPS, "dap"])
    script = tmp_path / "traps.macho"
    script.write_text("feature traps\nsend increment\nsend unwrapNil\n")
    client.launch(script)
    assert client.stopped("exception") == 3
    assert client.values("State")["count"] == "1"
    assert "Unexpectedly found nil" in client.output("stderr"), client.output("stderr")
    assert client.run("stepBack", "step") == 2
    assert client.values("State")["count"] == "0"
    client.disconnect()


def test_pause_stops_an_endless_command(tmp_path):
    client = Client([TRAPS, "dap"])
    script = tmp_path / "traps.macho"
    script.write_text("feature traps\nsend increment\nsend loopForEver\n")
    client.launch(script, breakpoints=[3])
    assert client.stopped("breakpoint") == 3
    client.ask("continue", {"threadId": 1})
    client.ask("pause", {"threadId": 1})
    assert client.stopped("pause") == 3
    assert client.values("State")["count"] == "1"
    client.disconnect()


def test_the_adapter_ends_when_the_client_goes_away(client):
    client.launch(DEBUGGED, breakpoints=[5])
    client.stopped("breakpoint")
    client.process.stdin.close()
    assert client.process.wait(timeout=60) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_command_ends_although_the_adapter_is_killed(tmp_path):
    client = Client([TRAPS, "dap"])
    script = tmp_path / "traps.macho"
    script.write_text("feature traps\nsend loopForEver\n")
    client.launch(script)
    client.wait("process")
    client.wait("thread")
    adapter = client.process.pid
    children = [int(path.parent.name) for path in pathlib.Path("/proc").glob("[0-9]*/stat")
                if path.read_text().rpartition(")")[2].split()[1] == str(adapter)]
    assert len(children) == 1, children
    child = os.pidfd_open(children[0])
    client.process.kill()
    assert select.select([child], [], [], 60)[0], "the child process goes on"


def test_the_adapter_ends_although_a_command_is_endless(tmp_path):
    client = Client([TRAPS, "dap"])
    script = tmp_path / "traps.macho"
    script.write_text("feature traps\nsend loopForEver\n")
    client.launch(script)
    client.process.stdin.close()
    assert client.process.wait(timeout=60) == 0
