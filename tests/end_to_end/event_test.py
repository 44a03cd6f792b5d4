#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu event over the sample games, and over a small tournament."""

import collections
import sys

sys.dont_write_bytecode = True
import program
from program import SampleTestCase, TestCase, pgn


def without_quotes(name):
    """Names that differ in their quotes alone are one event."""
    return "".join(c for c in name if c not in "“”\"")


def tournament():
    """Four players, everybody with everybody: 甲 beats all, 乙 beats 丙 and draws with 丁."""
    results = [("甲", "乙", "1-0"), ("丙", "甲", "0-1"), ("甲", "丁", "1-0"), ("乙", "丙", "1-0"),
               ("丁", "乙", "1/2-1/2"), ("丙", "丁", "0-1")]
    first = ["h2e2", "b2e2", "c3c4", "g3g4", "h0g2", "b0c2"]
    return [({"Event": "小赛", "Red": red, "Black": black, "Result": result, "Round": f"第{i // 2 + 1}轮",
              "Date": f"2001.05.0{i // 2 + 1}"}, f"{move} {result}")
            for i, ((red, black, result), move) in enumerate(zip(results, first))]


class Events(SampleTestCase):
    def test_the_list_has_every_event_of_the_samples(self):
        expected = collections.Counter(without_quotes(game.event) for game in self.games if game.event)
        rows = self.json("event")
        self.assertEqual({without_quotes(row["name"]): row["games"] for row in rows}, dict(expected))
        self.assertIn("--limit", self.ok("event").err)

    def test_an_event_is_counted_as_its_games_say(self):
        counts = collections.Counter(game.event for game in self.games if game.event)
        name = counts.most_common(1)[0][0]
        own = [game for game in self.games if game.event == name]
        found = self.json("event", name)
        self.assertEqual(found["name"], name)
        self.assertEqual(len(found["games"]) + found["copies"] + found["unnamed"], len(own))
        points = collections.Counter()
        for game in own:
            points[game.red] += {"red": 2, "draw": 1}.get(game.result, 0)
            points[game.black] += {"black": 2, "draw": 1}.get(game.result, 0)
        self.assertEqual({row["name"]: row["points"] for row in found["standings"]},
                         {player: points[player] for game in own for player in (game.red, game.black)})


class Standings(TestCase):
    def setUp(self):
        super().setUp()
        self.db = self.folder / "db"
        path = self.folder / "games.pgn"
        path.write_text(pgn(*tournament(), ({"Event": "小赛二", "Red": "甲", "Black": "乙"}, "i0i1 *")),
                        encoding="utf-8")
        self.ok("--db", self.db, "import", path)

    def test_a_round_robin(self):
        found = self.json("--db", self.db, "event", "小赛")
        self.assertEqual(found["pairing"], "round-robin")
        self.assertEqual([(row["place"], row["name"], row["points"]) for row in found["standings"]],
                         [(1, "甲", 6), (2, "乙", 3), (3, "丁", 3), (4, "丙", 0)])
        self.assertEqual([row["points"] for row in
                          self.json("--db", self.db, "event", "小赛", "--rules", "1999")["standings"]],
                         [3, 1.5, 1.5, 0])
        three = self.json("--db", self.db, "event", "小赛", "--points", "3-1-0")["standings"]
        self.assertEqual([row["points"] for row in three], [9, 4, 4, 0])

    def test_what_people_read(self):
        text = self.ok("--db", self.db, "--lang", "zh", "event", "小赛", "--rounds").out
        for word in ("名次", "小分", "单循环", "第3轮", "½-½", "犯规"):
            self.assertIn(word, text)
        text = self.ok("--db", self.db, "event", "小赛", "--pairing", "swiss").out
        for word in ("Opponents", "Cumulative", "Byes"):
            self.assertIn(word, text)

    def test_a_name_that_several_have(self):
        run = self.ok("--db", self.db, "event", "小")
        self.assertIn("小赛二", run.out)
        self.assertIn("--together", run.err)
        self.assertIn("--together", self.fails(2, "--db", self.db, "event", "小", "--json").err)
        self.assertEqual(len(self.json("--db", self.db, "event", "小", "--together")["games"]), 7)

    def test_mistakes(self):
        self.assertIn("小赛", self.fails(2, "--db", self.db, "event", "小塞").err)
        self.fails(2, "--db", self.db, "event", "小赛", "--event", "小赛")
        self.fails(2, "--db", self.db, "event", "小赛", "--rules", "1999", "--points", "3-1-0")


if __name__ == "__main__":
    program.main()
