"""Scripts and lines that refer to forbidden files."""

import json
import os
import time

import wire
from setting import check_refused, check_equal
from wire import ProtocolViolation, code_of, shown


def prepare_files(at):
    """Creates readable files, and all ways out of the working directory."""
    (at.work / "ok.json").write_text('{"count": 5}')
    (at.work / "ok.macho").write_text("send incrementButtonTapped\n")
    (at.work / "deep" / "er").mkdir(parents=True)
    (at.work / "deep" / "er" / "ok.json").write_text('{"count": 6}')
    (at.outside / "secret.json").write_text('{"count": 99}')
    (at.outside / "secret.macho").write_text("send decrementButtonTapped\n")
    (at.work / "link.json").symlink_to(at.outside / "secret.json")
    (at.work / "relative.json").symlink_to("../outside/secret.json")
    (at.work / "twice.json").symlink_to("link.json")
    (at.work / "link.macho").symlink_to(at.outside / "secret.macho")
    (at.work / "out").symlink_to(at.outside)
    (at.work / "deep" / "up").symlink_to("../..")
    (at.work / "zero").symlink_to("/dev/zero")
    (at.work / "dangling").symlink_to(at.outside / "made")
    (at.work / "round").symlink_to("round")
    (at.work / "inside.json").symlink_to("ok.json")
    os.mkfifo(at.work / "fifo", 0o600)


# Clients may read none of these names. The server's directory is `work`.
def names_outside(at, end):
    return [f"../outside/secret{end}", f"deep/../../outside/secret{end}", str(at.outside / f"secret{end}"),
            f"link{end}", f"out/secret{end}", f"deep/up/outside/secret{end}", "/etc/passwd", "/dev/zero",
            "/dev/stdin", "/proc/self/environ", "zero", "dangling", "round", "fifo", "deep", ".", "..", "/",
            "", "no such file", "ok.json/x", "~/x", "x" * 5000]


def test_reads_no_file_outside(at):
    "`@file` reads only files in the server's directory, by any name."
    prepare_files(at)
    client = at.serve().client()
    for name, count in (("ok.json", 5), ("deep/er/ok.json", 6), ("inside.json", 5)):
        client.result("start", arguments=f'@file("{name}")')
        check_equal(client.result("state", path="count")["json"], count, name)
    for name in names_outside(at, ".json") + ["relative.json", "twice.json"]:
        check_refused(client, "-32000 no-such-file", "start", arguments=f"@file({json.dumps(name)})")
        check_refused(client, "-32000 no-such-file", "run",
                line=f"expect count == @file({json.dumps(name)})")
    check_equal(client.result("state", path="count")["json"], 5, "the state after all that")


def test_sources_no_file_outside(at):
    "`source` runs only files in the server's directory."
    prepare_files(at)
    client = at.serve().client()
    client.result("source", arguments="ok.macho")
    for name in names_outside(at, ".macho"):
        quoted = json.dumps(name)
        if not name:
            continue
        check_refused(client, "-32000 no-such-file", "source",
                arguments=quoted if set(name) & set(" ") else name)
    check_equal(client.result("state", path="count")["json"], 1, "the count after all that")


def test_scripts_read_no_file_outside(at):
    "A script sent by a client reads no file outside the server's directory, whatever path it claims."
    prepare_files(at)
    server = at.serve()
    for path in (None, str(at.work / "x.macho"), "x.macho", "deep/x.macho", "deep/up/x.macho",
                 str(at.outside / "x.macho"), "../outside/x.macho", "/etc/x.macho", "/dev/zero", "fifo"):
        for name in ("../outside/secret", str(at.outside / "secret"), "link", "out/secret", "secret",
                     "/etc/passwd", "passwd", "zero", "fifo"):
            for line in (f'start @file("{name}.json")', f"source {name}.macho",
                         f'start @file("{name}")', f"source {name}"):
                client = server.client(feature="counter")
                given = {} if path is None else {"path": path}
                response = client.call("run", script=f"feature counter\n{line}\n", **given)
                if "99" in str(response.get("result")) or "root:" in str(response) or \
                        "count: -1" in str(response):
                    raise ProtocolViolation(f"{line!r} at {path} reads a forbidden file: {shown(response)}")
                if (response.get("result") or {}).get("passed") is True:
                    raise ProtocolViolation(f"{line!r} at {path} passes: {shown(response)}")
                client.close()


WRITES = ("record start {}", "record start {} --overwrite", "save {}", "save {} --overwrite",
          "export swift {}", "export json {} --overwrite")


