"""Tests of the schemas, their agreement with the documentation, and of the validator."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import exchange  # noqa: E402: requires sys.path above
import protocol  # noqa: E402
from schema import DRAFT, NotJSON, Schemas, parse, same  # noqa: E402


class TheSchemas(unittest.TestCase):
    """The schemas in Sources/MachoWire/Schemas."""

    def test_are_valid_and_match_their_examples(self):
        self.assertEqual(protocol.SCHEMAS.mistakes(), [])

    def test_are_all_used(self):
        used = {protocol.schema_file(method) for method in [*protocol.methods(), "$/cancelRequest", "effects", "undo"]}
        text = "".join(json.dumps(each) for each in protocol.SCHEMAS.files.values())
        for file in protocol.SCHEMAS.files:
            is_used = file in used or file in ("request.schema.json", "response.schema.json", "event.schema.json")
            self.assertTrue(is_used or pathlib.PurePosixPath(file).name in text, f"nothing uses {file}")

    def test_have_the_documented_parameters(self):
        for method, parameters in protocol.methods().items():
            with self.subTest(method):
                self.assertNotEqual(protocol.schema_file(method), protocol.VERB)
                self.assertLessEqual(parameters, protocol.properties(method))
                self.assertLessEqual(protocol.properties(method) - parameters, protocol.COMMON)

    def test_have_the_documented_kinds_of_events(self):
        self.assertEqual(protocol.kinds().keys(), protocol.EVENTS.keys())
        for kind, members in protocol.kinds().items():
            with self.subTest(kind):
                self.assertEqual(members, protocol.EVENTS[kind]["properties"].keys() - {"kind", "patch"})

    def test_have_the_documented_errors(self):
        described = set()
        for each in protocol.SCHEMAS.files["error.schema.json"]["oneOf"]:
            code = each["properties"].get("data", {}).get("properties", {}).get("code", {})
            # An example is listed if other codes are possible.
            names = code.get("enum") or code.get("examples") or [code.get("const")]
            described |= {(each["properties"]["code"]["const"], name) for name in names}
        self.assertEqual(described, set(protocol.errors()))

    def test_match_the_documented_examples(self):
        examples = [parse(text) for text in protocol.EXAMPLE.findall(protocol.PAGE.read_text(encoding="utf-8"))]
        self.assertEqual(len(examples), 3)
        for example in examples:
            if "error" in example:
                # The documentation omits the result.
                example["error"]["data"].pop("result", None)
            file = "event.schema.json" if "method" in example else "response.schema.json"
            self.assertEqual(protocol.SCHEMAS.problems(example, file, strict=True), [])


class TheReader(unittest.TestCase):
    """The validator must find mistakes."""

    def schemas(self, **files):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, schema in files.items():
            schema = {"$schema": DRAFT, "title": name, **schema}
            pathlib.Path(folder.name, name + ".schema.json").write_text(json.dumps(schema), encoding="utf-8")
        return Schemas(folder.name)

    def fits(self, value, schema, strict=False):
        return not self.schemas(a=schema).problems(value, "a.schema.json", strict)

    def test_types(self):
        for kind, good, bad in [
            ("object", {}, []), ("array", [], {}), ("string", "", 1), ("boolean", False, 0), ("null", None, 0),
            ("integer", 1, True), ("integer", 1, 1.0), ("number", 1.5, "1.5"), (["string", "null"], None, 1),
        ]:
            with self.subTest(kind):
                self.assertTrue(self.fits(good, {"type": kind}))
                self.assertFalse(self.fits(bad, {"type": kind}))

    def test_keywords(self):
        for schema, good, bad in [
            ({"const": 1}, 1, 1.0), ({"const": 1}, 1, True), ({"enum": ["a", None]}, None, "b"),
            ({"pattern": "^a+$"}, "aa", "ab"), ({"minLength": 1}, "a", ""), ({"maxLength": 1}, "a", "ab"),
            ({"minItems": 1}, [1], []), ({"maxItems": 1}, [1], [1, 2]), ({"minimum": 0}, 0, -1), ({"maximum": 0}, 0, 1),
            ({"items": {"type": "string"}}, ["a"], ["a", 1]), ({"required": ["a"]}, {"a": 1}, {"b": 1}),
            ({"properties": {"a": {"const": 1}}}, {"b": 1}, {"a": 2}),
            ({"properties": {"a": {}}, "additionalProperties": False}, {"a": 1}, {"a": 1, "b": 1}),
            ({"additionalProperties": {"type": "string"}}, {"a": "b"}, {"a": 1}),
            ({"not": {"required": ["a", "b"]}}, {"a": 1}, {"a": 1, "b": 1}),
            ({"allOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1, "b": 1}, {"a": 1}),
            ({"anyOf": [{"type": "string"}, {"const": 1}]}, 1, 2),
            ({"oneOf": [{"type": "string"}, {"minLength": 1}]}, "", "a"),
        ]:
            with self.subTest(schema):
                self.assertTrue(self.fits(good, schema), good)
                self.assertFalse(self.fits(bad, schema), bad)

    def test_references(self):
        schemas = self.schemas(a={"$ref": "b.schema.json#/$defs/c"}, b={"$defs": {"c": {"type": "string"}}})
        self.assertEqual(schemas.mistakes(), [])
        self.assertEqual(schemas.problems("x", "a.schema.json"), [])
        self.assertEqual(schemas.problems(1, "a.schema.json"), ["/: 1 is not of type string"])

    def test_open_objects_are_closed_in_strict_mode(self):
        of = {"type": "object", "properties": {"a": {}}, "additionalProperties": True, "x-open": True}
        self.assertTrue(self.fits({"a": 1, "b": 1}, of))
        self.assertFalse(self.fits({"a": 1, "b": 1}, of, strict=True))
        # Members described by any of several schemas are allowed.
        more = {"$ref": "b.schema.json", "properties": {"b": {}}, "additionalProperties": True, "x-open": True}
        schemas = self.schemas(a=more, b=of)
        self.assertEqual(schemas.problems({"a": 1, "b": 1}, "a.schema.json", strict=True), [])
        self.assertEqual(schemas.problems({"c": 1}, "a.schema.json", strict=True),
                         ["/: undescribed member 'c'"])
        anything = {"type": "object", "additionalProperties": True, "x-open": True}
        either = {"oneOf": [{**of, "required": ["a"]}, anything]}
        self.assertFalse(self.fits({"b": 1}, either, strict=True))

    def test_invalid_schemas(self):
        for schema, part in [
            ({"patternProperties": {}}, "unknown keyword 'patternProperties'"),
            ({"properties": {"a": {"typ": "string"}}}, "keyword 'typ'"),
            ({"type": "text"}, "unknown type 'text'"), ({"type": 1}, "wrong type"), ({"pattern": "("}, "pattern"),
            ({"$ref": "#/$defs/nothing"}, "does not exist"), ({"$ref": "nothing.schema.json"}, "does not exist"),
            ({"items": {"$ref": "#/nothing"}}, "does not exist"), ({"oneOf": [1]}, "not a schema"),
            ({"x-open": True}, "additionalProperties are not true"), ({"additionalProperties": True}, "not x-open"),
            ({"type": "object", "properties": {}}, "does not declare"),
            ({"type": "string", "examples": ["a", 1]}, "1 is not of type string"), ({"title": ""}, "no title"),
            ({"$schema": "http://json-schema.org/draft-07/schema"}, "$schema is not"),
        ]:
            with self.subTest(schema):
                mistakes = self.schemas(a=schema).mistakes()
                self.assertTrue(any(part in each for each in mistakes), mistakes)

    def test_json_is_read_strictly(self):
        self.assertEqual(parse('{"a": [1, 1.5, "é", null]}'), {"a": [1, 1.5, "é", None]})
        for text in ['{"a": 1, "a": 2}', "NaN", "[Infinity]", "{", "", "1 2", '{"a": {"b": 1, "\\u0062": 2}}']:
            with self.subTest(text), self.assertRaises(NotJSON):
                parse(text)
        self.assertTrue(same({"a": 1, "b": [1]}, {"b": [1], "a": 1}))
        for left, right in [(1, 1.0), (1, True), (0, False), ([1], [1, 2]), ({"a": 1}, {"a": 1, "b": 2}), ("1", 1)]:
            self.assertFalse(same(left, right), (left, right))


class TheExchanges(unittest.TestCase):
    """The files of recorded exchanges."""

    TEXT = ("# about x\n# variable a.b\n\n## said\n-> {}\n=> \\xff\\x{3*ab}\\x0a\n<- 1\n\n-x\nx- 4\n"
            "-- f --\na\n-- g --\n")

    def test_round_trip(self):
        read = exchange.parse("x.exchange", self.TEXT)
        self.assertEqual(read.written(read.lines), self.TEXT)
        self.assertEqual([step.kind for step in read.steps], ["->", "=>", "<-", "-x", "x-"])
        self.assertEqual([step.line for step in read.steps], [5, 6, 7, 9, 10])
        self.assertEqual(read.steps[1].data, b"\xffababab\n")
        self.assertEqual((read.files, read.lists["variable"]), ({"f": "a\n", "g": ""}, ["a.b"]))
        self.assertEqual(len(read.modes), 4)

    def test_invalid_ones_are_rejected(self):
        for text in [
            "-> {}\n", "# about x\n# colour red\n", "# about x\n# framing morse\n", "# about x\nhello\n",
            "# about x\n1-> {}\n", "# about x\n# transport socket\n1-> {}\n-> {}\n", "# about x\n->{}\n",
        ]:
            with self.subTest(text), self.assertRaises(exchange.BadExchange):
                exchange.parse("x.exchange", text)

    def test_lines_of_the_text_mode(self):
        for good in ["1| x", "a_B-9|", "1^ok position=1 effects=0 status=idle", "*^event seq=4", "*| receive x",
                     "1^ok position=1 effects=1 status=asleep wakes=300ms", "1^error no-such-case col=5-11 did you mean x",
                     "*^error bad-token why", "1^ok position=0 effects=0 status=idle skipped", "1^ok cancelled=queued"]:
            self.assertEqual(protocol.text_problems(good), [], good)
        for bad in ["", "1", "1|x", "1^ok", "1^ok position=1", "1 ^ok position=1 effects=0 status=idle", "1| \x07", "é| x",
                    "1^error", "1^error No", "x" * 33 + "| x", "1^ok position=1 effects=0 status=bored"]:
            self.assertNotEqual(protocol.text_problems(bad), [], bad)


if __name__ == "__main__":
    unittest.main()
