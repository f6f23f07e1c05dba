"""A JSON Schema validator for the part of draft 2020-12 that the protocol's schemas use.

An unknown keyword is an error, so that none is ignored.

  schemas = Schemas(directory)
  schemas.mistakes()                                          problems of the schemas themselves
  schemas.problems(value, "event.schema.json", strict=True)   problems of a value

An object that may have undescribed members has `"additionalProperties": true, "x-open": true`, because clients
ignore unknown members. With `strict` such an object may only have the members that its schemas describe, so the
schemas cannot become incomplete.
"""

import json
import pathlib
import re

# The type of each keyword's value. Keywords with subschemas are checked recursively.
OF_ONE_SCHEMA = {"items", "not"}
OF_SCHEMAS = {"oneOf", "anyOf", "allOf"}
OF_NAMED_SCHEMAS = {"properties", "$defs"}
OTHERS = {
    "$schema": str, "$ref": str, "title": str, "description": str, "examples": list, "type": (str, list),
    "required": list, "enum": list, "const": object, "minItems": int, "maxItems": int, "minLength": int,
    "maxLength": int, "minimum": (int, float), "maximum": (int, float), "pattern": str, "x-open": bool,
}
KNOWN = OF_ONE_SCHEMA | OF_SCHEMAS | OF_NAMED_SCHEMAS | OTHERS.keys() | {"additionalProperties"}
DRAFT = "https://json-schema.org/draft/2020-12/schema"

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
}


class NotJSON(ValueError):
    """A text is not JSON, or an object has a duplicate member."""


def parse(text):
    """Parses JSON. Rejects duplicate members and NaN or infinite numbers."""
    def members(pairs):
        found = {}
        for name, value in pairs:
            if name in found:
                raise NotJSON(f"the member {name!r} is duplicate")
            found[name] = value
        return found

    def constant(name):
        raise NotJSON(f"{name} is not a JSON number")

    try:
        return json.loads(text, object_pairs_hook=members, parse_constant=constant)
    except NotJSON:
        raise
    except (ValueError, RecursionError) as error:
        raise NotJSON(str(error)) from None


def printed(value):
    """Returns a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def same(left, right):
    """Whether two values are the same JSON. 1, true and 1.0 differ; the order of members does not matter."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right


