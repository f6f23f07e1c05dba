"""The grammars: every script of the gallery and of the documentation is highlighted without an error."""

import json
import logging
import re
import subprocess
import xml.etree.ElementTree

import pytest
from conftest import ROOT
from tree_sitter_grammar import Grammar

EDITORS = ROOT / "scripts" / "editors"
TREE_SITTER = EDITORS / "tree-sitter-macho"


def scripts():
    """Yields the scripts of the gallery and of all pages, with names."""
    for path in sorted((ROOT / "scripts" / "gallery").rglob("*.macho")):
        yield str(path.relative_to(ROOT)), path.read_text()
    pages = [ROOT / "README.md", *sorted((ROOT / "Sources").rglob("*.md"))]
    for page in pages:
        blocks = re.findall(r"^```macho[^\n]*\n(.*?)^```", page.read_text(), re.M | re.S)
        for number, block in enumerate(blocks, 1):
            yield f"{page.relative_to(ROOT)}#{number}", block


SCRIPTS = list(scripts())


@pytest.fixture(scope="module")
def grammar():
    return Grammar(json.loads((TREE_SITTER / "src" / "grammar.json").read_text()))


def test_there_are_scripts():
    assert len(SCRIPTS) > 30, len(SCRIPTS)


def test_tree_sitter_has_no_conflicts(grammar):
    """Its generator refuses a grammar with conflicts."""
    assert len(grammar.actions) > 100
    assert grammar.conflicts == []


def test_tree_sitter_ends_a_command_with_its_line(grammar):
    for line in ("send start", "expect !isLoading", "expect rows == [1, 2]", "[linux] ! [unstubbed] send a", "! frobnicate now"):
        assert grammar.tree(line).count("(command") == 1, line


def test_tree_sitter_accepts_every_script(grammar):
    failed = [f"{name}: {error}" for name, text in SCRIPTS if (error := grammar.error(text))]
    assert not failed, "\n".join(failed)


def test_tree_sitter_rejects_what_is_no_script(grammar):
    assert grammar.error("sennd x\n") and grammar.error("send f(\n")


@pytest.mark.parametrize("path", sorted((TREE_SITTER / "test" / "corpus").glob("*.txt")), ids=lambda path: path.stem)
def test_tree_sitter_corpus(grammar, path):
    cases = re.findall(r"^=+\n(.*?)\n=+\n\n(.*?)\n---\n\n(.*?)(?=\n=+\n|\Z)", path.read_text(), re.M | re.S)
    assert cases
    for title, text, tree in cases:
        assert grammar.tree(text) == " ".join(tree.split()).replace("( ", "("), title


def test_queries_name_nodes_of_the_grammar(grammar):
    for path in (TREE_SITTER / "queries").glob("*.scm"):
        names = set(re.findall(r"\(([a-z_]+)", re.sub(r"\(#[^)]*\)", "", path.read_text())))
        assert names <= grammar.names, names - grammar.names


def test_vim_highlights_every_line(tmp_path):
    """Neovim opens each script; every word of a command's beginning has a syntax group."""
    check = tmp_path / "check.lua"
    check.write_text("""
      for _, path in ipairs(vim.fn.readfile(vim.env.LIST)) do
        vim.cmd('edit ' .. path)
        for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
          local column = line:find('%S')
          if column and vim.fn.synID(number, column, 1) == 0 and not line:match('^%s*[%[%])}%w"]') then
            io.stdout:write(path .. ':' .. number .. ': ' .. line .. '\\n')
          end
          -- The first word of a line in the first column is a verb, unless the line continues another.
          local group = column and vim.fn.synIDattr(vim.fn.synID(number, column, 1), 'name') or ''
          if line:match('^send ') and group ~= 'machoVerb' and group ~= 'machoSection' then
            io.stdout:write(path .. ':' .. number .. ': ' .. group .. ': ' .. line .. '\\n')
          end
        end
      end
      vim.cmd('qall!')
    """)
    paths = []
    for number, (name, text) in enumerate(SCRIPTS):
        path = tmp_path / f"{number}.macho"
        path.write_text(text)
        paths.append(str(path))
    (tmp_path / "list").write_text("\n".join(paths))
    ran = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "--cmd", f"set rtp+={EDITORS}/vim",
         "--cmd", "syntax on | filetype plugin on", "-c", f"luafile {check}"],
        capture_output=True, text=True, timeout=100, env={"LIST": str(tmp_path / "list"), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    assert ran.stdout == "" and "Error" not in ran.stderr, ran.stdout + ran.stderr


def test_textmate_patterns():
    """The TextMate grammar includes what it defines, and its rules find the words of a script."""
    grammar = json.loads((EDITORS / "vscode" / "syntaxes" / "macho.tmLanguage.json").read_text())
    text = json.dumps(grammar)
    used = set(re.findall(r'"include": "#(\w+)"', text))
    assert used == set(grammar["repository"]), used ^ set(grammar["repository"])
    commands = grammar["repository"]["command"]["patterns"]
    illegal = re.compile(commands[-1]["match"])
    starts = [re.compile(each["begin"]) for each in commands[:-1]]
    from tree_sitter_grammar import command_lines
    for name, script in SCRIPTS:
        for line in command_lines(script):
            assert any(start.match(line) for start in starts), f"{name}: {line}"
    assert illegal.match("sennd x")


def test_textmate_finds_no_error_in_any_script():
    """An engine with the regular expressions of VS Code, which are those of Oniguruma."""
    base = pytest.importorskip("textmate_grammar.parsers.base")
    logging.disable(logging.CRITICAL)
    engine = base.LanguageParser(json.loads((EDITORS / "vscode" / "syntaxes" / "macho.tmLanguage.json").read_text()))

    def tokens(node):
        yield node.get("token", ""), node.get("content", "")
        for part in ("begin", "end", "captures", "children"):
            for child in node.get(part, []):
                yield from tokens(child)

    def scopes(text):
        parsed = engine.parse_string(text)
        return list(tokens(parsed.to_dict())) if parsed else []

    for name, text in SCRIPTS:
        invalid = [content for scope, content in scopes(text) if "invalid" in scope]
        assert not invalid, f"{name}: {invalid}"
    assert ("invalid.illegal.verb.macho", "sennd x") in scopes("sennd x\n")
    found = scopes('send f(id: 3, "a", $x)\n| -   count: 0\n')
    for expected in (("keyword.control.macho", "send"), ("variable.parameter.macho", "id"), ("constant.numeric.macho", "3"),
                     ("variable.other.macho", "$x")):
        assert expected in found, (expected, found)
    assert any(scope == "markup.deleted.macho" for scope, _ in found), found


def test_configurations_can_be_read():
    manifest = json.loads((EDITORS / "vscode" / "package.json").read_text())
    contributes = manifest["contributes"]
    for path in (manifest["main"], contributes["grammars"][0]["path"], contributes["snippets"][0]["path"],
                 contributes["languages"][0]["configuration"]):
        assert (EDITORS / "vscode" / path).exists(), path
    for path in EDITORS.rglob("*.json"):
        json.loads(path.read_text())
    xml.etree.ElementTree.parse(EDITORS / "kate" / "macho.xml")
    try:
        import tomllib
    except ImportError:
        return
    tomllib.loads((EDITORS / "helix" / "languages.toml").read_text())


def test_each_editor_has_three_lines_of_instructions():
    for path in sorted(EDITORS.glob("*/README.md")):
        steps = re.findall(r"^\d\. ", path.read_text(), re.M)
        assert len(steps) == 3, path
