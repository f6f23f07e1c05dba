"""Seeds of explorations."""

from __future__ import annotations

import hashlib


def seed_of(campaign: str, index: int) -> int:
    """Returns the seed of one unit of a campaign.

    It depends on nothing else, so no worker needs to know what the others do, and a unit that is repeated on another
    machine finds the same failures.
    """
    digest = hashlib.sha256(f"{campaign}\0{index}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
