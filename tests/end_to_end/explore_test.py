#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu explore agrees with a naive replay of the sample games."""

import collections
import sys

sys.dont_write_bytecode = True
import program
from program import (SampleTestCase, games_reaching, mirrored, places_of, places_of_game, results_of,
                     wilson)

MOVE_KEYS = ["move", "iccs", "games", "reached", "red", "draw", "black", "unknown", "score", "low",
             "high", "share", "first", "last", "to_fen"]


def one_of_two(move):
    """The one that stands for a move and its mirror image on a symmetric position: 炮二平五."""
    return max(move, mirrored(move))


def moves_at(games, line):
    """{move: [games]} at the position after `line`, each move as it stands there."""
    asked = places_of(line)[-1]
    played = collections.defaultdict(dict)
    for number, game in enumerate(games):
        for move, place in zip(game.moves, places_of_game(game)):
            if place.key != asked.key:
                continue
            if place.is_symmetric:
                move = one_of_two(move)
            elif place.here != asked.here:
                move = mirrored(move)
            played[move][number] = game
    return {move: list(found.values()) for move, found in played.items()}


class Explore(SampleTestCase):
    def check_line(self, line, games, *filters):
        found = self.json("explore", "--moves", " ".join(line), *filters)
        at_position = [game for game, _ in games_reaching(games, line)]
        self.assertEqual({key: found[key] for key in ("games", "red", "draw", "black", "unknown")},
                         results_of(at_position))
        expected = moves_at(games, line)
        self.assertEqual({row["iccs"] for row in found["moves"]}, set(expected))
        for row in found["moves"]:
            played = expected[row["iccs"]]
            counts = results_of(played)
            self.assertEqual({key: row[key] for key in counts}, counts, row)
            after = line + [row["iccs"]]
            self.assertEqual(row["reached"], len(games_reaching(games, after)), row)
            self.assertAlmostEqual(row["share"], counts["games"] / len(at_position))
            self.check_score(row, counts, is_red=len(line) % 2 == 0)
            years = sorted(game.date[:4] for game in played if game.date)
            self.assertEqual((row["first"], row["last"]), (int(years[0]), int(years[-1])))
        order = [-row["games"] for row in found["moves"]]
        self.assertEqual(order, sorted(order))
        return found

    def check_score(self, row, counts, is_red):
        wins = counts["red" if is_red else "black"] + counts["draw"] / 2
        decided = counts["games"] - counts["unknown"]
        low, high = wilson(wins, decided)
        self.assertAlmostEqual(row["score"], wins / decided)
        self.assertAlmostEqual(row["low"], low, places=4)
        self.assertAlmostEqual(row["high"], high, places=4)

    def test_the_start_position(self):
        found = self.check_line([], self.games)
        self.assertEqual(found["games"], len(self.games))
        self.assertTrue(found["fen"].startswith(program.START_FEN + " w"))
        self.assertEqual(len(found["top_games"]), 5)

    def test_positions_of_both_sides(self):
        for line in (["h2e2"], ["h2e2", "h9g7"], ["h2e2", "h9g7", "h0g2"], ["c3c4"], ["g0e2", "h7e7"]):
            with self.subTest(line=line):
                self.check_line(line, self.games)

    def test_a_position_and_its_mirror_image_are_one(self):
        one = self.json("explore", "--moves", "h2e2 h9g7")
        other = self.json("explore", "--moves", "b2e2 b9c7")
        self.assertEqual(one["key"], other["key"])
        self.assertNotEqual(one["mirrored"], other["mirrored"])
        self.assertEqual([mirrored(row["iccs"]) for row in other["moves"] if row["games"] > 3],
                         [row["iccs"] for row in one["moves"] if row["games"] > 3])

    def test_every_way_to_name_a_position(self):
        by_moves = self.json("explore", "--moves", "炮二平五 马8进7")
        for words in (["--moves", "C2=5 H8+7"], ["--moves", "1. h2e2 h9g7"], ["--moves", "h3e3 h10g8"],
                      ["--moves", "砲二平五 馬８進７"], ["--fen", by_moves["fen"]],
                      ["--fen", program.START_FEN + " w", "--moves", "炮二平五 马8进7"]):
            with self.subTest(words=words):
                found = self.json("explore", *words)
                self.assertEqual((found["key"], found["games"]), (by_moves["key"], by_moves["games"]))

    def test_a_game_names_a_position(self):
        game = self.json("show", "1")
        line = [move["iccs"] for move in game["moves"][:6]]
        by_game = self.json("explore", "--game", "1:6")
        self.assertEqual(by_game["key"], self.json("explore", "--moves", " ".join(line))["key"])
        self.assertEqual(self.json("explore", "--game", "1")["fen"], game["final_fen"])

    def test_filters(self):
        hu = "胡荣华"
        tests = [(["--player", hu], lambda g: hu in (g.red, g.black)),
                 (["--red", hu], lambda g: g.red == hu),
                 (["--black", hu], lambda g: g.black == hu),
                 (["--player", hu, "--vs", "柳大华"], lambda g: {g.red, g.black} == {hu, "柳大华"}),
                 (["--result", "draw"], lambda g: g.result == "draw"),
                 (["--length", "..60"], lambda g: g.plies <= 60),
                 (["--length", "100..150"], lambda g: 100 <= g.plies <= 150),
                 (["--from", "1980", "--to", "1989"], lambda g: "1980" <= g.date[:4] <= "1989"),
                 (["--player", "胡榮華"], lambda g: hu in (g.red, g.black)),
                 (["--player", hu, "--from", "1980"],
                  lambda g: hu in (g.red, g.black) and g.date[:4] >= "1980")]
        for words, matches in tests:
            with self.subTest(words=words):
                self.check_line([], [game for game in self.games if matches(game)], *words)

    def test_keys_are_as_promised(self):
        found = self.json("explore")
        self.assertEqual(list(found), ["fen", "key", "mirrored", "opening", "games", "red", "draw",
                                       "black", "unknown", "moves", "top_games"])
        self.assertEqual(list(found["moves"][0]), MOVE_KEYS)
        self.assertRegex(found["key"], "^[0-9a-f]{16}$")

    def test_openings_are_named(self):
        found = self.json("explore", "--moves", "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3")
        self.assertEqual(found["opening"]["code"][0], "C")
        self.assertIn("屏风马", found["opening"]["name"])
        self.assertIn("屏风马", self.ok("--lang", "zh", "explore", "--moves",
                                        "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3").out)
        self.assertIsNone(self.json("explore")["opening"])

    def test_to_fen_is_the_position_after_the_move(self):
        found = self.json("explore", "--moves", "h2e2")
        for row in found["moves"][:3]:
            after = self.json("explore", "--fen", row["to_fen"])
            self.assertEqual(after["games"], row["reached"])

    def test_by_year(self):
        found = self.json("explore", "--by", "year")
        expected = collections.Counter(game.date[:4] for game in self.games)
        self.assertEqual({row["name"]: row["games"] for row in found["groups"] if row["name"]},
                         {year: count for year, count in expected.items() if year})

    def test_by_player_at_a_position(self):
        found = self.json("explore", "--by", "player", "--moves", "h2e2")
        games = [game for game, _ in games_reaching(self.games, ["h2e2"])]
        expected = collections.Counter(name for game in games for name in (game.red, game.black))
        self.assertEqual({row["name"]: row["games"] for row in found["groups"]}, dict(expected))
        for row in found["groups"]:
            self.assertEqual(row["as_red"]["games"], sum(game.red == row["name"] for game in games))
            self.assertEqual(row["as_red"]["games"] + row["as_black"]["games"], row["games"])

    def test_by_result_and_event(self):
        found = self.json("explore", "--by", "result")
        expected = results_of(self.games)
        self.assertEqual(sum(row["games"] for row in found["groups"]), len(self.games))
        self.assertEqual(max(row["games"] for row in found["groups"]), expected["draw"])
        events = self.json("explore", "--by", "event")["groups"]
        self.assertEqual({row["name"]: row["games"] for row in events},
                         dict(collections.Counter(game.event for game in self.games)))

    def test_a_tree(self):
        tree = self.json("explore", "--depth", "3", "--min-games", "5")
        self.assertTrue(all(row["games"] >= 5 for row in tree["moves"]))
        first = tree["moves"][0]
        alone = self.json("explore", "--moves", first["iccs"], "--min-games", "5")
        self.assertEqual([row["iccs"] for row in first["moves"]],
                         [row["iccs"] for row in alone["moves"]])
        self.assertIn("moves", first["moves"][0])
        self.assertNotIn("moves", first["moves"][0]["moves"][0])
        text = self.ok("explore", "--depth", "2").out
        self.assertRegex(text, r"(?m)^  \S+ +\d+")

    def test_a_position_nobody_reached(self):
        run = self.ok("explore", "--moves", "帅五进一 将5进1 帅五进一")
        self.assertIn("No games", run.out)
        self.assertEqual(self.json("explore", "--moves", "帅五进一 将5进1 帅五进一")["moves"], [])

    def test_a_small_sample_looks_like_one(self):
        rows = self.json("explore")["moves"]
        few = min(rows, key=lambda row: row["games"])
        many = max(rows, key=lambda row: row["games"])
        self.assertGreater(few["high"] - few["low"], 3 * (many["high"] - many["low"]))

    def test_notations_of_the_answer(self):
        for notation, move in (("chinese", "炮二平五"), ("wxf", "C2=5"), ("iccs", "h2e2"), ("uci1", "h3e3")):
            rows = {row["iccs"]: row for row in self.json("explore", "--notation", notation)["moves"]}
            self.assertEqual(rows["h2e2"]["move"], move)


if __name__ == "__main__":
    program.main()
