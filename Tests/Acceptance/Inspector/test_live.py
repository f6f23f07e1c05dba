"""A live session: `macho inspect`, `macho repl --inspect` and `macho inspect --connect`."""

import os
import pty
import re
import select
import time

from world import press, rows, selected

LINE = "[aria-label='Line to run']"


def inspect(world, *arguments, driver=None):
    process = world.start("inspect", *arguments, driver=driver)
    line = process.stdout.readline()
    assert line.startswith("inspector: http://127.0.0.1:"), (line, process.poll() is not None and process.stderr.read())
    return line.split()[1]


def run(page, line):
    """Runs a line and waits until it has succeeded and the timeline shows it."""
    page.fill(LINE, line)
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector(\"{LINE}\").value === ''")


def wait_for(page, text, selector="body"):
    page.wait_for_function("([selector, text]) => document.querySelector(selector).innerText.includes(text)", arg=[selector, text])


def test_lines_are_sent_with_completion_and_inline_errors(world):
    page = world.page(inspect(world, "counter"))
    assert "feature counter" in rows(page)[0]
    page.fill(LINE, "send incr")
    page.wait_for_selector(".completions li")
    assert "incrementButtonTapped" in page.inner_text(".completions")
    page.keyboard.press("Tab")
    wait_for_value = "() => document.querySelector(\"[aria-label='Line to run']\").value === 'send incrementButtonTapped'"
    page.wait_for_function(wait_for_value)
    page.keyboard.press("Enter")
    wait_for(page, "send incrementButtonTapped", "[aria-label=Timeline]")
    page.wait_for_function(f"() => document.querySelector(\"{LINE}\").value === ''")
    assert "+   count: 1" in page.inner_text(".step-view")
    page.fill(LINE, "send oops")
    page.keyboard.press("Enter")
    wait_for(page, "no-such-case", ".line-error")
    assert page.input_value(LINE) == "send oops"


def test_a_failing_line_of_a_script_is_edited_and_run_again(world):
    world.write("edited.macho", "feature counter\nsend incrementButtonTapped\nexpect count == 5\nsend incrementButtonTapped\n")
    page = world.page(inspect(world, "--script", "edited.macho:3"), settle=False)
    field = f"() => document.querySelector(\"{LINE}\").value"
    page.wait_for_function(f"{field} === 'expect count == 5'")
    assert len(rows(page)) == 2 and "send incrementButtonTapped" in rows(page)[1], rows(page)
    run(page, "expect count == 1")
    page.click("text=Run the script again")
    page.wait_for_function(f"{field} === 'expect count == 5'")


def test_a_script_runs_up_to_the_first_line_that_fails(world):
    world.write("failing.macho", "feature counter\nexpect count == 5\nsend incrementButtonTapped\n")
    page = world.page(inspect(world, "--script", "failing.macho"), settle=False)
    wait_for(page, "expect-failed", ".line-error")
    assert page.input_value(LINE) == "expect count == 5"


def test_a_change_above_an_error_has_the_colors_of_a_change(world):
    page = world.page(inspect(world, "counter", "--context", "test"))
    page.fill(LINE, "send factButtonTapped")
    page.keyboard.press("Enter")
    wait_for(page, "unstubbed", ".line-error")
    roles = {role: page.locator(f".line-error .role-{role}").all_inner_texts() for role in ("removed", "added", "problem")}
    assert roles["removed"] == ["-   isLoading: false"] and roles["added"] == ["+   isLoading: true"], roles
    assert len(roles["problem"]) == 1 and roles["problem"][0].startswith("unstubbed: "), roles
    color = "([selector]) => getComputedStyle(document.querySelector(selector)).color"
    colors = {page.evaluate(color, [f".line-error .role-{role}"]) for role in ("unchanged", "added", "problem")}
    assert len(colors) == 3, colors


