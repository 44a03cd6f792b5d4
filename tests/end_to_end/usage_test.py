#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""How qipu speaks: help, languages, mistakes, pipes, exit codes."""

import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import program
from program import QIPU, SAMPLES, SampleTestCase, TestCase, environment, qipu

COMMANDS = ["import", "convert", "explore", "search", "show", "export", "rejects list",
            "rejects show", "rejects export", "rejects retry", "book build", "book probe", "info",
            "player", "event", "help", "completions"]


class Help(TestCase):
    def test_every_command_has_help_with_an_example(self):
        for name in COMMANDS:
            with self.subTest(command=name):
                by_option = self.ok(*name.split(), "--help").out
                self.assertEqual(by_option, self.ok("help", *name.split()).out)
                self.assertIn("Example:\n    ", by_option)
                self.assertIn("Usage: qipu " + name, by_option)
                self.assertLessEqual(max(map(len, by_option.splitlines())), 110)

    def test_help_is_chinese_too(self):
        for name in COMMANDS:
            text = self.ok("--lang", "zh", "help", *name.split()).out
            self.assertIn("用法：qipu " + name, text)
            self.assertIn("示例：", text)
        self.assertIn("用法", self.ok("help", env={"LC_ALL": "zh_CN.UTF-8"}).out)
        self.assertIn("Usage", self.ok("help", env={"LC_ALL": "de_DE.UTF-8"}).out)
        self.assertIn("Usage", self.ok("help", "--lang", "en", env={"LC_ALL": "zh_CN.UTF-8"}).out)

    def test_version(self):
        self.assertRegex(self.ok("--version").out, r"^qipu \d+\.\d+\.\d+\n$")

    def test_man_pages_name_every_option(self):
        for name in COMMANDS:
            page = self.ok("help", "--man", *name.split()).out
            self.assertTrue(page.startswith(".TH QIPU\\-"), page[:40])
            for word in self.ok("help", *name.split()).out.split():
                if word.startswith("--") and word[2:].replace("-", "").isalpha():
                    self.assertIn(word.replace("-", "\\-"), page)
        self.assertIn(".TH QIPU 1", self.ok("help", "--man").out)

    def test_man_pages_are_good_roff(self):
        if shutil.which("groff") is None:
            self.skipTest("no groff")
        for words in [[], *[name.split() for name in COMMANDS]]:
            page = self.ok("help", "--man", *words).out
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-Kutf8", "-z"], input=page.encode(),
                                  capture_output=True)
            self.assertEqual(done.stderr.decode(), "")

    def test_completions(self):
        bash = self.ok("completions", "bash").out
        script = bash + '\nCOMP_WORDS=(qipu explore --by ""); COMP_CWORD=3; _qipu; echo "${COMPREPLY[@]}"\n'
        script += 'COMP_WORDS=(qipu ex); COMP_CWORD=1; _qipu; echo "${COMPREPLY[@]}"\n'
        script += 'COMP_WORDS=(qipu book ""); COMP_CWORD=2; _qipu; echo "${COMPREPLY[@]}"\n'
        script += 'COMP_WORDS=(qipu search --pl); COMP_CWORD=2; _qipu; echo "${COMPREPLY[@]}"\n'
        done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout.splitlines(),
                         ["year event player result", "explore export", "build probe", "--player"])
        for shell in ("zsh", "fish"):
            text = self.ok("completions", shell).out
            self.assertIn("min-games", text)
            if shutil.which(shell):
                done = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.fails(2, "completions", "tcsh")


