"""Makes the pictures of the documentation. See `picture`."""

import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

from world import BROWSER, World, press

binaries, sources = map(pathlib.Path, sys.argv[1:])
report = sources / "MachoInspector/MachoInspector.docc/Resources/report.png"
comparison = sources / "MachoKit/MachoKit.docc/Resources/comparison.png"

with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
    with World(binaries, browser, scratch) as world:
        page = world.page(world.suite(), width=1120, height=600)
        press(page, "Enter")
        page.screenshot(path=report)
    compared = subprocess.run(
        [binaries / "macho", "compare", "search-mvvm", "--with", "search-mvvm-bound", "--runs", "100", "--output", "out"],
        cwd=scratch, stdout=subprocess.DEVNULL)
    assert compared.returncode == 1, compared
    page = browser.new_page(viewport={"width": 1120, "height": 620})
    page.goto((scratch / "out/comparison.html").as_uri())
    comparison.parent.mkdir(exist_ok=True)
    page.screenshot(path=comparison)
    browser.close()
