"""A report, opened from a file."""

import json

from world import FAILING, ROOT, press, rows, selected


def test_a_suite_opens_from_a_file_with_a_summary(world):
    page = world.page(world.suite())
    assert "1 script failed" in page.inner_text(".totals"), page.inner_text(".totals")
    assert "3 scripts" in page.inner_text(".totals")
    listed = rows(page, "Scripts")
    assert len(listed) == 3 and "failing.macho" in listed[0], listed
    assert all(url.startswith("file:") for url in world.requests), world.requests
    assert len(world.requests) == 1, world.requests


def test_the_summary_filters_scripts_by_status_and_path(world):
    page = world.page(world.suite())
    page.click("text=passed 2")
    assert len(rows(page, "Scripts")) == 2
    page.click("text=all 3")
    press(page, "/")
    page.keyboard.type("count")
    assert [row.split("\n")[1] for row in rows(page, "Scripts")] == ["counter.macho"]
    press(page, "Enter", "Enter")
    assert page.inner_text("h1") == "counter.macho"


def test_the_failing_line_shows_expected_and_actual_output_side_by_side(world):
    page = world.page(world.suite())
    press(page, "Enter")
    assert "send incrementButtonTapped" in selected(page), selected(page)
    cells = page.locator(".compared").all_inner_texts()
    assert cells[0].split("\n") == ["expected", "actual"], cells
    assert any("+   count: 2," in cell and "+   count: 1," in cell for cell in cells), cells
    press(page, "n")
    assert "expect count == 5" in selected(page), selected(page)
    assert "expect-failed" in page.inner_text(".step-view")


def test_a_failing_line_says_how_to_run_it_again(world):
    page = world.page(world.suite())
    press(page, "Enter", "n")
    commands = page.locator(".again code").all_inner_texts()
    assert commands == [
        "macho test failing.macho", "macho test --debug failing.macho", "macho inspect --script failing.macho:19",
    ], commands
    press(page, "g")
    assert page.locator(".again").count() == 0


def test_the_keyboard_walks_through_the_timeline(world):
    page = world.page(world.suite())
    press(page, "Enter", "g")
    walked = [selected(page)]
    for _ in range(5):
        press(page, "j")
        walked.append(selected(page))
    assert "feature counter" in walked[0] and "advance 400ms" in walked[5], walked
    press(page, "k")
    assert selected(page) == walked[4]
    press(page, "G")
    assert "expect count == 5" in selected(page)
    press(page, "s")
    assert "1 script failed" in page.inner_text(".totals")


def test_a_received_action_names_its_cause_and_source_place(world):
    page = world.page(world.suite())
    press(page, "Enter", "G", "k")
    facts = page.inner_text(".facts")
    assert "received from #1 run" in facts and "CounterFeature.swift:" in facts, facts
    assert "failing.macho:18" in facts, facts
    page.click(".facts button")
    assert "send factButtonTapped" in selected(page)


def test_the_state_is_searched_and_a_path_lists_its_steps(world):
    page = world.page(world.suite())
    press(page, "Enter", "G", "/")
    page.keyboard.type("two")
    results = rows(page, "State")
    assert len(results) == 1 and "fact" in results[0] and '"two"' in results[0], results
    press(page, "Enter", "Enter")
    assert page.input_value("[aria-label='Search in the state']") == ""
    assert "fact" in selected(page, "State")
    assert page.inner_text(".path-count") == "1 step changed this path"
    press(page, "p")
    assert "1 step changed fact" in page.inner_text(".notes").replace("\n", " ")
    press(page, "Escape", "g", "]")
    assert "receive factResponse.success" in selected(page)


def test_changed_paths_are_marked_in_the_tree(world):
    page = world.page(world.suite())
    press(page, "Enter", "G", "k", "2")
    changed = page.locator(".node.changed").all_inner_texts()
    assert any("fact" in row for row in changed) and any("isLoading" in row for row in changed), changed
    page.focus("[aria-label='State']")
    press(page, "Home", "ArrowLeft")
    assert len(rows(page, "State")) == 1
    press(page, "ArrowRight")
    assert len(rows(page, "State")) > 3


def test_noisy_actions_are_hidden_and_shown_again(world):
    page = world.page(world.suite())
    press(page, "Enter", "g", "j")
    before = len(rows(page))
    press(page, "h")
    assert len(rows(page)) == before - 2
    assert "incrementButtonTapped ×2 hidden" in page.inner_text(".notes")
    page.click("text=show")
    assert len(rows(page)) == before