def test_the_actions_are_listed_and_fill_the_line(world):
    page = world.page(inspect(world, "counter"))
    page.click("#tab-actions")
    wait_for(page, "one more", "[aria-label=Actions]")
    page.click("[aria-label=Actions] >> text=incrementButtonTapped")
    assert page.input_value(LINE) == "send incrementButtonTapped"
    page.keyboard.press("Enter")
    wait_for(page, "1 of 1", ".position")
    # An action with a payload is continued by its completions.
    page.click("[aria-label=Actions] >> text=factResponse")
    page.wait_for_selector(".completions li")
    page.keyboard.press("Tab")
    page.wait_for_function(f"() => document.querySelector(\"{LINE}\").value === 'send factResponse('")
    run(page, "feature contacts")
    wait_for(page, "addButtonTapped", "[aria-label=Actions]")


def test_a_decimal_is_a_number_with_all_of_its_digits(world):
    page = world.page(inspect(world, "hostile", driver=world.other_driver))
    for digits in ("12.5", "0.1234567890123456789"):
        run(page, f"send amount({digits})")
        page.click("#tab-state")
        page.wait_for_selector(f".node.changed .value.number:text-is('{digits}')")


def test_time_travel_marks_and_branches(world):
    page = world.page(inspect(world, "counter"))
    for _ in range(3):
        run(page, "send incrementButtonTapped")
    wait_for(page, "3 of 3", ".position")
    page.click("text=Undo")
    wait_for(page, "2 of 3", ".position")
    page.locator("[aria-label='Position in the history']").evaluate(
        "(slider) => { slider.value = 1; slider.dispatchEvent(new Event('change')); }")
    wait_for(page, "1 of 3", ".position")
    page.click("#tab-state")
    wait_for(page, "count", ".state-view")
    page.click("text=Mark")
    page.keyboard.type("one")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('dialog[open]')")
    page.click("text='Branch'")
    page.keyboard.type("other")
    page.keyboard.press("Enter")
    wait_for(page, "branch other", ".live-status")
    run(page, "send decrementButtonTapped")
    page.click("#tab-branches")
    wait_for(page, "1 shared action", ".branches-view")
    page.wait_for_function("() => /count\\s+0\\s+3/.test(document.querySelector('.comparison').innerText)")
    page.click(".branches-view >> text=Go there >> nth=0")
    wait_for(page, "branch main", ".live-status")
    press(page, "Escape", "g", "j")
    press(page, "o")
    wait_for(page, "1 of 3", ".position")
    press(page, "r")
    wait_for(page, "2 of 3", ".position")


def test_the_present_position_is_marked_after_undo(world):
    page = world.page(inspect(world, "counter"))
    marked = "() => [...document.querySelectorAll('.timeline-row:has(.present) .command')].map((row) => row.innerText).join()"
    for line in ("send incrementButtonTapped", "send decrementButtonTapped"):
        run(page, line)
    assert page.evaluate(marked) == ""
    for position, line in (("1 of 2", "send incrementButtonTapped"), ("0 of 2", "feature counter")):
        page.click("button:text-is('Undo')")
        wait_for(page, position, ".position")
        assert page.evaluate(marked) == line
    for position in ("1 of 2", "2 of 2"):
        page.click("button:text-is('Redo')")
        wait_for(page, position, ".position")
    assert page.evaluate(marked) == ""


def test_a_selected_effect_and_call_stay_selected_when_lines_arrive(world):
    page = world.page(inspect(world, "counter", "--context", "test"))
    run(page, 'stub numberFact.fetch -> "later" after 2s')
    for _ in range(3):
        run(page, "send factButtonTapped")
    for tab, row in (("effects", ".lane-row"), ("calls", ".call-row")):
        page.click(f"#tab-{tab}")
        page.click(f"{row} >> nth=0")
        run(page, "send incrementButtonTapped")
        selected = f"#panel-{tab} .row[aria-selected=true]"
        page.wait_for_selector(selected)
        assert page.get_attribute(selected, "data-index") == "0"
        # Another row of the timeline, chosen by the user, has its own.
        page.click("[aria-label=Timeline] .sent >> nth=2")
        assert page.get_attribute(selected, "data-index") == "2"
        press(page, "Escape", "G")


