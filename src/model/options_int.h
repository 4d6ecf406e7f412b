/* Private to the parsing of options: options.c and flags.c. */
#ifndef ARGUS_MODEL_OPTIONS_INT_H
#define ARGUS_MODEL_OPTIONS_INT_H

#include "model/flags.h"
#include "model/options.h"

/* Values of flags from which other options are computed. The rest of the VM reads only the results. */
struct options_given {
    i64 gc_stress, gc_stress_backoff, stack_kb, max_trace, active_processors, parallel_gc_threads, tiered_stop,
        compilers;
    u64 max_ram, max_gc_pause;
    size_t code_cache_initial;
    double max_ram_percentage, min_ram_percentage, initial_ram_percentage;
    bool print_warnings, print_gc, print_gc_details;
    bool use_serial, use_parallel, use_g1, use_z, use_shenandoah, use_epsilon;
};
extern struct options_given options_given;

/* Through the embedder's vfprintf, if there is one. */
void options_say(FILE *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A line on standard error, unless -XX:-PrintWarnings. */
void options_warn(const char *text);
/* -Xlog:`opt` */
jint options_parse_log(const char *opt);

/* Connects the flags that have an effect to their variables. Called once, first of all. */
void flags_init(void);
/* Parses the text after "-XX:". */
jint flags_parse(const char *text, enum vm_flag_origin origin);
/* An option of another form has set this flag's variable. */
void flags_note(const char *name);
/* Notes an option that HotSpot obeys and that has no effect here. */
void flags_note_without_effect(const char *option);
/* Computes numbers that depend on several flags, and rejects combinations; prints what -XX:+Print… flags request. */
jint flags_check(void);

#endif
