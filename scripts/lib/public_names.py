"""Finds the public names that Swift sources declare, by scanning their text.

It only recognizes declarations, which is enough to check that a name exists.
"""

import re

NAME = r"`?[A-Za-z_$][\w$]*`?"
OPERATOR = r"[/=\-+!*%<>&|^~?.]+"
TOKEN = re.compile(
    rf"""
    (?P<brace>[{{}}])
    | (?P<head>(?:(?:@[\w.]+(?:\([^()]*\))?|\#?[a-z]+(?:\(set\))?)\s+)*?)
      \b(?P<kind>struct|class|enum|protocol|actor|extension|func|var|let|case|init|subscript|typealias|macro)\b
      (?:\s+(?P<name>{NAME}(?:\.{NAME})*|{OPERATOR}))?
    """, re.VERBOSE)
TYPES = {"struct", "class", "enum", "protocol", "actor", "extension"}
BLANK = re.compile(
    r'//[^\n]*|/\*.*?\*/|#+"(?:.*?)"#+|"""(?:.*?)"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def labels(text, start, is_subscript):
    """Returns the parameter labels after a declaration's name, or None if it has no parameters."""
    position = start
    while position < len(text) and text[position] in " \n?!":
        position += 1
    if text[position:position + 1] == "<":
        position = closing(text, position, "<", ">") + 1
    while text[position:position + 1].isspace():
        position += 1
    if text[position:position + 1] != "(":
        return None
    found = []
    for parameter in split(text[position + 1:closing(text, position, "(", ")")]):
        words = re.match(rf"\s*(?:@\w+(?:<[^>]*>)?\s+)*({NAME})(?:\s+({NAME}))?\s*:", parameter)
        if words:
            is_plain = words[2] is None and is_subscript
            found.append("_" if is_plain else words[1].strip("`"))
        elif parameter.strip():
            found.append("_")
    return found


def closing(text, start, opening, end):
    """Returns where the bracket at 'start' is closed. The '>' of an arrow closes nothing."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] == opening:
            depth += 1
        elif text[position] == end and not (end == ">" and text[position - 1] == "-"):
            depth -= 1
            if depth == 0:
                return position
    return len(text)


def split(text):
    """Splits at commas outside of brackets."""
    parts, depth, last = [], 0, 0
    for position, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or character == ">" and text[position - 1] != "-":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[last:position])
            last = position + 1
    return parts + [text[last:]]


def declarations(source):
    """Yields the public declarations of a file: (enclosing type or "", name, labels)."""
    text = BLANK.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)
    # A scope is (type name, kind, whether its members are public), or None for other blocks.
    scopes, opening = [], None
    for match in TOKEN.finditer(text):
        if match["brace"] == "{":
            scopes.append(opening)
            opening = None
        elif match["brace"]:
            if scopes:
                scopes.pop()
        elif all(scopes):
            kind, name = match["kind"], (match["name"] or match["kind"]).replace("`", "")
            around, is_open = ".".join(scope[0] for scope in scopes), scopes[-1:] and scopes[-1][2]
            words = match["head"].split()
            # A declaration that is unavailable exists for its message only.
            is_unavailable = bool(re.search(r"@available\(\s*\*,\s*unavailable", match["head"]))
            is_public = "public" in words or bool(is_open) and (scopes[-1][1] == "protocol" or kind == "case")
            if kind in ("init", "subscript"):
                name = kind
            if kind in TYPES:
                # Members of an extension declare their own access level.
                opening = (name, kind, is_public)
                if kind != "extension" and is_public and not is_unavailable:
                    yield around, name, None
                continue
            opening = None
            end = match.end("name") if kind not in ("init", "subscript") and match["name"] else match.end("kind")
            if is_public and not is_unavailable:
                if kind == "macro":
                    name = "@" + name
                if "prefix" in words:
                    name = "prefix " + name
                yield around, name, labels(text, end, kind == "subscript")


class PublicNames:
    """The public names of a list of Swift files."""

    def __init__(self, files):
        self.known = {}
        for file in files:
            for around, name, given in declarations(file.read_text(encoding="utf-8")):
                self.known.setdefault((around, name), []).append(given or [])

    def has(self, name):
        r"""Whether 'Type.member', 'Type.member(label:)', '@Macro', '\.dependency' or 'prefix /' exists."""
        name, _, wanted = name.partition("(")
        wanted = [label for label in wanted.rstrip(")").split(":") if label]
        if name.startswith("\\."):
            name = "DependencyValues." + name[2:]
        around, _, member = name.rpartition(".")
        for key, signatures in self.known.items():
            if key == (around, member) and any(contains(given, wanted) for given in signatures):
                return True
        return False


def contains(given, wanted):
    """Whether the wanted labels occur among the given ones, in order."""
    rest = iter(given)
    return all(label in rest for label in wanted)
