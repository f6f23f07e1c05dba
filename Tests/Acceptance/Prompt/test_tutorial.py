"""'macho tutorial'."""

from terminal import once


def test_walk(at):
    "The tutorial leads from the first action to a script that passes, whatever the user types."
    session = at.macho("tutorial")
    session.wait_for(r"^# 1/8 (.*\n)+tutorial>$")
    # No line of the tutorial is wrapped at 60 columns, except the error of its mistake.
    assert all(len(row) <= 60 for row in session.screen().split("\n")), session.screen()
    # Tab completes, as the tutorial says.
    session.type("send inc")
    session.key("Tab", "Enter")
    session.wait_for(r"^\+   count: 1,\n(.*\n)+# 2/8 (.*\n)+tutorial>$")
    session.enter("日本語🎉")
    session.wait_for(r"unknown-verb: (.*\n)+# 2/8  send incrementButonTapped .*\ntutorial>$")
    session.enter("send incrementButonTapped")
    session.wait_for(r"^did you mean incrementButtonTapped (.*\n)+# 3/8 (.*\n)+tutorial>$")
    session.key("Enter")
    session.wait_for(r"^tutorial>\n# 3/8 (.*\n)+tutorial>$")
    session.enter('stub numberFact.fetch -> "one 猫" after 1s')
    session.wait_for(r"^# 4/8 (.*\n)+tutorial>$")
    session.enter("send factButtonTapped")
    session.wait_for(r"^# 5/8 (.*\n)+tutorial>$")
    session.enter("advance 1s")
    session.wait_for(r"^# 6/8 (.*\n)+tutorial>$")
    session.enter("next")
    session.wait_for(r"^# 7/8 (.*\n)+tutorial>$")
    session.enter("undo")
    session.wait_for(r"^# 8/8 (.*\n)+tutorial>$")
    session.enter("save first.macho")
    session.wait_for(r"^\$ macho test first\.macho\nPASS first\.macho .*\n1 passed\n(.*\n)*# That is all\.")
    assert session.wait_for_end() == 0
    assert "one 猫" in (at.directory / "first.macho").read_text()


@once
def test_leaving(at):
    "Ctrl-D and quit exit the tutorial at any step. Ctrl-C discards the line, not the step."
    session = at.macho("tutorial")
    session.wait_for(r"^# 1/8 (.*\n)+tutorial>$")
    session.type("send in")
    session.key("C-c")
    session.wait_for(r"^tutorial> send in\^C\ntutorial>$")
    session.key("C-d")
    assert session.wait_for_end() == 0
    session = at.macho("tutorial")
    session.wait_for(r"^tutorial>$")
    session.enter("quit")
    assert session.wait_for_end() == 0


@once
def test_other_drivers(at):
    "Every driver has the tutorial. It does not add to the histories of features."
    session = at.start(str(at.binaries / "external-work-driver"), "tutorial")
    session.wait_for(r"^tutorial>$")
    session.enter("next")
    session.wait_for(r"^# 2/8 (.*\n)+tutorial>$")
    session.enter("quit")
    assert session.wait_for_end() == 0
    assert not list(at.home.glob("state/macho/*"))
