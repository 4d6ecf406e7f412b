/* Prints the table of verbs as help, as a man page and for the completion of shells. */
#include "argus_version.h"
#include "jdk_release.h"
#include "launcher/verb.h"

#include <stdio.h>
#include <string.h>

static const char *const exit_codes[][2] = {
    { "0", "It is done." },
    { "1", "It could not be done. A line on standard error says why." },
    { "2", "The words make no sense: a verb, an option or a value that there is none of." },
    { "other", "The exit code of the program, for run and lens." },
};
enum { EXIT_CODES = sizeof exit_codes / sizeof *exit_codes };

static const char *const variables[][2] = {
    { "ARGUS_JDK", "The JDK " JDK_RELEASE_TEXT " to use. Nothing else is looked at." },
    { "JAVA_HOME", "The same, but passed over with a line if it is another version." },
};
enum { VARIABLES = sizeof variables / sizeof *variables };

static const char about[] = "Argus runs Java programs in a VM that is made to be looked at.";

static void print_usage(FILE *out, const struct verb *v)
{
    fprintf(out, "argus %s", v->name);
    if (v->options[0].name) fputs(" [OPTIONS]", out);
    if (*v->operands) fprintf(out, " %s", v->operands);
}

void help_print_all(void)
{
    printf("%s\n\nusage: argus VERB ...        argus [JAVA-OPTIONS] CLASS ... as java\n\n", about);
    for (const struct verb *v = verbs; v->name; v++) printf("  %-9s %s\n", v->name, v->about);
    puts("\n`argus VERB --help` has options and examples, `man argus` all of them.");
}

void help_print_verb(const struct verb *v)
{
    fputs("usage: ", stdout);
    print_usage(stdout, v);
    printf("\n\n%s\n", v->text);
    if (v->options[0].name) puts("\noptions (what holds without them in brackets):");
    for (int i = 0; i < VERB_OPTIONS && v->options[i].name; i++) {
        char left[40];
        snprintf(left, sizeof left, "%s %s", v->options[i].name, v->options[i].value ? v->options[i].value : "");
        printf("  %-16s %s\n", left, v->options[i].about);
    }
    puts("\nexamples:");
    for (int i = 0; i < VERB_EXAMPLES && v->examples[i].command; i++) {
        if (v->examples[i].about)
            printf("  %-50s %s\n", v->examples[i].command, v->examples[i].about);
        else
            printf("  %s\n", v->examples[i].command);
    }
}

/* Text for roff: hyphens stay hyphens, backslashes and leading dots lose their meaning. */
static void print_roff(const char *text)
{
    bool at_start = true;
    for (const char *p = text; *p; p++) {
        if (at_start && (*p == '.' || *p == '\'')) fputs("\\&", stdout);
        at_start = *p == '\n';
        if (*p == '-' || *p == '\\')
            printf("\\%s", *p == '-' ? "-" : "e");
        else
            putchar(*p);
    }
}

static void print_roff_line(const char *before, const char *text)
{
    fputs(before, stdout);
    print_roff(text);
    putchar('\n');
}

static void print_man_verb(const struct verb *v)
{
    print_roff_line(".SS ", v->name);
    printf(".nf\nargus %s", v->name);
    for (int i = 0; i < VERB_OPTIONS && v->options[i].name; i++) {
        fputs(" [", stdout);
        print_roff(v->options[i].name);
        if (v->options[i].value) printf(" %s", v->options[i].value);
        putchar(']');
    }
    if (*v->operands) putchar(' ');
    print_roff(v->operands);
    puts("\n.fi\n.PP");
    for (const char *p = v->text; *p;) { /* an empty line begins a paragraph */
        size_t n = strcspn(p, "\n");
        char line[160];
        snprintf(line, sizeof line, "%.*s", (int)n, p);
        print_roff_line("", *line ? line : "");
        p += n + (p[n] == '\n');
    }
    for (int i = 0; i < VERB_OPTIONS && v->options[i].name; i++) {
        fputs(".TP\n.B ", stdout);
        print_roff(v->options[i].name);
        if (v->options[i].value) printf(" \\fI%s\\fR", v->options[i].value);
        putchar('\n');
        print_roff_line("", v->options[i].about);
    }
    puts(".PP\nExamples:");
    for (int i = 0; i < VERB_EXAMPLES && v->examples[i].command; i++) {
        if (v->examples[i].about) {
            puts(".PP");
            print_roff_line("", v->examples[i].about);
        }
        puts(".PP\n.nf\n.RS");
        print_roff_line("", v->examples[i].command);
        puts(".RE\n.fi");
    }
}

