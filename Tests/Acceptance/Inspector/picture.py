"""Makes the picture of the documentation. See `picture`."""

import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

from world import BROWSER, World, press

with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
    browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
    with World(pathlib.Path(sys.argv[1]), browser, pathlib.Path(scratch)) as world:
        page = world.page(world.suite(), width=1120, height=600)
        press(page, "Enter")
        page.screenshot(path=sys.argv[2])
    browser.close()
