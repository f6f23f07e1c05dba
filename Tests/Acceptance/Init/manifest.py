"""Prints a manifest with the lines that `macho init` printed.

  manifest.py OUTPUT_FILE
"""

import pathlib
import sys


def block(text, heading):
    """Returns the indented lines below a heading."""
    lines = text[text.index(heading):].split("\n")[1:]
    found = []
    for line in lines:
        if line.startswith("    "):
            found.append(line)
        elif found:
            break
    return "\n".join(found)


OUTPUT = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
print(f"""// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "other",
  platforms: [.macOS(.v15)],
  dependencies: [
{block(OUTPUT, "Add to its dependencies:")}
  ],
  targets: [
    .target(name: "Mine"),
{block(OUTPUT, "to its targets:")}
  ])""")