def test_writes_no_file_outside(at):
    "`record`, `save` and `export` write only below the server's directory."
    prepare_files(at)
    before = snapshot(at.outside)
    client = at.serve().client()
    client.result("send", action="incrementButtonTapped")
    for name in ("../outside/new", str(at.outside / "new"), "out/new", "deep/up/outside/new",
                 "link.json", "relative.json", "twice.json", "dangling", "../outside/secret.json",
                 "zero", "fifo", "deep", "round", "/dev/null", "/dev/full", "/etc/macho-was-here",
                 "out/no/such/place", "deep/up/outside/no/place", "dangling/new", "dangling/no/place",
                 "../outside/no/place", "../new", "."):
        for write in WRITES:
            check_refused(client, "-32000 unwritable", "run", line=write.format(name))
    check_equal(snapshot(at.outside), before, "the files outside")
    for method in ({"start": "../outside/new"}, {"save": "out/new"},
                   {"export": "swift", "file": "../outside/new"}, {"save": "fifo", "overwrite": True}):
        check_refused(client, "-32000 unwritable", "record", **method)
    check_equal(snapshot(at.outside), before, "the files outside")
    for number, write in enumerate(WRITES):
        client.result("run", line=write.format(f"new-{number}"))
        if write.startswith("record"):
            client.result("run", line="record stop")
        if not (at.work / f"new-{number}").is_file():
            raise ProtocolViolation(f"{write} writes nothing")
    client.result("run", line="save no/such/place")
    if not (at.work / "no/such/place").is_file():
        raise ProtocolViolation("a missing directory is not created")
    # Existing files are kept unless --overwrite is given.
    check_refused(client, "-32000 unwritable", "run", line="save ok.json")
    check_equal((at.work / "ok.json").read_text(), '{"count": 5}', "an existing file")


def snapshot(directory):
    return {str(path.relative_to(directory)): path.read_bytes() if path.is_file() else None
            for path in sorted(directory.rglob("*"))}


def test_allows_directories_of_allow(at):
    "`--allow` lets clients read and write below a directory, but not follow links out of it."
    prepare_files(at)
    allowed = at.root / "allowed"
    allowed.mkdir()
    (allowed / "ok.json").write_text('{"count": 7}')
    (allowed / "link.json").symlink_to(at.outside / "secret.json")
    (allowed / "out").symlink_to(at.outside)
    (at.root / "allowed-too").mkdir()
    (at.root / "allowed-too" / "ok.json").write_text('{"count": 98}')
    before = snapshot(at.outside)
    client = at.serve("--allow", allowed).client()
    client.result("start", arguments=f'@file("{allowed / "ok.json"}")')
    check_equal(client.result("state", path="count")["json"], 7, "a file that is allowed")
    client.result("run", line=f"save {allowed / 'new.macho'}")
    for name in (str(allowed / "link.json"), str(allowed / "out" / "secret.json"),
                 str(allowed / ".." / "outside" / "secret.json"), str(at.outside / "secret.json"),
                 str(at.root / "allowed-too" / "ok.json"), "../outside/secret.json", "link.json"):
        check_refused(client, "-32000 no-such-file", "start", arguments=f'@file("{name}")')
        for write in WRITES:
            check_refused(client, "-32000 unwritable", "run", line=write.format(name))
    check_equal(snapshot(at.outside), before, "the files outside")


def test_reads_no_endless_file(at):
    "A file of five gigabytes is rejected, and the client's process stays small."
    with open(at.work / "big.json", "wb") as file:
        file.truncate(5 << 30)
    (at.work / "big.macho").symlink_to("big.json")
    server = at.serve()
    client = server.client()
    for line in ('start @file("big.json")', "source big.macho"):
        began = time.monotonic()
        code = client.refused("run", line=line)
        if code is None or time.monotonic() - began > wire.LIMIT:
            raise ProtocolViolation(f"{line} takes {time.monotonic() - began:.1f} s and gives {code}")


def test_limits_recursive_sources(at):
    "Scripts that source themselves or each other twice fail with `too-many-sources`."
    (at.work / "self.macho").write_text("source self.macho\n")
    (at.work / "a.macho").write_text("source b.macho\n")
    (at.work / "b.macho").write_text("source a.macho\n")
    for number in range(30):
        (at.work / f"double-{number}.macho").write_text(f"source double-{number + 1}.macho\n" * 2)
    (at.work / "double-30.macho").write_text("send incrementButtonTapped\n")
    for number in range(12):
        (at.work / f"wide-{number}.macho").write_text(f"source wide-{number + 1}.macho\n" * 2)
    (at.work / "wide-12.macho").write_text("send incrementButtonTapped\n")
    client = at.serve().client()
    for name in ("self", "a", "double-0", "wide-0"):
        began = time.monotonic()
        code = client.refused("source", arguments=f"{name}.macho")
        if code is None or time.monotonic() - began > wire.LIMIT:
            raise ProtocolViolation(f"source {name}: {code} after {time.monotonic() - began:.1f} s")
        check_equal(code, "-32000 too-many-sources", f"source {name}")
    sections = "\n".join(f"-- s{n} --\n" + f"source s{n + 1}\n" * 2 for n in range(40))
    response = client.call("run", script=f"feature counter\nsource s0\n{sections}\n-- s40 --\nhelp\n")
    if (response.get("result") or {}).get("passed") is not False and not code_of(response):
        raise ProtocolViolation(f"sections that double pass: {shown(response)}")
