"""Checks JSON reports of copies of one script: all copies passed and printed the same output.

    check_transcripts.py COUNT <REPORTS
"""

import json
import sys

scripts = [event for event in map(json.loads, sys.stdin) if event["event"] == "script"]
failed = [script["path"] for script in scripts if script["status"] != "passed"]
transcripts = {script["transcript"] for script in scripts}
if len(scripts) != int(sys.argv[1]) or failed or len(transcripts) != 1:
    sys.exit(f"{len(scripts)} scripts, {len(failed)} failed, {len(transcripts)} different transcripts")
