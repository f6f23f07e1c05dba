#!/usr/bin/env python3
"""Explores features of daily life with one line that says what each of them intends.

  Tests/Acceptance/Exploration/check_properties.py BIN_DIRECTORY [SEEDS] [REGEX]

The line must fail with the defect. Its script must be at most one step longer than the known minimum, fail with the
defect, and pass with the fix. With the fix nothing may fail. Prints a table.
"""

import sys
import tempfile

from check_daily import DEFECTS, check_all, check_script, explore

PROPERTIES = {
    "profile": "isLoading leads to not isLoading",
    "suggestions": "always calls of content.suggestions <= 1",
    "feed": "at rest page == 0 or posts != [] or isComplete",
    "dashboard": "after cached old(isFresh) implies lines == old(lines)",
    "checkout": "always calls of account.submitOrder <= 1",
    "upload": "isUploading leads to not isUploading",
    "files": "after downloadFailed old(alert) != nil implies alert == old(alert)",
    "star": "after refused isFavorite != old(isFavorite)",
    "stopwatch": "always effects of startButtonTapped <= 1",
    "sounds": "always player == nil implies effects of soundTapped == 0",
    "sync": "always attempts <= 3",
    "prices": "always screen is signedOut implies price == nil",
    "mailbox": "after signOutButtonTapped messages == []",
    "notebook": 'after newButtonTapped old(composer) == nil implies composer.text == ""',
    "downloads": "after downloaded(index: _, id: 10, size: _) rows[id: 20].size == old(rows[id: 20].size)",
    "weather": "isBusy leads to not isBusy",
    "news": 'after loaded(topic: "home", _) topic == "home" or headlines == old(headlines)',
    "token": "always calls of account.renewToken <= 1",
    "messages": "after loaded errorMessage == nil",
    "refresh": "after loaded.success([]) items == []",
    "spinner": "always effects of onAppear > 0 implies isLoading",
    "cart": "after logoutTapped cart == []",
    "orders": "always user == nil implies orders == []",
    "deletion": "after deleteFailed items.count > old(items.count)",
    "selection": "always selectedID == nil or items[id: selectedID] != nil",
    "countdown": "always remaining >= 0",
    "past-orders": "isLoading leads to not isLoading",
    "sketch": "after undoTapped undoStack == [] implies page.paper == .white",
    "basket": "always lines == [] implies sum == 0",
    "code": "phase is checking leads to phase is accepted or phase is refused",
    "message": "always calls of account.sendMessage <= 1",
    "account": "after logOutTapped recentSearches == []",
    "form": "after loaded isEdited implies name == old(name)",
    "signup": 'always email != "" and password != "" implies canSubmit',
    "voucher": "after codeChanged codeError == nil",
    "tracks": "after saved(index: _, id: 2) tracks[id: 2].isSaved",
    "tour": "always currentIndex < pages.count",
    "guests": "after failed errorMessage != nil",
    "links": "always user != nil implies pendingItem == nil",
    "directory": 'after queryChanged("") shown == people',
    "retry": "always calls of content.suggestions > 0 implies isLoading",
    "recipes": "path[#0].isSaving leads to not path[#0].isSaving",
}
# These failures are found first, without the line: they end a run.
KINDS = {"weather": ("effect-failed",), "downloads": ("crash",)}


def check(driver, name, seed):
    """Returns the problem, or `None`, with a row of the table."""
    feature, line, minimum = f"daily-{name}", PROPERTIES[name], DEFECTS[name][1]
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as fixed_directory:
        options = ("--property", line, "--suspicions", "off")
        found, kinds, seconds = explore(driver, feature, seed, directory, *options, "--runs", "400")
        row = f"{{:>2}} steps, {seconds:.1f} s, {line}"
        scripts = [script for kind in KINDS.get(name, ("property", "invariant")) for script in kinds.get(kind, [])]
        if not scripts:
            return f"the line does not fail\n{found.stdout}", row.format("-")
        problem, steps = check_script(driver, feature, scripts[0], minimum + 1)
        fixed, _, _ = explore(driver, f"{feature}-fixed", seed, fixed_directory, *options, "--runs", "100")
        if not problem and ": no failure in" not in fixed.stdout:
            problem = f"with the fix:\n{fixed.stdout}"
        return problem, row.format(steps)


if __name__ == "__main__":
    sys.exit(check_all(list(PROPERTIES), check))