class Schemas:
    """The schemas of a directory, which refer to each other by file name."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory).resolve()
        self._resolved = {}
        self.files = {
            path.relative_to(self.directory).as_posix(): parse(path.read_text(encoding="utf-8"))
            for path in sorted(self.directory.rglob("*.schema.json"))
        }

    def problems(self, value, reference, strict=False):
        """Returns the problems of a value. `reference` is a `$ref` relative to the directory."""
        return Check(self, strict).check(value, {"$ref": reference}, "", "")

    def resolved(self, reference, file):
        """Returns the schema that a `$ref` in a file refers to, and its file."""
        key = (reference, file)
        if key not in self._resolved:
            self._resolved[key] = self._resolve(reference, file)
        return self._resolved[key]

    def _resolve(self, reference, file):
        name, _, pointer = reference.partition("#")
        if name:
            here = pathlib.PurePosixPath(file).parent
            path = (self.directory / here / name).resolve()
            file = path.relative_to(self.directory).as_posix() if self.directory in path.parents else name
        schema = self.files[file]
        for part in pointer.split("/")[1:]:
            schema = schema[part.replace("~1", "/").replace("~0", "~")]
        return schema, file

    def mistakes(self):
        """Returns the problems of the schemas."""
        found = []
        for file, schema in self.files.items():
            if schema.get("$schema") != DRAFT:
                found.append(f"{file}: its $schema is not {DRAFT}")
            if not schema.get("title"):
                found.append(f"{file}: it has no title")
            found += self._mistakes(schema, file, f"{file}#")
        return found

    def _mistakes(self, schema, file, place):
        if not isinstance(schema, dict):
            return [f"{place}: not a schema"]
        found = [f"{place}: unknown keyword '{name}'" for name in schema.keys() - KNOWN]
        for name, kind in OTHERS.items():
            if name in schema and not isinstance(schema[name], kind):
                found.append(f"{place}/{name}: its value has the wrong type")
        kinds = schema.get("type", [])
        for name in kinds if isinstance(kinds, list) else [kinds]:
            if name not in TYPES:
                found.append(f"{place}/type: unknown type '{name}'")
        if "pattern" in schema:
            try:
                re.compile(schema["pattern"])
            except re.error as error:
                found.append(f"{place}/pattern: {error}")
        if "$ref" in schema:
            try:
                self.resolved(schema["$ref"], file)
            except (KeyError, TypeError):
                found.append(f"{place}/$ref: '{schema['$ref']}' does not exist")
        found += self._openness(schema, place)
        for name in OF_ONE_SCHEMA & schema.keys():
            found += self._mistakes(schema[name], file, f"{place}/{name}")
        for name in OF_SCHEMAS & schema.keys():
            for index, each in enumerate(schema[name]):
                found += self._mistakes(each, file, f"{place}/{name}/{index}")
        for name in OF_NAMED_SCHEMAS & schema.keys():
            for key, each in schema[name].items():
                found += self._mistakes(each, file, f"{place}/{name}/{key}")
        if isinstance(schema.get("additionalProperties"), dict):
            found += self._mistakes(schema["additionalProperties"], file, f"{place}/additionalProperties")
        if not found:
            for index, example in enumerate(schema.get("examples", [])):
                found += [f"{place}/examples/{index}: {problem}"
                          for problem in Check(self, strict=True).check(example, schema, file, "")]
        return found

    @staticmethod
    def _openness(schema, place):
        """Checks that each object declares whether it may have undescribed members."""
        more = schema.get("additionalProperties")
        if schema.get("x-open") and more is not True:
            return [f"{place}: it is x-open, but its additionalProperties are not true"]
        if more is True and not schema.get("x-open"):
            return [f"{place}: it has additionalProperties, but is not x-open"]
        if schema.get("type") == "object" and "properties" in schema and more is None:
            return [f"{place}: it does not declare additionalProperties"]
        return []


class Check:
    """One value against one schema."""

    def __init__(self, schemas, strict):
        self.schemas = schemas
        self.strict = strict

    def check(self, value, schema, file, path):
        """Returns the problems of the value."""
        problems, names, is_open = self.apply(value, schema, file, path)
        if self.strict and is_open and isinstance(value, dict):
            problems += [f"{path or '/'}: undescribed member '{name}'"
                         for name in value if name not in names]
        return problems

    def apply(self, value, schema, file, path):
        """Returns the problems, the described members, and whether other members are allowed.

        Several schemas may apply to one value, through `$ref`, `allOf`, `anyOf` and `oneOf`. A member is described if
        any of them names it; the outermost schema closes the object.
        """
        problems, names, is_open = [], set(), bool(schema.get("x-open"))

        def merge(result):
            nonlocal is_open
            problems.extend(result[0])
            names.update(result[1])
            is_open = is_open or result[2]

        if "$ref" in schema:
            merge(self.apply(value, *self.schemas.resolved(schema["$ref"], file), path))
        for each in schema.get("allOf", []):
            merge(self.apply(value, each, file, path))
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                merge(self.choose(value, schema[keyword], keyword == "oneOf", file, path))
        if "not" in schema and not self.apply(value, schema["not"], file, path)[0]:
            problems.append(f"{path or '/'}: it matches a 'not' schema: {json.dumps(schema['not'])}")
        problems += [f"{path or '/'}: {problem}" for problem in self.simple(value, schema)]
        if isinstance(value, list) and "items" in schema:
            for index, each in enumerate(value):
                problems += self.check(each, schema["items"], file, f"{path}/{index}")
        if isinstance(value, dict):
            merge(self.members(value, schema, file, path))
        return problems, names, is_open

    def members(self, value, schema, file, path):
        problems = []
        named = schema.get("properties", {})
        more = schema.get("additionalProperties")
        problems += [f"{path or '/'}: missing member '{name}'"
                     for name in schema.get("required", []) if name not in value]
        for name, each in value.items():
            if name in named:
                problems += self.check(each, named[name], file, f"{path}/{name}")
            elif more is False:
                problems.append(f"{path or '/'}: the member '{name}' is not allowed")
            elif isinstance(more, dict):
                problems += self.check(each, more, file, f"{path}/{name}")
        names = set(value) if isinstance(more, dict) else set(named)
        return problems, names, False

    def choose(self, value, choices, only_one, file, path):
        results = [self.apply(value, each, file, path) for each in choices]
        fitting = [result for result in results if not result[0]]
        if not fitting:
            # The nearest match is the most informative.
            nearest = min(results, key=lambda result: len(result[0]))
            return [f"{path or '/'}: it matches none of {len(choices)} schemas"] + nearest[0], nearest[1], nearest[2]
        if only_one and len(fitting) > 1:
            return [f"{path or '/'}: it matches {len(fitting)} schemas of oneOf"], set(), False
        names = set().union(*(result[1] for result in fitting))
        return [], names, any(result[2] for result in fitting)

    @staticmethod
    def simple(value, schema):
        """Yields the problems of keywords without subschemas."""
        kinds = schema.get("type")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(TYPES[kind](value) for kind in kinds):
            yield f"{shown(value)} is not of type {' or '.join(kinds)}"
            return
        if "const" in schema and not same(value, schema["const"]):
            yield f"{shown(value)} is not {json.dumps(schema['const'])}"
        if "enum" in schema and not any(same(value, each) for each in schema["enum"]):
            yield f"{shown(value)} is not one of {', '.join(map(json.dumps, schema['enum']))}"
        if isinstance(value, str):
            if "pattern" in schema and not re.search(schema["pattern"], value):
                yield f"{shown(value)} does not match {schema['pattern']}"
            if len(value) < schema.get("minLength", 0):
                yield f"{shown(value)} is too short"
            if len(value) > schema.get("maxLength", len(value)):
                yield f"{shown(value)} is too long"
        if isinstance(value, list):
            if len(value) < schema.get("minItems", 0):
                yield f"{shown(value)} has too few elements"
            if len(value) > schema.get("maxItems", len(value)):
                yield f"{shown(value)} has too many elements"
        if TYPES["number"](value):
            if value < schema.get("minimum", value):
                yield f"{shown(value)} is less than {schema['minimum']}"
            if value > schema.get("maximum", value):
                yield f"{shown(value)} is more than {schema['maximum']}"


def shown(value):
    """Returns a value for a message, shortened."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:80] + "…"
