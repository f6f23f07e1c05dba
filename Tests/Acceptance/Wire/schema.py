"""JSON Schema, as much of draft 2020-12 as the protocol's schemas use.

A keyword that is not known here is refused, so that none is passed over.

  schemas = Schemas(directory)
  schemas.mistakes()                                          what is wrong with the schemas themselves
  schemas.problems(value, "event.schema.json", strict=True)   what is wrong with a value

An object that may have more members than are described says `"additionalProperties": true, "x-open": true`: a
client leaves alone what it does not know. Under `strict` such an object is closed: it has the members that the
schemas which apply to it name, and no other, so that what is described cannot fall behind what is said.
"""

import json
import pathlib
import re

# What a keyword's own value has to be; those that hold schemas are looked into.
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
    """A text is no JSON, or an object of it has a member twice."""


def parse(text):
    """The value of a JSON text, in which no member stands twice and each number is one."""
    def members(pairs):
        found = {}
        for name, value in pairs:
            if name in found:
                raise NotJSON(f"the member {name!r} stands twice")
            found[name] = value
        return found

    def constant(name):
        raise NotJSON(f"{name} is no number of JSON's")

    try:
        return json.loads(text, object_pairs_hook=members, parse_constant=constant)
    except NotJSON:
        raise
    except (ValueError, RecursionError) as error:
        raise NotJSON(str(error)) from None


def printed(value):
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def same(left, right):
    """Whether two values are the same JSON: 1 is no true and no 1.0, and the order of members says nothing."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right


class Schemas:
    """The schemas of a directory, which refer to each other by their files' names."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory).resolve()
        self._resolved = {}
        self.files = {
            path.relative_to(self.directory).as_posix(): parse(path.read_text(encoding="utf-8"))
            for path in sorted(self.directory.rglob("*.schema.json"))
        }

    def problems(self, value, reference, strict=False):
        """What is wrong with a value, a sentence each; `reference` is as `$ref` would have it, from the directory."""
        return Check(self, strict).check(value, {"$ref": reference}, "", "")

    def resolved(self, reference, file):
        """The schema that a `$ref` in a file means, and the file that it stands in."""
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
        """What is wrong with the schemas, a sentence each."""
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
            return [f"{place}: it is no schema"]
        found = [f"{place}: the keyword '{name}' is not known here" for name in schema.keys() - KNOWN]
        for name, kind in OTHERS.items():
            if name in schema and not isinstance(schema[name], kind):
                found.append(f"{place}/{name}: its value is of another type")
        kinds = schema.get("type", [])
        for name in kinds if isinstance(kinds, list) else [kinds]:
            if name not in TYPES:
                found.append(f"{place}/type: '{name}' is none")
        if "pattern" in schema:
            try:
                re.compile(schema["pattern"])
            except re.error as error:
                found.append(f"{place}/pattern: {error}")
        if "$ref" in schema:
            try:
                self.resolved(schema["$ref"], file)
            except (KeyError, TypeError):
                found.append(f"{place}/$ref: '{schema['$ref']}' leads nowhere")
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
        """Each object says whether it may have members that it does not name."""
        more = schema.get("additionalProperties")
        if schema.get("x-open") and more is not True:
            return [f"{place}: it is x-open, and its additionalProperties are not true"]
        if more is True and not schema.get("x-open"):
            return [f"{place}: it has additionalProperties, and is not x-open"]
        if schema.get("type") == "object" and "properties" in schema and more is None:
            return [f"{place}: it does not say whether it has additionalProperties"]
        return []


class Check:
    """One value against one schema."""

    def __init__(self, schemas, strict):
        self.schemas = schemas
        self.strict = strict

    def check(self, value, schema, file, path):
        """What is wrong with the value, as sentences."""
        problems, names, is_open = self.apply(value, schema, file, path)
        if self.strict and is_open and isinstance(value, dict):
            problems += [f"{path or '/'}: nobody describes the member '{name}'"
                         for name in value if name not in names]
        return problems

    def apply(self, value, schema, file, path):
        """What is wrong with it, the members that are described, and whether it may have others.

        Several schemas may apply to one value, by `$ref`, `allOf`, `anyOf` and `oneOf`: what one of them names is
        described, and the outermost closes the object.
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
            problems.append(f"{path or '/'}: it is what it must not be: {json.dumps(schema['not'])}")
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
        problems += [f"{path or '/'}: the member '{name}' is missing"
                     for name in schema.get("required", []) if name not in value]
        for name, each in value.items():
            if name in named:
                problems += self.check(each, named[name], file, f"{path}/{name}")
            elif more is False:
                problems.append(f"{path or '/'}: the member '{name}' may not be there")
            elif isinstance(more, dict):
                problems += self.check(each, more, file, f"{path}/{name}")
        names = set(value) if isinstance(more, dict) else set(named)
        return problems, names, False

    def choose(self, value, choices, only_one, file, path):
        results = [self.apply(value, each, file, path) for each in choices]
        fitting = [result for result in results if not result[0]]
        if not fitting:
            # What comes nearest says most.
            nearest = min(results, key=lambda result: len(result[0]))
            return [f"{path or '/'}: it is none of {len(choices)} forms"] + nearest[0], nearest[1], nearest[2]
        if only_one and len(fitting) > 1:
            return [f"{path or '/'}: it is {len(fitting)} forms at once"], set(), False
        names = set().union(*(result[1] for result in fitting))
        return [], names, any(result[2] for result in fitting)

    @staticmethod
    def simple(value, schema):
        """What keywords say that look into nothing."""
        kinds = schema.get("type")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(TYPES[kind](value) for kind in kinds):
            yield f"{shown(value)} is no {' or '.join(kinds)}"
            return
        if "const" in schema and not same(value, schema["const"]):
            yield f"{shown(value)} is not {json.dumps(schema['const'])}"
        if "enum" in schema and not any(same(value, each) for each in schema["enum"]):
            yield f"{shown(value)} is none of {', '.join(map(json.dumps, schema['enum']))}"
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
    """A value as it stands in a sentence."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:80] + "…"
