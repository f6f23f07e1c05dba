"""Builds the parser of a tree-sitter grammar, because its generator is a program that not every machine can install.

It follows the generator: an LR(1) automaton, whose conflicts are errors; in each state only the tokens are found that the
state allows; the highest precedence wins, then the longest token, then a string before a pattern; and the strings that match
the word token are keywords, which are looked up among the words.
"""

import re

END = ("end", "")


class Grammar:
    def __init__(self, grammar):
        self.rules = grammar["rules"]
        self.start = next(iter(self.rules))
        self.word = grammar["word"]
        self.names = {name for name in self.rules if not name.startswith("_")} | set(aliases(self.rules))
        self.tokens = {}
        self.productions = []
        self.by_left = {}
        self._add("", [((self.start, None), (END, None))])
        self.tokens[END] = None
        self._repeats = 0
        for name, rule in self.rules.items():
            if not self._is_token(rule):
                self._add(name, self._expand(rule))
        word = self._matcher(self.rules[self.word])
        self.keywords = {token for token in self.tokens
                         if token[0] == "string" and word(token[1], 0) == (len(token[1]), 0)}
        self._build()

    # The productions

    def _is_token(self, rule):
        return rule["type"] in ("TOKEN", "PATTERN", "STRING")

    def _add(self, left, alternatives):
        for symbols in alternatives:
            self.by_left.setdefault(left, []).append(len(self.productions))
            self.productions.append((left, symbols))

    def _expand(self, rule, alias=None):
        """Returns the alternatives of a rule: lists of (symbol, alias)."""
        kind = rule["type"]
        if kind == "BLANK":
            return [[]]
        if kind == "SYMBOL":
            name = rule["name"]
            if self._is_token(self.rules[name]):
                token = ("rule", name)
                self.tokens[token] = self._matcher(self.rules[name])
                return [[(token, alias)]]
            return [[(name, alias)]]
        if self._is_token(rule):
            token = ("string" if kind == "STRING" else "pattern", rule.get("value") or str(rule))
            self.tokens[token] = self._matcher(rule)
            return [[(token, alias)]]
        if kind == "CHOICE":
            return [each for member in rule["members"] for each in self._expand(member, alias)]
        if kind == "SEQ":
            found = [[]]
            for member in rule["members"]:
                found = [head + tail for head in found for tail in self._expand(member, alias)]
            return found
        if kind in ("REPEAT", "REPEAT1"):
            self._repeats += 1
            name = f"_repeat{self._repeats}"
            inner = self._expand(rule["content"], alias)
            self._add(name, inner + [[(name, None), *each] for each in inner])
            return [[(name, None)]] + ([[]] if kind == "REPEAT" else [])
        if kind == "ALIAS":
            return self._expand(rule["content"], rule["value"])
        return self._expand(rule["content"], alias)

    def _matcher(self, rule, precedence=0):
        """Returns a function that matches a token: its end and precedence, or None."""
        kind = rule["type"]
        if kind == "TOKEN":
            return self._matcher(rule["content"], precedence)
        if kind == "PREC":
            return self._matcher(rule["content"], rule["value"])
        if kind == "CHOICE":
            matchers = [self._matcher(member, precedence) for member in rule["members"]]
            return lambda text, start: max((found for each in matchers if (found := each(text, start))), default=None)
        source = re.escape(rule["value"]) if kind == "STRING" else re.sub(
            r"\\u\{([0-9A-F]+)\}", lambda match: f"\\U{match[1]:0>8}", rule["value"])
        pattern = re.compile(source)

        def match(text, start):
            found = pattern.match(text, start)
            return (found.end(), precedence) if found and found.end() > start else None

        return match

    # The automaton

    def _first(self, symbols, lookaheads):
        """Returns the tokens with which symbols can begin, followed by lookaheads."""
        found = set()
        for symbol, _ in symbols:
            if symbol in self.tokens:
                return found | {symbol}
            found |= self.firsts[symbol]
            if symbol not in self.empty:
                return found
        return found | lookaheads

    def _find_firsts(self):
        self.empty, self.firsts = set(), {name: set() for name in self.by_left}
        changed = True
        while changed:
            changed = False
            for left, symbols in self.productions:
                before = (len(self.firsts[left]), left in self.empty)
                self.firsts[left] |= self._first(symbols, set())
                if all(symbol in self.empty for symbol, _ in symbols):
                    self.empty.add(left)
                changed |= before != (len(self.firsts[left]), left in self.empty)

    def _closure(self, kernel):
        items = {item: set(lookaheads) for item, lookaheads in kernel}
        queue = list(items)
        while queue:
            production, dot = item = queue.pop()
            symbols = self.productions[production][1]
            if dot == len(symbols) or symbols[dot][0] in self.tokens:
                continue
            following = self._first(symbols[dot + 1:], items[item])
            for other in self.by_left[symbols[dot][0]]:
                known = items.setdefault((other, 0), set())
                if not following <= known or (other, 0) not in queue and not known:
                    known |= following
                    queue.append((other, 0))
        return items

    def _build(self):
        self._find_firsts()
        first = frozenset({((0, 0), frozenset())})
        self.actions, self.gotos, self.conflicts = [], [], []
        states, kernels = {first: 0}, [first]
        for kernel in kernels:
            actions, gotos, targets = {}, {}, {}
            for (production, dot), lookaheads in self._closure(kernel).items():
                symbols = self.productions[production][1]
                if dot < len(symbols):
                    targets.setdefault(symbols[dot][0], set()).add(((production, dot + 1), frozenset(lookaheads)))
                    continue
                for token in lookaheads:
                    if token in actions:
                        self.conflicts.append(f"{token}: reduce {actions[token]} or {self.productions[production]}")
                    actions[token] = ("reduce", production)
            for symbol, target in targets.items():
                target = frozenset(target)
                if target not in states:
                    states[target] = len(kernels)
                    kernels.append(target)
                if symbol in self.tokens:
                    if symbol in actions:
                        self.conflicts.append(f"{symbol}: shift, or reduce {self.productions[actions[symbol][1]]}")
                    actions[symbol] = ("shift", states[target])
                else:
                    gotos[symbol] = states[target]
            self.actions.append(actions)
            self.gotos.append(gotos)

    # The parser

    def _next_token(self, text, position, allowed):
        """Returns the token at a position and its end. None if the state allows none of those there."""
        while position < len(text) and text[position] in " \t" and ("rule", "section_line") not in allowed:
            position += 1
        if position == len(text):
            return (END, position, position) if END in allowed else None
        best = None
        for token in allowed:
            if token in self.keywords or token == END:
                continue
            if found := self.tokens[token](text, position):
                best = max(best or (), (found[1], found[0], token[0] == "string", token))
        word = self._matcher(self.rules[self.word])(text, position)
        if word and any(token in self.keywords for token in allowed):
            keyword = ("string", text[position:word[0]])
            if keyword in allowed and (best is None or best[:2] <= (0, word[0])):
                return keyword, position, word[0]
        return best and (best[3], position, best[1])

    def _parse(self, text):
        """Returns the named nodes of a text, or the position of its first error."""
        stack, nodes, position = [0], [], 0
        token = None
        while True:
            allowed = self.actions[stack[-1]]
            token = token or self._next_token(text, position, allowed)
            if token is None or token[0] not in allowed:
                return position
            kind, target = allowed[token[0]]
            if kind == "shift":
                if token[0] == END:
                    return nodes[0]
                stack.append(target)
                nodes.append([f"({token[0][1]})"] if token[0][0] == "rule" else [])
                position, token = token[2], None
                continue
            left, symbols = self.productions[target]
            count = len(symbols)
            children = nodes[len(nodes) - count:] if count else []
            del stack[len(stack) - count:], nodes[len(nodes) - count:]
            inner = [node for (_, alias), part in zip(symbols, children)
                     for node in ([f"({alias})"] if alias else part)]
            nodes.append(inner if left.startswith("_") else [f"({left}{''.join(' ' + node for node in inner)})"])
            stack.append(self.gotos[stack[-1]][left])
            # The new state may allow other tokens here.
            token = None

    def error(self, text):
        """Returns the first line that the grammar does not accept. None if it accepts all."""
        found = self._parse(text)
        if isinstance(found, list):
            return None
        line = text.count("\n", 0, found)
        return f"line {line + 1}: {(text.splitlines() + [''])[line]}"

    def tree(self, text):
        """Returns the named nodes as tree-sitter prints them."""
        found = self._parse(text)
        assert isinstance(found, list), self.error(text)
        return found[0]


def aliases(node):
    """Yields the names of all aliases in a rule."""
    if isinstance(node, dict):
        if node.get("type") == "ALIAS":
            yield node["value"]
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from aliases(each)


def command_lines(script):
    """Yields the first line of each command."""
    depth, is_open = 0, False
    for line in script.splitlines():
        if re.match(r"-- .+ --$", line):
            return
        if depth <= 0 and not is_open:
            depth = 0
            if not line.strip() or line.startswith(("#", "|", "- ")):
                continue
            yield line
            if "!" in line.split("]")[0][:3] or line.lstrip().startswith("!"):
                continue
        if line.count('"""') % 2:
            is_open = not is_open
        if not is_open:
            plain = re.sub(r'"(\\.|[^"\\])*"', "", line)
            depth += sum(plain.count(each) for each in "([{") - sum(plain.count(each) for each in ")]}")
