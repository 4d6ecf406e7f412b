/* The language of probes: what is taken and how it is shown again, what is refused and with which words, and a great
 * many damaged texts, which do nothing but answer. */
#include "probe/probe_text.h"
#include "unit.h"

static char *shown(const char *text, size_t size, struct probe_error *e)
{
    struct probe_program *p = probe_parse(text, size, e);
    if (!p) return NULL;
    struct text t;
    text_init(&t, NULL, 0);
    probe_print(p, &t);
    char *out = vm_strdup(text_string(&t));
    text_free(&t);
    probe_free(p);
    return out;
}

static void taken(const char *text, const char *full)
{
    struct probe_error e = { 0 };
    char *once = shown(text, strlen(text), &e);
    if (!once) fail_msg("%s: line %u, column %u: %s", text, e.line, e.column, e.message);
    assert_string_equal(once, full);
    char *twice = shown(once, strlen(once), &e);
    if (!twice) fail_msg("%s: line %u, column %u: %s", once, e.line, e.column, e.message);
    assert_string_equal(twice, full);
    free(once);
    free(twice);
}

static void texts_that_are_taken(void **state)
{
    taken("method:a.B.c:entry{@=count()}", "method:a.B.c:entry { @ = count() }\n");
    taken("method:com.acme.Cart.total:entry /arg0 > 100/ { @n[class(this)] = count(); }",
          "method:com.acme.Cart.total:entry /arg0 > 100/ { @n[class(this)] = count() }\n");
    taken("later loader( 12 )method:a.B.c:entry,loader(3)alloc:a.* { @ = count() }",
          "later loader(12) method:a.B.c:entry, loader(3) alloc:a.* { @ = count() }\n");
    taken("method:A.m:entry /tag( arg0 ) == 0/ { @[tag(arg1,2)] = count() }",
          "method:A.m:entry /tag(arg0) == 0/ { @[tag(arg1, 2)] = count() }\n");
    taken("method:A.<init>(ILjava/lang/String;)V:return { @us = hist(elapsed / 1000) }",
          "method:A.<init>(ILjava/lang/String;)V:return { @us = hist(elapsed / 1000) }\n");
    taken("line:com.acme.Cart:120 { @[local(\"n\")] = count(); print(local(2), this.owner.name) }",
          "line:com.acme.Cart:120 { @[local(\"n\")] = count(); print(local(2), this.owner.name) }\n");
    taken("field:a.B.items:write,field:a.B.items:read { @[stack(8), tid] = count() }",
          "field:a.B.items:write, field:a.B.items:read { @[stack(8), tid] = count() }\n");
    taken("alloc:com.acme.* { @b[class] = sum(size); } later throw:a.B+ { @[stack()] = count() }",
          "alloc:com.acme.* { @b[class] = sum(size) }\nlater throw:a.B+ { @[stack(16)] = count() }\n");
    taken("interval:ms:2000 { print(@n); clear(@n); exit() } # a remark\nbegin { @n = count() } // another",
          "interval:s:2 { print(@n); clear(@n); exit() }\nbegin { @n = count() }\n");
    taken("bci:A.m(I)J:12 /(local(0) + 1) * 2 - -3 == 4 && !(this.a[1].length >> 2 > 0x10)/ { @x = lhist(nsecs, -5, "
          "10, 3) }",
          "bci:A.m(I)J:12 /(local(0) + 1) * 2 - -3 == 4 && !(this.a[1].length >> 2 > 16)/ { @x = lhist(nsecs, -5, 10, "
          "3) }\n");
    taken("method:A.m:entry /(arg0 / 2) / arg1 == 1 - (2 - 3)/ {printf(\"%-5d %s\\n\", arg0, str(this, 9))}",
          "method:A.m:entry /arg0 / 2 / arg1 == 1 - (2 - 3)/ { printf(\"%-5d %s\\n\", arg0, str(this, 9)) }\n");
    taken("method:A.m:entry { @t = nsecs } method:A.m:return /@t != 0 & 1/ { @d = avg(nsecs - @t) }",
          "method:A.m:entry { @t = nsecs }\nmethod:A.m:return /@t != 0 & 1/ { @d = avg(nsecs - @t) }\n");
    taken("gc:full{@=max(elapsed)}gc:young{print(\"\xc3\xa9\\\\\")}",
          "gc:full { @ = max(elapsed) }\ngc:young { print(\"\xc3\xa9\\\\\") }\n");
    taken("method:A.m:entry /class == \"a.B\" || arg0 == null || 0.5 < arg1/ { @ = min(0xffffffffffffffff) }",
          "method:A.m:entry /class == \"a.B\" || arg0 == null || 0.50000000000000000 < arg1/ { @ = "
          "min(0xffffffffffffffff) }\n");
}