def test_effects_have_lanes_over_virtual_time(world):
    page = world.page(world.suite())
    press(page, "Enter", "G", "3")
    lanes = page.locator(".lane-row").all()
    assert len(lanes) == 1
    assert "finished at 1 s" in lanes[0].get_attribute("aria-label")
    assert lanes[0].locator(".bar.asleep").count() == 1 and lanes[0].locator(".bar.response").count() == 1
    assert "1 s" in page.inner_text(".axis")
    page.click(".lane-row")
    assert "asleep until 1 s" in page.inner_text(".effects-view")


def test_the_zoom_of_effects_shows_only_its_time(world):
    world.write("long.macho", '#!macho 1\nfeature counter\nstub numberFact.fetch -> "a" after 1s\n' + (
        "send factButtonTapped\nadvance 1s\nreceive factResponse.success\n" * 20))
    world.run("test", "--report", "report.html", "long.macho")
    page = world.page(world.scratch / "report.html")
    press(page, "g", *"jj", "3")
    page.focus("[aria-label=Effects]")
    press(page, "End", *"++++")
    axis, lane = page.locator(".axis").bounding_box(), page.locator(".lane-row[aria-selected=true] .lane").bounding_box()
    # The selected effect is in sight, the first one and the cursor are not.
    bar = page.locator(".lane-row[aria-selected=true] .bar.running").bounding_box()
    assert bar["x"] >= lane["x"] - 8 and bar["x"] + bar["width"] <= lane["x"] + lane["width"] + 12, (bar, lane)
    assert bar["width"] > lane["width"] / 4, (bar, lane)
    assert page.locator(".axis .cursor").count() == 0 and page.locator(".lane .cursor").count() == 0
    assert all(tick.bounding_box()["x"] >= axis["x"] - 1 for tick in page.locator(".tick").all())
    press(page, "Home")
    others = page.locator(".lane-row").nth(10).locator(".bar").count()
    assert others == 0, others


def test_a_session_without_virtual_time_says_so(world):
    world.write("still.macho", '#!macho 1\nfeature counter\nstub numberFact.fetch -> "a"\nsend factButtonTapped\nreceive factResponse.success\n')
    world.run("test", "--report", "report.html", "still.macho")
    page = world.page(world.scratch / "report.html")
    press(page, "3")
    assert "no virtual time" in page.inner_text(".effects-view") and "1 ns" not in page.inner_text(".effects-view")


def test_long_calls_are_cut_after_their_answers(world):
    world.write("long.macho", '#!macho 1\nfeature counter\nstub numberFact.fetch(0) -> "' + "long " * 80 + '"\n'
                "send factButtonTapped\nreceive factResponse.success\n")
    world.run("test", "--report", "report.html", "long.macho")
    page = world.page(world.scratch / "report.html", width=400)
    press(page, "4")
    call = page.locator(".call-row .call")
    assert call.evaluate("(call) => call.scrollWidth <= call.clientWidth"), call.bounding_box()


def test_a_long_command_leaves_room_for_its_change(world):
    world.write("long.macho", "#!macho 1\nfeature counter\nsend factResponse(success: \"" + "many words " * 200 + '")\n')
    world.run("test", "--report", "report.html", "long.macho", status=None)
    page = world.page(world.scratch / "report.html")
    press(page, "G")
    assert page.locator(".command-title").bounding_box()["height"] < 160


def test_a_narrow_summary_shows_the_message_and_the_duration(world):
    page = world.page(world.suite(), width=400)
    row = page.locator(".script-row.failed")
    message, duration = row.locator(".message"), row.locator(".duration")
    assert message.evaluate("(message) => message.scrollWidth <= message.clientWidth") and duration.is_visible()
    outer = row.bounding_box()
    for part in (message, duration):
        inner = part.bounding_box()
        assert inner["y"] >= outer["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"], (inner, outer)
    press(page, "Enter")
    assert page.get_attribute("h1", "title") == page.inner_text("h1")