def test_pending_calls_are_answered_and_time_advances(world):
    page = world.page(inspect(world, "counter", "--context", "test"))
    run(page, "stub numberFact.fetch(0) pending")
    run(page, "send factButtonTapped")
    page.wait_for_selector(".pending-call")
    page.fill(".pending-call input", '"zero"')
    page.keyboard.press("Enter")
    wait_for(page, "receive factResponse.success", "[aria-label=Timeline]")
    page.wait_for_function("() => !document.querySelector('.pending-call')")
    run(page, 'stub numberFact.fetch(0) -> "later" after 2s')
    run(page, "send factButtonTapped")
    wait_for(page, "next deadline at 2 s", ".live-status")
    page.click("text=Advance")
    wait_for(page, '"later"', ".step-view")


def test_a_session_is_saved_as_a_script_that_passes(world):
    page = world.page(inspect(world, "counter"))
    run(page, "send incrementButtonTapped")
    page.click("text='Save'")
    page.keyboard.type("saved.macho")
    page.keyboard.press("Enter")
    wait_for(page, "Saved saved.macho")
    assert "1 passed" in world.run("test", "--strict", "saved.macho")
    with page.expect_download() as download:
        page.select_option("[aria-label='Export format']", "swift")
        page.click("text='Export'")
    assert "@Test func" in open(download.value.path()).read()


def test_two_pages_and_a_prompt_share_a_session(world):
    primary, secondary = pty.openpty()
    environment = dict(os.environ, TERM="xterm", XDG_STATE_HOME=str(world.scratch / "state"))
    import subprocess  # noqa: PLC0415: the only test with a terminal

    process = subprocess.Popen(
        [world.macho, "repl", "counter", "--inspect"], cwd=world.scratch, stdin=secondary, stdout=secondary, stderr=secondary,
        env=environment, start_new_session=True)
    os.close(secondary)
    world.processes.append(process)
    screen = ""

    def read_until(pattern):
        nonlocal screen
        end = time.monotonic() + 20
        while not re.search(pattern, screen):
            assert time.monotonic() < end, screen
            if select.select([primary], [], [], 1)[0]:
                screen += os.read(primary, 65536).decode(errors="replace")
        return re.search(pattern, screen)

    url = read_until(r"inspector: (http://\S+)").group(1)
    read_until(r"counter@inspector> ")
    first, second = world.page(url), world.page(url)
    run(first, "send incrementButtonTapped")
    wait_for(second, "send incrementButtonTapped", "[aria-label=Timeline]")
    read_until(r"count: 1")
    screen = ""
    os.write(primary, b"send decrementButtonTapped\r")
    for page in (first, second):
        wait_for(page, "send decrementButtonTapped", "[aria-label=Timeline]")
        page.wait_for_function("() => document.querySelectorAll('[aria-label=Timeline] .row').length === 3")
        assert "send decrementButtonTapped" in selected(page)
    os.write(primary, b"quit\r")
    wait_for(first, "The session has ended", ".live-notice")
    os.close(primary)


def test_a_page_joins_a_session_of_another_server(world):
    directory = world.scratch / "sockets"
    directory.mkdir(mode=0o700)
    server = world.start("serve", "--socket", directory / "s")
    assert "listening" in server.stderr.readline()
    url = inspect(world, "counter", "--connect", directory / "s", "--session", "shared")
    page = world.page(url)
    run(page, "send incrementButtonTapped")
    client = world.run("connect", directory / "s", "--session", "shared", input="state\n")
    assert "count: 1" in client, client
    page.reload()
    page.wait_for_selector(".row:visible")
    wait_for(page, "send incrementButtonTapped", "[aria-label=Timeline]")


def test_a_crash_is_explained_and_the_lines_run_again(world):
    url = inspect(world, "traps", "--context", "test", driver=world.other_driver)
    first, second = world.page(url), world.page(url)
    run(first, "send increment")
    run(first, "send increment")
    first.fill(LINE, "send unwrapNil")
    first.keyboard.press("Enter")
    wait_for(first, "Unexpectedly found nil", ".line-error")
    for page in (first, second):
        wait_for(page, "The session has ended, or its process has. 3 lines had run.", ".live-notice")
        assert len(rows(page)) == 3, rows(page)
        assert page.is_disabled(LINE)
    # The first button has the focus.
    first.keyboard.press("Enter")
    wait_for(first, "2 of 2", ".position")
    first.click("#tab-state")
    assert "2" in rows(first, "State")[1], rows(first, "State")
    # The other page joins that session.
    second.click("text=Run them again")
    wait_for(second, "2 of 2", ".position")
    run(second, "send increment")
    wait_for(first, "3 of 3", ".position")


