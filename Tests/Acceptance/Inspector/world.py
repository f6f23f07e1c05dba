"""What a test of the page uses: the driver, a browser, and a directory for its files."""

import os
import pathlib
import shutil
import subprocess

# playwright has no browser of its own here: it drives the system's.
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# A crash would otherwise take seconds.
os.environ["SWIFT_BACKTRACE"] = "enable=no"

ROOT = pathlib.Path(__file__).resolve().parents[3]

FAILING = """#!macho 1
feature counter

## counting
send incrementButtonTapped
|   CounterFeature.State(
| -   count: 0,
| +   count: 2,
|   )
send incrementButtonTapped

## loading a fact
stub numberFact.fetch(2) -> "two" after 1s
send factButtonTapped
advance 400ms
effects
advance 600ms
receive factResponse.success
expect count == 5
"""


class World:
    def __init__(self, bin_directory, browser, scratch):
        self.macho = str(bin_directory / "macho")
        self.other_driver = str(bin_directory / "external-work-driver")
        self.browser = browser
        self.scratch = scratch
        self.problems = []
        self.requests = []
        self.processes = []
        self.contexts = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for context in self.contexts:
            context.close()
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(timeout=20)

    def verify(self):
        """Fails if a page reported an error. A violation of the content policy is an error, too."""
        assert not self.problems, self.problems

    # The driver

    def run(self, *arguments, status=0, input=None, driver=None):
        """Runs the driver in the scratch directory and returns its standard output. `status=None` allows any status."""
        done = subprocess.run(
            [driver or self.macho, *map(str, arguments)], cwd=self.scratch, input=input, capture_output=True, text=True, timeout=120,
            check=False)
        assert status is None or done.returncode == status, f"status {done.returncode}: {arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def start(self, *arguments, driver=None, **options):
        process = subprocess.Popen(
            [driver or self.macho, *map(str, arguments)], cwd=self.scratch, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            stdin=subprocess.PIPE, text=True, **options)
        self.processes.append(process)
        return process

    def write(self, name, text):
        path = self.scratch / name
        path.write_text(text)
        return path

    def suite(self):
        """Writes a suite with a failing script and returns the path of its report."""
        for name in ("counter", "search"):
            self.write(f"{name}.macho", (ROOT / f"scripts/gallery/{name}.macho").read_text())
        self.write("failing.macho", FAILING)
        self.run("test", "--report", "report.html", status=1)
        return self.scratch / "report.html"

    # The browser

    def page(self, url, *, width=1280, height=800, scheme="light", settle=True):
        context = self.browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(6_000)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("console", lambda message: message.type in ("error", "warning") and self.problems.append(message.text))
        page.on("dialog", lambda dialog: (self.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(url if isinstance(url, str) else url.as_uri())
        if settle:
            page.wait_for_selector(".row:visible")
        return page


def rows(page, label="Timeline"):
    return page.locator(f"[aria-label='{label}'] .row").all_inner_texts()


def selected(page, label="Timeline"):
    return page.locator(f"[aria-label='{label}'].list .row[aria-selected=true]").inner_text()


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    # The page draws in animation frames.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
