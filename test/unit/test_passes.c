/* The optimizer's passes, one at a time: graph in, pass, graph out. The cases are in test/opt; a file begins with what
 * it is about, then has
 *
 *     case NAME
 *     pass NAME…           one or more passes; or `verify`: what is wrong with the graph is the output
 *     class …, field …     (opt_reader.h)
 *     graph
 *     …                    as opt_text.c writes it
 *     gives
 *     …                    the same of what comes out
 *
 * The graph is verified before and after each pass. ARGUS_UPDATE=1 in the environment writes the outputs anew: then
 * read them. */
#include "exec/opt/pass/opt_pass.h"
#include "model/options.h"
#include "opt_reader.h"

#include <dirent.h>

struct pass {
    const char *name;
    bool (*run)(struct opt_graph *g);
};
static const struct pass passes[] = {
#define PASS(name, why) { #name, opt_##name },
    OPT_PASSES(PASS)
#undef PASS
};
static bool no_pass(struct opt_graph *g) { return g == NULL; }
static bool loops_done(struct opt_graph *g) { return g->loops_done = true; }
static const struct pass *pass_named(const char *name)
{
    static const struct pass same = { "same", no_pass }, done = { "loops_done", loops_done };
    for (u32 i = 0; i < ARRAY_LEN(passes); i++)
        if (!strcmp(passes[i].name, name)) return &passes[i];
    if (!strcmp(name, "same")) return &same;
    if (!strcmp(name, "loops_done")) return &done;
    fail_msg("no pass %s", name);
    return NULL;
}

/* ---- one case ---- */
static char *run_case(const char *what, char *names, struct reader *r)
{
    struct opt_graph *g = r->g;
    char text[512], *out = NULL;
    size_t size;
    bool verify = !strcmp(names, "verify");
    if (!verify) opt_analyze(g);
    if (!opt_verify(g, text, sizeof text)) {
        if (!verify) fail_msg("%s: the input: %s", what, text);
        if (asprintf(&out, "%s\n", text) < 0) abort();
        return out;
    }
    if (verify) return strdup("sound\n");
    for (char *save, *name = strtok_r(names, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
        size_t used = g->arena.used;
        bool changed = pass_named(name)->run(g);
        opt_scratch_end(g); /* verifying and writing below need nothing of it */
        /* a pass that changes nothing leaves an order of the blocks at most, and fields of objects that it looked at */
        size_t most = 4u * g->order_count + (strcmp(name, "escape") ? 64 : 1024);
        if (!changed && g->arena.used - used > most)
            fail_msg("%s: %s changed nothing and took %zu bytes for good", what, name, g->arena.used - used);
        if (!opt_verify(g, text, sizeof text)) fail_msg("%s: after %s: %s", what, name, text);
    }
    FILE *f = open_memstream(&out, &size);
    opt_write(g, f);
    fclose(f);
    return out;
}

/* ---- files ---- */
struct text {
    char *bytes;
    size_t count, room;
};
static void put(struct text *t, const char *s)
{
    size_t n = strlen(s);
    if (t->count + n + 1 > t->room) t->bytes = realloc(t->bytes, t->room = 2 * (t->count + n + 1));
    memcpy(t->bytes + t->count, s, n + 1);
    t->count += n;
}
/* Runs the cases of the file. Gives how many; `all`: the file with what they really give. */
static u32 run_file(const char *path, const char *name, struct text *all, u32 *wrong)
{
    static struct reader r;
    static struct opt_graph g;
    char line[2048], what[256] = "", names[256] = "";
    struct text wanted = { 0 };
    enum { HEAD, GRAPH, GIVES } part = HEAD;
    u32 count = 0, block = 0, number = 0;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, f) != NULL;
        line[strcspn(line, "\n")] = 0;
        number++;
        if (part == GIVES && (!more || !line[0])) {
            char *given = run_case(what, names, &r);
            const char *old = wanted.count ? wanted.bytes : "";
            if (strcmp(given, old)) {
                if (!getenv("ARGUS_UPDATE")) print_message("%s gives:\n%sinstead of:\n%s", what, given, old);
                ++*wrong;
            }
            put(all, given);
            free(given);
            arena_destroy(&g.scratch);
            arena_destroy(&g.arena);
            wanted.count = 0;
            part = HEAD;
            count++;
        }
        if (!more) break;
        if (part != GIVES) {
            put(all, line);
            put(all, "\n");
        } else {
            put(&wanted, line);
            put(&wanted, "\n");
            continue;
        }
        if (!line[0] || line[0] == '#') continue;
        if (!strncmp(line, "case ", 5)) {
            snprintf(what, sizeof what, "%s: %s", name, line + 5);
            reader_begin(&r, &g);
            block = 0;
        } else if (!strncmp(line, "pass ", 5))
            snprintf(names, sizeof names, "%s", line + 5);
        else if (!strcmp(line, "graph"))
            part = GRAPH;
        else if (!strcmp(line, "gives"))
            part = GIVES;
        else {
            r.line_number = number;
            reader_line(&r, line, &block);
        }
    }
    fclose(f);
    free(wanted.bytes);
    return count;
}

static struct class byte_class, byte_array;
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void passes_give_what_their_files_say(void **state)
{
    char path[512], *names[256];
    u32 files = 0, cases = 0, wrong = 0;
    class_primitive['B'] = &byte_class;
    atomic_store(&byte_class.array, &byte_array);
    DIR *d = opendir(ARGUS_SOURCE_DIR "/test/opt");
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (strstr(e->d_name, ".txt") && files < ARRAY_LEN(names)) names[files++] = strdup(e->d_name);
    closedir(d);
    qsort(names, files, sizeof *names, by_name);
    for (u32 i = 0; i < files; i++) {
        struct text all = { 0 };
        u32 was = wrong;
        snprintf(path, sizeof path, ARGUS_SOURCE_DIR "/test/opt/%s", names[i]);
        cases += run_file(path, names[i], &all, &wrong);
        if (wrong > was && getenv("ARGUS_UPDATE")) {
            FILE *f = fopen(path, "w");
            assert_non_null(f);
            fputs(all.bytes, f);
            fclose(f);
        }
        free(all.bytes);
        free(names[i]);
    }
    print_message("%u cases in %u files\n", cases, files);
    assert_true(cases >= 100);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(passes_give_what_their_files_say) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