def test_the_focus_stays_after_buttons_that_redraw_their_surroundings(world):
    page = world.page(world.suite())
    page.focus(".chips >> text=passed 2")
    press(page, "Enter")
    assert page.evaluate("() => document.activeElement.textContent") == "passed 2"
    page.click("text=all 3")
    press(page, "/")
    page.keyboard.type("failing")
    press(page, "Enter", "Enter", "/")
    page.keyboard.type("count")
    press(page, "Enter", "p")
    page.focus("text=show only these")
    press(page, "Enter")
    assert page.evaluate("() => document.activeElement.textContent") == "show all"
    # Headings without rows are hidden, too.
    assert len(rows(page)) == 3, rows(page)
    page.focus("text=unpin")
    press(page, "Enter")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Timeline"


def test_announcements_do_not_cover_the_bar_of_the_path(world):
    page = world.page(world.suite())
    press(page, "Enter", "2", "c")
    toast, bar = page.locator(".toast").bounding_box(), page.locator(".path-bar:visible").bounding_box()
    assert toast["y"] + toast["height"] < bar["y"], (toast, bar)


def test_calls_show_arguments_and_answers(world):
    page = world.page(world.suite())
    press(page, "Enter", "4")
    assert rows(page, "Calls")[0].split("\n") == ["0 s", "numberFact.fetch(2)", "→", '"two" after 1s'], rows(page, "Calls")


def test_a_link_opens_the_same_step_and_panel(world):
    page = world.page(world.suite())
    press(page, "Enter", "g", "j", "2")
    here, url = selected(page), page.url
    assert "step=1" in url and "tab=state" in url, url
    other = world.page(url)
    assert selected(other) == here
    assert other.locator("#tab-state[aria-selected=true]").count() == 1


def test_a_line_and_the_swift_test_are_copied(world):
    page = world.page(world.suite())
    page.evaluate("""() => {
      window.copied = [];
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied.push(text); } } });
    }""")
    page.click("text=counter.macho")
    press(page, "g", "j", "j")
    line = selected(page).split("\n")[2]
    press(page, "c")
    page.click("text=Copy Swift test")
    page.wait_for_function("() => window.copied.length === 2")
    copied = page.evaluate("() => window.copied")
    assert copied[0].startswith(line + "\n| ") or copied[0] == line + "\n", copied[0]
    assert "@Test func counter()" in copied[1], copied[1]


def test_a_script_is_exported_as_a_page_although_it_fails(world):
    world.write("failing.macho", FAILING)
    world.run("export", "html", "failing.macho", "--output", "one.html")
    page = world.page(world.scratch / "one.html")
    assert page.inner_text("h1") == "failing.macho"
    assert "send incrementButtonTapped" in selected(page)


def test_reports_of_shards_are_joined(world):
    world.suite()
    world.run("test", "--report", "one.jsonl", "counter.macho")
    world.run("test", "--report", "two.jsonl", "failing.macho", status=1)
    world.run("report", "one.jsonl", "two.jsonl", "--output", "both.html")
    page = world.page(world.scratch / "both.html")
    assert "2 scripts" in page.inner_text(".totals")
    press(page, "Enter")
    assert "send incrementButtonTapped" in selected(page)


def test_the_recording_of_an_app_opens_and_is_followed_while_it_grows(world):
    state = "CounterFeature.State(count: 0, fact: nil, failure: nil, isLoading: false)"
    entries = [{"macho": 1, "feature": "counter", "state": state}, {"action": "incrementButtonTapped"}]
    recording = world.write("app.jsonl", "".join(json.dumps(entry) + "\n" for entry in entries))
    process = world.start("report", "app.jsonl", "--watch")
    assert process.stdout.readline() == "wrote app.html\n"
    page = world.page(world.scratch / "app.html")
    assert len(rows(page)) == 3, rows(page)
    with recording.open("a") as file:
        file.write('{"action":"incrementButtonTapped"}\n{"action":"decrementButtonTapped"}\n')
    page.wait_for_function("() => document.querySelectorAll('[aria-label=Timeline] .row').length === 5")


WATCHED = "#!macho 1\n# recorded by an app: 'macho import' converts it to a script\nfeature counter\n"


def wait_for_reload(page):
    page.evaluate("() => { window.isOld = true; }")
    page.wait_for_function("() => !window.isOld && document.querySelector('.row')")


