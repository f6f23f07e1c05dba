"""Inspects the server's processes in /proc. Linux only."""

import contextlib
import os
import statistics

PAGE = os.sysconf("SC_PAGE_SIZE")


def processes():
    """Returns the parent and the state of all processes."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    # The name in parentheses may contain any character.
                    fields = file.read().rpartition(b")")[2].split()
                found[int(name)] = (int(fields[1]), fields[0].decode())
            except OSError:
                pass
    return found


def below(pid):
    """Returns the descendants of a process, with their states."""
    table = processes()
    children = {}
    for child, (parent, _) in table.items():
        children.setdefault(parent, []).append(child)
    found, waiting = {}, [pid]
    while waiting:
        for child in children.get(waiting.pop(), []):
            found[child] = table[child][1]
            waiting.append(child)
    return found


def resident(pid):
    """Returns the resident size in bytes; 0 if the process has exited."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def descriptors(pid):
    """Counts open descriptors, except unlinked files."""
    return sum(not is_nameless(target) for target in open_files(pid))


def nameless_files(pid):
    """Counts unlinked files, which hold the records of long sessions."""
    return sum(map(is_nameless, open_files(pid)))


def is_nameless(target):
    return target.endswith(" (deleted)")


def open_files(pid):
    """Returns the target of each descriptor."""
    base = f"/proc/{pid}/fd"
    found = []
    with contextlib.suppress(OSError):
        for name in os.listdir(base):
            with contextlib.suppress(OSError):
                found.append(os.readlink(f"{base}/{name}"))
    return found


def threads(pid):
    return entries(pid, "task")


def mappings(pid):
    """Counts the mappings of the address space. A leaked thread stack has two."""
    try:
        with open(f"/proc/{pid}/maps", "rb") as file:
            return file.read().count(b"\n")
    except OSError:
        return 0


def entries(pid, name):
    try:
        return len(os.listdir(f"/proc/{pid}/{name}"))
    except OSError:
        return 0


class Memory:
    """The memory of one process over time."""

    def __init__(self):
        self.samples = []

    def add(self, bytes_):
        if bytes_:
            self.samples.append(bytes_)

    def settled(self, warm):
        """Returns the medians of the first quarter after the warm-up and of the last quarter."""
        samples = self.samples[warm:]
        if len(samples) < 8:
            return None
        quarter = len(samples) // 4
        return statistics.median(samples[:quarter]), statistics.median(samples[-quarter:])

    def summary(self):
        if not self.samples:
            return "none"
        first, last, peak = (mebibytes(value) for value in (
            self.samples[0], self.samples[-1], max(self.samples)))
        return f"{first} MB first, {last} MB last, {peak} MB at most"


def mebibytes(value):
    return round(value / 2**20, 1)
