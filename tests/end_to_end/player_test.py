#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu player agrees with a count over the sample games."""

import collections
import sys

sys.dont_write_bytecode = True
import program
from program import SampleTestCase, wilson


def own_results(games, name):
    """{win, draw, loss, unknown} of `name` in games, and the same as Red and as Black."""
    sides = {"red": collections.Counter(), "black": collections.Counter()}
    for game in games:
        for side in ("red", "black"):
            if getattr(game, side) == name:
                other = "black" if side == "red" else "red"
                word = {side: "win", other: "loss", "draw": "draw"}.get(game.result, "unknown")
                sides[side][word] += 1
                break
    return sides["red"] + sides["black"], sides["red"], sides["black"]


class Player(SampleTestCase):
    def setUp(self):
        super().setUp()
        counts = collections.Counter(name for game in self.games for name in {game.red, game.black})
        self.names = [name for name, _ in counts.most_common(8)]
        self.counts = counts

    def check(self, found, counter):
        self.assertEqual(found["games"], sum(counter.values()))
        for word in ("win", "draw", "loss", "unknown"):
            self.assertEqual(found[word], counter[word], (word, found))

    def test_a_report_counts_what_the_samples_hold(self):
        for name in self.names:
            with self.subTest(name=name):
                found = self.json("player", name)
                both, red, black = own_results(self.games, name)
                self.assertEqual(found["name"], name)
                self.check(found, both)
                self.check(found["red"], red)
                self.check(found["black"], black)
                decided = both["win"] + both["draw"] + both["loss"]
                points = both["win"] + both["draw"] / 2
                self.assertAlmostEqual(found["score"], points / decided)
                low, high = wilson(points, decided)
                self.assertAlmostEqual(found["low"], low)
                self.assertAlmostEqual(found["high"], high)
                own = [game for game in self.games if name in (game.red, game.black)]
                years = collections.Counter(int(game.date[:4]) for game in own if game.date)
                self.assertEqual({row["year"]: row["games"] for row in found["years"] if row["year"]},
                                 dict(years))
                opponents = collections.Counter(
                    game.black if game.red == name else game.red for game in own)
                self.assertEqual({row["name"]: row["games"] for row in found["opponents"]},
                                 dict(opponents))

    def test_two_players_with_each_other(self):
        pairs = collections.Counter(tuple(sorted((game.red, game.black))) for game in self.games)
        (one, other), games = pairs.most_common(1)[0]
        found = self.json("player", one, "--vs", other)
        self.assertEqual(found["games"], games)
        self.assertEqual([row["name"] for row in found["opponents"]], [other])
        self.assertEqual(len(found["newest"]), min(20, games))

    def test_the_list_has_everybody_and_the_busiest_first(self):
        rows = self.json("player")
        self.assertEqual({row["name"]: row["games"] for row in rows}, dict(self.counts))
        order = [row["games"] for row in rows]
        self.assertEqual(order, sorted(order, reverse=True))
        self.assertEqual(len(self.json("player", "--limit", "3")), 3)

    def test_what_people_read(self):
        name = self.names[0]
        text = self.ok("--lang", "zh", "player", name).out
        for word in (name, "执红", "执黑", "对手", "█"):
            self.assertIn(word, text)
        self.assertIn("as Black", self.ok("player", name).out)
        self.assertIn("--limit", self.ok("player").err)

    def test_mistakes(self):
        self.assertIn(self.names[0][:1], self.fails(2, "player", self.names[0] + "某").err)
        self.assertIn("--vs", self.fails(2, "player", self.names[0], "--player", self.names[1]).err)
        self.fails(2, "player", "--top-games", "3")
        self.assertIn("no games", self.ok("player", self.names[0], "--from", "2090").err)


if __name__ == "__main__":
    program.main()
