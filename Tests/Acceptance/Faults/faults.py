"""Runs every writer while disks are full, writes are cut short and processes are killed.

  faults.py BIN_DIRECTORY [CASES [SEED [REGEX]]]

Afterwards each file has its old or its new contents. Status 0 means the new ones.
"""

import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import writers

HERE = pathlib.Path(__file__).resolve().parent
# A file system's page, the unit of a small one.
PAGE = 4096


class Run:
    """The result of a command in a directory of its own."""

    def __init__(self, injector, writer, fault, number):
        self.injector, self.writer, self.fault = injector, writer, fault
        self.random = random.Random(f"{injector.seed} {writer.name} {fault} {number}")
        self.number = number

    def perform(self):
        """Returns what is wrong, or None."""
        with tempfile.TemporaryDirectory(dir=self.injector.directory) as name:
            directory = pathlib.Path(name)
            for sub in ("disk", "home", "tmp"):
                (directory / sub).mkdir()
            mounted = self.fault == "small disk" and self.mount(directory / "disk")
            try:
                self.prepare(directory)
                status, output = self.run(directory)
                return self.problem(directory, status, output)
            finally:
                if mounted:
                    subprocess.run(["umount", directory / "disk"], check=True)

    def mount(self, disk):
        size = self.injector.sizes.get(self.writer.name, 0)
        pages = 3 + len(self.writer.old or "") // PAGE + self.random.randrange(size // PAGE + 3)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={pages * PAGE}", "tmpfs", disk], check=True)
        return True

    def prepare(self, directory):
        if self.writer.old is not None:
            for file in self.writer.files:
                (directory / "disk" / file).write_text(self.writer.old)
        if self.injector.report is not None:
            (directory / "in.jsonl").write_text(self.injector.report)
        self.writer.prepare(directory)

    def run(self, directory):
        environment = {"PATH": os.environ["PATH"], "HOME": str(directory / "home"), "TMPDIR": str(directory / "tmp"),
                       "LANG": "C.UTF-8"}
        limit = None
        if self.fault == "file limit":
            limit = self.random.randrange(self.injector.sizes.get(self.writer.name, PAGE) + 1)
        if self.fault in ("short and interrupted writes", "input/output error"):
            kinds = "si" if self.fault.startswith("short") else "se"
            environment |= {"LD_PRELOAD": str(self.injector.library), "MACHO_FAULT_KINDS": kinds,
                            "MACHO_FAULT_SEED": str(self.random.randrange(1 << 32)),
                            "MACHO_FAULT_CALL": str(self.random.randrange(12))}

        def start():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        process = subprocess.Popen(
            [self.injector.macho, *self.writer.words], cwd=directory / self.writer.cwd, env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=start, start_new_session=True)
        if self.fault == "kill":
            process.stdin.write(self.writer.input)
            process.stdin.close()
            time.sleep(self.random.random() * self.injector.durations[self.writer.name] * 1.1)
            os.killpg(process.pid, signal.SIGKILL)
            process.stdin = None
            output = process.communicate()[0]
        else:
            output = process.communicate(self.writer.input, timeout=120)[0]
        return process.returncode, output

    def problem(self, directory, status, output):
        for file, is_new in self.writer.files.items():
            path = found(directory, file)
            if is_new is writers.is_archive:
                state = "absent" if not path.exists() else "new" if is_new(path) else "torn"
            else:
                text = path.read_text(errors="replace") if path.exists() else None
                state = ("absent" if text is None else "old" if text == self.writer.old
                         else "new" if is_new(text) else "torn")
            if state == "absent" and self.writer.old is not None or state == "torn":
                return f"{file} is {state} (status {status}): {output[-300:]}"
            # A server answers each request; its own status is that of the connection.
            # An exploration that finds something has the status 1.
            has_failed = status != 0 or '"error"' in output or '"isError":true' in output
            if state != "new" and not has_failed:
                return f"{file} is {state} although the status is 0: {output[-300:]}"
            if self.fault == "short and interrupted writes" and state != "new":
                return f"{file} is {state}, but no call failed (status {status}): {output[-300:]}"
            is_live = is_new is writers.is_recording
            if is_live and status == 0 and not writers.is_script(path.read_text()):
                return f"{file} lacks steps although the status is 0: {output[-300:]}"
        if status < 0 and self.fault != "kill":
            return f"ended by signal {-status}: {output[-300:]}"
        if status != 0 and not output and self.fault != "kill":
            return f"status {status} without a message"
        rest = [path.name for path in directory.rglob("*.tmp")]
        if rest and self.fault != "kill":
            return f"{rest} is left"
        return None


