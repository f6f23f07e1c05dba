"""The errors of campaigns."""

from __future__ import annotations


class CampaignError(Exception):
    """The campaign cannot continue: wrong usage, an unreachable cluster, or a bundle for another system."""


class WorkerLost(Exception):
    """A worker ended before its batch. The batch is repeated."""
