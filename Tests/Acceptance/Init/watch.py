"""Changes the sources of a driver that runs with --watch.

  watch.py DRIVER PACKAGE_DIRECTORY
"""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Runner"))
from check_watch import Watch, expect  # noqa: E402: requires sys.path above

BUILDING = 300


def main():
    driver, package = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    name = "Sources/hello-driver/Counter.swift"
    right = (package / name).read_text(encoding="utf-8")

    watch = Watch(driver, package)
    watch.wait_for("1 passed")
    watch.wait_for("watching 1 script and the sources of hello-driver; Ctrl-C exits")

    watch.save(name, right.replace("state.count += 1", "state.count += 2"))
    watch.wait_for("building hello-driver: changed " + name)
    watch.wait_for("the driver has changed; restarting", BUILDING)
    expect(watch.wait_for("1 failed"), "  > A| +   count: 2,")
    watch.wait_for("watching 1 script")

    watch.save(name, right.replace("var count = 0", "var count: Nmber = 0"))
    lines = watch.wait_for("hello-driver does not build; waiting for a change", BUILDING)
    if not any("error: " in line and "Nmber" in line for line in lines):
        sys.exit("no error of the compiler in\n" + "\n".join(lines))
    if any("\x1b" in line for line in lines):
        sys.exit("escape sequences although the output is no terminal in\n" + repr(lines))

    watch.save(name, right)
    watch.wait_for("the driver has changed; restarting", BUILDING)
    watch.wait_for("1 passed")
    watch.wait_for("watching 1 script")
    watch.interrupt(0)


if __name__ == "__main__":
    main()
