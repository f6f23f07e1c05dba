"""The protocol without a client library: handshakes, errors, isolation, limits."""

import json
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess

from raw_client import MODERN, RawClient


def server(binaries, directory, *options, driver="macho", environment=None):
    return RawClient([str(binaries / driver), "mcp", *options], directory, {"SWIFT_BACKTRACE": "enable=no"} | (environment or {}))


def text(result):
    return result["content"][0]["text"]


def facts(result):
    """What a program decides on: handles, numbers, flags and codes."""
    return result.get("_meta", {}).get("macho/facts", {})


def opened(client, feature="counter", **arguments):
    result = client.call("open", feature=feature, **arguments)
    assert not result["isError"], result
    return facts(result)["session"]


def children(process):
    """Returns the processes that a process has started and that still run."""
    found = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, text=True, check=True).stdout
    pairs = [line.split() for line in found.splitlines()]
    return [int(pid) for pid, parent in pairs if int(parent) == process.pid]


def test_each_handshake_is_answered_with_its_version(binaries, directory):
    for asked, answered in [("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
                            ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]:
        with server(binaries, directory) as client:
            parameters = {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
            result = client.request("initialize", parameters, modern=False)["result"]
            assert result["protocolVersion"] == answered, result
            assert set(result["capabilities"]) == {"tools", "resources", "prompts"}, result
            client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            tools = client.request("tools/list", modern=False)["result"]
            assert "resultType" not in tools and len(tools["tools"]) == 13, tools
            assert client.request("ping", modern=False)["result"] == {}
            assert client.close() == 0


def test_stateless_requests_need_no_handshake(binaries, directory):
    with server(binaries, directory) as client:
        result = client.request("server/discover")["result"]
        assert "2026-07-28" in result["supportedVersions"], result
        assert result["resultType"] == "complete" and result["cacheScope"] == "private", result
        assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "macho", result
        assert client.request("tools/list")["result"]["ttlMs"] > 0
        assert client.call("features")["resultType"] == "complete"


def test_invalid_requests_are_refused_and_the_server_continues(binaries, directory):
    with server(binaries, directory) as client:
        assert client.request("tools/list", modern=False)["error"]["code"] == -32600
        unsupported = {"_meta": MODERN | {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}}
        error = client.request("tools/list", unsupported, modern=False)["error"]
        assert error["code"] == -32022 and "2026-07-28" in error["data"]["supported"], error
        incomplete = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
        assert client.request("tools/list", incomplete, modern=False)["error"]["code"] == -32602
        error = client.request("tools/lst")["error"]
        assert error["code"] == -32601 and error["data"]["candidates"] == ["tools/list"], error
        for line, code in [("{", -32700), ("17", -32600), ("[]", -32600), ('{"jsonrpc":"1.0","id":90,"method":"x"}', -32600),
                           ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600), ('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600)]:
            count = len(client.messages)
            client.send(line)
            message = client.response(lambda message: client.messages.index(message) >= count and "error" in message)
            assert message["error"]["code"] == code, (line, message)
        client.send({"jsonrpc": "2.0", "id": 91, "result": {}})
        client.send({"jsonrpc": "2.0", "method": "notifications/unknown"})
        assert client.request("ping")["result"]["resultType"] == "complete"
        assert client.close() == 0


def test_a_batch_of_revision_2025_03_26_is_answered_as_one(binaries, directory):
    with server(binaries, directory) as client:
        parameters = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        client.request("initialize", parameters, modern=False)
        client.send([{"jsonrpc": "2.0", "id": 70, "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/x"},
                     {"jsonrpc": "2.0", "id": 71, "method": "tools/call", "params": {"name": "features", "arguments": {}}}])
        batch = client.response(lambda message: isinstance(message, list))
        assert sorted(message["id"] for message in batch) == [70, 71], batch


def test_wrong_arguments_are_errors_with_candidates(binaries, directory):
    with server(binaries, directory) as client:
        error = client.request("tools/call", {"name": "opn", "arguments": {}})["error"]
        assert error["code"] == -32602 and "open" in error["data"]["candidates"], error
        session = opened(client)
        (directory / "empty").mkdir()
        (directory / "counter.macho").write_text("feature counter\n")
        for tool, arguments, code, word in [
            ("open", {"feature": "countr"}, "no-such-feature", "counter"),
            ("open", {}, "bad-arguments", "feature"),
            ("open", {"feature": 3}, "bad-arguments", "string"),
            ("open", {"feature": "counter", "contxt": "test"}, "bad-arguments", "context"),
            ("open", {"feature": "counter", "context": "tst"}, "bad-arguments", "test"),
            ("open", {"feature": "counter", "start": "State(cont: 1)"}, None, "count"),
            ("open", {"feature": "counter", "share": "x"}, "not-supported", "connect"),
            ("run", {"session": "counter-9", "lines": "state"}, "no-such-session", session),
            ("run", {"session": session}, "bad-arguments", "lines"),
            ("run", {"session": session, "lines": "send factResponse(("}, "syntax", "nothing ran"),
            ("run", {"session": session, "cursor": "99"}, "no-such-cursor", "cursor"),
            ("state", {"session": session, "path": "cont"}, None, "count"),
            ("report", {}, "no-report", "explore"),
            ("report", {"scripts": ["../x"]}, "not-allowed", "working directory"),
            ("report", {"scripts": ["--update"]}, "bad-arguments", "path"),
            ("report", {"scripts": ["counte.macho"]}, "no-such-file", "counter.macho"),
            ("report", {"scripts": ["counter.macho", "nothing"]}, "no-such-file", "nothing"),
            ("report", {"scripts": ["empty"]}, "no-such-file", "no .macho file"),
            ("explore", {"feature": "countr"}, "no-such-feature", "counter"),
            ("explore", {"feature": "counter", "seconds": 2}, "bad-arguments", "from 5 to 600"),
            ("explore", {"feature": "counter", "from": "counte.macho"}, "no-such-file", "counter.macho"),
            ("help", {"topic": "sned"}, "no-such-topic", "send"),
            ("help", {"topic": "no-such-cas"}, "no-such-topic", "no-such-case"),
            ("coverage", {"scripts": ["counte.macho"]}, "no-such-file", "counter.macho"),
            ("coverage", {"scripts": ["empty"]}, "no-coverage", "no .macho file"),
            ("scripts", {"operation": "lst"}, "bad-arguments", "list or read"),
            ("scripts", {"operation": "update"}, "bad-arguments", "requires 'scripts'"),
            ("scripts", {"operation": "read", "scripts": ["../x"]}, "not-allowed", "working directory"),
            ("save", {"path": "a.macho"}, "bad-arguments", "exactly one"),
            ("save", {"path": "a.macho", "finding": 1}, "no-such-finding", "explore"),
            ("save", {"path": "a.macho", "script": "state ((\n"}, "syntax", "nothing was written"),
            ("close", {"session": "x"}, "no-such-session", "x"),
        ]:
            result = client.call(tool, **arguments)
            failures = facts(result).get("failures") or [facts(result).get("error")]
            found = failures[0]["code"]
            assert result["isError"] and word in text(result) and code in (None, found), (tool, arguments, result)


def test_a_failed_line_suggests_the_line_to_type_next(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client)
        result = client.call("run", session=session, lines="send incrementButtonTapped\nsend incrementButonTapped\nstate")
        assert result["isError"] and "next: send incrementButtonTapped" in text(result), text(result)
        assert "count: 1" in text(result) and "not run: 1 line" in text(result), text(result)
        assert facts(result)["failures"] == [{"line": 2, "code": "no-such-case"}] and facts(result)["notRun"] == 1, facts(result)
        result = client.call("run", session=session, lines="expect count == 7\nstate count", keepGoing=True)
        assert result["isError"] and "> state count\n1\n" in text(result) and facts(result)["notRun"] == 0, result
        result = client.call("actions", session=session)
        assert "send incrementButtonTapped" in text(result), result
        result = client.call("actions", session=session, line="send decr")
        assert text(result) == "send decrementButtonTapped", result


def test_scripts_are_written_below_the_working_directory_only(binaries, directory):
    work = directory / "work"
    work.mkdir()
    (directory / "outside").mkdir()
    (work / "link").symlink_to(directory / "outside")
    (work / "file.macho").symlink_to(directory / "outside" / "file.macho")
    with server(binaries, work) as client:
        session = opened(client)
        client.call("run", session=session, lines="send incrementButtonTapped")
        for path in ["../a.macho", str(directory / "a.macho"), "link/a.macho", "file.macho", "a.txt", ".git/a.macho", ".a.macho", "missing/../../a.macho"]:
            result = client.call("save", session=session, path=path)
            assert result["isError"] and facts(result)["error"]["code"] == "unwritable", (path, result)
        for line in ["save b.macho", "record start b.macho", "export swift b.swift", "export json b.json"]:
            result = client.call("run", session=session, lines=line)
            assert result["isError"] and "must not write files" in text(result), result
        (work / "sourced.macho").write_text("save b.macho\n")
        assert client.call("run", session=session, lines="source sourced.macho")["isError"]
        assert not client.call("save", session=session, path="a.macho")["isError"]
        assert facts(client.call("save", session=session, path="a.macho"))["error"]["code"] == "file-exists"
        assert not client.call("save", session=session, path="a.macho", overwrite=True)["isError"]
        written = sorted(path.name for path in directory.rglob("*") if path.is_file())
        assert written == ["a.macho", "sourced.macho"], written
        assert facts(client.call("report", scripts=["a.macho"]))["passed"]
        assert text(client.call("report")).startswith("passed a.macho")


def test_real_dependencies_need_the_permission_of_the_user(binaries, directory):
    (directory / "live.macho").write_text("context live\n")
    with server(binaries, directory) as client:
        result = client.call("open", feature="counter", context="live")
        assert facts(result)["error"]["code"] == "not-allowed" and "--live" in text(result), result
        session = opened(client)
        for line in ["context live", "source live.macho"]:
            result = client.call("run", session=session, lines=line)
            assert result["isError"] and "not allowed" in text(result), result
        for tool, arguments in [("report", {"scripts": ["live.macho"]}), ("coverage", {"scripts": ["live.macho"]}),
                                ("save", {"path": "new.macho", "script": "context live\nfeature counter\n"}),
                                ("explore", {"feature": "counter", "from": "live.macho", "runs": 1})]:
            result = client.call(tool, **arguments)
            assert "not allowed" in text(result), (tool, result)
        tools = client.request("tools/list")["result"]["tools"]
        assert not any(tool["annotations"]["openWorldHint"] for tool in tools), tools
        assert "live" not in json.dumps([tool["inputSchema"]["properties"].get("context", {}).get("enum") for tool in tools])
    with server(binaries, directory, "--live") as client:
        session = opened(client, context="live")
        assert not client.call("run", session=session, lines="send incrementButtonTapped")["isError"]
        tools = client.request("tools/list")["result"]["tools"]
        world = [tool["name"] for tool in tools if tool["annotations"]["openWorldHint"]]
        assert world == ["open", "run"], world


def test_a_long_result_has_pages_that_together_are_complete(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client)
        lines = "".join("send incrementButtonTapped\n" for _ in range(400))
        result = client.call("run", session=session, lines=lines)
        assert len(json.dumps(result)) < 20_000, len(json.dumps(result))
        pages = [text(result)]
        while cursor := facts(result).get("nextCursor"):
            result = client.call("run", session=session, cursor=cursor)
            pages.append(text(result))
        assert all(len(page) < 17_000 for page in pages), [len(page) for page in pages]
        whole = "\n".join(re.sub(r"\n\[\d+ more bytes: .*\]$", "", page) for page in pages)
        assert whole.count("> send incrementButtonTapped") == 400, whole.count(">")
        assert [int(number) for number in re.findall(r"^\+   count: (\d+)", whole, re.MULTILINE)] == list(range(1, 401))
        assert text(client.call("state", session=session, path="count")) == "400"


def test_a_result_is_said_once(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client)
        for tool, arguments in [("features", {}), ("features", {"feature": "counter"}), ("open", {"feature": "counter"}),
                                ("run", {"session": session, "lines": "send incrementButtonTapped\nhelp send"}),
                                ("state", {"session": session}), ("actions", {"session": session})]:
            result = client.call(tool, **arguments)
            assert "structuredContent" not in result, (tool, result)
            facts_size = len(json.dumps(facts(result)))
            assert facts_size < 200, (tool, facts_size)


def test_a_pending_call_is_named_and_its_answer_is_not_repeated(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client, stubs=["numberFact.fetch pending"])
        result = client.call("run", session=session, lines="send factButtonTapped")
        assert "pending: numberFact.fetch(0)" in text(result), text(result)
        assert "next: answer numberFact.fetch(0) -> VALUE" in text(result), text(result)
        assert facts(result)["pending"] == 1 and facts(result)["status"] == "waiting", facts(result)
        result = client.call("run", session=session, lines="advance 1s")
        assert "next: answer numberFact.fetch(0) -> VALUE" in text(result), text(result)
        result = client.call("run", session=session, lines='state count\nanswer numberFact.fetch(0) -> "%s"' % ("ab" * 500))
        assert text(result).count("ab" * 500) == 1, text(result)  # In the diff.
        assert "pending" not in text(result) and "receive factResponse.success(" in text(result), text(result)


def test_a_long_state_is_cut_with_paths_to_ask_for(binaries, directory):
    rows = ", ".join(f'Repository(id: {number}, fullName: "owner/repository-{number}", description: "{"text " * 20}", '
                     f'stargazersCount: {number}, language: "Swift", htmlURL: URL("https://example.com/{number}"))' for number in range(60))
    with server(binaries, directory) as client:
        session = opened(client, "search", stubs=[f"gitHub.searchRepositories -> [{rows}]"])
        client.call("run", session=session, lines="send appeared")
        for result in (client.call("state", session=session), client.call("run", session=session, lines="state")):
            assert len(text(result)) < 6_000 and 'query: "swift"' in text(result), text(result)
            assert "rows: 60 elements" in text(result), text(result)
            path = re.search(r'call .state. with a path, such as "(.*)"', text(result)).group(1)
            assert "owner/repository-" in text(client.call("state", session=session, path=path)), path


def test_a_rebuilt_driver_is_noticed(binaries, directory):
    shutil.copy(binaries / "macho", directory / "driver")
    shutil.copy(binaries / "external-work-driver", directory / "new")
    with server(directory, directory, driver="driver") as client:
        assert "counter" in text(client.call("features")) and "traps" not in text(client.call("features"))
        session = opened(client)
        assert "rebuilt" not in text(client.call("run", session=session, lines="state"))
        os.replace(directory / "new", directory / "driver")
        assert "traps" in text(client.call("features"))
        result = client.call("run", session=session, lines="send incrementButtonTapped")
        assert not result["isError"] and "the driver was rebuilt" in text(result), result
        assert "rebuilt" not in text(client.call("run", session=opened(client, "traps"), lines="state"))


def test_an_opened_feature_lists_its_actions_and_proposes_none(binaries, directory):
    with server(binaries, directory) as client:
        result = client.call("open", feature="search")
        assert "queryChangeSettled" in text(result) and "gitHub.searchRepositories(String)" in text(result), text(result)
        assert "next:" not in text(result) and "send" not in text(result), text(result)
        # What an effect sends is received, and never proposed.
        session = facts(result)["session"]
        lines = 'stub gitHub.searchRepositories -> []\nsend binding.set(\\.query, "x")\nadvance 300ms'
        result = client.call("run", session=session, lines=lines)
        assert "receive queryChangeSettled" in text(result) and "next: send" not in text(result), text(result)


def test_a_saved_session_has_no_mistakes_and_no_queries(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client)
        client.call("run", session=session, keepGoing=True, lines="send incrementButonTapped\nstate\nsend incrementButtonTapped\n"
                    "expect count == 7\nhelp send\nsend factButtonTapped\neffects\nanswer numberFact.fetch(2) -> \"x\"")
        client.call("state", session=session)
        result = client.call("save", session=session, path="scripts/new/a.macho")
        script = (directory / "scripts" / "new" / "a.macho").read_text()
        assert "it passes" in text(result) and facts(result)["passed"] and "left out: 5 lines" in text(result), text(result)
        # A line that failed and did something stays.
        assert "! [unstubbed] send factButtonTapped" in script and "+   count: 1" in script, script
        for word in ("incrementButonTapped", "state", "expect", "help", "effects", "answer"):
            assert not re.search(rf"^(! \[.*\] )?{word}|Buton", script, re.MULTILINE), (word, script)


def test_a_saved_defect_fails_for_its_reason_and_passes_when_mended(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client)
        client.call("run", session=session, lines="send decrementButtonTapped\nexpect count >= 0")
        for lines, code, word in [("sned foo", "unknown-verb", "send"), ("expect cont >= 0", "no-such-property", "count"),
                                  ("expect count >= (", "syntax", "nothing was written")]:
            result = client.call("save", session=session, path="defect.macho", lines=lines)
            assert facts(result)["error"]["code"] == code and word in text(result), (lines, result)
            assert "nothing was written" in text(result) and not (directory / "defect.macho").exists(), text(result)
        result = client.call("save", session=session, path="defect.macho", lines="expect count >= 0")
        assert not result["isError"] and "it fails until mended" in text(result) and "expect-failed" in text(result), text(result)
        report = text(client.call("report", scripts=["defect.macho"]))
        assert "expect count >= 0" in report and "count is -1" in report, report
        # In another start state the defect does not show, as if it was mended.
        script = (directory / "defect.macho").read_text()
        (directory / "mended.macho").write_text(script.replace("feature counter\n", "feature counter\nstart State(count: 5)\n"))
        assert facts(client.call("report", scripts=["mended.macho"]))["passed"]
        # A line that failed and did something keeps its failure.
        client.call("run", session=session, lines="send factButtonTapped")
        result = client.call("save", session=session, path="pending.macho", lines="expect not isLoading")
        assert "it fails until mended" in text(result), text(result)
        assert "! [unstubbed] send factButtonTapped" in (directory / "pending.macho").read_text()
        # Lines that hold are part of a script that passes.
        result = client.call("save", session=session, path="holds.macho", lines="expect count == -1")
        assert facts(result)["passed"] and "expect count == -1" in (directory / "holds.macho").read_text(), result


def test_a_script_is_checked_before_it_is_written(binaries, directory):
    (directory / "old.macho").write_text("feature counter\n")
    with server(binaries, directory) as client:
        for script, code in [("feature countr\n", "no-such-feature"), ("feature counter\nsend incrementButonTapped\n", "no-such-case"),
                             ("feature counter\nexpect cont == 0\n", "no-such-property"), ("feature counter\nstub numberFact.fetch = 3\n", "syntax")]:
            for arguments in ({"path": "deep/new.macho"}, {"path": "old.macho", "overwrite": True}):
                result = client.call("save", script=script, **arguments)
                assert facts(result)["error"]["code"] == code and "nothing was written" in text(result), (script, result)
        assert sorted(path.name for path in directory.rglob("*")) == ["old.macho"] and "counter\n" in (directory / "old.macho").read_text()
        result = client.call("save", path="deep/new.macho", script="feature counter\nsend incrementButtonTapped\nexpect count == 2\n")
        assert not result["isError"] and not facts(result)["passed"] and "count is 1" in text(result), text(result)


def descriptions(client):
    """Returns what a model reads before its first call."""
    texts = [client.request("server/discover")["result"]["instructions"]]
    for tool in client.request("tools/list")["result"]["tools"]:
        texts += [tool["description"]] + [parameter["description"] for parameter in tool["inputSchema"]["properties"].values()]
    for prompt in client.request("prompts/list")["result"]["prompts"]:
        arguments = {argument["name"]: "counter" for argument in prompt["arguments"]}
        result = client.request("prompts/get", {"name": prompt["name"], "arguments": arguments})["result"]
        texts.append(result["messages"][0]["content"]["text"])
    return texts


def test_each_example_in_a_description_runs(binaries, directory):
    # What is quoted and is neither a name nor an example.
    others = {".macho", "main", "HEAD~1", "macho test", "macho mcp --connect", "counter", "live"}
    forms = ["{}", "expect {}", "state {}", "property {}", "stub numberFact.fetch {}", "stub numberFact.fetch throws {}"]
    with server(binaries, directory) as client:
        tools = client.request("tools/list")["result"]["tools"]
        language = client.request("resources/read", {"uri": "macho://language"})["result"]["contents"][0]["text"]
        names = others | {tool["name"] for tool in tools} | set(re.findall(r"^### (\S+)", language, re.MULTILINE))
        for tool in tools:
            for name, schema in tool["inputSchema"]["properties"].items():
                names |= {name, *schema.get("enum", [])}
        sessions = [opened(client, feature, context="preview") for feature in ("counter", "search", "jugs")]
        sessions.append(opened(client, "contacts", start='State(contacts: [Contact(id: UUID(1), name: "Ada")])'))
        client.call("run", session=sessions[0], lines="send incrementButtonTapped")
        client.call("run", session=sessions[1], lines="send appeared")
        ran = 0
        for example in re.findall(r"(?<!\w)'([^']+)'(?!\w)", "\n".join(descriptions(client))):
            # A form with placeholders is checked as usage of its verb.
            if example in names or re.search(r"\b[A-Z]{3,}\b", example):
                continue
            ran += 1
            if not client.call("help", topic=example)["isError"]:
                continue
            if example.endswith(" "):
                results = [client.call("actions", session=session, line=example) for session in sessions]
                assert any(text(result).startswith(example) for result in results), (example, results)
                continue
            results = [client.call("run", session=session, lines=form.format(example)) for form in forms for session in sessions]
            codes = [[failure["code"] for failure in facts(result).get("failures", [])] for result in results]
            assert [] in codes or ["expect-failed"] in codes, (example, codes)
        assert ran > 10, ran


def test_the_language_is_explained_by_topic(binaries, directory):
    with server(binaries, directory) as client:
        overview = text(client.call("help"))
        topics = re.findall(r"^([a-z]\S*)  +\S", overview, re.MULTILINE)
        assert len(topics) > 50 and {"send", "values", "paths", "codes", "scripts"} <= set(topics), topics
        for topic in topics + ["no-such-case"]:
            result = client.call("help", topic=topic)
            assert not result["isError"] and len(text(result).encode()) < 4_300, (topic, result)
        pages = text(client.call("help", topic="codes"))
        assert "more bytes" in pages and "no-such-case" in pages, pages
        # The script of the topic passes.
        script = text(client.call("help", topic="scripts")).split("\n\n")[1]
        (directory / "topic.macho").write_text(script.replace("  ", "") + "\n")
        assert facts(client.call("report", scripts=["topic.macho"]))["passed"], script


def test_scripts_are_updated_after_approval(binaries, directory):
    old = "feature counter\nsend incrementButtonTapped\n| wrong\n"
    (directory / "sub").mkdir()
    (directory / "sub" / "old.macho").write_text(old)
    (directory / "broken.macho").write_text("sned x\n")
    with server(binaries, directory) as client:
        assert text(client.call("scripts", operation="list")).splitlines() == ["broken.macho", "sub/old.macho"]
        for place in ("sub", "sub/", "sub/old.macho"):
            assert text(client.call("scripts", operation="list", scripts=[place])) == "sub/old.macho", place
        assert text(client.call("scripts", operation="read", scripts=["sub/old.macho"])) == old
        assert not client.call("scripts", operation="check", scripts=["sub"])["isError"]
        checked = client.call("scripts", operation="check")
        assert checked["isError"] and "unknown-verb" in text(checked), checked
        for operation, expected in [("reject", old), ("accept", None)]:
            result = client.call("scripts", operation="update", scripts=["sub"])
            assert not result["isError"] and facts(result)["pending"], result
            assert "E| wrong" in text(result) and "A| +   count: 1" in text(result), text(result)
            assert (directory / "sub" / "old.macho").read_text() == old
            assert not client.call("scripts", operation=operation, scripts=["sub"])["isError"]
            assert expected is None or (directory / "sub" / "old.macho").read_text() == expected
        assert facts(client.call("report", scripts=["sub"]))["passed"]
        result = client.call("scripts", operation="update", scripts=["sub"])
        assert not result["isError"] and "pending" not in facts(result), result


def test_an_exploration_says_why_it_ended(binaries, directory):
    (directory / "two.macho").write_text("feature counter\nsend incrementButtonTapped\nsend incrementButtonTapped\n")
    with server(binaries, directory) as client:
        for arguments, end, word in [
            ({"feature": "jugs", "until": "big == 4"}, "reached", "reaches the condition"),
            ({"feature": "jugs", "until": "big == 7"}, "exhausted", "exhausted: all 16 states"),
            ({"feature": "counter", "until": "count == 70", "depth": 5}, "limit", "limit: "),
            ({"feature": "counter", "runs": 5}, "runs", "all runs were made: 5 runs"),
            ({"feature": "counter", "runs": 50, "invariants": ["count >= 0"]}, "failure", "stopped at the first failure"),
            ({"feature": "counter", "runs": 5, "invariants": ["count >= 0"], "keepGoing": True}, "runs", "all runs were made"),
            ({"feature": "counter", "runs": 20, "from": "two.macho", "exclude": "increment", "invariants": ["count != 2"]}, "failure", "count"),
        ]:
            result = client.call("explore", seconds=60, **arguments)
            assert facts(result)["end"] == end and word in text(result), (arguments, result)


ARTICLE = pathlib.Path(__file__).resolve().parents[3] / "Sources/MachoKit/MachoKit.docc/Agents.md"
JOB = re.compile(r"^### ([^\n]+): (\d+) calls\n.*?^```text [^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def calls_of(block):
    """Returns the calls of a transcript: for each its tool, its arguments and the lines of its result."""
    calls = []
    for line in block.splitlines():
        if line and not line.startswith(" "):
            tool, arguments = line.split(" ", 1)
            calls.append((tool, json.loads(arguments), []))
        else:
            calls[-1][2].append(line[2:])
    return calls


def matches(lines, result):
    """Whether a result has these lines. '…' stands for any lines, or for any part of a line."""
    pattern = "".join(
        "(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n" for line in lines)
    return re.fullmatch(pattern, result.rstrip("\n") + "\n")


def test_the_jobs_of_the_documentation_take_the_calls_that_it_says(binaries, directory):
    jobs = JOB.findall(ARTICLE.read_text(encoding="utf-8"))
    assert len(jobs) == 3, jobs
    for number, (job, count, block) in enumerate(jobs):
        calls = calls_of(block)
        assert len(calls) == int(count), (job, len(calls))
        work = directory / str(number)
        work.mkdir()
        with server(binaries, work) as client:
            for tool, arguments, lines in calls:
                result = text(client.call(tool, **arguments))
                assert matches(lines, result), f"{job}, {tool}:\n{result}"


def test_a_crash_costs_one_line_of_one_session(binaries, directory):
    with server(binaries, directory, driver="external-work-driver") as client:
        first, second = opened(client, "traps"), opened(client, "traps")
        client.call("run", session=first, lines="send increment\nsend increment")
        result = client.call("run", session=first, lines="send increment\nsend unwrapNil\nsend increment")
        assert result["isError"] and facts(result)["failures"] == [{"line": 2, "code": "crashed"}], result
        assert "state before this line" in text(result) and facts(result)["notRun"] == 1, text(result)
        assert text(client.call("state", session=first, path="count")) == "3"
        assert text(client.call("state", session=second, path="count")) == "0"
        for line in ["send exit(status: 0)", "send abort", "send overflowStack", "send closeDescriptors"]:
            result = client.call("run", session=first, lines=line)
            assert text(client.call("state", session=second, path="count")) == "0"
        assert client.close() == 0


def test_output_of_a_feature_does_not_reach_the_client(binaries, directory):
    with server(binaries, directory, driver="external-work-driver") as client:
        session = opened(client, "traps")
        assert not client.call("run", session=session, lines="send flood(lines: 5000)\nsend write(megabytes: 4)")["isError"]
        assert not client.call("run", session=session, lines="send leaveProcess")["isError"]
        assert client.close() == 0


def test_an_endless_line_is_killed_at_the_limit(binaries, directory):
    with server(binaries, directory, "--timeout", "2", driver="external-work-driver") as client:
        session, other = opened(client, "traps"), opened(client, "traps")
        client.call("run", session=session, lines="send increment")
        looping = client.start("tools/call", {"name": "run", "arguments": {"session": session, "lines": "send loopForEver"}})
        assert not client.call("run", session=other, lines="send increment")["isError"]
        result = client.response(looping)["result"]
        assert result["isError"] and facts(result)["failures"] == [{"line": 1, "code": "timed-out"}], result
        assert text(client.call("state", session=session, path="count")) == "1"
        assert client.close() == 0


def test_a_cancelled_call_stops_and_has_no_response(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client)
        lines = "send incrementButtonTapped\n" * 50_000
        running = client.start("tools/call", {"name": "run", "arguments": {"session": session, "lines": lines}})
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": running, "reason": "test"}})
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9999}})
        result = client.call("state", session=session, path="count")
        assert int(text(result)) < 50_000, result
        assert running not in [message["id"] for message in client.messages if message], client.messages
        assert client.close() == 0


def test_a_cancelled_exploration_is_killed(binaries, directory):
    with server(binaries, directory) as client:
        if client.call("explore", feature="counter", runs=1)["isError"]:
            return  # A driver without the subcommand.
        parameters = {"name": "explore", "arguments": {"feature": "counter", "runs": 100_000_000, "seconds": 600}}
        running = client.start("tools/call", parameters)
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": running}})
        assert client.close() == 0
        assert running not in [message["id"] for message in client.messages if message], client.messages


def test_a_session_that_quits_has_ended(binaries, directory):
    with server(binaries, directory) as client:
        session = opened(client)
        result = client.call("run", session=session, lines="send incrementButtonTapped\nquit\nstate")
        assert "The session has ended." in text(result) and facts(result)["notRun"] == 1, result
        assert facts(client.call("state", session=session))["error"]["code"] == "no-such-session"
        (directory / "end.macho").write_text("quit\n")
        session = opened(client)
        client.call("run", session=session, lines="source end.macho")
        result = client.call("run", session=session, lines="state")
        assert result["isError"] and "has ended" in text(result), result


def test_piped_requests_are_answered_before_the_end(binaries, directory):
    requests = [{"jsonrpc": "2.0", "id": number, "method": "tools/call",
                 "params": {"name": "features", "arguments": {}, "_meta": MODERN}} for number in range(16)]
    ran = subprocess.run(
        [str(binaries / "macho"), "mcp"], cwd=directory, text=True, timeout=120, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, input="".join(json.dumps(request) + "\n" for request in requests))
    responses = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0 and sorted(response["id"] for response in responses) == list(range(16)), ran


def test_sessions_end_with_the_server(binaries, directory):
    with server(binaries, directory, driver="external-work-driver") as client:
        session = opened(client, "traps")
        client.start("tools/call", {"name": "run", "arguments": {"session": session, "lines": "send loopForEver"}})
        client.call("features")
        started = children(client.process)
        assert len(started) == 2, started
        watched = [os.pidfd_open(pid) for pid in started] if hasattr(os, "pidfd_open") else []
        client.process.send_signal(signal.SIGKILL)
        client.process.wait()
        for descriptor in watched:
            assert select.select([descriptor], [], [], 60)[0], "a session's process still runs"
            os.close(descriptor)


def test_usage_errors_are_reported_at_the_start(binaries, directory):
    for options, word in [(["--connect", str(directory / "none")], "cannot connect"), (["--timeout", "0"], "--timeout"),
                          (["--redact", "("], "regular expression")]:
        ran = subprocess.run([str(binaries / "macho"), "mcp", *options], cwd=directory, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
        assert ran.returncode == 2 and word in ran.stderr and not ran.stdout, ran
