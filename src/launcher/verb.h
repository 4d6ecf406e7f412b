/* verb.h: the verbs of the `argus` command as one table. The help, the man page and the completions of shells are
 * printed from it (help.c), words are checked against it (words.c). */
#ifndef ARGUS_LAUNCHER_VERB_H
#define ARGUS_LAUNCHER_VERB_H

#include <stdbool.h>
#include <stdint.h>

enum {
    EXIT_FAILED = 1, /* it could not be done; a line on standard error gives the reason */
    EXIT_WRONG = 2,  /* the words are wrong */
    VERB_OPTIONS = 8,
    VERB_EXAMPLES = 4
};

struct verb_option {
    const char *name;  /* "--port" */
    const char *value; /* the name of its value in the help; NULL: a switch. Shells complete PID, DIR and FILE. */
    const char *about;
};

struct verb_example {
    const char *command, *about;
};

/* The completion that shells offer for an operand. */
enum verb_completion {
    COMPLETE_NOTHING,
    COMPLETE_PID,
    COMPLETE_FOLDER,
    COMPLETE_FILE,
    COMPLETE_VERB,
    COMPLETE_AGENT /* the word "agent" */
};

struct words;
struct verb {
    const char *name;
    const char *operands;               /* as help writes them */
    const char *about;                  /* one line */
    const char *text;                   /* paragraphs, lines of at most 76 characters */
    int least, most;                    /* operands; most below 0: any number */
    bool passes_all;                    /* words are passed to another program unchanged; only a first --help is ours */
    enum verb_completion completion[2]; /* of the first operand, of the others */
    int (*run)(const struct words *w);  /* answers the exit code */
    struct verb_option options[VERB_OPTIONS];    /* ends with name NULL or is full */
    struct verb_example examples[VERB_EXAMPLES]; /* ends with command NULL or is full */
};

/* All verbs in the order of the help, ended by one without a name. */
extern const struct verb verbs[];

/* The words after a verb. */
struct words {
    const struct verb *verb;
    const char
        *values[VERB_OPTIONS]; /* of its options, by their place in the table; "" for a switch; NULL: not given */
    char **operands;           /* ended by NULL */
    int operand_count;
};

/* The value of an option of the verb; NULL: not given. */
const char *words_value(const struct words *w, const char *name);
/* Parses argv, which begins after the verb. Returns -1 to go on, else the exit code (--help, or wrong words after a
 * message). Operands are moved to the front of argv. */
int words_read(struct words *w, const struct verb *verb, int argc, char **argv);
/* Returns NULL if there is no such verb. */
const struct verb *verb_find(const char *name);
/* The verb most similar to `name`; NULL if none is near. */
const char *verb_nearest(const char *name);

/* Prints all verbs, one line each. */
void help_print_all(void);
void help_print_verb(const struct verb *verb);
/* Print the man page in roff, and completions for bash and zsh. */
void help_print_man(void);
void help_print_bash(void);
void help_print_zsh(void);

/* Prints "argus: ", the text and a newline on standard error. Returns EXIT_FAILED. */
__attribute__((format(printf, 1, 2))) int complain(const char *format, ...);
/* Prints the system's error (errno) for `path`, in a folder that is being filled. Returns EXIT_FAILED. */
int complain_of_folder(const char *path);

int verb_run(const struct words *w);
int verb_lens(const struct words *w);
int verb_attach(const struct words *w);
int verb_debug(const struct words *w);
int verb_probe(const struct words *w);
int verb_page(const struct words *w);
int verb_threads(const struct words *w);
int verb_heap(const struct words *w);
int verb_dump(const struct words *w);
int verb_ps(const struct words *w);
int verb_image(const struct words *w);
int verb_new(const struct words *w);
int verb_doctor(const struct words *w);
int verb_version(const struct words *w);
int verb_help(const struct words *w);

#endif