def test_a_page_that_reloads_itself_keeps_its_place(world):
    recording = world.write("app.jsonl", WATCHED + "send incrementButtonTapped\n" * 40 + "send decrementButtonTapped\n" * 2)
    process = world.start("report", "app.jsonl", "--watch")
    assert process.stdout.readline() == "wrote app.html\n"
    page = world.page(world.scratch / "app.html")
    press(page, "g", *"jjj", "2")
    page.focus("[aria-label=State]")
    press(page, "ArrowDown")
    here, value = selected(page), selected(page, "State")
    wait_for_reload(page)
    assert selected(page) == here and selected(page, "State") == value
    assert page.locator("#tab-state[aria-selected=true]").count() == 1
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "State"
    # Hidden actions and the filter.
    press(page, "Escape", "h")
    page.fill("[aria-label='Filter the timeline']", "button")
    wait_for_reload(page)
    assert len(rows(page)) == 2 and "incrementButtonTapped ×40 hidden" in page.inner_text(".notes"), rows(page)
    assert page.input_value("[aria-label='Filter the timeline']") == "button"
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Filter the timeline"
    # The end stays the end. The first Escape clears the filter.
    press(page, "Escape", "G")
    assert len(rows(page)) == 3, rows(page)
    with recording.open("a") as file:
        file.write("send decrementButtonTapped\n")
    page.wait_for_function("() => document.querySelectorAll('[aria-label=Timeline] .row').length === 4")
    assert page.locator("[aria-label=Timeline] .row[aria-selected=true]").get_attribute("data-index") == "3"


def test_a_link_to_a_page_that_reloads_itself_opens_its_step(world):
    world.write("app.jsonl", WATCHED + "send incrementButtonTapped\n" * 4)
    process = world.start("report", "app.jsonl", "--watch")
    assert process.stdout.readline() == "wrote app.html\n"
    index = "[aria-label=Timeline] .row[aria-selected=true]"
    page = world.page(world.scratch / "app.html")
    press(page, "g", "j", "j")
    link = page.url
    page = world.page(link)
    assert page.locator(index).get_attribute("data-index") == "2"
    press(page, "j")
    wait_for_reload(page)
    assert page.locator(index).get_attribute("data-index") == "3"
    assert page.url != link and "step=3" in page.url, page.url


def test_events_of_unknown_stores_and_lines_are_shown(world):
    world.write("odd.jsonl", '{"event":"step","line":1,"store":9}\n'
                '{"event":"effect","line":1,"store":9,"effect":1,"kind":"started","time":0}\n'
                '{"event":"travel","line":1,"store":9,"to":4,"branch":"main"}\n'
                '{"event":"step","line":2,"store":9,"step":2,"action":"tapped","own":true}\n'
                '{"commands":1,"durationMs":1,"event":"script","failures":[],"path":"odd.macho","status":"passed"}\n')
    world.run("report", "odd.jsonl", "--output", "odd.html")
    page = world.page(world.scratch / "odd.html")
    for tab in "12345":
        press(page, tab, "g", "j", "G")
    assert len(rows(page)) == 2 and "tapped" in rows(page)[1], rows(page)


def test_the_text_of_a_failure_is_shown_once_and_without_marks(world):
    page = world.page(world.suite())
    press(page, "Enter", "n")
    text = page.inner_text(".step-view")
    assert "A|" not in text and text.count("^^^^^^^^^^ expect-failed") == 1, text


def test_the_timeline_ends_with_the_commands_that_were_not_run(world):
    world.write("stops.macho", "feature counter\nsend nothing\nstate\nstate\n")
    world.run("test", "--report", "report.html", "stops.macho", status=1)
    page = world.page(world.scratch / "report.html")
    assert page.locator(".phase-row").all_inner_texts() == ["2 commands below were not run"]


def test_a_crash_shows_its_message(world):
    world.write("traps.macho", (ROOT / "Tests/Acceptance/Runner/traps.macho").read_text())
    world.run("test", "--report", "report.jsonl", "--backtrace-timeout", "0", "traps.macho", status=4, driver=world.other_driver)
    world.run("report", "report.jsonl", "--output", "report.html")
    page = world.page(world.scratch / "report.html")
    assert page.inner_text(".failure .code") == "the feature exited the process with status 7", page.inner_text(".failure")


def test_a_crash_keeps_the_steps_before_it(world):
    world.write("traps.macho", (ROOT / "Tests/Acceptance/Runner/traps.macho").read_text())
    world.run("test", "--report", "report.html", "--backtrace-timeout", "0", "traps.macho", status=4, driver=world.other_driver)
    page = world.page(world.scratch / "report.html")
    assert "send" in selected(page) and "crashed" in selected(page), selected(page)
    assert len(rows(page)) >= 2, rows(page)


