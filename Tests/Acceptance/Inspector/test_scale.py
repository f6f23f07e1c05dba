"""10,000 steps and 10,000 rows. Times are ratios to an empty page of the same size."""

import json
import time

from world import press, rows

STEPS = ROWS = 10_000


def write_session(world, name, steps, count):
    """Writes a session whose steps change one row each."""
    with (world.scratch / name).open("w") as file:

        def add(**event):
            file.write(json.dumps(event, separators=(",", ":")) + "\n")

        state = {"query": "", "rows": [
            {"id": index, "name": f"row number {index}", "stars": index * 7, "isFavorite": False} for index in range(count)]}
        add(event="line", line=1, text="feature list", time=0, store=1, file="big.macho", at=1)
        add(event="store", store=1, line=1, name="list", feature="list", context="test", base=0, state=state)
        flags = [False] * count
        for step in range(1, steps + 1):
            row = step * 7919 % max(count, 1)
            old, flags[row] = flags[row], not flags[row]
            add(event="line", line=step + 1, text=f"send toggled({row})", time=step * 1_000_000, store=1, file="big.macho", at=step + 1)
            add(event="step", step=step, store=1, line=step + 1, id=step, parent=step - 1, cause="sent",
                command=f"send toggled({row})", action=f"toggled({row})", time=step * 1_000_000, effectsBefore=step // 2, own=True,
                diff=[["unchanged", f"    [{row}]: Row("], ["removed", f"-     isFavorite: {old},"], ["added", f"+     isFavorite: {not old},"]],
                patch=[{"op": "replace", "path": f"/rows/{row}/isFavorite", "value": not old}])
            if step % 2:
                for kind, extra in (("started", {"name": "run", "origin": "toggled", "location": "List.swift:9"}),
                                    ("suspended", {"status": "asleep", "until": (step + 5) * 1_000_000})):
                    add(event="effect", store=1, line=step + 1, effect=step // 2 + 1, kind=kind, time=step * 1_000_000, **extra)
        add(commands=steps, durationMs=1.0, event="script", failures=[], path="big.macho", status="passed")


def milliseconds_to_open(world, path, ready):
    start = time.perf_counter()
    page = world.page(path, settle=False)
    page.wait_for_function(ready)
    return page, 1000 * (time.perf_counter() - start)


def best(world, path, ready, count=3):
    results = [milliseconds_to_open(world, path, ready) for _ in range(count)]
    return results[-1][0], min(time for _, time in results)


def test_a_page_without_data_is_small(world):
    world.write("empty.jsonl", '{"durationMs":0,"event":"end"}\n')
    world.run("report", "empty.jsonl")
    size = (world.scratch / "empty.html").stat().st_size
    print(f"         page without data: {size:,} bytes, {size / 160_000:.2f} of the limit")
    assert size < 160_000


def test_a_long_session_of_a_large_state_is_usable(world):
    write_session(world, "big.jsonl", STEPS, ROWS)
    world.run("report", "big.jsonl")
    whole = world.scratch / "big.html"
    size = whole.stat().st_size
    head = "<!doctype html><title>empty</title><script type='application/json'>"
    world.write("inert.html", head + "x" * (size - len(head) - 9) + "</script>")
    _, inert = best(world, world.scratch / "inert.html", "() => document.readyState === 'complete'")
    page, opened = best(world, whole, "() => document.querySelectorAll('.timeline-row').length > 10")
    print(f"         {STEPS:,} steps, {ROWS:,} rows, {size / 1e6:.1f} MB: usable after {opened:.0f} ms, "
          f"{opened / inert:.1f} times an empty page of that size, {opened / 2000:.2f} of the limit")
    assert opened < 2000

    # The last state: all patches are applied.
    took = page.evaluate("""async () => {
      const start = performance.now();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "G", bubbles: true }));
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - start;
    }""")
    print(f"         the state after the last step: {took:.0f} ms, {took / 2000:.2f} of the limit of opening")
    assert took < 2000
    assert "send toggled" in page.inner_text(".timeline-row[aria-selected=true], .row[aria-selected=true]")

    press(page, "/")
    slowest = 0
    for query in ("row number 9999", "isFavorite", "rows[5", "69993", "zzz"):
        page.fill("[aria-label='Search in the state']", query)
        slowest = max(slowest, float(page.get_attribute(".state-view .search-status", "data-milliseconds")))
    print(f"         the slowest search: {slowest:.0f} ms, {slowest / 100:.2f} of the limit")
    assert slowest < 100
    page.fill("[aria-label='Search in the state']", "row number 9999")
    assert "rows[9999].name" in rows(page, "State")[0]
    press(page, "Enter", "Enter")
    assert "1 step changed this path" in page.inner_text(".path-count") or "0 steps" in page.inner_text(".path-count")


def test_scrolling_touches_only_visible_rows(world):
    write_session(world, "big.jsonl", STEPS, ROWS)
    world.run("report", "big.jsonl")
    page = world.page(world.scratch / "big.html")
    result = page.evaluate("""async () => {
      const list = document.querySelector("[aria-label=Timeline].list");
      let touched = 0;
      const observer = new MutationObserver((records) => {
        for (const record of records) touched += record.addedNodes.length + record.removedNodes.length;
      });
      observer.observe(document.body, { childList: true, subtree: true });
      const visible = Math.ceil(list.clientHeight / 26);
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      for (let step = 0; step < 20; step += 1) {
        list.scrollTop += 26 * 3;
        await frame();
      }
      const small = touched;
      list.scrollTop = 26 * 5000;
      await frame();
      await frame();
      observer.disconnect();
      return { small, jump: touched - small, rows: list.querySelectorAll(".row").length, visible,
        first: list.querySelector(".row").dataset.index };
    }""")
    print(f"         {result}")
    assert result["rows"] <= result["visible"] + 10, result
    # Each scroll by three rows adds three rows and removes three.
    assert result["small"] <= 20 * 8, result
    assert result["jump"] <= 2 * (result["visible"] + 10), result
    assert int(result["first"]) > 4900, result
    press(page, "3")
    assert page.locator(".lane-row").count() <= result["visible"] + 10
    press(page, "2")
    page.focus("[aria-label='State']")
    press(page, "End", "Enter")
    assert page.locator("[aria-label='State'] .row").count() <= result["visible"] + 12
