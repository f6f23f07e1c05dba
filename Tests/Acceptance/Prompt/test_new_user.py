"""The path of a new user: everything that they type was shown on the screen before."""

import re

from terminal import once


class NewUser:
    """A user who types only what the screen has shown."""

    def __init__(self, session):
        self.session, self.seen = session, ""

    def wait_for(self, pattern):
        match = self.session.wait_for(pattern)
        self.seen += self.session.everything() + "\n"
        return match

    def type(self, line, *, shown):
        assert shown in self.seen, f"the screen never showed '{shown}':\n{self.seen[-2000:]}"
        self.session.type(line)

    def enter(self, line, *, shown):
        self.type(line, shown=shown)
        self.session.key("Enter")


def test_first_hour(at):
    "A new user gets from the first prompt, over a mistake and an undo, to a saved script that passes."
    # 'macho' alone lists the subcommands, including 'tutorial' and 'repl'.
    shell = NewUser(at.shell())
    shell.session.enter("macho")
    shell.wait_for(r"^ +help .*\n(.*\n)*\$$")
    shell.enter("macho repl", shown="repl ")
    shell.wait_for(r"^features: (.*\n)+'help' explains, 'macho tutorial' (.*\n)+macho>$")
    user = shell

    user.enter("help", shown="'help' explains")
    user.wait_for(r"^help VERB (.*\n)+macho>$")
    user.enter("feature contacts", shown="'feature NAME' opens one")
    assert "contacts" in user.seen
    user.wait_for(r"^contacts>$")
    user.enter("actions", shown="actions         lists the actions of the feature")
    user.wait_for(r"^addButtonTapped( .*)?\n(.*\n)*contacts>$")

    # Complete an action with Tab.
    user.type("send addB", shown="send ACTION     sends it")
    user.session.key("Tab")
    user.wait_for(r"^contacts> send addButtonTapped$")
    user.session.key("Enter")
    user.wait_for(r"^\+ +destination: (.*\n)+contacts>$")

    # Make a mistake. The error suggests a correction.
    user.type("send destination.presented.addContact.", shown="destination")
    user.session.key("Tab")
    user.wait_for(r"^contacts> send destination\.presented\.addContact\..*\n(.*\n)*.*\bnameChanged\(")
    user.enter('nameChangd("Blob 猫")', shown="nameChanged")
    meant = user.wait_for(r"^did you mean (\S+?)\?\n(.*\n)*contacts>$")[1]
    assert re.search(r"\bnameChanged\b", meant), meant
    user.enter(f'send destination.presented.addContact.nameChanged("Blob 猫")', shown="nameChanged")
    user.wait_for(r'^\+ +name: "Blob 猫"(.*\n)+contacts>$')

    # Undo, and send another action.
    user.enter("undo", shown="undo            undoes the last input")
    user.wait_for(r'^- +name: "Blob 猫",?\n(.*\n)+contacts>$')
    user.enter("help send", shown="help VERB         explains a verb, for example: help send")
    user.wait_for(r"^ +send \S+\n(.*\n)*contacts>$")
    user.enter('send destination.presented.addContact.nameChanged("Ada 🎉")', shown="nameChanged")
    user.wait_for(r'^\+ +name: "Ada 🎉"(.*\n)+contacts>$')
    user.enter("send destination.presented.addContact.saveButtonTapped", shown="saveButtonTapped")
    user.wait_for(r"^receive .*\n(.*\n)+contacts>$")
    user.enter("help paths", shown="help TOPIC        keys, values, paths")
    user.wait_for(r"^ +expect \S+.*\n(.*\n)*contacts>$")
    user.enter("expect contacts.count == 1", shown="expect contacts.count == ")
    user.wait_for(r"^contacts> expect contacts.count == 1\n✓\ncontacts>$")

    # Save a script that passes.
    user.enter("save first.macho", shown="save FILE       saves the session as a script that passes")
    user.wait_for(
        r"^contacts> save first.macho\nwrote first\.macho \(\d+ commands\)\n"
        r"left out 1 mistake, 1 query, 2 lines of undone work; '--verb\n?atim' keeps them\ncontacts>$")
    user.enter("quit", shown="quit")
    user.wait_for(r"^contacts> quit\n\$$")
    user.enter("macho test first.macho", shown="test ")
    user.wait_for(r"^PASS first\.macho \(\d+ commands\)\n1 passed$")
    script = (at.directory / "first.macho").read_text()
    assert "no-such-case" not in script and "undo\n" not in script and "猫" not in script, script


@once
def test_tutorial_teaches_the_same(at):
    "The tutorial teaches the verbs that a new user needs."
    status, output = at.run("tutorial", given="next\n" * 8)
    assert status == 0
    for verb in ("send", "undo", "expect", "save"):
        assert re.search(rf"^#     {verb}\b", output, re.MULTILINE), verb
