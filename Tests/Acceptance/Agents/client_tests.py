"""The official Python client over standard input and output, and over sockets."""

import asyncio
import contextlib
import subprocess

import anyio
import anyio.abc
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.shared.message import SessionMessage

TOOLS = ["features", "help", "open", "run", "state", "actions", "explore", "compare", "report", "coverage", "save", "scripts",
         "close"]


def stdio(binaries, directory, *options, driver="macho"):
    return StdioServerParameters(
        command=str(binaries / driver), args=["mcp", *options], cwd=str(directory),
        env={"SWIFT_BACKTRACE": "enable=no"})


@contextlib.asynccontextmanager
async def unix_socket(path):
    """A transport of the client: a Unix socket with one message per line."""
    to_session, from_server = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_server, from_session = anyio.create_memory_object_stream[SessionMessage](0)
    async with await anyio.connect_unix(path) as stream, anyio.create_task_group() as group:

        async def read():
            buffer = b""
            async with to_session:
                with contextlib.suppress(anyio.EndOfStream, anyio.ClosedResourceError):
                    while True:
                        *lines, buffer = (buffer + await stream.receive()).split(b"\n")
                        for line in lines:
                            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
                            await to_session.send(SessionMessage(message))

        async def write():
            async with from_session:
                async for message in from_session:
                    text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await stream.send(text.encode() + b"\n")

        group.start_soon(read)
        group.start_soon(write)
        yield from_server, to_server
        group.cancel_scope.cancel()


