#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu import: what is counted, stored, set aside, and how it ends."""

import io
import json
import signal
import subprocess
import sys
import time
import zipfile

sys.dont_write_bytecode = True
import program
from program import QIPU, SAMPLES, TestCase, environment, many_games, pgn, qipu, sample_games

GOOD = ({"Event": "Good", "Red": "甲", "Black": "乙", "Result": "1-0"}, "1. 炮二平五 马8进7 1-0")
# Cannot be read at all: its start is no position.
BAD = ({"Event": "Bad", "Red": "丙", "Black": "丁", "Result": "0-1", "SetUp": "1",
        "FEN": "rnbakabnr/9/9 w - - 0 1"}, "1. 炮二平五 炮8平5 0-1")
# Stops making sense in the middle: kept as far as it goes, and marked.
CUT = ({"Event": "Cut", "Red": "戊", "Black": "己", "Result": "0-1"}, "1. 炮二平五 炮8平5 2. 帅五进五 0-1")


class Import(TestCase):
    def setUp(self):
        super().setUp()
        self.db = self.folder / "db"

    def import_json(self, *words, code=0, **more):
        run = qipu("--db", self.db, "import", "--json", *words, **more)
        self.assertEqual(run.code, code, run.err)
        return json.loads(run.out)

    def test_samples_are_all_stored(self):
        games = sample_games()
        report = self.import_json(SAMPLES)
        self.assertEqual(report["games"], len(games))
        self.assertEqual(report["stored"], len(games))
        self.assertEqual(report["plies"], sum(game.plies for game in games))
        self.assertEqual((report["duplicates"], report["set_aside_count"]), (0, 0))
        self.assertEqual(sum(report["games_by_format"].values()), len(games))
        self.assertEqual(report["games_by_format"]["xqf"], 62)
        self.assertEqual(report["games_by_format"]["dhtmlxq"], 72)
        self.assertGreater(report["games_per_second"], 0)
        info = self.json("--db", self.db, "info")
        self.assertEqual((info["games"], info["plies"]), (report["stored"], report["plies"]))

    def test_the_report_has_the_promised_keys(self):
        report = self.import_json(SAMPLES / "pgn")
        promised = {"files", "games", "plies", "stored", "duplicates", "set_aside_count",
                    "set_aside", "other_games", "seconds", "games_per_second", "plies_per_second"}
        self.assertLessEqual(promised, set(report))

    def test_the_same_again_stores_nothing(self):
        first = self.import_json(SAMPLES / "pgn")
        again = self.import_json(SAMPLES / "pgn")
        self.assertEqual((again["games"], again["plies"]), (first["games"], first["plies"]))
        self.assertEqual((again["stored"], again["duplicates"]), (0, first["games"]))

    def test_a_record_in_another_file_is_a_duplicate(self):
        (self.folder / "a.pgn").write_text(pgn(GOOD), encoding="utf-8")
        (self.folder / "b.pgn").write_text("\n\n" + pgn(GOOD), encoding="utf-8")
        report = self.import_json(self.folder / "a.pgn", self.folder / "b.pgn")
        self.assertEqual((report["games"], report["stored"], report["duplicates"]), (2, 1, 1))
        sources = self.json("--db", self.db, "show", "1")["sources"]
        self.assertEqual(len(sources), 2)
        self.assertIn("and from 1 more", self.ok("--db", self.db, "show", "1").out)
        self.assertIn("b.pgn:1", self.ok("--db", self.db, "show", "1", "--sources").out)

    def test_a_bad_record_costs_no_other(self):
        path = self.folder / "mixed.pgn"
        path.write_text(pgn(GOOD, BAD, GOOD), encoding="utf-8")
        report = self.import_json(path)
        self.assertEqual((report["stored"], report["duplicates"]), (1, 1))
        self.assertEqual(report["set_aside_count"], 1)
        [row] = report["set_aside"]
        self.assertEqual(row["source"], str(path))
        self.assertGreater(row["line"], 7)
        self.assertLess(row["offset"], path.stat().st_size)
        self.assertEqual(row["reason"], "bad position")
        self.assertTrue(row["message"])

    def test_what_was_set_aside_is_said_to_people_too(self):
        path = self.folder / "mixed.pgn"
        path.write_text(pgn(GOOD, BAD), encoding="utf-8")
        run = self.ok("--db", self.db, "import", path)
        self.assertEqual(run.out, "")
        self.assertIn("mixed.pgn:", run.err)
        self.assertIn("set aside", run.err)
        self.assertIn("bad position", run.err)

    def test_strict_tells_by_the_exit_code(self):
        path = self.folder / "mixed.pgn"
        path.write_text(pgn(GOOD, BAD), encoding="utf-8")
        self.import_json("--strict", path, code=3)
        self.assertEqual(self.json("--db", self.db, "info")["games"], 1)

    def test_a_record_cut_short_is_marked(self):
        path = self.folder / "cut.pgn"
        path.write_text(pgn(GOOD, CUT), encoding="utf-8")
        report = self.import_json("--strict", path, code=3)
        self.assertEqual((report["stored"], report["noted"], report["set_aside_count"]), (2, 1, 0))
        self.assertIn("note, move 3", self.ok("--db", self.db, "show", "2").out)

    def test_strict_is_content_with_clean_records(self):
        path = self.folder / "good.pgn"
        path.write_text(pgn(GOOD), encoding="utf-8")
        self.import_json("--strict", path)

    def test_a_dry_run_stores_nothing(self):
        report = self.import_json("--dry-run", SAMPLES / "pgn")
        self.assertEqual(report["games"], 164)
        self.assertFalse(self.db.exists())

    def test_standard_input(self):
        report = self.import_json("-", stdin=pgn(GOOD).encode("gb18030"))
        self.assertEqual(report["stored"], 1)
        [row] = json.loads(self.ok("--db", self.db, "search", "--json").out)
        self.assertEqual((row["red"], row["black"]), ("甲", "乙"))

    def test_an_archive_is_opened(self):
        archive = self.folder / "games.tar.gz"
        subprocess.run(["tar", "czf", archive, "-C", SAMPLES, "xqf"], check=True)
        self.assertEqual(self.import_json(archive)["stored"], 62)

    def test_names_in_gbk_and_archives_in_archives_come_out_right(self):
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w") as out:
            out.writestr("乙.pgn", pgn(GOOD))
        # As old programs wrote them: the name's bytes are GBK, and no flag says so.
        with zipfile.ZipFile(self.folder / "外.zip", "w") as out:
            out.writestr("gbkn/1.zip", inner.getvalue())
        path = self.folder / "外.zip"
        path.write_bytes(path.read_bytes().replace(b"gbkn", "棋谱".encode("gbk")))
        report = self.import_json(path)
        self.assertEqual(report["stored"], 1)
        [source] = self.json("--db", self.db, "show", "1")["sources"]
        self.assertTrue(source["source"].endswith("外.zip!棋谱/1.zip!乙.pgn"), source)

    def test_a_bomb_is_told_with_the_limit(self):
        path = self.folder / "bomb.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
            out.writestr("big.pgn", b"x" * (3 << 20))
            out.writestr("good.pgn", pgn(GOOD))
        report = self.import_json("--max-unpacked", "1", path)
        self.assertEqual(report["stored"], 1)
        [row] = report["set_aside"]
        self.assertEqual(row["reason"], "too large")
        self.assertIn("1 MiB that --max-unpacked allows", row["message"])

    def test_files_of_no_known_format_are_named(self):
        (self.folder / "in").mkdir()
        (self.folder / "in" / "picture.jpg").write_bytes(bytes(range(256)))
        (self.folder / "in" / "good.pgn").write_text(pgn(GOOD), encoding="utf-8")
        run = self.ok("--db", self.db, "import", self.folder / "in")
        self.assertIn("picture.jpg", run.err)
        report = self.import_json("--dry-run", self.folder / "in")
        self.assertEqual(report["unrecognised"], [str(self.folder / "in" / "picture.jpg")])
        self.assertEqual(report["games_by_kind"], {"game": 1})

    def test_control_c_leaves_a_database_that_goes_on(self):
        path = self.folder / "big.pgn"
        path.write_text(pgn(*many_games(12000)), encoding="utf-8")
        words = [QIPU, "--db", self.db, "import", "--json", "--jobs", "1", "--progress", "always", path]
        running = subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment())
        self.assertIn(b"games", running.stderr.readline())  # told while the first batch is parsed
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=120)
        done = json.loads(out)["games"]
        # An import may be through, or only have positions to index, when the signal comes.
        self.assertIn(running.returncode, (0, 130) if done == 12000 else (130,))
        self.assertEqual(self.import_json(path)["games"], 12000)
        self.assertEqual(self.json("--db", self.db, "info")["games"], 12000)

    def test_jobs_change_no_number(self):
        rows = []
        for jobs in (1, 4):
            self.db = self.folder / f"db{jobs}"
            self.import_json("--jobs", jobs, SAMPLES)
            rows.append(self.ok("--db", self.db, "search", "--limit", "all", "--jsonl").out)
        self.assertEqual(rows[0], rows[1])

    def test_no_records_is_a_failure(self):
        empty = self.folder / "empty.pgn"
        empty.write_bytes(b"")
        garbage = self.folder / "garbage.bin"
        garbage.write_bytes(bytes(range(256)) * 16)
        nothing = self.folder / "nothing"
        nothing.mkdir()
        for path in (empty, garbage, nothing):
            with self.subTest(path=path.name):
                run = self.fails(1, "--db", self.db, "import", path)
                self.assertRegex(run.err, "qipu: .*record")

    def test_a_missing_file_makes_no_database(self):
        run = self.fails(1, "--db", self.db, "import", self.folder / "gone.pgn")
        self.assertIn("gone.pgn", run.err)
        run = self.fails(1, "--lang", "zh", "convert", self.folder / "gone.pgn", "--format", "pgn")
        self.assertIn("没有这个文件", run.err)
        self.assertFalse(self.db.exists())

    def test_progress_only_when_asked_for(self):
        self.assertNotRegex(self.ok("--db", self.db, "import", SAMPLES / "xqf").err, r"games  [\d,]+/s")
        shown = self.ok("--db", self.db, "import", "--progress", "always", SAMPLES / "pgn").err
        self.assertRegex(shown, r"games  [\d,]+/s")

    def test_control_c_keeps_what_is_whole_and_the_same_command_goes_on(self):
        folder = self.folder / "many"
        folder.mkdir()
        count, files = 16000, 40
        games = many_games(count)
        for number in range(files):
            part = games[number * count // files:(number + 1) * count // files]
            (folder / f"{number:02}.pgn").write_text(pgn(*part), encoding="utf-8")
        words = [QIPU, "--db", self.db, "import", "--json", "--jobs", "1", folder]
        running = subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment())
        while not (self.db / "CURRENT").exists():  # until then there is nothing to keep
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 130)
        report = json.loads(out)
        self.assertTrue(report["interrupted"])
        self.assertLess(report["games"], count)
        kept = self.json("--db", self.db, "info")["games"]
        self.assertEqual(kept, report["stored"])

        again = self.import_json(folder)
        self.assertEqual(again["games"], count)
        self.assertEqual(again["stored"], count - kept)
        self.assertEqual(self.json("--db", self.db, "info")["games"], count)
        explored = self.json("--db", self.db, "explore", "--top-games", "0")
        self.assertEqual(explored["games"], count)

    def test_the_default_place_is_by_the_environment(self):
        path = self.folder / "good.pgn"
        path.write_text(pgn(GOOD), encoding="utf-8")
        for variable, place in (("QIPU_DB", self.folder / "one"), ("XDG_DATA_HOME", self.folder / "two"),
                                ("HOME", self.folder / "three")):
            with self.subTest(variable=variable):
                place.mkdir()
                self.ok("import", path, env={variable: str(place)})
                info = self.json("info", env={variable: str(place)})
                self.assertEqual(info["games"], 1)
                self.assertTrue(info["place"].startswith(str(place)))


if __name__ == "__main__":
    program.main()
