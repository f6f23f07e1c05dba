"""Every control is reachable by keyboard and labelled; text has a contrast of at least 4.5 to 1."""

from test_live import inspect
from world import press

# The contrast of each element's own text with the background that is painted below it.
CONTRAST = """() => {
  const channel = (value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const parse = (color) => {
    const parts = color.match(/[\\d.]+/g).map(Number);
    return parts.length === 3 ? [...parts, 1] : parts;
  };
  const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const over = (top, bottom) => [0, 1, 2].map((index) => top[index] * top[3] + bottom[index] * (1 - top[3])).concat(1);
  const background = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) layers.push(parse(getComputedStyle(node).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const found = [];
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("script, noscript, option")) continue;
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "")
      || (element.placeholder && element.value === "");
    if (!hasText) continue;
    const pseudo = element.placeholder && element.value === "" ? "::placeholder" : null;
    const below = background(element);
    const text = over(parse(getComputedStyle(element, pseudo).color), below);
    const [light, dark] = [luminance(text), luminance(below)].sort((one, other) => other - one);
    found.push({ ratio: (light + 0.05) / (dark + 0.05), text: element.textContent.slice(0, 40), tag: element.tagName, class: element.className });
  }
  return found;
}"""

UNLABELLED = """() => [...document.querySelectorAll("button, input, select, a, summary, [tabindex]")]
  .filter((control) => control.checkVisibility())
  .filter((control) => !(control.getAttribute("aria-label") || control.getAttribute("aria-labelledby")
    || control.textContent.trim() || control.labels?.length))
  .map((control) => control.outerHTML.slice(0, 100))"""


def lowest_contrast(page):
    found = page.evaluate(CONTRAST)
    assert len(found) > 10, found
    lowest = min(found, key=lambda item: item["ratio"])
    assert lowest["ratio"] >= 4.5, sorted(found, key=lambda item: item["ratio"])[:6]
    return lowest["ratio"]


def places(page):
    """Opens all places of a report, one after the other."""
    yield "summary"
    press(page, "Enter")
    for tab in "1234":
        for key in ("g", "j", "n", "G", "k"):
            press(page, tab, key)
        yield f"tab {tab}"
    press(page, "/")
    page.keyboard.type("e")
    press(page, "Enter", "ArrowDown")
    yield "search"
    press(page, "Enter", "p", "Escape", "g", "j", "h")
    yield "pinned path and hidden actions"
    press(page, "?")
    yield "keys"
    press(page, "Escape")


def test_contrast_is_at_least_4_5_in_light_and_dark(world):
    report = world.suite()
    for scheme in ("light", "dark"):
        for width in (1280, 400):
            page = world.page(report, scheme=scheme, width=width)
            ratio = min(lowest_contrast(page) for _ in places(page))
            print(f"         {scheme}, {width} pixels: lowest contrast {ratio:.2f}")


def test_the_theme_is_switched_by_the_button(world):
    page = world.page(world.suite())
    press(page, "t")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    lowest_contrast(page)


def test_every_control_is_labelled_and_reachable_by_keyboard(world):
    page = world.page(world.suite())
    for place in places(page):
        assert page.evaluate(UNLABELLED) == [], place
    # Tab reaches every control, except those that arrow keys reach in their group.
    for panel in "1234":
        press(page, "Escape", panel)
        page.evaluate("() => document.activeElement.blur()")
        expected = page.evaluate("""() => {
          const controls = [...document.querySelectorAll("button, input, select, .list, .scroll")]
            .filter((control) => control.checkVisibility() && control.tabIndex >= 0 && !control.disabled);
          controls.forEach((control, index) => { control.dataset.stop = index; });
          return controls.length;
        }""")
        reached = set()
        for _ in range(expected + 3):
            page.keyboard.press("Tab")
            stop = page.evaluate("() => document.activeElement.dataset.stop ?? null")
            if stop is not None:
                reached.add(stop)
                outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none", page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)")
        assert len(reached) == expected, (panel, expected, sorted(reached, key=int))


def test_the_live_page_is_labelled_and_has_contrast(world):
    page = world.page(inspect(world, "counter"), scheme="dark")
    page.fill("[aria-label='Line to run']", "send nothing")
    press(page, "Enter")
    page.wait_for_selector(".line-error:not(:empty)")
    page.fill("[aria-label='Line to run']", "stub numberFact.fetch pending")
    press(page, "Enter")
    page.wait_for_function("() => document.querySelector(\"[aria-label='Line to run']\").value === ''")
    page.fill("[aria-label='Line to run']", "send factButtonTapped")
    press(page, "Enter")
    page.wait_for_selector(".pending-call")
    assert page.evaluate(UNLABELLED) == []
    lowest_contrast(page)
    press(page, "Escape")
    page.click("#tab-branches")
    lowest_contrast(page)
    page.click("#tab-actions")
    page.wait_for_selector(".action-list li")
    assert page.evaluate(UNLABELLED) == []
    lowest_contrast(page)


def test_enter_presses_the_focused_button(world):
    page = world.page(world.suite())
    press(page, "Enter")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent") == "Copy link":
            break
    press(page, "Enter")
    page.wait_for_function("() => /Copied the link|refuses/.test(document.querySelector('.toast').textContent)")
    page.focus("text=All scripts")
    press(page, "Enter")
    assert page.is_visible(".totals")


def test_coverage_has_contrast_and_labels(world):
    world.suite()
    world.run("test", "--coverage", "--report", "report.html", status=1)
    for scheme in ("light", "dark"):
        for width in (1280, 400):
            page = world.page(world.scratch / "report.html", scheme=scheme, width=width)
            press(page, "v")
            assert page.evaluate(UNLABELLED) == []
            lowest_contrast(page)
            # No part of the page is wider than the window.
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
            # Space changes the option, and keys of the page still work there.
            page.focus("input[type=checkbox]:visible")
            press(page, "Space", "s")
            assert page.is_visible("[aria-label=Scripts]")


def test_narrow_pages_fit_the_window(world):
    page = world.page(world.suite(), width=400)
    for place in places(page):
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 400, place
    live = world.page(inspect(world, "counter"), width=400)
    assert live.evaluate("() => document.documentElement.scrollWidth") <= 400
    world.processes[-1].kill()
    live.wait_for_selector(".live-notice:visible")
    lowest_contrast(live)
    assert live.evaluate("() => document.documentElement.scrollWidth") <= 400


def test_expected_and_actual_columns_agree(world):
    for width in (1280, 400):
        page = world.page(world.suite(), width=width)
        press(page, "Enter")
        lefts = page.evaluate("() => [...document.querySelectorAll('.compared span:nth-child(2)')].map((cell) => Math.round(cell.getBoundingClientRect().left))")
        assert len(lefts) > 4 and len(set(lefts)) == 1, lefts