#define E "method:A.m:entry "
static const struct {
    const char *text;
    u32 line, column;
    const char *message;
} refused[] = {
    { "", 1, 1, "the text has no rule" },
    { " # only a remark", 1, 17, "the text has no rule" },
    { "\xc3\x28", 1, 1, "the text is not UTF-8 here" },
    { "begin { print(\"\xc3\xa9\xed\xa0\x80\") }", 1, 17, "the text is not UTF-8 here" },
    { "{}", 1, 1, "a place is wanted, not '{'" },
    { "nothing:A { exit() }", 1, 1, "a place (method, line, bci, field, alloc, throw, …) is wanted, not 'nothing'" },
    { "method { exit() }", 1, 7, "a colon and CLASS.METHOD are wanted, not ' '" },
    { "method:A { exit() }", 1, 8, "CLASS.METHOD is wanted" },
    { "method:A.m { exit() }", 1, 11, "a colon and entry, return or throw are wanted, not ' '" },
    { "method:A.m:exit { exit() }", 1, 12, "entry, return or throw is wanted, not 'exit'" },
    { "method:a/A.m:entry { exit() }", 1, 8, "CLASS.METHOD is wanted" },
    { "method:A.m(I:entry { exit() }", 1, 11, "the descriptor has no ')'" },
    { "field:A.f(I)V:read { exit() }", 1, 10, "a field has no descriptor here" },
    { "field:A.f:entry { exit() }", 1, 11, "read or write is wanted, not 'entry'" },
    { "alloc: { exit() }", 1, 7, "a class is wanted after the colon" },
    { "alloc:+ { exit() }", 1, 7, "the name of a class is wanted" },
    { "line:A:x { exit() }", 1, 8, "a line is wanted" },
    { "line:A:65536 { exit() }", 1, 8, "a line is at most 65535" },
    { "interval:h:1 { exit() }", 1, 10, "s or ms is wanted, not 'h'" },
    { "interval:ms:1 { exit() }", 1, 1, "an interval is 10 ms to a day" },
    { "interval:s:0 { exit() }", 1, 1, "an interval is 10 ms to a day" },
    { "begin", 1, 6, "',', a condition or '{' is wanted after the place, and the text ends" },
    { "begin exit()", 1, 7, "',', a condition or '{' is wanted after the place, not 'e'" },
    { "begin {", 1, 8, "an action is wanted (@name = …, print, printf, clear, exit), and the text ends" },
    { "begin { }", 1, 9, "a rule has at least one action" },
    { "begin { exit() exit() }", 1, 16, "';' is wanted between actions, not 'e'" },
    { "begin { x = 1 }", 1, 9, "an action is wanted (@name = …, print, printf, clear, exit), not 'x'" },
    { "begin { @x }", 1, 12, "'=' is wanted after the name, not '}'" },
    { "begin { @x = 1 + }", 1, 18, "a value is wanted, not '}'" },
    { "begin { @x[1, 2, 3, 4] = count() }", 1, 20, "at most 3 keys are allowed" },
    { "begin { @x = lhist(1, 5, 5, 1) }", 1, 21, "lhist wants low < high and 1 to 1000 steps" },
    { "begin { @x = lhist(1, 0, 5000, 1) }", 1, 21, "lhist wants low < high and 1 to 1000 steps" },
    { "begin { @x = count(1) }", 1, 20, "')' is wanted after the arguments, not '1'" },
    { "begin { @x = 1 + count() }", 1, 18, "count is what a name with @ is set to, not a value" },
    { "begin { @x = foo() }", 1, 14, "there is no function foo" },
    { "begin { @x = foo }", 1, 14, "there is no value foo" },
    { "begin { @x = 12a }", 1, 16, "a number ends in a letter" },
    { "begin { @x = 9223372036854775808 }", 1, 14, "a number is at most 9223372036854775807" },
    { "begin { print(\"abc) }", 1, 15, "the string does not end on its line" },
    { "begin { print(\"\\q\") }", 1, 16, "the escape is none of \\n, \\t, \\r, \\\" and \\\\" },
    { "begin { print() }", 1, 9, "print wants a value" },
    { "begin { printf(1) }", 1, 16, "printf wants a format in double quotes" },
    { "begin { printf(\"%d\") }", 1, 9, "the format wants more values than the 0 that are there" },
    { "begin { printf(\"%d\", 1, 2) }", 1, 9, "the format takes 1 of 2 values" },
    { "begin { printf(\"%n\", 1) }", 1, 9, "the format has a conversion that is none of %d, %u, %x, %f, %s and %%" },
    { "begin { printf(\"%d\", thread) }", 1, 22, "%d wants a number, not a string" },
    { "begin { clear(1) }", 1, 15, "clear wants a name with @" },
    { "begin { clear(@x) }", 1, 9, "@x is nothing" },
    { E "{ @x = count(); print(@x) }", 1, 34, "print of a name with @ is not there at method:A.m:entry" },
    { "begin { print(@x + 1) }", 1, 15, "@x is set to no value of a thread" },
    { "begin { @x[1] = 5 }", 1, 9, "a value of a thread has no keys" },
    { "begin { @x = count(); @x = sum(1) }", 1, 23, "@x is count elsewhere" },
    { "begin { @x[1] = count(); @x = count() }", 1, 26, "@x has 1 keys elsewhere" },
    { "begin { @x = lhist(1, 0, 9, 1); @x = lhist(1, 0, 9, 2) }", 1, 33, "@x is an lhist of other steps elsewhere" },
    { E "{ @x[this] = count() }", 1, 23, "an object is no key: class(x), str(x) and hash(x) are" },
    { E "{ @x = sum(this) }", 1, 29, "sum wants a number, not an object" },
    { E "{ @x = retval }", 1, 25, "retval is not there at method:A.m:entry" },
    { "method:A.m:return { print(arg0) }", 1, 27, "arg0 is not there at method:A.m:return" },
    { "begin { print(stack(4)) }", 1, 15, "a stack is not there at begin" },
    { "begin { print(local(1)) }", 1, 15, "a local variable is not there at begin" },
    { E "/this/ { exit() }", 1, 19, "a condition is a number, not an object" },
    { E "/thread.x == 1/ { exit() }", 1, 25, "a string has no fields" },
    { E "/tid[0]/ { exit() }", 1, 22, "a number has no elements" },
    { E "/arg0[0.5]/ { exit() }", 1, 23, "an index is a whole number, not a double" },
    { E "/this + 1/ { exit() }", 1, 24, "'+' wants numbers, not an object" },
    { E "/arg0 & 1.5/ { exit() }", 1, 24, "'&' wants whole numbers, not a double" },
    { E "/!this/ { exit() }", 1, 19, "'!' wants a number, not an object" },
    { E "/this == 1/ { exit() }", 1, 24, "an object and a number cannot be compared" },
    { E "/stack(3) == null/ { exit() }", 1, 28, "a stack and null cannot be compared" },
    { E "/arg0 / 0 == 1/ { exit() }", 1, 24, "the division is by zero" },
    { E "/class(1) == class/ { exit() }", 1, 19, "class(x) wants an object, not a number" },
    { E "/hash(tid) == 1/ { exit() }", 1, 19, "hash(x) wants an object or a string, not a number" },
    { E "{ @[stack(65)] = count() }", 1, 28, "a number of frames is at most 64" },
    { E "{ @[stack(0)] = count() }", 1, 22, "a stack of no frames says nothing" },
    { E "/this./ { exit() }", 1, 24, "the name of a field is wanted after the dot" },
    { E "\n/arg0 >\n  100 + \xc3\xa9x/ { exit() }", 3, 9, "there is no value \xc3\xa9x" },
    { E "/1 == (2/ { exit() }", 1, 28, "a value is wanted, not '{'" },
};

