"""A minimal replacement for pytest, for machines without it: test functions, fixtures and `raises`."""

import contextlib
import importlib.util
import inspect
import sys
import traceback
import types


class Fixture:
    def __init__(self, make, scope):
        self.make = make
        self.scope = scope


def fixture(make=None, *, scope="function"):
    return Fixture(make, scope) if make else lambda make: Fixture(make, scope)


class Caught:
    value = None


@contextlib.contextmanager
def raises(kind):
    caught = Caught()
    try:
        yield caught
    except kind as error:
        caught.value = error
    else:
        raise AssertionError(f"{kind.__name__} was not raised")


def run(path, report):
    """Runs the tests of a file. Returns how many passed and how many failed."""
    sys.modules["pytest"] = stand_in = types.ModuleType("pytest")
    stand_in.fixture, stand_in.raises = fixture, raises
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    passed = failed = 0
    with contextlib.ExitStack() as whole:
        made = {}
        for name, test in vars(module).items():
            if not name.startswith("test_"):
                continue
            try:
                with contextlib.ExitStack() as one:
                    test(**arguments(module, test, made, dict(made), whole, one))
                passed += 1
                report(f"    OK   {name[5:].replace('_', ' ')}")
            except Exception:  # noqa: BLE001: any exception fails the test
                failed += 1
                report(f"    FAIL {name[5:].replace('_', ' ')}\n{traceback.format_exc()}")
    return passed, failed


def arguments(module, function, kept, made, whole, one):
    """Returns the fixtures of a function, creating missing ones. Caches those with module scope."""
    for name in inspect.signature(function).parameters:
        if name not in made:
            of = getattr(module, name)
            values = of.make(**arguments(module, of.make, kept, made, whole, one))
            if inspect.isgenerator(values):
                stack = whole if of.scope == "module" else one
                values = stack.enter_context(contextlib.contextmanager(lambda made=values: made)())
            made[name] = values
            if of.scope == "module":
                kept[name] = values
    return {name: made[name] for name in inspect.signature(function).parameters}