def test_an_endless_line_is_shown_and_stopped(world):
    url = inspect(world, "traps", driver=world.other_driver)
    page = world.page(url)
    run(page, "send increment")
    page.fill(LINE, "send loopForEver")
    page.keyboard.press("Enter")
    wait_for(page, "Running: send loopForEver", ".live-notice")
    other = world.page(url, settle=False)
    wait_for(other, "a line of another page or prompt is running", ".live-status")
    page.click("text=Stop")
    wait_for(page, "Still running: send loopForEver", ".live-notice")
    page.click("text=Kill its process")
    wait_for(page, "2 lines had run", ".live-notice")
    page.click("text=Start anew")
    wait_for(page, "0 of 0", ".position")
    assert rows(page) == ["·\nfeature traps\n0 s"], rows(page)


def test_a_page_says_that_its_driver_is_gone(world):
    url = inspect(world, "counter")
    page = world.page(url)
    run(page, "send incrementButtonTapped")
    world.processes[-1].kill()
    wait_for(page, "The session has ended: the driver does not answer.", ".live-notice")
    assert "send incrementButtonTapped" in rows(page)[1]
    page.click("text=Connect again")
    page.wait_for_selector("text=Connect again")
    # The browser may report that it cannot connect.
    world.problems = [problem for problem in world.problems if "ERR_CONNECTION_REFUSED" not in problem]


# Responses to requests of one method arrive late, as from a busy driver.
DELAY = """(method) => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).method === method) setTimeout(() => send.call(this, text), 300);
    else send.call(this, text);
  };
}"""


def test_a_line_stays_until_the_timeline_shows_it(world):
    page = world.page(inspect(world, "counter"))
    page.evaluate(DELAY, "timeline")
    for count in range(1, 4):
        run(page, "send incrementButtonTapped")
        assert page.inner_text(".position") == f"{count} of {count}"
        assert len(rows(page)) == count + 1, rows(page)


def test_typing_drops_a_chosen_completion(world):
    page = world.page(inspect(world, "counter"))
    page.fill(LINE, "send ")
    page.wait_for_selector(".completions li")
    page.evaluate(DELAY, "complete")
    press(page, "ArrowDown")
    page.keyboard.type("incrementButtonTapped")
    press(page, "Enter")
    wait_for(page, "send incrementButtonTapped", "[aria-label=Timeline]")
    page.wait_for_function(f"() => document.querySelector(\"{LINE}\").value === ''")
    assert page.locator(f"{LINE}[aria-activedescendant]").count() == 0
    # Tab waits for the completions of the present text.
    page.fill(LINE, "send ")
    page.wait_for_selector(".completions li")
    page.keyboard.type("dec")
    press(page, "Tab")
    page.wait_for_function(f"() => document.querySelector(\"{LINE}\").value === 'send decrementButtonTapped'")


def pending_calls(page):
    return [" ".join(text.split()) for text in page.locator(".pending-call").all_inner_texts()]


