"""Runs the tests of the page. See `check`."""

import importlib
import pathlib
import re
import sys
import tempfile
import traceback

from playwright.sync_api import sync_playwright

from world import BROWSER, World

MODULES = ["test_report", "test_safety", "test_scale", "test_accessibility", "test_trace", "test_live"]


def main():
    directory, pattern = pathlib.Path(sys.argv[1]), re.compile(sys.argv[2])
    passed = failed = 0
    with sync_playwright() as playwright:
        # Root needs the flag: Chromium's sandbox does not run as root.
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        for module in MODULES:
            tests = vars(importlib.import_module(module))
            for name, test in list(tests.items()):
                if not name.startswith("test_") or not pattern.search(f"{module} {name}"):
                    continue
                title = f"{module[5:]}: {name[5:].replace('_', ' ')}"
                with tempfile.TemporaryDirectory() as scratch, World(directory, browser, pathlib.Path(scratch)) as world:
                    try:
                        test(world)
                        world.verify()
                        passed += 1
                        print(f"    OK   {title}", flush=True)
                    except Exception:  # noqa: BLE001: any exception fails the test
                        failed += 1
                        print(f"    FAIL {title}\n{traceback.format_exc()}", flush=True)
        browser.close()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