@contextlib.contextmanager
def listening(binaries, directory, *arguments):
    """A server at a socket, once it listens."""
    process = subprocess.Popen(
        [str(binaries / "macho"), *arguments], cwd=directory, stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    try:
        line = process.stderr.readline()
        assert "listening" in line, line
        yield
    finally:
        process.terminate()
        process.wait(30)


@contextlib.contextmanager
def prompt(binaries, path, session, lines):
    """A user in a shared session who has run some lines."""
    process = subprocess.Popen(
        [str(binaries / "macho"), "connect", path, "--session", session], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    process.stdin.write(lines + "echo ready\n")
    process.stdin.flush()
    for line in process.stdout:
        if line.strip() == "ready":
            break
    yield
    process.stdin.close()
    process.wait(30)


def text(result):
    return result.content[0].text


def facts(result):
    """What a program decides on; the text repeats none of it in other words."""
    return (result.meta or {}).get("macho/facts", {})


async def call_every_tool(client, directory):
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == TOOLS, tools
    for tool in tools:
        hints = tool.annotations
        assert None not in (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint), tool
        assert tool.description and not tool.output_schema and tool.input_schema["type"] == "object", tool
    read_only = {tool.name for tool in tools if tool.annotations.read_only_hint}
    assert read_only == {"features", "help", "state", "actions", "explore", "report", "coverage"}, read_only
    assert "counter" in text(await client.call_tool("features", {}))
    assert "incrementButtonTapped" in text(await client.call_tool("features", {"feature": "counter"}))
    opened = await client.call_tool("open", {"feature": "counter"})
    session = facts(opened)["session"]
    ran = await client.call_tool("run", {"session": session, "lines": "send incrementButtonTapped"})
    assert not ran.is_error and "+   count: 1" in text(ran), ran
    state = await client.call_tool("state", {"session": session, "path": "count"})
    assert text(state) == "1", state
    actions = await client.call_tool("actions", {"session": session})
    assert "decrementButtonTapped" in text(actions), actions
    saved = await client.call_tool("save", {"session": session, "path": "saved.macho", "overwrite": True})
    assert not saved.is_error and (directory / "saved.macho").exists(), saved
    report = await client.call_tool("report", {"scripts": ["saved.macho"]})
    assert not report.is_error and facts(report)["passed"], report
    helped = await client.call_tool("help", {"topic": "send"})
    assert not helped.is_error and "send ACTION" in text(helped), helped
    covered = await client.call_tool("coverage", {"scripts": ["saved.macho"]})
    assert facts(covered)["features"] == [{"feature": "counter", "actions": 5, "reached": 1}], covered
    assert "decrementButtonTapped" in text(covered), covered
    listed = await client.call_tool("scripts", {"operation": "list"})
    assert "saved.macho" in text(listed).splitlines(), listed
    explored = await client.call_tool("explore", {"feature": "counter", "runs": 20, "seconds": 10})
    missing = explored.is_error and facts(explored)["error"]["code"] == "not-supported"
    assert missing or not explored.is_error, explored
    lists = {"features": ["search-mvvm"], "with": "search-mvvm-bound", "runs": 40}
    compared = await client.call_tool("compare", lists)
    assert not facts(compared)["passed"] and facts(compared)["differences"] and "after queryChanged: state query" in text(compared), compared
    saved = await client.call_tool("save", {"finding": 1, "path": "difference.macho", "overwrite": True})
    assert not saved.is_error and "send queryChanged" in (directory / "difference.macho").read_text(), saved
    equal = await client.call_tool("compare", {"features": ["search-mvvm"], "with": "search-redux", "runs": 20})
    assert facts(equal)["passed"] and "no difference was found" in text(equal), equal
    wrong = await client.call_tool("compare", {"features": ["counter"], "with": "contacts"})
    assert wrong.is_error and "no action in common" in text(wrong), wrong
    closed = await client.call_tool("close", {"session": session})
    assert not closed.is_error, closed
    assert (await client.call_tool("state", {"session": session})).is_error


async def test_every_tool_over_standard_input_with_a_handshake(binaries, directory):
    async with Client(stdio(binaries, directory), mode="legacy") as client:
        assert client.session.protocol_version == "2025-11-25"
        await call_every_tool(client, directory)


async def test_every_tool_over_standard_input_without_a_handshake(binaries, directory):
    async with Client(stdio(binaries, directory)) as client:
        assert client.session.protocol_version == "2026-07-28", client.session.protocol_version
        await call_every_tool(client, directory)


async def test_every_tool_over_a_socket(binaries, directory):
    path = str(directory / "mcp")
    with listening(binaries, directory, "mcp", "--socket", path):
        for mode in ("legacy", "auto"):
            async with Client(unix_socket(path), mode=mode) as client:
                await call_every_tool(client, directory)


async def test_every_tool_in_sessions_of_a_server(binaries, directory):
    path = str(directory / "serve")
    with listening(binaries, directory, "serve", "--socket", path):
        async with Client(stdio(binaries, directory, "--connect", path)) as client:
            await call_every_tool(client, directory)
            async with Client(stdio(binaries, directory, "--connect", path)) as other:
                shared = {"feature": "counter", "share": "both"}
                one = facts(await client.call_tool("open", shared))["session"]
                await client.call_tool("run", {"session": one, "lines": "send incrementButtonTapped"})
                result = await other.call_tool("open", {"feature": "counter", "share": "both"})
                two = facts(result)["session"]
                state = await other.call_tool("state", {"session": two, "path": "count"})
                assert text(state) == "1", state
                await other.call_tool("close", {"session": one})
                await client.call_tool("close", {"session": one})
        # A user has opened a session and made it live.
        lines = "feature counter\ncontext live\nsend incrementButtonTapped\n"
        with prompt(binaries, path, "mine", lines):
            async with Client(stdio(binaries, directory, "--connect", path)) as client:
                result = await client.call_tool("open", {"feature": "counter", "share": "mine"})
                session = facts(result)["session"]
                ran = await client.call_tool("run", {"session": session, "lines": "send incrementButtonTapped"})
                assert ran.is_error and "live" in text(ran), ran


async def sixteen_at_once(client):
    opened = await asyncio.gather(*(client.call_tool("open", {"feature": "counter"}) for _ in range(16)))
    sessions = [facts(result)["session"] for result in opened]
    assert len(set(sessions)) == 16, sessions
    lines = "\n".join(["send incrementButtonTapped"] * 20)
    await asyncio.gather(*(client.call_tool("run", {"session": session, "lines": lines}) for session in sessions))
    states = await asyncio.gather(
        *(client.call_tool("state", {"session": session, "path": "count"}) for session in sessions))
    assert [text(state) for state in states] == ["20"] * 16, states
    # Calls of one session run in the order of their arrival.
    runs = await asyncio.gather(
        *(client.call_tool("run", {"session": sessions[0], "lines": "send incrementButtonTapped"}) for _ in range(16)))
    assert sorted(facts(run)["position"] for run in runs) == list(range(21, 37)), runs


async def test_sixteen_calls_at_once_over_standard_input(binaries, directory):
    async with Client(stdio(binaries, directory)) as client:
        await sixteen_at_once(client)


async def test_sixteen_calls_at_once_over_a_socket(binaries, directory):
    path = str(directory / "mcp")
    with listening(binaries, directory, "mcp", "--socket", path):
        async with Client(unix_socket(path)) as client:
            await sixteen_at_once(client)


async def test_resources_and_prompts_are_read(binaries, directory):
    (directory / "a b.macho").write_text("feature counter\n")
    async with Client(stdio(binaries, directory)) as client:
        resources = {resource.name: str(resource.uri) for resource in (await client.list_resources()).resources}
        assert set(resources) == {"language", "a b.macho"}, resources
        page = (await client.read_resource(resources["language"])).contents[0].text
        assert "### send" in page and "no-such-case" in page, page[:400]
        assert (await client.read_resource(resources["a b.macho"])).contents[0].text == "feature counter\n"
        assert "advance" in (await client.read_resource("macho://help/advance")).contents[0].text
        await client.call_tool("report", {"scripts": ["a b.macho"]})
        assert "passed" in (await client.read_resource("macho://report")).contents[0].text
        for uri in ("macho://scripts/../x.macho", "macho://scripts/%2Fetc%2Fpasswd", "macho://nothing"):
            try:
                await client.read_resource(uri)
                raise AssertionError(f"{uri} was read")
            except MCPError as error:
                assert error.code == -32602, error
        templates = (await client.list_resource_templates()).resource_templates
        assert [template.name for template in templates] == ["help", "script"], templates
        prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
        assert prompts == ["explore-feature", "write-regression-script"], prompts
        prompt = await client.get_prompt("explore-feature", {"feature": "counter"})
        assert "counter" in prompt.messages[0].content.text, prompt
        prompt = await client.get_prompt("write-regression-script", {"behaviour": "it counts"})
        assert "it counts" in prompt.messages[0].content.text, prompt


async def test_a_conversation_finds_a_defect_and_saves_a_script_that_fails(binaries, directory):
    async with Client(stdio(binaries, directory)) as client:
        names = [line.split(":")[0] for line in text(await client.call_tool("features", {})).splitlines()]
        if "cart" in names:
            feature, condition = "cart", "total >= 0"
            lines = "send addButtonTapped\n" * 4 + "send couponButtonTapped\nsend removeButtonTapped\n"
        else:
            feature, condition, lines = "counter", "count >= 0", "send decrementButtonTapped"
        await client.call_tool("features", {"feature": feature})
        session = facts(await client.call_tool("open", {"feature": feature}))["session"]
        assert not (await client.call_tool("run", {"session": session, "lines": lines})).is_error
        checked = await client.call_tool("run", {"session": session, "lines": f"expect {condition}"})
        assert checked.is_error, checked
        saved = await client.call_tool(
            "save", {"session": session, "path": "defect.macho", "lines": f"expect {condition}"})
        assert not saved.is_error, saved
        report = await client.call_tool("report", {"scripts": ["defect.macho"]})
        assert facts(report)["passed"] is False and "expect" in text(report), report
        assert run_test(binaries, directory, "defect.macho") == 1
        found = await client.call_tool("explore", {"feature": feature, "invariants": [condition], "seconds": 30})
        if found.is_error and facts(found)["error"]["code"] == "not-supported":
            return
        assert facts(found)["findings"][0]["kind"] == "invariant", found
        checked = await client.call_tool("explore", {"feature": feature, "properties": [f"always {condition}"], "seconds": 30})
        assert "property" in [finding["kind"] for finding in facts(checked)["findings"]], checked
        wrong = await client.call_tool("explore", {"feature": feature, "properties": ["intended stuk"], "seconds": 30})
        assert wrong.is_error and "stuck" in text(wrong), wrong
        found = await client.call_tool("explore", {"feature": feature, "invariants": [condition], "seconds": 30})
        saved = await client.call_tool("save", {"finding": 1, "path": "found.macho"})
        assert not saved.is_error, saved
        assert run_test(binaries, directory, "found.macho") == 1


def run_test(binaries, directory, script):
    return subprocess.run(
        [str(binaries / "macho"), "test", script], cwd=directory, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
