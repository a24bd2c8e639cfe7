"""A tournament in twenty lines: four bots, the same deals for all, every seat order."""

import sys

from kosmoport.games import game_by_id
from kosmoport.lab.match import play_match

BOTS = ["examples.magpie:Magpie", "greedy", "greedy:50", "random"]


def main(deals: int) -> None:
    """Play and print who came before whom, in percent of their games."""
    result = play_match(game_by_id("kosmiczni_piraci"), BOTS, deals, seed=2026)
    for standing in sorted(result.standings(), key=lambda s: s.wins.mean, reverse=True):
        print(f"{standing.bot:24} {standing.wins.mean:6.1%} of the wins, place {standing.place.mean:.2f}")
    for fault, times in result.tally.faults.items():
        print(f"{fault.bot} {fault.kind} {times} times: {fault.what}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