static void texts_that_are_refused(void **state)
{
    u32 wrong = 0;
    for (u32 i = 0; i < ARRAY_LEN(refused); i++) {
        struct probe_error e = { 0 };
        char *s = shown(refused[i].text, strlen(refused[i].text), &e);
        if (s) fail_msg("taken: %s", refused[i].text);
        if (e.line != refused[i].line || e.column != refused[i].column || strcmp(e.message, refused[i].message)) {
            wrong++;
            print_error("%s\n  gives %u:%u %s\n  not   %u:%u %s\n", refused[i].text, e.line, e.column, e.message,
                        refused[i].line, refused[i].column, refused[i].message);
        }
    }
    assert_int_equal(wrong, 0);
}

/* `head`, n times `again`, then `tail`. */
static void refused_many(const char *head, const char *again, u32 n, const char *tail, const char *message)
{
    struct probe_error e = { 0 };
    struct text t;
    text_init(&t, NULL, 0);
    text_add(&t, head);
    for (u32 i = 0; i < n; i++) text_add(&t, again);
    text_add(&t, tail);
    char *s = shown(t.p, t.len, &e);
    if (!message) {
        if (!s) fail_msg("refused: %u times %s: %s", n, again, e.message);
    } else {
        if (s) fail_msg("taken: %u times %s", n, again);
        assert_string_equal(e.message, message);
    }
    free(s);
    text_free(&t);
}

