"""Prints a manifest with the lines that `macho init` told somebody to add.

  manifest.py WHAT-IT-PRINTED
"""

import pathlib
import sys


def block(text, heading):
    """The indented lines below a heading."""
    lines = text[text.index(heading):].split("\n")[1:]
    found = []
    for line in lines:
        if line.startswith("    "):
            found.append(line)
        elif found:
            break
    return "\n".join(found)


SAID = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
print(f"""// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "other",
  platforms: [.macOS(.v15)],
  dependencies: [
{block(SAID, "Add to its dependencies:")}
  ],
  targets: [
    .target(name: "Mine"),
{block(SAID, "to its targets:")}
  ])""")
