"""Tests of tools/gen_ti.py: how parameters are read, what is checked in which order, which cases are made."""
import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "tools", "gen"))
import gen_ti  # noqa: E402
import ti_model  # noqa: E402
import ti_negative  # noqa: E402
import ti_observe  # noqa: E402

MODEL = ti_model.Model()


def function(name):
    return next(f for f in MODEL.functions if f.name == name)


class Tables(unittest.TestCase):
    def test_counts_are_the_specifications(self):
        self.assertEqual(len(MODEL.functions), 148)
        self.assertEqual(len(MODEL.events), 32)
        self.assertEqual(len(MODEL.capabilities), 44)

    def test_capabilities_that_are_required_exist(self):
        known = {c["name"] for c in MODEL.capabilities}
        for f in MODEL.functions:
            self.assertLessEqual(set(f.capabilities), known, f.name)

    def test_capabilities_and_functions_agree_both_ways(self):
        for c in MODEL.capabilities:
            for name in filter(None, c["functions_requiring"].split(",")):
                if name != "GenerateEvents":
                    self.assertIn(c["name"], function(name).capabilities)

    def test_slots_are_unique(self):
        numbers = [f.num for f in MODEL.functions]
        self.assertEqual(len(set(numbers)), len(numbers))

    def test_every_enum_parameter_has_values(self):
        for f in MODEL.functions:
            for p in f.params:
                if p.enum:
                    self.assertTrue(MODEL.enums[p.enum], p.enum)


class Names(unittest.TestCase):
    def test_snake(self):
        for name, want in (("SetJNIFunctionTable", "set_jni_function_table"), ("GetJLocationFormat", "get_j_location_format"),
                           ("VMObjectAlloc", "vm_object_alloc"), ("GetTag", "get_tag")):
            self.assertEqual(ti_model.snake(name), want)


class Parameters(unittest.TestCase):
    def test_c_types(self):
        for text, want in (("p:outptr(jint)", "jint *"), ("p:inbuf(char)", "const char *"), ("p:allocbuf[outcount=n](uchar)", "unsigned char **"),
                           ("p:allocallocbuf[outcount=n](char)", "char ***"), ("d:jframeID[thread=t]", "jint"), ("f:enum jvmtiEvent", "jvmtiEvent"),
                           ("p:outptr(enum jvmtiPhase)", "jvmtiPhase *"), ("x:ptrtype(jobject)?", "jobject"), ("n:jint[min=0]", "jint")):
            self.assertEqual(ti_model.Param(text).c_type, want, text)

    def test_what_null_answers(self):
        for text, want in (("p:outptr(jint)", "NULL_POINTER"), ("t:jthread", "INVALID_THREAD"), ("t:jthread[null=current]", None), ("c:jclass", "INVALID_CLASS"),
                           ("o:jobject", "INVALID_OBJECT"), ("o:jobject[null=pointer]", "NULL_POINTER"), ("v:jobject?", None), ("module:ptrtype(jobject)", "NULL_POINTER"), ("m:jrawMonitorID", "INVALID_MONITOR"),
                           ("n:jint", None)):
            self.assertEqual(ti_model.Param(text).null_error, want, text)

    def test_a_class_that_the_method_implies_is_not_passed(self):
        self.assertEqual([p.name for p in function("GetMethodModifiers").params], ["method", "modifiers_ptr"])

    def test_unreadable_text_is_an_error(self):
        with self.assertRaises(ValueError):
            ti_model.Param("x:outptr(jint")


