"""Tests of extract, with documents and templates of their own."""

import contextlib
import hashlib
import importlib.machinery
import importlib.util
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("extract", str(HERE / "extract"))
extract = importlib.util.module_from_spec(importlib.util.spec_from_loader("extract", loader))
loader.exec_module(extract)

CODE = "let a = 1\nlet b = 2\n"
SUM = hashlib.sha256(CODE.encode()).hexdigest()[:12]


class ExtractTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        (self.top / "Templates").mkdir()
        self.document(f"text\n```swift\n{CODE}```\n")

    def document(self, text):
        (self.top / "000_a.txt").write_text(text, encoding="utf-8")

    def run_extract(self, template, *arguments):
        """Returns the generated code and what is printed."""
        (self.top / "Templates" / "M.swift.in").write_text(template, encoding="utf-8")
        output = io.StringIO()
        with mock.patch.object(extract, "HERE", self.top), contextlib.redirect_stdout(output), \
                mock.patch.object(sys, "argv", ["extract", str(self.top), *arguments]):
            extract.main()
        text = (self.top / "Generated" / "M" / "M.swift").read_text(encoding="utf-8")
        return text.removeprefix(extract.HEADER), output.getvalue()

    def assert_fails(self, template, message):
        with self.assertRaises(SystemExit) as caught:
            self.run_extract(template)
        self.assertEqual(str(caught.exception), message)

    def test_a_block_as_it_stands(self):
        text, output = self.run_extract(f"//: block 000/1 {SUM}\n//: end\n")
        self.assertEqual(text, CODE)
        self.assertIn("1 documents with 1 blocks: 1 compiled as they stand, 0 with additions", output)

    def test_edits_and_additions_with_their_reasons(self):
        text, output = self.run_extract(
            f"//: add because A\nlet z = 0\n//: block 000/1 {SUM}\n//: name 1 a c because B\n//: after 1 because C\nlet d = 3\n"
            "//: line 2 because D\nlet e = 4\n//: end\n", "--list")
        self.assertEqual(text, "let z = 0\nlet c = 1\nlet d = 3\nlet e = 4\n")
        self.assertEqual(
            output.splitlines()[:4],
            ["M: A", "M, block 000/1, name 1: B", "M, block 000/1, after 1: C", "M, block 000/1, line 2: D"])

    def test_a_changed_block(self):
        self.assert_fails(
            "//: block 000/1 000000000000\n//: end\n",
            f"M.swift.in:1: block 000/1 (000_a.txt:2) has changed: its checksum is now {SUM}")

    def test_a_block_in_no_template(self):
        self.document(f"```swift\n{CODE}```\n  ```Name.swift\n  x\n  ```\n")
        self.assert_fails(f"//: block 000/1 {SUM}\n//: end\n", "no template has block 000/2 (000_a.txt:5)")

    def test_an_omitted_block(self):
        _, output = self.run_extract(f"//: omit 000/1 {SUM} because it is a log\n", "--list")
        self.assertIn("M, without block 000/1: it is a log\n", output)
        self.assertIn("1 without Swift (000/1)", output)

    def test_a_line_that_is_not_there(self):
        self.assert_fails(
            f"//: block 000/1 {SUM}\n//: after 3 because A\n//: end\n",
            "M.swift.in:2: block 000/1 (000_a.txt:2) has 2 lines, and line 0 is the last one edited")

    def test_edits_in_the_wrong_order(self):
        self.assert_fails(
            f"//: block 000/1 {SUM}\n//: line 2 because A\n//: line 1 because A\n//: end\n",
            "M.swift.in:3: block 000/1 (000_a.txt:2) has 2 lines, and line 2 is the last one edited")

    def test_a_name_that_is_not_there(self):
        self.assert_fails(
            f"//: block 000/1 {SUM}\n//: name 1 b c because A\n//: end\n",
            "M.swift.in:2: line 1 of block 000/1 (000_a.txt:2) does not contain 'b'")

    def test_swift_without_a_reason(self):
        self.assert_fails("let z = 0\n", "M.swift.in:1: expected 'block', 'add' or 'omit', not 'let z = 0'")

    def test_a_block_that_does_not_end(self):
        self.document("```swift\nlet a = 1\n")
        self.assert_fails("", "000_a.txt:1: the block does not end")
        self.document(f"```swift\n{CODE}```\n")
        self.assert_fails(f"//: block 000/1 {SUM}\n", "M.swift.in:2: expected an edit or the end of block 000/1, not ''")


if __name__ == "__main__":
    unittest.main()
