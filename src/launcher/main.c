/* The `argus` command. Its first word is a verb of the table (verb.h), or the first word of a java command. */
#include "launcher/verb.h"

#include <ctype.h>
#include <string.h>

/* Verbs are lower-case words without dots. Everything else is for java: options, files of options, classes, sources. */
static bool is_for_java(const char *word)
{
    return *word == '-' || *word == '@' || isupper((unsigned char)*word) || strpbrk(word, "./$_") != NULL;
}

int main(int argc, char **argv)
{
    struct words words;
    if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        help_print_all();
        return argc < 2 ? EXIT_WRONG : 0;
    }
    const struct verb *verb = verb_find(is_for_java(argv[1]) ? "run" : argv[1]);
    if (!verb) {
        const char *near = verb_nearest(argv[1]);
        if (near)
            complain("there is no verb %s; is it `argus %s`? A class of this name: argus run %s", argv[1], near,
                     argv[1]);
        else
            complain("there is no verb %s; `argus help` lists them. A class of this name: argus run %s", argv[1],
                     argv[1]);
        return EXIT_WRONG;
    }
    int skipped = is_for_java(argv[1]) ? 1 : 2, code = words_read(&words, verb, argc - skipped, argv + skipped);
    return code >= 0 ? code : verb->run(&words);
}
