"""Reads JSON reports of copies of one script: all passed, and all printed the same.

    transcripts.py COUNT <REPORTS
"""

import json
import sys

scripts = [event for event in map(json.loads, sys.stdin) if event["event"] == "script"]
wrong = [script["path"] for script in scripts if script["status"] != "passed"]
transcripts = {script["transcript"] for script in scripts}
if len(scripts) != int(sys.argv[1]) or wrong or len(transcripts) != 1:
    sys.exit(f"{len(scripts)} scripts, {len(wrong)} wrong, {len(transcripts)} transcripts")
