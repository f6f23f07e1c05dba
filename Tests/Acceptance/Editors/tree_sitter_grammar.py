"""Interprets the grammar of tree-sitter, because its generator is a program that not every machine can install.

The interpreter follows tree-sitter: tokens are found at the present position among those that the grammar allows there,
the longest wins, then the precedence, then a string before a pattern. Blanks between tokens are skipped.
"""

import re
import sys

sys.setrecursionlimit(20_000)


class Grammar:
    def __init__(self, grammar):
        self.rules = grammar["rules"]
        self.start = next(iter(self.rules))
        self.names = {name for name in self.rules if not name.startswith("_")}
        self.patterns = {}
        self._collect_aliases(grammar["rules"])

    def _collect_aliases(self, node):
        if isinstance(node, dict):
            if node.get("type") == "ALIAS":
                self.names.add(node["value"])
            for each in node.values():
                self._collect_aliases(each)
        elif isinstance(node, list):
            for each in node:
                self._collect_aliases(each)

    def error(self, text):
        """Returns the first line that the grammar does not accept. None if it accepts all."""
        self.furthest = 0
        found = self._match(self.rules[self.start], text, 0)
        if found is not None and self._skip(text, found[0]) == len(text):
            return None
        position = max(self.furthest, found[0] if found else 0)
        line = text.count("\n", 0, position)
        return f"line {line + 1}: {(text.splitlines() + [''])[line]}"

    def tree(self, text):
        """Returns the named nodes as tree-sitter prints them."""
        found = self._match(self.rules[self.start], text, 0)
        assert found, self.error(text)
        return f"({self.start}{''.join(' ' + each for each in found[1])})"

    def _skip(self, text, position):
        while position < len(text) and text[position] in " \t":
            position += 1
        return position

    def _pattern(self, source):
        if source not in self.patterns:
            self.patterns[source] = re.compile(re.sub(r"\\u\{([0-9A-F]+)\}", lambda m: f"\\U{m[1]:0>8}", source))
        return self.patterns[source]

    def _token(self, rule, text, position):
        """Matches the contents of a token. Returns its end and precedence, or None."""
        kind = rule["type"]
        if kind == "PREC":
            found = self._token(rule["content"], text, position)
            return found and (found[0], rule["value"])
        if kind == "PATTERN":
            found = self._pattern(rule["value"]).match(text, position)
            return found and found.end() > position and (found.end(), 0) or None
        if kind == "STRING":
            return (position + len(rule["value"]), 0) if text.startswith(rule["value"], position) else None
        if kind == "CHOICE":
            found = [each for each in (self._token(member, text, position) for member in rule["members"]) if each]
            return max(found, default=None)
        raise ValueError(kind)

    def _first(self, rule, text, position):
        """Returns the best token with which a rule can begin here: (length, precedence, is a string)."""
        kind = rule["type"]
        if kind == "BLANK":
            return None
        if kind == "STRING":
            if not text.startswith(rule["value"], position):
                return None
            end = position + len(rule["value"])
            # A keyword ends where the word ends.
            if rule["value"][0].isalpha() and re.compile(r"[\w-]").match(text, end):
                return None
            return (end - position, 0, 1)
        if kind == "PATTERN":
            found = self._token(rule, text, position)
            return found and (found[0] - position, 0, 0)
        if kind == "TOKEN":
            found = self._token(rule["content"], text, position)
            return found and (found[0] - position, found[1], 0)
        if kind == "SYMBOL":
            return self._first(self.rules[rule["name"]], text, position)
        if kind in ("REPEAT", "REPEAT1", "PREC", "ALIAS"):
            return self._first(rule["content"], text, position)
        if kind == "CHOICE":
            return max((f for f in (self._first(m, text, position) for m in rule["members"]) if f),
                       key=self._order, default=None)
        best = None
        for member in rule["members"]:
            found = self._first(member, text, position)
            best = max((f for f in (best, found) if f), key=self._order, default=None)
            if not self._may_be_empty(member):
                break
        return best

    @staticmethod
    def _order(found):
        length, precedence, is_string = found
        return (precedence, length, is_string)

    def _may_be_empty(self, rule):
        kind = rule["type"]
        if kind in ("BLANK", "REPEAT"):
            return True
        if kind == "CHOICE":
            return any(map(self._may_be_empty, rule["members"]))
        if kind == "SEQ":
            return all(map(self._may_be_empty, rule["members"]))
        if kind == "SYMBOL":
            return self._may_be_empty(self.rules[rule["name"]])
        return False

    def _match(self, rule, text, position):
        """Matches a rule. Returns its end and named nodes, or None."""
        kind = rule["type"]
        if kind == "BLANK":
            return position, []
        if kind in ("STRING", "PATTERN", "TOKEN"):
            start = self._skip(text, position)
            found = self._first(rule, text, start)
            if found is None:
                self.furthest = max(getattr(self, "furthest", 0), start)
                return None
            return start + found[0], []
        if kind == "SYMBOL":
            found = self._match(self.rules[rule["name"]], text, position)
            if found is None or rule["name"].startswith("_"):
                return found
            return found[0], [f"({rule['name']}{''.join(' ' + each for each in found[1])})"]
        if kind == "ALIAS":
            found = self._match(rule["content"], text, position)
            return found and (found[0], [f"({rule['value']})"])
        if kind == "PREC":
            return self._match(rule["content"], text, position)
        if kind == "CHOICE":
            start = self._skip(text, position)
            options = [(self._first(each, text, start), each) for each in rule["members"]]
            options = [(self._order(first), index, each) for index, (first, each) in enumerate(options) if first]
            for _, _, each in sorted(options, key=lambda option: (option[0], -option[1]), reverse=True):
                if found := self._match(each, text, position):
                    return found
            blank = any(each["type"] == "BLANK" for each in rule["members"])
            return (position, []) if blank else None
        if kind in ("REPEAT", "REPEAT1"):
            nodes, count = [], 0
            while found := self._match(rule["content"], text, position):
                if found[0] == position:
                    break
                position, count = found[0], count + 1
                nodes += found[1]
            return None if kind == "REPEAT1" and count == 0 else (position, nodes)
        nodes = []
        for member in rule["members"]:
            found = self._match(member, text, position)
            if found is None:
                return None
            position = found[0]
            nodes += found[1]
        return position, nodes


def command_lines(script):
    """Yields the first line of each command."""
    depth, is_open = 0, False
    for line in script.splitlines():
        if re.match(r"-- .+ --$", line):
            return
        if depth <= 0 and not is_open:
            depth = 0
            if not line.strip() or line.startswith(("#", "|")):
                continue
            yield line
            if "!" in line.split("]")[0][:3] or line.lstrip().startswith("!"):
                continue
        if line.count('"""') % 2:
            is_open = not is_open
        if not is_open:
            plain = re.sub(r'"(\\.|[^"\\])*"', "", line)
            depth += sum(plain.count(each) for each in "([{") - sum(plain.count(each) for each in ")]}")
