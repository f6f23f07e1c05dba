"""The public names that Swift sources declare, found by reading them as text.

It knows no more of Swift than where a declaration stands: good enough to see that a name is there.
"""

import re

NAME = r"`?[A-Za-z_$][\w$]*`?"
OPERATOR = r"[/=\-+!*%<>&|^~?]+"
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
    """The labels of the parameters behind a declaration's name, or None without any."""
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
    """Where the bracket at 'start' is closed; an arrow's head closes nothing."""
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
    """The parts between the commas that no bracket holds."""
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
    """The public declarations of a file: (the type that it stands in or "", its name, its labels)."""
    text = BLANK.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)
    # A scope is the type that it belongs to, and whether all in it is public; or nothing.
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
            is_public = "public" in words or bool(is_open) and (scopes[-1][1] == "protocol" or kind == "case")
            if kind in ("init", "subscript"):
                name = kind
            if kind in TYPES:
                # An extension's members say for themselves whether they are public.
                opening = (name, kind, is_public)
                if kind != "extension" and is_public:
                    yield around, name, None
                continue
            opening = None
            end = match.end("name") if kind not in ("init", "subscript") and match["name"] else match.end("kind")
            if is_public:
                if kind == "macro":
                    name = "@" + name
                if "prefix" in words:
                    name = "prefix " + name
                yield around, name, labels(text, end, kind == "subscript")


class PublicNames:
    """What is public in a list of Swift files."""

    def __init__(self, files):
        self.known = {}
        for file in files:
            for around, name, given in declarations(file.read_text(encoding="utf-8")):
                self.known.setdefault((around, name), []).append(given or [])

    def has(self, name):
        r"""Whether 'Type.member', 'Type.member(label:)', '@Macro', '\.dependency' or 'prefix /' is there."""
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
    """Whether the labels that are wanted are among the given ones, in their order."""
    rest = iter(given)
    return all(label in rest for label in wanted)