class Injector:
    def __init__(self, macho, seed, directory):
        self.macho, self.seed, self.directory = macho, seed, directory
        self.sizes, self.durations, self.report = {}, {}, None
        self.library = self.compile()
        self.can_mount = os.environ.get("MACHO_FAULTS_MOUNT") == "yes"

    def compile(self):
        compiler = next((name for name in ("cc", "clang", "gcc") if shutil.which(name)), None)
        if compiler is None or sys.platform != "linux":
            return None
        library = pathlib.Path(self.directory) / "preload.so"
        done = subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "preload.c", "-ldl"])
        return library if done.returncode == 0 else None

    @property
    def faults(self):
        found = ["kill", "file limit"]
        if self.can_mount:
            found.append("small disk")
        if self.library is not None:
            found += ["short and interrupted writes", "input/output error"]
        return found

    def measure(self, writer):
        """Runs a writer without a fault. Returns what is wrong, or None."""
        run = Run(self, writer, "none", 0)
        with tempfile.TemporaryDirectory(dir=self.directory) as name:
            directory = pathlib.Path(name)
            for sub in ("disk", "home", "tmp"):
                (directory / sub).mkdir()
            run.prepare(directory)
            began = time.monotonic()
            status, output = run.run(directory)
            self.durations[writer.name] = time.monotonic() - began
            problem = run.problem(directory, status, output)
            unwritten = [file for file, is_new in writer.files.items() if not is_written(found(directory, file), is_new)]
            if problem or unwritten:
                return problem or f"{unwritten} is not written (status {status}): {output[-300:]}"
            self.sizes[writer.name] = max(found(directory, file).stat().st_size for file in writer.files)
        return None

    def make_report(self):
        with tempfile.TemporaryDirectory(dir=self.directory) as name:
            (pathlib.Path(name) / "in.macho").write_text(writers.SCRIPT)
            subprocess.run([self.macho, "test", "in.macho", "--report", "in.jsonl"], cwd=name, check=True,
                           stdout=subprocess.DEVNULL, env=os.environ | {"HOME": name})
            self.report = (pathlib.Path(name) / "in.jsonl").read_text()
            (pathlib.Path(name) / "failing.macho").write_text(writers.FAILING)
            subprocess.run([self.macho, "test", "failing.macho", "--review=all"], cwd=name, stdout=subprocess.DEVNULL,
                           env=os.environ | {"HOME": name})
            writers.PENDING.append((pathlib.Path(name) / "failing.macho.new").read_text())


def found(directory, file):
    """Returns the path of a file on the disk. An asterisk stands for a part of a name."""
    return next((directory / "disk").glob(file), directory / "disk" / file)


def is_written(path, is_new):
    if is_new is writers.is_archive:
        return path.exists() and is_new(path)
    return path.exists() and is_new(path.read_text())


