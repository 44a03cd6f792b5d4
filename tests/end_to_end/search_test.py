#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu search, show and info over the sample games."""

import json
import sys

sys.dont_write_bytecode = True
import program
from program import SampleTestCase, games_reaching

ROW_KEYS = ["id", "red", "black", "result", "event", "round", "date", "opening", "plies", "ply_matched"]


class Search(SampleTestCase):
    def rows(self, *words):
        return self.json("search", "--limit", "all", *words)

    def test_all_games_are_found(self):
        rows = self.rows()
        self.assertEqual(sorted((r["red"], r["black"], r["date"] or "", r["result"], r["plies"]) for r in rows),
                         sorted((g.red, g.black, g.date, g.result, g.plies) for g in self.games))
        self.assertEqual({row["id"] for row in rows}, set(range(1, len(self.games) + 1)))
        self.assertEqual(list(rows[0]), ROW_KEYS)
        self.assertIsNone(rows[0]["ply_matched"])

    def test_a_position_and_where_games_stand_there(self):
        line = ["h2e2", "h9g7", "h0g2"]
        rows = self.rows("--moves", " ".join(line))
        expected = games_reaching(self.games, line)
        self.assertEqual(sorted((row["red"], row["black"], row["ply_matched"]) for row in rows),
                         sorted((game.red, game.black, ply) for game, ply in expected))
        for row in rows[:5]:
            shown = self.json("show", f"{row['id']}:{row['ply_matched']}")
            asked = self.json("explore", "--moves", " ".join(line))
            self.assertEqual(shown["key"], asked["key"])

    def test_orders(self):
        newest = [row["date"] for row in self.rows() if row["date"]]
        self.assertEqual(newest, sorted(newest, reverse=True))
        oldest = [row["date"] for row in self.rows("--sort", "date") if row["date"]]
        self.assertEqual(oldest, sorted(oldest))
        self.assertEqual(newest, [row["date"] for row in self.rows("--sort", "-date") if row["date"]])
        plies = [row["plies"] for row in self.rows("--sort", "plies")]
        self.assertEqual(plies, sorted(plies, reverse=True))
        self.assertEqual(len(self.rows("--sort", "event")), len(self.games))

    def test_limit_offset_count(self):
        every = self.rows()
        self.assertEqual(self.json("search"), every[:20])
        self.assertEqual(self.json("search", "--limit", "3", "--offset", "5"), every[5:8])
        self.assertEqual(self.ok("search", "--count").out, f"{len(self.games)}\n")
        self.assertEqual(self.json("search", "--count", "--red", "胡荣华"),
                         {"count": sum(game.red == "胡荣华" for game in self.games)})
        self.assertIn(f"20 of {len(self.games)}", self.ok("search").err)

    def test_jsonl_is_a_row_a_line(self):
        lines = self.ok("search", "--limit", "all", "--jsonl").out.splitlines()
        self.assertEqual([json.loads(line) for line in lines], self.rows())

    def test_an_event(self):
        event = self.games[0].event
        rows = self.rows("--event", event)
        self.assertGreaterEqual(len(rows), sum(game.event == event for game in self.games))
        self.assertTrue(any(row["event"] == event for row in rows))

    def test_names_by_sound(self):
        found = self.json("search", "--count", "--player", "Hu Rong-hua")["count"]
        self.assertEqual(found, sum("胡荣华" in (game.red, game.black) for game in self.games))

    def test_an_unknown_name_lists_the_closest(self):
        run = self.fails(2, "search", "--player", "胡荣花华")
        self.assertIn("胡荣华", run.err)
        run = self.fails(2, "--lang", "zh", "explore", "--red", "胡荣花华")
        self.assertIn("没有棋手叫", run.err)

    def test_columns_line_up(self):
        from unicodedata import east_asian_width
        lines = self.ok("search", "--limit", "40").out.splitlines()
        heading = lines[0]

        def column(line, index):
            return sum(2 if east_asian_width(c) in "WF" else 1 for c in line[:index])

        at = column(heading, heading.index("Result"))
        words = ("Red wins", "Black wins", "draw")
        for line in lines[1:]:
            self.assertIn(at, [column(line, line.find(word)) for word in words if word in line], line)

    def test_games_written_as_records(self):
        run = self.ok("search", "--player", "胡荣华", "--limit", "3", "--format", "pgn")
        self.assertEqual(run.out.count("[Red "), 3)
        self.ok("search", "--limit", "2", "--format", "xqf", "-o", f"{self.folder}/out/")
        self.assertEqual(len(list((self.folder / "out").glob("*.xqf"))), 2)
        self.fails(2, "search", "--limit", "2", "-o", self.folder / "one.xqf")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["out"])

    def test_nothing_found(self):
        run = self.ok("search", "--from", "1800", "--to", "1801")
        self.assertEqual(run.out, "")
        self.assertIn("no games", run.err)
        self.assertEqual(self.rows("--from", "1800", "--to", "1801"), [])


class Show(SampleTestCase):
    def test_every_game_has_its_moves(self):
        played = {" ".join(game.moves): game for game in self.games}
        for number in (1, 57, 164, 200, 300, len(self.games)):
            shown = self.json("show", number)
            game = played[" ".join(move["iccs"] for move in shown["moves"])]
            self.assertEqual((shown["red"], shown["black"], shown["result"], shown["event"]),
                             (game.red, game.black, game.result, game.event))
            self.assertEqual(shown["moves"][-1]["ply"], game.plies)
            self.assertEqual(len(shown["sources"]), 1)
            self.assertTrue(shown["sources"][0]["source"].endswith(game.file))

    def test_text_has_numbers_and_both_columns(self):
        text = self.ok("show", "1").out
        first, second = self.json("show", "1")["moves"][:2]
        self.assertRegex(text, rf"(?m)^ +1\. {first['move']} +{second['move']}$")
        self.assertIn("from: ", text)

    def test_the_board_of_a_ply(self):
        text = self.ok("show", "1:0").out
        self.assertIn("車 馬 象 士 將 士 象 馬 車", text)
        self.assertIn("俥 傌 相 仕 帥 仕 相 傌 俥", text)
        shown = self.json("show", "1:1")
        self.assertEqual((shown["ply"], shown["to_move"]), (1, "black"))
        self.assertEqual(self.ok("show", "1:1").out.count("["), 2)

    def test_as_a_record(self):
        for name in ("pgn", "dhtmlxq"):
            self.assertTrue(self.ok("show", "3", "--format", name).out)
        self.ok("show", "3", "-o", self.folder / "game.xqf")
        self.assertEqual((self.folder / "game.xqf").read_bytes()[:2], b"XQ")

    def test_what_is_no_game(self):
        self.assertIn("1 to", self.fails(1, "show", "100000").err)
        self.fails(1, "show", "0")
        self.fails(2, "show", "abc")
        self.fails(2, "show", "1:999")
        self.fails(2, "show", "1:")
        self.fails(2, "show")

    def test_info(self):
        info = self.json("info")
        self.assertEqual(info["games"], len(self.games))
        self.assertEqual(info["plies"], sum(game.plies for game in self.games))
        self.assertEqual(info["players"], len({n for g in self.games for n in (g.red, g.black)}))
        self.assertEqual(info["events"], len({game.event for game in self.games}))
        self.assertEqual(info["rejects"], 0)
        self.assertEqual(info["bytes"], sum(family["bytes"] for family in info["families"]))
        self.assertIn("382", self.ok("info").out)


if __name__ == "__main__":
    program.main()
