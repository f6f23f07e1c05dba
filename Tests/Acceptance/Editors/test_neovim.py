"""Neovim, headless, opens a script of the gallery as a real client."""

import os
import subprocess

from conftest import BIN, HERE, ROOT

EDITORS = ROOT / "scripts" / "editors"


def test_neovim(tmp_path):
    script = tmp_path / "counter.macho"
    text = (ROOT / "scripts" / "gallery" / "counter.macho").read_text()
    script.write_text(text)
    (tmp_path / "Package.swift").write_text("")
    ran = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
         "--cmd", f"set rtp+={EDITORS}/vim | let g:macho_driver='{BIN}/macho' | filetype plugin on | syntax on",
         "--cmd", f"luafile {EDITORS}/neovim/macho.lua",
         str(script), "-c", f"luafile {HERE}/neovim_client.lua"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, cwd=tmp_path,
        env=os.environ | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)})
    lines = ran.stdout.replace("\r", "").splitlines()
    assert "neovim: all passed" in lines, ran.stdout
    # The accepted output is that of the script before its expectation was broken.
    assert script.read_text() == text
