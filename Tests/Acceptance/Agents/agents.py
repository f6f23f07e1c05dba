"""Tests of 'macho mcp'. 'check' runs them; see there."""

import asyncio
import pathlib
import re
import shutil
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import protocol_tests  # noqa: E402: requires sys.path above

try:
    import client_tests
except ModuleNotFoundError as error:
    if error.name not in ("mcp", "anyio"):
        raise
    client_tests = None


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("Tests/Acceptance/Agents/check BIN_DIRECTORY [REGEX]")
    binaries = pathlib.Path(sys.argv[1]).resolve()
    wanted = re.compile(sys.argv[2] if len(sys.argv) == 3 else "")
    passed = failed = 0
    for module in filter(None, [protocol_tests, client_tests]):
        for name, test in list(vars(module).items()):
            title = name.removeprefix("test_").replace("_", " ")
            if not name.startswith("test_") or not (wanted.search(name) or wanted.search(title)):
                continue
            # Sockets have short paths, and their directory belongs to the user alone.
            directory = pathlib.Path(tempfile.mkdtemp(prefix="agents-"))
            try:
                result = test(binaries, directory)
                if asyncio.iscoroutine(result):
                    asyncio.run(asyncio.wait_for(result, 180))
                passed += 1
                print(f"    OK   {title}", flush=True)
            except Exception:
                failed += 1
                print(f"    FAIL {title}\n{traceback.format_exc()}", flush=True)
            finally:
                shutil.rmtree(directory, ignore_errors=True)
    print(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    sys.exit(1 if failed or not passed else 0)


main()
