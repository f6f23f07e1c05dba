"""The help texts."""

import re

TOPICS = ("help", "help keys", "help values", "help paths", "help prompt", "help send")


def test_one_screen(at):
    "'help' and each of its topics fit on a screen of 24 rows, with the entered line and the next prompt."
    session = at.prompt()
    for topic in TOPICS:
        session.run(topic)
        rows = session.screen().split("\n")
        assert f"counter> {topic}" in rows, (topic, rows)
        session.run("echo " + "-" * 30)
    # No line is wrapped at 60 columns.
    assert all(len(row) <= 60 for row in session.run("help").split("\n"))


def test_examples(at):
    "The examples of 'help' and 'help VERB' can be typed."
    session = at.prompt()
    assert re.search(r"^  act +send ", session.run("help"), re.MULTILINE)
    assert re.search(r"^  send \w", session.run("help send"), re.MULTILINE)
    assert "did you mean send?" in session.run("help sned")
    assert "unknown-verb" in session.run("help nothing")
