"""Somebody who has macho and nothing else: what they type, macho has said before."""

import re

from terminal import once


class Reader:
    """Remembers what was on the screen, and types nothing that was not there."""

    def __init__(self, session):
        self.session, self.read = session, ""

    def look(self, pattern):
        match = self.session.wait_for(pattern)
        self.read += self.session.everything() + "\n"
        return match

    def type(self, line, *, told):
        assert told in self.read, f"nobody has told of '{told}':\n{self.read[-2000:]}"
        self.session.type(line)

    def enter(self, line, *, told):
        self.type(line, told=told)
        self.session.key("Enter")


def test_first_hour(at):
    "From the first prompt over a mistake and back in time to a saved script that passes."
    # 'macho' alone says which subcommands there are, the tutorial's and the prompt's among them.
    shell = Reader(at.shell())
    shell.session.enter("macho")
    shell.look(r"^ +help .*\n(.*\n)*\$$")
    shell.enter("macho repl", told="repl ")
    shell.look(r"^features: (.*\n)+'help' explains, 'macho tutorial' (.*\n)+macho>$")
    user = shell

    user.enter("help", told="'help' explains")
    user.look(r"^help VERB (.*\n)+macho>$")
    user.enter("feature contacts", told="'feature NAME' opens one")
    assert "contacts" in user.read
    user.look(r"^contacts>$")
    user.enter("actions", told="actions         lists what can be sent here")
    user.look(r"^addButtonTapped( .*)?\n(.*\n)*contacts>$")

    # An action, by Tab.
    user.type("send addB", told="send ACTION     sends it")
    user.session.key("Tab")
    user.look(r"^contacts> send addButtonTapped$")
    user.session.key("Enter")
    user.look(r"^\+ +destination: (.*\n)+contacts>$")

    # A mistake, whose answer says what was meant.
    user.type("send destination.presented.addContact.", told="destination")
    user.session.key("Tab")
    user.look(r"^\W*nameChanged.*\n(.*\n)*contacts> send destination\.presented\.addContact\..*$")
    user.enter('nameChangd("Blob 猫")', told="nameChanged")
    meant = user.look(r"^did you mean (\S+?)\?\n(.*\n)*contacts>$")[1]
    assert re.search(r"\bnameChanged\b", meant), meant
    user.enter(f'send destination.presented.addContact.nameChanged("Blob 猫")', told="nameChanged")
    user.look(r'^\+ +name: "Blob 猫"(.*\n)+contacts>$')

    # Back in time, and another way.
    user.enter("undo", told="undo            takes the last action back")
    user.look(r'^- +name: "Blob 猫",?\n(.*\n)+contacts>$')
    user.enter("help send", told="help VERB         explains one, with an example: help send")
    user.look(r"^ +send \S+\n(.*\n)*contacts>$")
    user.enter('send destination.presented.addContact.nameChanged("Ada 🎉")', told="nameChanged")
    user.look(r'^\+ +name: "Ada 🎉"(.*\n)+contacts>$')
    user.enter("send destination.presented.addContact.saveButtonTapped", told="saveButtonTapped")
    user.look(r"^receive .*\n(.*\n)+contacts>$")
    user.enter("help paths", told="help TOPIC        keys, values, paths")
    user.look(r"^ +expect \S+.*\n(.*\n)*contacts>$")
    user.enter("expect contacts.count == 1", told="expect contacts.count == ")
    user.look(r"^contacts> expect contacts.count == 1\ncontacts>$")

    # Kept, as a script that passes.
    user.enter("save first.macho", told="save FILE       keeps the session as a script that passes")
    user.look(r"^contacts> save first.macho\ncontacts>$")
    user.enter("quit", told="quit")
    user.look(r"^contacts> quit\n\$$")
    user.enter("macho test first.macho", told="test ")
    user.look(r"^PASS first\.macho \(\d+ commands\)\n1 passed$")
    script = (at.directory / "first.macho").read_text()
    assert "! [no-such-case] send " in script and "undo\n" in script, script


@once
def test_tutorial_teaches_the_same(at):
    "The tutorial teaches the verbs that this way needs."
    status, output = at.run("tutorial", given="next\n" * 8)
    assert status == 0
    for verb in ("send", "undo", "expect", "save"):
        assert re.search(rf"^#     {verb}\b", output, re.MULTILINE), verb
