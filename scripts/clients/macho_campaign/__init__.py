"""Runs very large suites and exploration campaigns on a Ray cluster, or on this machine.

    macho-campaign test scripts --driver .build/release/macho --cluster auto --output results
    macho-campaign explore cart --driver .build/release/macho --steps 1000000 --output results

The work is divided into batches of a few seconds. A batch that was lost with its worker is repeated, so each script is
reported once. Results are the reports of `macho test`, joined by `macho report merge`.
"""

from .command import main
from .errors import CampaignError
from .seeds import seed_of

__all__ = ["CampaignError", "main", "seed_of"]