class Mistakes(TestCase):
    def test_an_unknown_command_lists_the_closest(self):
        run = self.fails(2, "exlpore")
        self.assertIn("exlpore", run.err)
        self.assertIn("    explore", run.err)
        self.assertIn("build", self.fails(2, "book", "biuld").err)
        self.assertIn("没有命令", self.fails(2, "--lang", "zh", "exlpore").err)

    def test_an_unknown_option_names_the_closest_and_the_usage(self):
        run = self.fails(2, "explore", "--plaeyr", "胡荣华")
        self.assertIn("--player", run.err)
        self.assertIn("usage: qipu explore", run.err)
        self.fails(2, "--nonsense", "explore")

    def test_wrong_values(self):
        db = self.folder / "db"
        self.ok("--db", db, "import", SAMPLES / "xqf")
        for words in (["--by", "month"], ["--depth", "0"], ["--depth", "-1"], ["--depth", "x"],
                      ["--from", "1980-13"], ["--result", "won"], ["--length", "a..b"],
                      ["--notation", "klingon"], ["--moves", "炮二平九"], ["--moves", "nonsense"],
                      ["--fen", "nonsense"], ["--fen", "9/9/9/9/9/9/9/9/9/9 w"], ["--player"],
                      ["--moves", "h2e2", "--moves", "h2e2"], ["--by", "year", "--depth", "2"],
                      ["--kind", "novel"], ["argument"], ["--lang", "fr"], ["--json=yes"]):
            with self.subTest(words=words):
                run = self.fails(2, "--db", db, "explore", *words)
                self.assertIn("qipu: ", run.err)
                self.assertEqual(run.out, "")

    def test_a_bad_move_is_named(self):
        db = self.folder / "db"
        self.ok("--db", db, "import", SAMPLES / "xqf")
        run = self.fails(2, "--db", db, "explore", "--moves", "炮二平五 马8进7 车一进五")
        self.assertIn("move 3 '车一进五'", run.err)
        run = self.fails(2, "--db", db, "--lang", "zh", "explore", "--moves", "炮二平五 马8进7 车一进五")
        self.assertIn("第 3 着“车一进五”", run.err)

    def test_no_database_says_how_to_make_one(self):
        for words in (["explore"], ["search"], ["show", "1"], ["info"],
                      ["book", "build", self.folder / "b.obk"], ["export", "-o", "x.pgn"],
                      ["rejects", "list"], ["rejects", "retry"]):
            with self.subTest(words=words):
                run = self.fails(1, "--db", self.folder / "none", *words)
                self.assertIn("qipu import", run.err)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_no_command(self):
        run = self.fails(2)
        self.assertIn("Commands:", run.err)
        self.assertEqual(run.out, "")

    def test_options_stand_on_either_side_of_the_command(self):
        db = self.folder / "db"
        self.ok("import", SAMPLES / "xqf", "--db", db)
        self.assertEqual(self.ok("--db", db, "info").out, self.ok("info", f"--db={db}").out)


class Pipes(SampleTestCase):
    def test_a_reader_that_leaves_is_no_failure(self):
        command = f"'{QIPU}' --db '{self.db}' search --limit all --jsonl | head -n 1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment())
        self.assertEqual(done.stderr, "")
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertIn(done.stdout.splitlines()[1], ("141", "0"))

    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([QIPU, "--db", str(self.db), "explore"], stdout=full,
                                  stderr=subprocess.PIPE, env=environment())
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard output", done.stderr)

    def test_a_closed_output_is_a_failure(self):
        done = subprocess.run(["bash", "-c", f"'{QIPU}' --db '{self.db}' explore >&-"],
                              capture_output=True, env=environment())
        self.assertEqual(done.returncode, 1)

    def test_colour_only_when_asked_for(self):
        self.assertNotIn("\x1b", self.ok("show", "1:0").out)
        self.assertIn("\x1b[31m", self.ok("show", "1:0", "--color", "always").out)

    def test_tables_are_chinese_too(self):
        self.assertIn("着法", self.ok("--lang", "zh", "explore").out)
        self.assertIn("红方", self.ok("--lang", "zh", "search").out)
        self.assertIn("对局", self.ok("--lang", "zh", "info").out)


if __name__ == "__main__":
    program.main()
