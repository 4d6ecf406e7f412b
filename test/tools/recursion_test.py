"""tools/recursion.py finds cycles through calls, members of structs, parameters and locals, and leaves out what asks for the C stack and what jumps."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import recursion  # noqa: E402

STACK_CHECK = """
define internal zeroext i1 @stack_check(ptr noundef %0) {
  ret i1 true
}
"""


def function(name, *lines, parameters="i32 noundef %0"):
    return f"define i32 @{name}({parameters}) {{\n" + "".join(f"  {line}\n" for line in lines) + "  ret i32 0\n}\n"


def call(name):
    return f"%9 = call i32 @{name}(i32 noundef 1)"


class Cycles(unittest.TestCase):
    def cycles(self, *texts, cut_checked=True):
        graph = recursion.Graph([(os.path.join(ROOT, "src", "a.c"), "\n".join(texts))])
        return graph.cycles(graph.checked() if cut_checked else set())

    def test_calls(self):
        self.assertEqual(self.cycles(function("even", call("odd")), function("odd", call("even")), function("main", call("even"))), [["even", "odd"]])

    def test_itself(self):
        self.assertEqual(self.cycles(function("deep", call("deep"))), [["deep"]])

    def test_who_asks_ends_it(self):
        asks = function("odd", "%8 = call zeroext i1 @stack_check(ptr noundef null)", call("even"))
        text = STACK_CHECK + function("even", call("odd")) + asks
        self.assertEqual(self.cycles(text), [])
        self.assertEqual(self.cycles(text, cut_checked=False), [["even", "odd"]])

    def test_jumps_take_no_stack(self):
        self.assertEqual(self.cycles(function("a", "%9 = musttail call i32 @a(i32 noundef 1)")), [])

    def test_member(self):
        text = ("@table = global %struct.hooks { i32 1, ptr @back }\n" +
                function("go", "%2 = load ptr, ptr getelementptr inbounds (%struct.hooks, ptr @table, i32 0, i32 1), align 8", "%3 = call i32 %2(i32 noundef 1)") +
                function("back", call("go")) + function("other", call("go")))
        self.assertEqual(self.cycles(text), [["back", "go"]])

    def test_parameter(self):
        walk = function("walk", "%2 = alloca ptr, align 8", "store ptr %0, ptr %2, align 8", "%3 = load ptr, ptr %2, align 8", "%4 = call i32 %3(i32 noundef 1)",
                        parameters="ptr noundef %0")
        self.assertEqual(self.cycles(walk, function("visit", "%9 = call i32 @walk(ptr noundef @visit)")), [["visit", "walk"]])
        self.assertEqual(self.cycles(walk, function("visit", call("main")), function("main", "%9 = call i32 @walk(ptr noundef @visit)")), [["main", "visit", "walk"]])

    def test_argument_of_a_call_through_a_pointer(self):
        text = ("@vm = global %struct.vm { ptr @each }\n" +
                function("each", "%2 = alloca ptr, align 8", "store ptr %0, ptr %2, align 8", "%3 = load ptr, ptr %2, align 8", "%4 = call i32 %3(i32 noundef 1)", parameters="ptr noundef %0") +
                function("one", "%2 = load ptr, ptr getelementptr inbounds (%struct.vm, ptr @vm, i32 0, i32 0), align 8", "%3 = call i32 %2(ptr noundef @one)"))
        self.assertEqual(self.cycles(text), [["each", "one"]])


if __name__ == "__main__":
    unittest.main()