def output_problems(macho, directory):
    """Yields what is wrong with commands whose standard output is full or closed."""
    (directory / "in.macho").write_text(writers.SCRIPT)
    commands = [
        ["features"], ["features", "counter"], ["features", "--json"], ["help"], ["help", "test"], ["--version"],
        ["run", "in.macho"], ["test", "in.macho"], ["test", "--format", "junit", "in.macho"],
        ["test", "--format", "jsonl", "in.macho"], ["check", "in.macho"], ["export", "json", "in.macho"],
        ["explore", "counter", "--runs", "50", "--seed", "1"], ["repl", "counter"], ["migrate", "--dry-run", "--rename",
        "incrementButtonTapped=plusTapped", "in.macho"], ["serve"], ["mcp"],
    ]
    # Each server answers it, one with an error.
    request = '{"jsonrpc": "2.0", "id": 1, "method": "hello"}\n'
    for words in commands:
        for redirection in (">/dev/full", ">&-"):
            done = subprocess.run(
                ["sh", "-c", f'"$@" {redirection}', "sh", macho, *words], cwd=directory, text=True,
                input=request if words in (["serve"], ["mcp"]) else "send incrementButtonTapped\n", stderr=subprocess.PIPE, timeout=60,
                env=os.environ | {"HOME": str(directory)})
            if done.returncode != 2 or done.stderr.count("cannot write standard output") != 1:
                yield f"macho {' '.join(words)} {redirection}: status {done.returncode}: {done.stderr[-300:]}"


def file_problems(macho, directory):
    """Yields what is wrong with names that are not UTF-8, links in place of pending files, and two sessions with one file."""
    def run(*words, input=""):
        return subprocess.run([macho, *words], cwd=directory, input=input, text=True, errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=os.environ | {"HOME": str(directory)}, timeout=60)

    names = directory / "names"
    names.mkdir()
    (names / "good.macho").write_text("feature counter\n")
    for name in (b"bad-\xff.macho", b"other-\xff.txt"):
        with open(os.fsencode(names) + b"/" + name, "w") as file:
            file.write("feature counter\n")
    os.mkdir(os.fsencode(names) + b"/directory-\xff")
    done = run("test", "names")
    if done.returncode != 2 or done.stdout.count("its name is not UTF-8") != 2 or "PASS names/good.macho" not in done.stdout:
        yield f"names that are not UTF-8: status {done.returncode}: {done.stdout}"

    (directory / "linked.macho").write_text(writers.FAILING)
    (directory / "precious").write_text("precious")
    (directory / "linked.macho.new").symlink_to("precious")
    done = run("test", "--review=all", "linked.macho")
    if done.returncode != 2 or (directory / "precious").read_text() != "precious":
        yield f"a link in place of a pending file: status {done.returncode}: {done.stdout}"

    shared = directory / "shared.macho"
    first = subprocess.Popen([macho, "repl", "counter", "--record", shared], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    first.stdin.write("send incrementButtonTapped\n")
    first.stdin.flush()
    first.stdout.readline()
    for line in ("save shared.macho --overwrite", "save shared.macho", "record start shared.macho --overwrite"):
        done = run("repl", "counter", input=line + "\n")
        if done.returncode != 1 or "unwritable: " not in done.stdout:
            yield f"'{line}' while another session records there: status {done.returncode}: {done.stdout}"
    first.stdin.close()
    first.stdout.read()
    if first.wait() != 0 or shared.read_text().count("send ") != 1:
        yield f"the recording of the first session: {shared.read_text()}"
    done = run("repl", "counter", input="save shared.macho --overwrite\n")
    if done.returncode != 0 or shared.read_text().count("send ") != 0:
        yield f"saving after the recording has ended: status {done.returncode}: {done.stdout}"


def temporary_problems(injector):
    """Yields what is wrong with explorations whose temporary directory is full."""
    for pages in (2, 40, 75):
        with tempfile.TemporaryDirectory(dir=injector.directory) as name:
            full = pathlib.Path(name) / "full"
            full.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={pages * PAGE}", "tmpfs", full], check=True)
            try:
                done = subprocess.run(
                    [injector.macho, "explore", "counter", "--runs", "50", "--seed", "1", "--jobs", "4"], cwd=name, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"HOME": name, "TMPDIR": str(full)}, timeout=60)
            finally:
                subprocess.run(["umount", full], check=True)
            if done.returncode != 2 or "No space left on device" not in done.stderr:
                yield f"explore with {pages} pages for temporary files: status {done.returncode}: {done.stdout}{done.stderr}"


