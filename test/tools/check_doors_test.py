"""Tests of tools/check_doors.py and of the column `uses` for tools/check_layers.py, on made-up headers."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import check_doors  # noqa: E402
import check_layers  # noqa: E402

THREAD = """
#define POLL_ALL 7
enum poll { POLL_STOP = 1, POLL_STEP };
typedef u64 slot;
struct thread {
    struct thread *next, *last;
    u32 poll : 4, other;
    struct object *_Atomic waits_for;
    void (*hook)(struct thread *self, int how);
    char name[64]; /* for logs */
};
extern struct thread *first_thread, *main_thread;
struct thread *thread_self(void);
static inline bool thread_is_new(const struct thread *t) { return t->poll == 0; }
"""
TOOL = """
static inline u32 tool_poll(const struct thread *t) { return t->poll; }
struct tool_frame { i32 last; };
struct tool_frame tool_top(struct thread *t);
"""


def faults(text, tool=TOOL):
    doors = check_doors.Doors({"thread/thread.h": THREAD, "tool/tool.h": tool, "ti/x.c": text, "thread/t_int.h": "void secret(void);"},
                              lambda path: not path.startswith("thread/"))
    return [(line, name) for line, name, _ in doors.uses_in(text)]


class Declared(unittest.TestCase):
    def test_every_kind_is_found(self):
        names, functions, members, types = check_doors.declared(THREAD)
        self.assertEqual(names, {"POLL_ALL", "POLL_STOP", "POLL_STEP", "first_thread", "main_thread"})
        self.assertEqual(functions, {"thread_self", "thread_is_new"})
        self.assertEqual(members, {"next", "last", "poll", "other", "waits_for", "hook", "name"})
        self.assertEqual(types, {"slot"})


class Doors(unittest.TestCase):
    def test_handles_and_the_doors_are_allowed(self):
        self.assertEqual(faults("u32 f(struct thread *t) { slot s = 0; return tool_poll(t) + tool_top(t).last; }"), [])

    def test_a_call_is_a_fault_with_its_line(self):
        self.assertEqual(faults("void f(void)\n{\n    g(thread_self());\n}"), [(3, "thread_self")])

    def test_inline_functions_too(self):
        self.assertEqual(faults("bool f(struct thread *t) { return thread_is_new(t); }"), [(1, "thread_is_new")])

    def test_a_member_is_a_fault(self):
        self.assertEqual(faults("u32 f(struct thread *t) { return t->poll; }"), [(1, "poll")])

    def test_macros_constants_and_variables(self):
        self.assertEqual([name for _, name in faults("u32 f(void) { return POLL_ALL + POLL_STEP + (main_thread != 0); }")],
                         ["POLL_ALL", "POLL_STEP", "main_thread"])

    def test_an_address_taken_is_a_use(self):
        self.assertEqual(faults("void f(void) { g(thread_self); }"), [(1, "thread_self")])

    def test_words_in_comments_and_strings_are_none(self):
        self.assertEqual(faults('/* thread_self() */ const char *f(void) { return "POLL_ALL thread_self()"; }'), [])

    def test_what_an_open_header_declares_is_open(self):
        self.assertEqual(faults("void f(struct tool_frame *t) { t->last = 1; }"), [])

    def test_the_rooms_own_members_are_its_own(self):
        self.assertEqual(faults("struct mine { int name; }; int f(struct mine *m) { return m->name; }"), [])

    def test_private_headers_cannot_be_meant(self):
        self.assertEqual(faults("void f(void) { int secret = 1; g(secret); }"), [])

    def test_the_tree_is_clean_and_something_is_looked_at(self):
        build = os.environ.get("ARGUS_BUILD", os.path.join(check_doors.ROOT, "build"))
        self.assertEqual(list(check_doors.faults(check_doors.ROOT, build)), [])
        found = {name for _, _, name, _ in check_doors.uses_of(check_doors.ROOT, build, "jvmti", ["tool", "base", "os", "log"])}
        self.assertLessEqual({"hooks", "vm_phase", "redefine_check", "options"}, found)


class Includes(unittest.TestCase):
    LAYERS = {"base": 0, "thread": 1, "tool": 2, "ti": 3}
    USES = {"ti": ["base", "tool", "thread/events.h"]}

    def faults(self, header):
        return list(check_layers.faults_of("ti/x.c", f'#include "{header}"\n', self.LAYERS, lambda path: True, self.USES))

    def test_open_rooms_and_headers(self):
        for header in ("base/base.h", "tool/tool.h", "ti/own.h", "thread/events.h"):
            self.assertEqual(self.faults(header), [], header)

    def test_a_closed_room(self):
        self.assertIn("thread/thread.h is closed to ti", self.faults("thread/thread.h")[0])


if __name__ == "__main__":
    unittest.main()