static void print_man_list(const char *title, const char *const (*rows)[2], int count)
{
    printf(".SH %s\n", title);
    for (int i = 0; i < count; i++) {
        print_roff_line(".TP\n.B ", rows[i][0]);
        print_roff_line("", rows[i][1]);
    }
}

void help_print_man(void)
{
    printf(
        ".TH ARGUS 1 \"\" \"Argus " ARGUS_VERSION
        "\" \"User commands\"\n.SH NAME\nargus \\- run, watch and debug Java programs\n"
        ".SH SYNOPSIS\n.B argus\n.I VERB\n[\\fIOPTIONS\\fR] [\\fIWORDS\\fR]\n.br\n.B argus\n[\\fIJAVA\\-OPTIONS\\fR] "
        "\\fICLASS\\fR [\\fIWORDS\\fR]\n.SH DESCRIPTION\n");
    print_roff_line("", about);
    print_roff_line("", "It takes the place of libjvm.so in a JDK " JDK_RELEASE_TEXT ", which has to be there.");
    puts(".SH VERBS");
    for (const struct verb *v = verbs; v->name; v++) print_man_verb(v);
    print_man_list("EXIT STATUS", exit_codes, EXIT_CODES);
    print_man_list("ENVIRONMENT", variables, VARIABLES);
    puts(".SH SEE ALSO\n.BR java (1),\n.BR jcmd (1),\n.BR jdb (1)");
}

static void print_names(void)
{
    for (const struct verb *v = verbs; v->name; v++) printf("%s%s", v == verbs ? "" : " ", v->name);
}

/* ---- bash ---- */

static enum verb_completion completion_of_value(const struct verb_option *o)
{
    static const struct {
        const char *value;
        enum verb_completion completion;
    } known[] = { { "PID", COMPLETE_PID }, { "DIR", COMPLETE_FOLDER }, { "FILE", COMPLETE_FILE } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(o->value, known[i].value)) return known[i].completion;
    return COMPLETE_NOTHING;
}

/* A branch of the case "verb:before:place", see help_print_bash. */
static void print_bash_branch(const char *pattern, enum verb_completion completion)
{
    if (completion == COMPLETE_NOTHING) return;
    printf("    %s) _argus_fill ", pattern);
    switch (completion) {
    case COMPLETE_PID: fputs("-W \"$(argus ps --pids 2>/dev/null)\"", stdout); break;
    case COMPLETE_FOLDER: fputs("-d", stdout); break;
    case COMPLETE_VERB: fputs("-W \"$verbs\"", stdout); break;
    case COMPLETE_AGENT: fputs("-W agent", stdout); break;
    default: fputs("-f", stdout);
    }
    puts(" -- \"$word\" ;;");
}

static void print_bash_verb(const struct verb *v)
{
    char pattern[64];
    for (int i = 0; i < VERB_OPTIONS && v->options[i].name; i++) {
        if (!v->options[i].value) continue;
        snprintf(pattern, sizeof pattern, "%s:%s:*", v->name, v->options[i].name);
        enum verb_completion completion = completion_of_value(&v->options[i]);
        if (completion == COMPLETE_NOTHING)
            printf("    %s) ;;\n", pattern);
        else
            print_bash_branch(pattern, completion);
    }
    printf("    %s:*:option) _argus_fill -W \"--help", v->name);
    for (int i = 0; i < VERB_OPTIONS && v->options[i].name; i++) printf(" %s", v->options[i].name);
    puts("\" -- \"$word\" ;;");
    snprintf(pattern, sizeof pattern, "%s:*:1", v->name);
    print_bash_branch(pattern, v->completion[0]);
    snprintf(pattern, sizeof pattern, v->most < 0 ? "%s:*:*" : "%s:*:2", v->name);
    print_bash_branch(pattern, v->completion[1]);
}

/* The script finds out the verb, the word before the cursor (an option that waits for its value), and the place of the
 * word at the cursor: "option", or its number among the operands. */
