"""Bundles: the driver and the scripts, for machines without either. See `macho help bundle`."""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .errors import CampaignError


@dataclass(frozen=True)
class Driver:
    """How to run the driver on this machine."""

    command: tuple[str, ...]
    directory: str

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs a subcommand in the directory of the scripts."""
        # The environment of the worker may assign a shard to it.
        return subprocess.run([*self.command, *arguments], cwd=self.directory, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", check=False)


def make_bundle(driver: Driver, paths: list[str]) -> bytes:
    """Packs the driver and scripts."""
    with tempfile.TemporaryDirectory(prefix="macho-campaign-") as directory:
        path = os.path.join(directory, "campaign.tar.gz")
        finished = driver.run("bundle", "-o", path, *paths)
        if finished.returncode != 0:
            raise CampaignError(f"cannot pack the driver: {finished.stderr.strip()}")
        return Path(path).read_bytes()


def check_bundle(bundle: bytes) -> str:
    """Returns the name of a bundle's directory. Raises an error if the bundle is for another system."""
    try:
        with tarfile.open(fileobj=io.BytesIO(bundle), mode="r|gz") as archive:
            first = archive.next()
            content = archive.extractfile(first) if first is not None else None
            if first is None or content is None or not first.name.endswith("/bundle.json"):
                raise CampaignError("not a bundle of macho: its first file is not 'bundle.json'")
            manifest = json.load(content)
            needed = f"{manifest['system']} {manifest['architecture']}"
    except (tarfile.TarError, EOFError, OSError, ValueError, KeyError) as error:
        raise CampaignError(f"not a bundle of macho: {error}") from error
    machine = f"{platform.system()} {platform.machine()}"
    if needed != machine:
        raise CampaignError(f"the bundle is for {needed}, and the machine {platform.node()} is {machine}")
    return first.name.split("/")[0]


def unpack_bundle(bundle: bytes) -> Driver:
    """Unpacks a bundle, once on each machine, and returns its driver."""
    digest = hashlib.sha256(bundle).hexdigest()[:32]
    parent = os.path.join(tempfile.gettempdir(), f"macho-campaign-{os.getuid()}")
    os.makedirs(parent, mode=0o700, exist_ok=True)
    if os.stat(parent).st_uid != os.getuid():
        raise CampaignError(f"{parent} belongs to another user")
    target = os.path.join(parent, digest)
    if not os.path.isdir(target):
        name = check_bundle(bundle)
        temporary = tempfile.mkdtemp(dir=parent)
        with tarfile.open(fileobj=io.BytesIO(bundle), mode="r:gz") as archive:
            if hasattr(tarfile, "data_filter"):
                archive.extractall(temporary, filter="data")
            else:
                archive.extractall(temporary)
        try:
            os.rename(os.path.join(temporary, name), target)
        except OSError:
            # Another worker was faster.
            if not os.path.isdir(target):
                raise
        shutil.rmtree(temporary, ignore_errors=True)
    return Driver((os.path.join(target, "run"),), os.path.join(target, "files"))