def test_a_parse_error_is_in_the_report(world):
    world.write("broken.macho", "#!macho 1\nfeature counter\nsend incrementButtonTapped(\n")
    world.run("test", "--report", "report.html", "broken.macho", status=2)
    page = world.page(world.scratch / "report.html")
    assert "unclosed" in page.inner_text(".failure"), page.inner_text(".step-view")
    assert page.inner_text(".command-title") == "parse error, line 3" and "parse error, line 3" in selected(page), selected(page)
    # There is no command to copy.
    assert "external input" not in page.inner_text("body") and page.locator("text=Copy script line").count() == 0
    press(page, "c")
    assert page.inner_text(".toast") == "This row has no command to copy."


def test_coverage_of_the_suite_and_of_a_script(world):
    world.suite()
    world.run("test", "--report", "one.jsonl", "--coverage", "counter.macho")
    world.run("test", "--report", "two.jsonl", "--coverage", "search.macho", "failing.macho", status=1)
    world.run("report", "one.jsonl", "two.jsonl", "--output", "report.html")
    page = world.page(world.scratch / "report.html")
    press(page, "v")
    text = page.inner_text("main >> text=Never opened")
    assert "contacts" in text and "counter" not in text and "search," not in text, text
    counter, search = page.locator(".coverage section:visible").all()
    assert "counter" in counter.inner_text() and "4 of 4 actions" not in search.inner_text()
    both = int(counter.locator("tr", has_text="incrementButtonTapped").locator("td").nth(1).inner_text())
    never = page.locator(".unreached:visible").count()
    assert never > 0 and page.locator(".coverage tr:visible").count() > never + 4
    page.check("text=Only what was never reached")
    assert page.locator(".coverage tbody tr:visible").count() == never
    press(page, "s")
    page.click("text=failing.macho")
    press(page, "5")
    panel = page.locator("#panel-coverage")
    alone = int(panel.locator("tr", has_text="incrementButtonTapped").locator("td").nth(1).inner_text())
    assert alone == 2 and both > alone, (alone, both)
    # The place is a part of the link.
    assert "tab=coverage" in page.url, page.url
    other = world.page(page.url)
    assert other.locator("#tab-coverage[aria-selected=true]").count() == 1


def test_a_report_without_coverage_has_no_panel_for_it(world):
    page = world.page(world.suite())
    assert page.locator("#tab-coverage").count() == 0 and page.locator("text=Coverage").count() == 0


def test_a_script_that_times_out_keeps_its_steps(world):
    world.write("loops.macho", "#!macho 1\nfeature traps\nsend increment\nsend loopForEver\n")
    world.run("test", "--report", "report.html", "--coverage", "--timeout", "1", "loops.macho", status=4, driver=world.other_driver)
    page = world.page(world.scratch / "report.html")
    assert "send loopForEver" in selected(page) and len(rows(page)) == 3, rows(page)
    assert "timed-out: not finished within 1s" in page.inner_text(".step-view"), page.inner_text(".step-view")
    press(page, "5")
    assert page.inner_text("#panel-coverage .empty") == "The coverage of this script is unknown."


def test_an_empty_suite_and_an_empty_script_open(world):
    world.write("note.txt", "no script")
    world.run("test", "--report", "none.html", status=5)
    page = world.page(world.scratch / "none.html", settle=False)
    page.wait_for_selector("text=No scripts ran")
    world.write("empty.macho", "#!macho 1\n")
    world.run("test", "--report", "one.html")
    page = world.page(world.scratch / "one.html", settle=False)
    page.wait_for_selector("text=The script has no commands.")


def test_a_thousand_scripts_are_filtered(world):
    directory = world.scratch / "many"
    directory.mkdir()
    for number in range(1_000):
        (directory / f"script{number:04}.macho").write_text(f"#!macho 1\nfeature counter\nexpect count == {int(number == 777)}\n")
    world.run("test", "--report", "many.html", "many", status=1)
    page = world.page(world.scratch / "many.html")
    assert "1,000 scripts" in page.inner_text(".totals") and "script0777" in rows(page, "Scripts")[0]
    assert page.locator("[aria-label=Scripts] .row").count() < 60
    press(page, "/")
    page.keyboard.type("0999")
    assert len(rows(page, "Scripts")) == 1
