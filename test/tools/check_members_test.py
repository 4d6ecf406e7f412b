"""Test of tools/check_members.py: what counts as reading a member, on a file that clang reads."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_members  # noqa: E402

SOURCE = """
struct part { int a, b; };
struct s {
    int read, set, added, counted, asked, passed;
    struct { int inner; } in;
    struct part part;
    int never;
};
void g(int *p);
int f(struct s *s, struct s t)
{
    s->set = 1;
    s->added += 2;
    s->counted++;
    if (s->asked++ < 3) return 0;
    g(&s->passed);
    s->in.inner = 4;
    s->part.a = t.read;
    return s->part.b;
}
"""


class Members(unittest.TestCase):
    def test_what_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.c")
            with open(path, "w", encoding="utf-8") as f:
                f.write(SOURCE)
            entry = {"directory": folder, "command": f"/usr/bin/clang-19 -c -o a.o {path}"}
            found = check_members.read_entry(entry)
        self.assertEqual({name for name, yes in found.items() if name.startswith(("s.", "part.")) and not yes},
                         {"s.set", "s.added", "s.counted", "s.inner", "s.never", "part.a"})
        self.assertLessEqual({"s.read", "s.asked", "s.passed", "s.part", "part.b"}, {name for name, yes in found.items() if yes})

    def test_the_command_loses_its_outputs(self):
        command = check_members.tree_command({"command": "ccache /usr/bin/clang-19 -DX -MD -MT a.o -MF a.d -o a.o -c a.c"})
        self.assertEqual(command[:3], ["/usr/bin/clang-19", "-DX", "a.c"])
        self.assertIn("-ast-dump", command)


if __name__ == "__main__":
    unittest.main()