void help_print_bash(void)
{
    puts("# bash completion for argus, printed by `argus help --bash`\n"
         "_argus_fill() { mapfile -t COMPREPLY < <(compgen \"$@\"); }\n"
         "_argus()\n"
         "{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} place=1 i");
    fputs("    local verbs=\"", stdout);
    print_names();
    fputs("\" valued=\"", stdout);
    for (const struct verb *v = verbs; v->name; v++)
        for (int i = 0; i < VERB_OPTIONS && v->options[i].name; i++)
            if (v->options[i].value) printf(" %s", v->options[i].name);
    puts(" \"\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "        _argus_fill -W \"$verbs\" -- \"$word\"\n"
         "        [ ${#COMPREPLY[@]} -gt 0 ] || _argus_fill -f -- \"$word\"\n"
         "        return\n"
         "    fi\n"
         "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
         "        case $valued in *\" ${COMP_WORDS[i]} \"*) i=$((i + 1)); continue ;; esac\n"
         "        case ${COMP_WORDS[i]} in -*) ;; *) place=$((place + 1)) ;; esac\n"
         "    done\n"
         "    case $word in -*) place=option ;; esac\n"
         "    case ${COMP_WORDS[1]}:$before:$place in");
    for (const struct verb *v = verbs; v->name; v++) print_bash_verb(v);
    puts("    *) case \" $verbs \" in *\" ${COMP_WORDS[1]} \"*) ;; *) _argus_fill -f -- \"$word\" ;; esac ;;\n"
         "    esac\n"
         "}\n"
         "complete -o filenames -F _argus argus");
}

/* ---- zsh ---- */

/* Text between single quotes in zsh, where [ ] : mark the parts of a specification. */
static void print_zsh(const char *text)
{
    for (const char *p = text; *p; p++) {
        if (strchr("[]:\\", *p)) putchar('\\');
        if (*p == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*p);
    }
}

static const char *zsh_action(enum verb_completion completion)
{
    static const char *const actions[] = {
        [COMPLETE_NOTHING] = " ",   [COMPLETE_PID] = "_argus_pids",   [COMPLETE_FOLDER] = "_files -/",
        [COMPLETE_FILE] = "_files", [COMPLETE_VERB] = "_argus_verbs", [COMPLETE_AGENT] = "(agent)",
    };
    return actions[completion];
}

static void print_zsh_verb(const struct verb *v)
{
    printf("    %s) _arguments '--help[print help]'", v->name);
    for (int i = 0; i < VERB_OPTIONS && v->options[i].name; i++) {
        const struct verb_option *o = &v->options[i];
        printf(" '%s[", o->name);
        print_zsh(o->about);
        putchar(']');
        if (o->value) printf(":%s:%s", o->value, zsh_action(completion_of_value(o)));
        putchar('\'');
    }
    if (v->most < 0)
        printf(" '*:word:%s'", zsh_action(v->completion[1]));
    else
        for (int i = 0; i < v->most; i++) printf(" '%d:word:%s'", i + 1, zsh_action(v->completion[i > 0]));
    puts(" ;;");
}

/* The script is a file of $fpath, or is read by `source`. */
void help_print_zsh(void)
{
    puts("#compdef argus\n"
         "# zsh completion for argus, printed by `argus help --zsh`\n"
         "_argus_pids()\n"
         "{\n"
         "    compadd -- ${(f)\"$(argus ps --pids 2>/dev/null)\"}\n"
         "}\n"
         "_argus_verbs()\n"
         "{\n"
         "    local -a all\n"
         "    all=(");
    for (const struct verb *v = verbs; v->name; v++) {
        printf("        '%s:", v->name);
        print_zsh(v->about);
        puts("'");
    }
    puts("    )\n"
         "    _describe verb all\n"
         "}\n"
         "_argus()\n"
         "{\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _argus_verbs || _files\n"
         "        return\n"
         "    fi\n"
         "    local verb=$words[2]\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $verb in");
    for (const struct verb *v = verbs; v->name; v++) print_zsh_verb(v);
    puts("    *) _files ;;\n"
         "    esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _argus ]; then _argus \"$@\"; else compdef _argus argus; fi");
}

int verb_help(const struct words *w)
{
    if (words_value(w, "--man")) return help_print_man(), 0;
    if (words_value(w, "--bash")) return help_print_bash(), 0;
    if (words_value(w, "--zsh")) return help_print_zsh(), 0;
    if (!w->operand_count) return help_print_all(), 0;
    const struct verb *v = verb_find(w->operands[0]);
    const char *near = v ? NULL : verb_nearest(w->operands[0]);
    if (v) return help_print_verb(v), 0;
    complain("there is no verb %s%s%s%s; `argus help` lists them", w->operands[0], near ? " (is it " : "",
             near ? near : "", near ? "?)" : "");
    return EXIT_WRONG;
}
