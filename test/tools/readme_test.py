"""The README and the pages for users keep to what is there: length, figures, verbs and options of `argus`."""
import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def rows(text):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


def verbs():
    """{verb: its options} of the table."""
    found = {}
    for part in re.split(r"^ {8}\.name = ", read("src/launcher/verbs.c"), flags=re.M)[1:]:
        found[re.match(r'"(\w+)"', part).group(1)] = set(re.findall(r'"(--[a-z]+)"', part))
    return found


PAGES = ["README.md", "docs/packages.md", *sorted(os.path.relpath(p, ROOT) for p in glob.glob(os.path.join(ROOT, "docs", "agents", "*.md"))),
         *sorted(os.path.relpath(p, ROOT) for p in glob.glob(os.path.join(ROOT, "examples", "*", "README.md")))]


class Readme(unittest.TestCase):
    def test_length(self):
        self.assertLessEqual(len(read("README.md").splitlines()), 150)
        for page in PAGES + ["docs/README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/roadmap.md"]:
            long = [n for n, line in enumerate(read(page).splitlines(), 1) if len(line) > 120 and not line.startswith(("    ", "|"))]
            self.assertEqual([], long, page)

    def test_figures(self):
        """A row of figures is a row of the page that measured it."""
        costs = {row[0]: row[1:3] for row in rows(read("docs/agents/costs.md")) if len(row) >= 3}
        programs = {row[0]: (row[2].split(", "), row[1].split(", ")) for row in rows(read("bench/README.md")) if len(row) == 5 and row[1].count(", ") == 2}
        table = read("README.md").split("| what it costs |")[1].split("\n\n")[0]
        checked = 0
        for row in rows("| what it costs |" + table):
            name = row[0].removeprefix("slower by: ")
            if name in costs:
                self.assertEqual(costs[name], row[1:3], name)
            elif name in programs:
                self.assertEqual([programs[name][0][1] + " s", programs[name][1][1] + " s"], row[1:3], name)
            else:
                self.assertIn(name, ("what it costs", "---"))
                continue
            checked += 1
        self.assertGreaterEqual(checked, 8)

    def test_mean(self):
        """The mean over the kernels is that of the table."""
        table = re.search(r"^\| geometric mean \| \| \| \| ([\d.]+) \|", read("bench/README.md"), re.M)
        self.assertEqual(table.group(1), re.search(r"geometric mean ([\d.]+)", read("README.md")).group(1))

    def test_main_job(self):
        """Day, commit and times of ./x run are those of the newest row of bench/history.md."""
        readme, history = read("README.md"), read("bench/history.md")
        commit, day, hotspot, lens, plain = rows(history.split("## The main job")[1].split("## ")[0])[2]
        self.assertRegex(readme, rf"A run of {re.escape(day)} [^(]*\({commit}\b[^)]*\):")
        self.assertEqual([hotspot], re.findall(r"^ +run: HotSpot: \d+ class files in (.*)$", readme, re.M))
        self.assertEqual([lens], re.findall(r"^ +run: Argus under lens: \d+ class files in (.*)$", readme, re.M))
        self.assertEqual([plain] if plain else [], re.findall(r"without an agent ([\d.]+ s)", readme))

    def test_verbs(self):
        """Every `argus WORD` of the pages is a verb, a class or an option of java; every option of a verb is there."""
        known = verbs()
        self.assertIn("lens", known)
        for page in PAGES:
            for match in re.finditer(r"(?:^    \$ |`)argus ([a-z]+)((?: [^\n`|&]*)?)", read(page), re.M):
                verb, rest = match.group(1), match.group(2).split(" -- ")[0]
                self.assertIn(verb, known, f"{page}: argus {verb}")
                for option in re.findall(r"(?<=\s)--[a-z]+", rest):
                    self.assertIn(option, known[verb] | {"--help"}, f"{page}: argus {verb} {option}")


if __name__ == "__main__":
    unittest.main()