class Wrappers(unittest.TestCase):
    def order(self, name, *parts):
        text = gen_ti.wrapper(function(name))
        body = text[text.index("{"):]
        places = [body.find(part) for part in parts]
        self.assertNotIn(-1, places, f"{name}: {list(zip(parts, places))}\n{body}")
        self.assertEqual(places, sorted(places), name)

    def test_checks_come_in_the_specified_order(self):
        self.order("SuspendThread", "ti_env_refused", "WRONG_PHASE", "UNATTACHED_THREAD", "MUST_POSSESS_CAPABILITY", "ti_enter", "ti_check_thread", "ti_suspend_thread(env")

    def test_parameters_are_checked_from_left_to_right(self):
        self.order("GetStackTrace", "ti_check_thread", "max_frame_count < 0", "!frame_buffer", "!count_ptr")
        self.order("GetFrameLocation", "ti_check_thread", "depth < 0", "!method_ptr", "!location_ptr")

    def test_objects_are_looked_at_behind_pointers(self):
        self.order("GetTag", "!tag_ptr", "ti_check_object")
        self.order("SetEventNotificationMode", "ti_check_thread", "ti_enum_jvmtiEvent(", "ti_enum_jvmtiEventMode(")

    def test_what_is_no_environment_counts_behind_phase_and_thread(self):
        self.assertIn("ti_env_refused(TI_IN_LIVE, TI_BY_ENTERING)", gen_ti.wrapper(function("SuspendThread")))
        self.assertIn("ti_env_refused(~0u, TI_BY_ANY)", gen_ti.wrapper(function("GetPhase")))

    def test_native_methods_are_refused_where_the_table_says_so(self):
        self.assertIn("NATIVE_METHOD", gen_ti.wrapper(function("GetMaxLocals")))
        self.assertNotIn("NATIVE_METHOD", gen_ti.wrapper(function("GetMethodName")))

    def test_callback_safe_functions_do_not_enter_the_vm(self):
        for name in ("Allocate", "RawMonitorEnter", "SetEnvironmentLocalStorage", "GetTime"):
            self.assertNotIn("ti_enter", gen_ti.wrapper(function(name)), name)

    def test_what_was_entered_is_left(self):
        for f in MODEL.functions:
            text = gen_ti.wrapper(f)
            self.assertEqual(text.count("ti_enter(self)"), text.count("ti_leave(self, pending)"), f.name)
            self.assertFalse(re.search(r"ti_enter\(self\).*\breturn JVMTI", text, re.S), f.name)

    def test_reserved_slots_stay_empty(self):
        text = gen_ti.entry(MODEL)
        self.assertEqual(len(re.findall(r"^    \.\w+ = entry_", text, re.M)), 148)


class Extensions(unittest.TestCase):
    def test_checks_are_those_of_all_functions(self):
        for f in MODEL.extensions:
            text = gen_ti.wrapper(f)
            self.assertIn("ti_env_refused(", text, f.name)
            if f.phase != "any":
                self.assertIn("JVMTI_ERROR_WRONG_PHASE", text, f.name)
                self.assertIn("JVMTI_ERROR_UNATTACHED_THREAD", text, f.name)
                names = {c.name for c in ti_negative.cases(f)}
                self.assertLessEqual({"wrong phase", "thread not attached"}, names, f.name)

    def test_arguments_come_as_c_promotes_them(self):
        text = gen_ti.wrapper(next(f for f in MODEL.extensions if f.name == "DumpHeap"))
        self.assertIn("jboolean only_live = (jboolean)va_arg(va, int);", text)
        self.assertIn("jlong *size_ptr = va_arg(va, jlong *);", text)

    def test_what_signal_handlers_call_is_not_watched(self):
        self.assertNotIn("ti_extension_observed_get_async_stack_trace", ti_observe.source(MODEL, ""))

    def test_numbers_do_not_meet_those_of_the_specification(self):
        numbers = [f.num for f in MODEL.functions + MODEL.extensions]
        self.assertEqual(len(set(numbers)), len(numbers))

    def test_each_id_is_listed_once(self):
        text = gen_ti.ti_extensions.source(MODEL, "")
        for f in MODEL.extensions:
            for i in f.ids:
                self.assertEqual(text.count(f'"{i}"'), 1, i)


class EventPoints(unittest.TestCase):
    def test_each_event_has_a_point_and_a_hook_or_neither(self):
        for e in MODEL.events:
            self.assertEqual(bool(e.point), bool(e.hook), e.name)
        self.assertEqual({e.name for e in MODEL.events if not e.point}, {"VMInit", "VMDeath", "VMStart"})

    def test_points_and_posters_are_bound_once(self):
        text = gen_ti.hooks_c(MODEL)
        self.assertIn("hooks.method_entry = ti_post_method_entry;", text)
        self.assertEqual(len(re.findall(r"^    hooks\.", text, re.M)), 31)

    def test_sources_of_every_room_are_read(self):
        self.assertEqual(gen_ti.todo(MODEL), [])