def printing_problems(driver, directory):
    """Yields what is wrong with the output of commands for programs if the registration and a feature print."""
    (directory / "prints.macho").write_text("feature traps\nsend flood(lines: 3)\n")
    wire = '{"jsonrpc": "2.0", "id": 1, "method": "open", "params": {"feature": "traps"}}\n'
    wire += '{"jsonrpc": "2.0", "id": 2, "method": "send", "params": {"action": "flood(lines: 3)"}}\n'
    initialize = '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", '
    initialize += '"capabilities": {}, "clientInfo": {"name": "faults", "version": "1"}}}\n'
    for words, input, is_valid in (
        (["features", "--json"], "", writers.is_json),
        (["features"], "", lambda text: "traps" in text),
        (["test", "--format", "jsonl", "prints.macho"], "", writers.is_json_lines),
        (["test", "--format", "junit", "prints.macho"], "", writers.is_junit),
        (["test", "--format", "tap", "prints.macho"], "", lambda text: text.startswith("TAP version")),
        (["export", "json", "prints.macho"], "", writers.is_json),
        (["run", "prints.macho"], "", lambda text: text.startswith("#!macho 1\n")),
        (["explore", "hops", "--runs", "5", "--format", "jsonl"], "",
         lambda text: all(map(writers.is_json, text.splitlines()))),
        (["serve"], wire, lambda text: len(text.splitlines()) == 2 and all(map(writers.is_json, text.splitlines()))),
        (["mcp"], initialize, lambda text: len(text.splitlines()) == 1 and writers.is_json(text)),
    ):
        done = subprocess.run(
            [driver, *words], cwd=directory, input=input, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | {"HOME": str(directory), "PRINTS_WHEN_REGISTERING": "1"}, timeout=60)
        if "printed by the registration" not in done.stderr:
            yield f"{' '.join(words)}: what the registration prints is not on standard error: {done.stderr[-300:]}"
        if "printed by" in done.stdout or "of a feature" in done.stdout or not is_valid(done.stdout):
            yield f"{' '.join(words)}: status {done.returncode}: {done.stdout[:500]}{done.stderr[-300:]}"


def main():
    arguments = sys.argv[1:]
    products = pathlib.Path(arguments[0]).resolve()
    macho = str(products / "macho")
    cases = int(arguments[1]) if len(arguments) > 1 else 5
    seed = arguments[2] if len(arguments) > 2 else "1"
    pattern = re.compile(arguments[3] if len(arguments) > 3 else "")
    failures = 0
    with tempfile.TemporaryDirectory(prefix="macho-faults-") as directory:
        injector = Injector(macho, seed, directory)
        injector.make_report()
        selected = [writer for writer in writers.WRITERS if pattern.search(writer.name)]
        if not injector.can_mount:
            print("    SKIP small disks: file systems cannot be mounted here")
        if injector.library is None:
            print("    SKIP failing system calls: there is no C compiler for a preloaded library")
        for writer in selected:
            problem = injector.measure(writer)
            if problem:
                print(f"      {writer.name} without a fault: {problem}", file=sys.stderr)
                failures += 1
        selected = [writer for writer in selected if writer.name in injector.sizes]
        runs = [Run(injector, writer, injector.faults[number % len(injector.faults)], number)
                for writer in selected for number in range(max(cases // writer.cost, 1))]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for run, problem in zip(runs, pool.map(Run.perform, runs)):
                if problem:
                    failures += 1
                    print(f"      {run.writer.name}, {run.fault}, case {run.number} of seed {seed}: {problem}", file=sys.stderr)
        if pattern.search("standard output"):
            for problem in output_problems(macho, pathlib.Path(directory)):
                failures += 1
                print(f"      {problem}", file=sys.stderr)
        if pattern.search("files"):
            for problem in file_problems(macho, pathlib.Path(directory)):
                failures += 1
                print(f"      {problem}", file=sys.stderr)
        if pattern.search("temporary files") and injector.can_mount:
            for problem in temporary_problems(injector):
                failures += 1
                print(f"      {problem}", file=sys.stderr)
        driver = products / "external-work-driver"
        if pattern.search("printing") and driver.exists():
            for problem in printing_problems(str(driver), pathlib.Path(directory)):
                failures += 1
                print(f"      {problem}", file=sys.stderr)
    print(f"    {len(runs)} cases of {len(selected)} writers, {failures} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
