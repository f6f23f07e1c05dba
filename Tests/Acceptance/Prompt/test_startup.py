"""The start of a prompt: the welcome message and '.machorc'."""

import os

from terminal import once


def write(path, text, mode=0o644):
    path.write_text(text)
    path.chmod(mode)


def test_first_start(at):
    "The first start prints a welcome message of three lines. Later starts do not."
    session = at.macho("repl", "counter")
    session.wait_for(
        r"\Acounter: A number that .*\nType 'send ' and press Tab .*"
        r"\n'help' explains, 'macho tutorial' .*\ncounter>$")
    session.run("state count")
    session = at.macho("repl", "counter")
    session.wait_for(r"\Acounter>$")
    # A prompt of another feature does not print it either.
    session = at.macho("repl", "contacts")
    session.wait_for(r"\Acontacts>$")


@once
def test_without_a_feature(at):
    "A prompt without a feature lists the features."
    session = at.macho("repl")
    session.wait_for(r"\Afeatures: counter, contacts, (.*\n)+'feature NAME' opens one; .*\n.*\nmacho>$")
    session = at.macho("repl")
    session.wait_for(r"\Afeatures: counter, contacts, (.*\n)+macho>$")


@once
def test_quiet_starts(at):
    "There is no welcome message without a history file, and no .machorc in a pipe or a test."
    session = at.macho("repl", "counter", env={"MACHO_HISTORY": ""})
    session.wait_for(r"\Acounter>$")
    write(at.home / ".machorc", "state count\n")
    assert at.run("repl", "counter", given="state isLoading\n") == (0, "false\n")
    write(at.directory / "s.macho", "feature counter\nexpect count == 0\n")
    assert at.run("test", "s.macho")[1].startswith("PASS s.macho (2 commands)")


def test_lines(at):
    "The lines of .machorc run as if typed. Errors show their position, and the session continues."
    write(at.home / ".machorc",
          "# 日本語🎉\n\ntiming off\nsend nonsense\nsend factResponse(\n  .success(\"猫\")\n)\n")
    session = at.macho("repl", "counter", "--record", "session.macho")
    session.wait_for(r"^ran ~/\.machorc \(3 lines\)\ntiming is off\n~/\.machorc:4:\nsend nonsense\n")
    session.wait_for(r'^\+   fact: "猫",\n(.*\n)*counter>$')
    assert session.run("state fact") == '"猫"'
    session.enter("quit")
    assert session.wait_for_end() == 0
    status, output = at.run("test", "--strict", "session.macho")
    assert status == 0, output


@once
def test_which_file(at):
    "MACHORC takes precedence over the file in the home directory. --no-rc and an empty MACHORC disable it."
    write(at.root / "named", "echo named\n")
    write(at.home / ".machorc", "echo home\n")
    for variable, says in ((str(at.root / "named"), "named"), (None, "home"), ("", None)):
        session = at.macho("repl", "counter", env={"MACHORC": variable, "MACHO_HISTORY": ""})
        session.wait_for(rf"\Aran .*\(1 line\)\n{says}\ncounter>$" if says else r"\Acounter>$")
    session = at.macho("repl", "counter", "--no-rc", env={"MACHO_HISTORY": ""})
    session.wait_for(r"\Acounter>$")
    session = at.macho("repl", "counter", env={"MACHO_HISTORY": "", "MACHORC": "nowhere"})
    session.wait_for(r"\A\(cannot read nowhere\)\ncounter>$")


@once
def test_working_directory_file(at):
    "A .machorc in the working directory is untrusted: it is mentioned, not run, and can be sourced."
    write(at.directory / ".machorc", "echo here\n")
    session = at.macho("repl", "counter", env={"MACHO_HISTORY": ""})
    session.wait_for(r"\A\(\.machorc in this directory was not run:  source \.machorc\)\ncounter>$")
    assert session.run("source .machorc") == "echo here\nhere"
    os.mkfifo(at.root / "pipe")
    session = at.macho("repl", "counter", env={"MACHO_HISTORY": "", "MACHORC": str(at.root / "pipe")})
    session.wait_for(r"cannot read .*\)\ncounter>$")


@once
def test_lines_that_need_a_feature(at):
    "Lines that need a feature run once when the first one is opened."
    write(at.home / ".machorc", "timing off\nwatch count\n")
    session = at.macho("repl", env={"MACHO_HISTORY": ""})
    session.wait_for(r"^ran ~/\.machorc \(2 lines\)\ntiming is off\nmacho>$")
    assert session.run("feature counter") == "count = 0"
    assert session.run("feature counter") == ""
    assert session.run("echo done") == "done"


@once
def test_interrupt_of_lines(at):
    "Ctrl-C interrupts a waiting line of .machorc and skips the rest."
    write(at.home / ".machorc", 'send listen(for: "x")\nsettle within 1h\necho never\n')
    session = at.start(str(at.binaries / "external-work-driver"), "repl", "listener", env={"MACHO_HISTORY": ""})
    session.wait_for(r"^\(No state changes\)$")
    session.key("C-c")
    # The interrupt may also arrive before the second line begins. On a busy machine, macho may end that line itself.
    session.wait_for(r"^interrupted: (.*\n)*(interrupted: )?skipped [12] lines? of ~/\.machorc\n+listener>$"
                     r"|^interrupted: skipped 2 lines of ~/\.machorc\n+listener>$")
    assert "never" not in session.screen()


@once
def test_crash_of_a_line(at):
    "A line of .machorc that crashes is named, and the rest is skipped."
    write(at.home / ".machorc", "send increment\nsend unwrapNil\necho never\n")
    session = at.start(str(at.binaries / "external-work-driver"), "repl", "traps", env={"MACHO_HISTORY": ""})
    session.wait_for(r"^~/\.machorc:2:\ncrashed: (.*\n)+the state before this line is back\n"
                     r"skipped 1 line of ~/\.machorc\ntraps>$")
    assert session.run("state count") == "1"


def test_refused_start(at):
    "An error before the first line is the user's: it has its own status, and no feature is blamed."
    write(at.directory / "old.macho", "feature counter\n")
    for arguments, message in [
        (["counter", "--record", "old.macho"], "cannot record to old.macho: the file exists"),
        (["counter", "--record", "old.macho/a.macho"], "cannot write old.macho/a.macho"),
        (["nothing"], "no-such-feature: no feature 'nothing' is registered"),
        (["--after", "missing.macho"], "missing.macho"),
    ]:
        session = at.macho("repl", *arguments)
        assert session.wait_for_end() == 2, session.everything()
        assert message in session.everything(), session.everything()
        assert "crashed" not in session.everything(), session.everything()
    assert (at.directory / "old.macho").read_text() == "feature counter\n"