static void everything_has_an_end(void **state)
{
    refused_many("begin { @ = ", "1+", 31, "1 }", NULL);
    refused_many("begin { @ = ", "1+(2)+", 40, "1 }", "the expression has more than 64 parts");
    refused_many(E "/", "arg0.a[arg0.b]==1&&", 12, "1/ { exit() }", "the expression has more than 64 parts");
    refused_many("begin { @ = ", "-", 30, "1 }", "the expression is more than 24 deep");
    refused_many("begin { @ = ", "(", 12000, "1 }", "the expression is more than 24 deep");
    refused_many(E "{ print(this", ".a", 16, ") }", NULL);
    refused_many(E "{ print(this", ".a", 17, ") }", "more than 16 fields and elements follow each other");
    refused_many("begin { ", "exit();", 8, " }", NULL);
    refused_many("begin { ", "exit();", 9, " }", "a rule has at most 8 actions");
    refused_many("begin", ",begin", 15, "{ exit() }", NULL);
    refused_many("begin", ",begin", 16, "{ exit() }", "a rule has at most 16 places");
    refused_many("", "begin{exit()}", 64, "", NULL);
    refused_many("", "begin{exit()}", 65, "", "a text has at most 64 rules");
    refused_many("begin { print(1", ",1", 7, ") }", NULL);
    refused_many("begin { print(1", ",1", 8, ") }", "at most 8 values are printed");
    refused_many("begin { print(\"", "x", 255, "\") }", NULL);
    refused_many("begin { print(\"", "x", 256, "\") }", "the string has more than 255 bytes");
    refused_many("begin { @", "x", 256, " = 1 }", "the name has more than 255 bytes");
    refused_many("", " ", 1000000, "begin { exit() }", "the text has more than 16384 bytes");
    refused_many("begin { @ = 0.", "1", 70, " }", "the number has more than 63 digits");
    char many[64 * 32];
    u32 n = 0;
    for (u32 i = 0; i < 33; i++) n += (u32)snprintf(many + n, sizeof many - n, "begin { @m%u = 1 } ", i);
    refused_many(many, "", 0, "", "the text has more than 32 names with @");
}

