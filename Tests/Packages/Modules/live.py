#!/usr/bin/env python3
"""Drives the live context with a local server instead of GitHub: live.py DRIVER"""

import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

ANSWER = {"items": [{"id": 3, "full_name": "live/swift", "stargazers_count": 3}]}
LINES = """
send appeared
settle within 20s
expect repositories[id: 3].fullName == "live/swift"
"""


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


with tempfile.TemporaryDirectory() as directory:
    folder = pathlib.Path(directory, "search")
    folder.mkdir()
    (folder / "repositories").write_text(json.dumps(ANSWER))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=directory))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    run = subprocess.run(
        [sys.argv[1], "repl", "repository-list", "--context", "live"], input=LINES, text=True, timeout=60,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "GITHUB_API": f"http://127.0.0.1:{server.server_port}"})
    server.shutdown()
    if run.returncode != 0 or "live/swift" not in run.stdout:
        sys.exit(f"exit status {run.returncode}\n{run.stdout}")
