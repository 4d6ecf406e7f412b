"""Tests of tools/check_contracts.py on made-up functions."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_contracts  # noqa: E402


def faults(excuses=None, **files):
    """Of a tree with these files; `_h` and `_c` at the end of a name stand for the suffix."""
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "src"))
        for name, text in files.items():
            with open(os.path.join(root, "src", name[:-2] + "." + name[-1]), "w", encoding="utf-8") as f:
                f.write(text)
        return list(check_contracts.compare(check_contracts.read(root), excuses or {}))


class Contracts(unittest.TestCase):
    def test_name_states_a_contract(self):
        self.assertEqual(faults(a_c="static void put_locked(int x)\n{\n    count += x;\n}\n"), ["src/a.c: put_locked states a contract (_locked) and asserts nothing"])
        self.assertEqual(faults(a_c="static void put_locked(int x)\n{\n    LOCK_HELD(&lock);\n    count += x;\n}\n"), [])

    def test_attribute_behind_the_head(self):
        self.assertEqual(len(faults(a_c="static void put_locked(int x) WANTS_LOCK(lock)\n{\n    count += x;\n}\n")), 1)

    def test_comment_of_the_definition(self):
        self.assertEqual(len(faults(a_c="/* World stopped. */\nvoid sweep(void)\n{\n    go();\n}\n")), 1)
        self.assertEqual(faults(a_c="/* World stopped. */\nvoid sweep(void)\n{\n    WORLD_STOPPED();\n}\n"), [])
        self.assertEqual(faults(a_c="/* Sweeps. */\nvoid sweep(void)\n{\n    go();\n}\n"), [])

    def test_comment_of_the_declaration(self):
        self.assertEqual(len(faults(a_h="/* Makes one. The caller is IN_VM,\n * and may wait. */\nvoid make(int x);\n", a_c="void make(int x)\n{\n    go();\n}\n")), 1)
        self.assertEqual(len(faults(a_h="void make(int x); /* world stopped */\n", a_c="void make(int x)\n{\n    go();\n}\n")), 1)

    def test_comment_of_another_declaration(self):
        self.assertEqual(faults(a_h="void make(int x); /* world stopped */\nvoid other(int x);\n", a_c="void other(int x)\n{\n    go();\n}\n"), [])

    def test_static_function_of_the_same_name_is_another(self):
        self.assertEqual(faults(a_h="/* World stopped. */\nvoid make(int x);\n", b_c="static void make(int x)\n{\n    go();\n}\n"), [])

    def test_what_does_not_happen_is_no_contract(self):
        self.assertEqual(faults(a_c="/* Looks. Takes no lock, may not collect. */\nvoid look(void)\n{\n    go();\n}\n"), [])

    def test_excuses(self):
        text = "static void put_locked(int x)\n{\n    go();\n}\n"
        self.assertEqual(faults({("src/a.c", "put_locked"): "It is about something else."}, a_c=text), [])
        self.assertIn("no reason given", faults({("src/a.c", "put_locked"): ""}, a_c=text)[0])
        self.assertIn("no such function", faults({("src/a.c", "gone"): "It was there."}, a_c="")[0])
        self.assertIn("does assert", faults({("src/a.c", "put_locked"): "Why?"}, a_c=text.replace("go", "VM_ASSERT"))[0])


if __name__ == "__main__":
    unittest.main()