static void patterns(void **state)
{
    assert_true(probe_matches("*", ""));
    assert_true(probe_matches("a.*.c", "a.b.b.c"));
    assert_true(probe_matches("*a*a*", "xaya"));
    assert_false(probe_matches("*a*a*", "xay"));
    assert_false(probe_matches("a", "ab"));
    assert_true(probe_matches("ab**", "ab"));
}

/* PROBE_FUZZ in the environment: how many (./x fuzz probes). What is taken is taken again as it is shown. */
static void damaged_texts(void **state)
{
    static const char *const words[] = { "method:A.m:entry",
                                         "begin",
                                         "{",
                                         "}",
                                         "(",
                                         ")",
                                         "[",
                                         "]",
                                         "/",
                                         ";",
                                         ",",
                                         "@x",
                                         "=",
                                         "count()",
                                         "hist(",
                                         "print(",
                                         "printf(\"%d\",",
                                         "arg0",
                                         "this",
                                         ".a",
                                         "stack(3)",
                                         "+",
                                         "-",
                                         "*",
                                         "<<",
                                         "&&",
                                         "==",
                                         "0",
                                         "17",
                                         "1.5",
                                         "\"s\"",
                                         "line:A:3",
                                         "field:A.f:write",
                                         "later ",
                                         "class(",
                                         "str(",
                                         "local(",
                                         "\n",
                                         " ",
                                         "null",
                                         "@",
                                         "interval:s:1",
                                         "!",
                                         "\xc3\xa9",
                                         "\xff",
                                         "0x",
                                         "lhist(tid,0,9,1)",
                                         "exit()",
                                         "clear(@x)",
                                         "value" };
    const char *e = getenv("PROBE_FUZZ"), *first = getenv("PROBE_SEED");
    u64 count = e ? strtoull(e, NULL, 0) : 100000, random = first ? strtoull(first, NULL, 0) : 1;
    u64 ok = 0;
    for (u64 i = 0; i < count; i++) {
        char text[600];
        u32 n = 0;
        if (i % 2) {
            u64 r = hash_u64(++random);
            const char *from = r % 2 ? refused[r / 2 % ARRAY_LEN(refused)].text
                                     : E "/arg0.a[2] > 3 && tid != 1/ { @x[class(this), 3] = avg(arg1 / 2); "
                                         "print(this.b, stack(3)); @y = tid }";
            n = (u32)snprintf(text, sizeof text, "%s", from);
            for (u32 k = (u32)(r >> 20) % 4; n && k; k--) {
                u64 d = hash_u64(++random);
                u32 at = (u32)(d >> 8) % n;
                if (d % 3 == 0)
                    text[at] = (char)(d >> 40);
                else if (d % 3 == 1)
                    memmove(text + at, text + at + 1, --n - at);
                else {
                    const char *w = words[(d >> 40) % ARRAY_LEN(words)];
                    u32 size = (u32)strlen(w);
                    if (n + size >= sizeof text) continue;
                    memmove(text + at + size, text + at, n - at);
                    memcpy(text + at, w, size);
                    n += size;
                }
            }
        } else
            for (u32 k = (u32)hash_u64(++random) % 24; k; k--) {
                const char *w = words[hash_u64(++random) % ARRAY_LEN(words)];
                if (n + strlen(w) >= sizeof text) break;
                memcpy(text + n, w, strlen(w));
                n += (u32)strlen(w);
            }
        char *exact = malloc(n ? n : 1); /* the sanitizer knows its end */
        memcpy(exact, text, n);
        struct probe_error error = { 0 };
        char *once = shown(exact, n, &error);
        if (!once) {
            assert_true(error.line && error.column && error.message[0]);
        } else {
            ok++;
            char *twice = shown(once, strlen(once), &error);
            if (!twice || strcmp(once, twice))
                fail_msg("%.*s\n is shown as %s\n and then as %s (%s)", (int)n, text, once, twice, error.message);
            free(twice);
        }
        free(once);
        free(exact);
    }
    if (e) printf("%lu texts, %lu taken\n", count, ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_are_taken),  cmocka_unit_test(texts_that_are_refused),
        cmocka_unit_test(everything_has_an_end), cmocka_unit_test(patterns),
        cmocka_unit_test(damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