class Negative(unittest.TestCase):
    def cases(self, name):
        return {c.name: c for c in ti_negative.cases(function(name))}

    def test_each_function_has_a_wrong_phase_unless_all_are_right(self):
        for f in MODEL.functions:
            self.assertEqual("wrong phase" in self.cases(f.name), f.phase != "any", f.name)

    def test_cases_follow_the_parameters(self):
        c = self.cases("GetFrameLocation")
        self.assertEqual(c["depth negative"].expect, "ILLEGAL_ARGUMENT")
        self.assertEqual(c["thread a String"].expect, "INVALID_THREAD")
        self.assertEqual(c["method_ptr NULL"].expect, "NULL_POINTER")
        self.assertNotIn("thread NULL", c)

    def test_two_wrong_at_once(self):
        c = self.cases("GetTag")
        self.assertEqual(c["object NULL, tag_ptr NULL"].expect, "NULL_POINTER")
        self.assertEqual(self.cases("GetFrameLocation")["thread a String, method_ptr NULL"].expect, "INVALID_THREAD")

    def test_thunk_calls_through_the_good_environment(self):
        text = ti_negative.header(MODEL)
        self.assertIn("(*t->ti)->GetPhase((jvmtiEnv *)t->fake, ", text)


class Observing(unittest.TestCase):
    def describe(self, name, parameter):
        f = function(name)
        return ti_observe.describe(name, f.params, f.param(parameter))

    def test_ways_and_kinds(self):
        for name, parameter, want in (
                ("GetTag", "object", ("OBJECT", "VALUE", None, None)), ("GetTag", "tag_ptr", ("LONG", "OUT", None, None)),
                ("GetClassMethods", "methods_ptr", ("METHOD", "ALLOCATED", "method_count_ptr", None)),
                ("GetSystemProperties", "property_ptr", ("STRING", "ALLOCATED2", "count_ptr", None)),
                ("GetStackTrace", "frame_buffer", ("FRAME", "OUT", "count_ptr", None)), ("GetAllStackTraces", "stack_info_ptr", ("STACK", "ALLOCATED", "thread_count_ptr", None)),
                ("SuspendThreadList", "results", ("ERROR", "OUT", "request_count", None)), ("GetThreadState", "thread_state_ptr", ("BITS", "OUT", None, "jvmtiThreadState")),
                ("SetEventNotificationMode", "event_type", ("ENUM", "VALUE", None, "jvmtiEvent")), ("Allocate", "mem_ptr", ("BYTES", "ALLOCATED", "size", None)),
                ("Deallocate", "mem", ("POINTER", "VALUE", None, None)), ("RunAgentThread", "proc", ("FUNCTION", "VALUE", None, None)),
                ("GetEnvironmentLocalStorage", "data_ptr", ("POINTER", "OUT", None, None)), ("SetNativeMethodPrefixes", "prefixes", ("STRING", "IN", "prefix_count", None))):
            self.assertEqual(self.describe(name, parameter), want, f"{name} {parameter}")

    def test_everything_that_is_allocated_is_known_to_be(self):
        for f in MODEL.functions:
            for p in f.params:
                if p.kind.startswith("alloc"):
                    self.assertTrue(ti_observe.describe(f.name, f.params, p)[1].startswith("ALLOCATED"), f"{f.name} {p.name}")

    def test_a_wrapper_and_a_shape_for_each(self):
        text, shapes = ti_observe.source(MODEL, ""), ti_observe.shapes_c(MODEL, "")
        for f in MODEL.functions:
            self.assertIn(f".{f.name} = observed_{f.snake},", text)
            self.assertEqual(len(re.findall(rf'{{ "{f.name}", {f.num}, false', shapes)), 1)
        for e in MODEL.events:
            self.assertIn(f".{e.name} = observed_event_{e.snake},", text)

    def test_names_of_enumerations_lose_what_they_share(self):
        self.assertIn((1, "ALIVE"), ti_observe.short_names(MODEL, "jvmtiThreadState"))
        self.assertIn((62, "Breakpoint"), ti_observe.short_names(MODEL, "jvmtiEvent"))


if __name__ == "__main__":
    unittest.main()