def test_half_typed_answers_survive_other_calls(world):
    page = world.page(inspect(world, "ports", "--context", "test"))
    run(page, "stub numberLists.get pending")
    run(page, "send asked(ofIndex: 1)")
    page.wait_for_selector(".pending-call")
    page.focus(".pending-call input")
    page.keyboard.type("[1, ")
    other = world.page(page.url)
    for index in (1, 2):
        run(other, f"send asked(ofIndex: {index})")
    page.wait_for_function("() => document.querySelectorAll('.pending-call').length === 3")
    page.keyboard.type("5]")
    assert page.input_value(".pending-call >> nth=0 >> input") == "[1, 5]"
    assert pending_calls(page) == ["pending numberLists.get(1) #1 Answer", "pending numberLists.get(1) #2 Answer", "pending numberLists.get(2) Answer"]
    # The second of two equal calls has the answer of its own form.
    page.fill(".pending-call >> nth=1 >> input", "[7]")
    press(page, "Enter")
    wait_for(page, "receive got([7])", "[aria-label=Timeline]")
    page.wait_for_function("() => document.querySelectorAll('.pending-call').length === 2")
    assert pending_calls(page) == ["pending numberLists.get(1) Answer", "pending numberLists.get(2) Answer"]
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Answer of numberLists.get(2)"
    assert page.input_value(".pending-call >> nth=0 >> input") == "[1, 5]"
    page.keyboard.type("[2]")
    press(page, "Enter")
    page.wait_for_function("() => document.querySelectorAll('.pending-call').length === 1")
    assert page.evaluate("() => document.activeElement.value") == "[1, 5]"
    page.click(".pending-call button")
    page.wait_for_function("() => document.activeElement.getAttribute('aria-label') === 'Line to run'")


def test_many_pending_calls_leave_room_for_the_timeline(world):
    page = world.page(inspect(world, "ports", "--context", "test"))
    run(page, "stub numberLists.get pending")
    for index in range(10):
        run(page, f"send asked(ofIndex: {index})")
    page.wait_for_function("() => document.querySelectorAll('.pending-call').length === 10")
    for width, height in ((1280, 800), (400, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".pending-calls").bounding_box()["height"] <= 175
        assert page.locator("[aria-label=Timeline].list").bounding_box()["height"] >= 60
        assert page.locator(".live").bounding_box()["y"] + page.locator(".live").bounding_box()["height"] <= height + 1
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_travel_goes_to_the_store_of_the_row(world):
    page = world.page(inspect(world, "counter"))
    run(page, "send incrementButtonTapped")
    run(page, "feature counter as other")
    for _ in range(3):
        run(page, "send decrementButtonTapped")
    press(page, "Escape", "g", "j", "o")
    wait_for(page, "use counter", "[aria-label=Timeline]")
    wait_for(page, "1 of 1", ".position")
    run(page, "use other")
    wait_for(page, "3 of 3", ".position")


def test_steps_of_a_path_exclude_undone_ones_and_stay_selected(world):
    page = world.page(inspect(world, "counter"))
    for _ in range(3):
        run(page, "send incrementButtonTapped")
    press(page, "Escape", "/")
    page.keyboard.type("count")
    press(page, "Enter")
    assert page.inner_text(".path-count") == "3 steps changed this path"
    other = world.page(page.url)
    run(other, "send incrementButtonTapped")
    wait_for(page, "4 steps changed this path", ".path-count")
    assert "count" in selected(page, "State")
    run(other, "undo 3")
    wait_for(page, "1 step changed this path", ".path-count")
    page.focus("text='Mark them'")
    press(page, "Enter")
    assert "1 step changed count" in page.inner_text(".notes").replace("\n", " ")
    assert page.evaluate("() => document.activeElement.textContent") == "Mark them"


def test_dialogs_have_a_field_of_one_line(world):
    page = world.page(inspect(world, "counter"))
    page.click("text='Mark'")
    assert page.locator("dialog input").bounding_box()["height"] < 40


def test_the_focus_stays_after_buttons_that_redraw_their_surroundings(world):
    page = world.page(inspect(world, "counter"))
    run(page, "send incrementButtonTapped")
    run(page, "mark here")
    run(page, "send incrementButtonTapped")
    page.click("#tab-branches")
    wait_for(page, "here", ".branches-view")
    page.focus("[aria-label='Go there: here']")
    press(page, "Enter")
    wait_for(page, "1 of 2", ".position")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Go there: here"


def test_the_format_of_an_export_is_chosen_by_keys(world):
    page = world.page(inspect(world, "counter"))
    downloads = []
    page.on("download", lambda download: downloads.append(download))
    page.focus("[aria-label='Export format']")
    press(page, "ArrowDown")
    page.wait_for_timeout(300)
    assert not downloads
    with page.expect_download() as download:
        page.click("text='Export'")
    assert download.value.suggested_filename.endswith(".json")
