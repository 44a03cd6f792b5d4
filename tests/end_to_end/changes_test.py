#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""hide, unhide, edit, history and undo through the real program."""

import json
import sys

sys.dont_write_bytecode = True
import program
from program import SAMPLES, TestCase, many_games, pgn


class Changes(TestCase):
    def setUp(self):
        super().setUp()
        self.env = {"QIPU_DB": str(self.folder / "db")}
        (self.folder / "games.pgn").write_text(pgn(*many_games(400)), encoding="utf-8")
        self.q("import", self.folder / "games.pgn")

    def q(self, *words):
        return self.ok(*words, env=self.env)

    def j(self, *words):
        return self.json(*words, env=self.env)

    def games_at_start(self):
        return self.j("explore")["games"]

    def numbers(self, *words):
        rows = self.j("search", "--limit", "all", *words)
        return sorted(row["id"] for row in rows)

    def test_hidden_games_are_out_of_everything_and_come_back(self):
        asked = self.numbers("--red", "Red 7")
        self.assertGreater(len(asked), 3)
        line = ["--red", "Red 7", "--moves", "a0a1 a9a8"]
        at_line = self.numbers(*line)
        self.assertGreater(len(at_line), 0)
        self.assertEqual(self.j("hide", "--red", "Red 7"),
                         {"hidden": len(asked), "dry_run": False, "entry": 1})
        self.assertEqual(self.games_at_start(), 400 - len(asked))
        self.assertEqual(self.numbers("--red", "Red 7"), [])
        self.assertEqual(self.numbers("--hidden"), asked)
        self.assertEqual(self.numbers("--hidden", *line), at_line)
        self.assertEqual(self.numbers("--hidden", "--moves", "h2e2"), [])
        info = self.j("info")
        self.assertEqual((info["games"], info["hidden_games"], info["changes"]),
                         (400, len(asked), 1))
        self.assertIn("is hidden", self.q("show", asked[0]).err)
        self.assertTrue(self.j("show", asked[0])["hidden"])

        self.assertEqual(self.j("unhide", str(asked[0]))["shown"], 1)
        self.assertEqual(self.games_at_start(), 401 - len(asked))
        self.assertEqual(self.j("unhide", "--kind", "all")["shown"], len(asked) - 1)
        self.assertEqual(self.games_at_start(), 400)
        self.assertEqual(self.j("unhide", "--kind", "all"),
                         {"shown": 0, "dry_run": False, "entry": None})

    def test_games_are_named_by_number_or_by_filter_or_both(self):
        self.assertEqual(self.j("hide", "1,3-5", "9")["hidden"], 5)
        self.assertEqual(self.numbers("--hidden"), [1, 3, 4, 5, 9])
        self.assertEqual(self.j("hide", "1-100", "--red", "Red 20")["hidden"], 1)
        self.assertEqual(self.j("hide", "--red", "Red 30", "--dry-run")["hidden"], 4)
        self.assertEqual(self.games_at_start(), 394)
        for words in ([], ["x"], ["5-3"], ["1,,2"], ["-3"], ["--result", "won"]):
            with self.subTest(words=words):
                self.fails(2, "hide", *words, env=self.env)
        self.assertIn("no game 401", self.fails(1, "hide", "399-401", env=self.env).err)
        self.assertEqual(len(self.j("history")), 2)

    def test_an_edit_is_seen_everywhere_at_once(self):
        done = self.j("edit", "12", "--set", "result=red", "--set", "red=胡荣华", "--set",
                      "date=1984-04-23", "--set", "TimeControl=60+30", "--set", "Red-Team=上海")
        self.assertEqual(done, {"id": 12, "replaced_by": None, "entry": 1})
        found = self.j("explore")
        self.assertEqual((found["games"], found["red"]), (400, 1))
        game = self.j("show", "12")
        self.assertEqual((game["red"], game["result"], game["date"]), ("胡荣华", "red", "1984-04-23"))
        self.assertEqual(game["headers"]["red_team"], "上海")
        self.assertIn({"name": "TimeControl", "value": "60+30"}, game["other_headers"])
        self.assertEqual(self.numbers("--player", "胡荣华"), [12])
        self.assertIsNone(self.j("edit", "12", "--set", "red=胡荣华")["entry"])
        self.j("edit", "12", "--set", "timecontrol=", "--set", "date=", "--set", "result=unknown")
        game = self.j("show", "12")
        self.assertEqual((game["result"], game["date"]), ("unknown", None))
        self.assertNotIn("TimeControl", [tag["name"] for tag in game["other_headers"]])
        for words in (["--set", "red"], ["--set", "=x"], ["--set", "date=soon"],
                      ["--set", "result=won"], ["--set", "red=a\nb"], []):
            with self.subTest(words=words):
                self.fails(2, "edit", "12", *words, env=self.env)

    def test_a_record_that_was_edited_is_not_imported_again(self):
        self.q("edit", "12", "--set", "result=red")
        (self.folder / "again.pgn").write_text(pgn(*many_games(401)), encoding="utf-8")
        report = self.j("import", self.folder / "again.pgn")
        self.assertEqual((report["stored"], report["duplicates"]), (1, 400))
        self.assertEqual(self.j("show", "12")["result"], "red")
        self.assertEqual(len(self.j("show", "12")["sources"]), 2)

    def test_edited_moves_make_a_new_game_that_the_old_number_leads_to(self):
        file = self.folder / "12.pgn"
        self.q("show", "12", "--format", "pgn", "-o", file)
        tags, moves = many_games(1)[0]
        file.write_text(pgn((tags, "C2.5 H8+7 " + tags["Result"])), encoding="utf-8")
        done = self.j("edit", "12", "--from", file)
        self.assertEqual((done["id"], done["replaced_by"]), (12, 401))
        shown = self.q("show", "12", "--json")
        self.assertIn("replaced by game 401", shown.err)
        self.assertEqual(json.loads(shown.out)["id"], 401)
        self.assertEqual(self.j("show", "12", "--replaced")["replaced_by"], 401)
        self.assertEqual(self.games_at_start(), 400)
        # An edit of the old number is one of the new game.
        self.assertEqual(self.j("edit", "12", "--set", "site=上海")["id"], 401)
        self.assertIn("later ones", self.fails(1, "undo", "1", env=self.env).err)
        self.q("undo")
        self.q("undo")
        self.assertEqual(self.j("show", "12")["id"], 12)
        self.assertEqual(self.numbers("--hidden"), [401])
        two = self.folder / "two.pgn"
        two.write_text(pgn(*many_games(2)), encoding="utf-8")
        for path, words in ((two, "2 games"), (self.folder / "none.pgn", "none.pgn")):
            self.assertIn(words, self.fails(1, "edit", "12", "--from", path, env=self.env).err)

    def test_the_history_lists_what_was_done_and_undone(self):
        self.assertEqual(self.j("history"), [])
        self.assertIn("nothing to undo", self.fails(1, "undo", env=self.env).err)
        self.q("hide", "--red", "Red 7")
        self.q("hide", "3")
        self.q("edit", "3", "--set", "round=9 a")
        refused = self.fails(1, "undo", "2", env=self.env).err
        self.assertIn("3 (qipu edit 3 --set 'round=9 a')", refused)
        self.assertEqual(self.j("undo"), {"undone": 3, "entry": 4})
        rows = self.j("history")
        self.assertEqual([(row["entry"], row["kind"], row["undoes"], row["undone_by"])
                          for row in rows],
                         [(4, "undo", 3, None), (3, "edit", None, 4), (2, "hide", None, None),
                          (1, "hide", None, None)])
        self.assertRegex(rows[0]["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(rows[3]["command"], "qipu hide --red 'Red 7'")
        self.assertIn("undone already", self.fails(1, "undo", "3", env=self.env).err)
        self.fails(1, "undo", "9", env=self.env)
        self.fails(2, "undo", "x", env=self.env)
        self.q("undo", "2")
        self.q("undo")
        self.assertEqual(self.games_at_start(), 400)
        self.assertEqual(len(self.j("history", "--limit", "2")), 2)
        self.assertIn("撤销 1", self.ok("--lang", "zh", "history", env=self.env).out)

    def test_commands_that_change_make_no_database(self):
        none = {"QIPU_DB": str(self.folder / "none")}
        for words in (["hide", "1"], ["unhide", "1"], ["edit", "1", "--set", "red=x"], ["undo"],
                      ["history"]):
            with self.subTest(words=words):
                self.assertIn("qipu import", self.fails(1, *words, env=none).err)
        self.assertFalse((self.folder / "none").exists())


if __name__ == "__main__":
    program.main()
