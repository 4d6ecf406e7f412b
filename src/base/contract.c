/* contract.c: counts which assertions ran and prints them when the process ends (ARGUS_CONTRACTS, base.h). Debug builds
 * only.
 *
 * Every place has a record in a section of its own, so the linker builds the list of all records. */
#include "base/contract.h"

#ifdef ARGUS_DEBUG

#include <stdio.h>
#include <stdlib.h>

extern __attribute__((visibility("hidden"))) struct contract_place __start_contract_places[], __stop_contract_places[];

static bool first_of_its_kind(const struct contract_place *p)
{
    for (const struct contract_place *q = __start_contract_places; q < p; q++)
        if (!strcmp(q->kind, p->kind)) return false;
    return true;
}

static u64 runs_of(const struct contract_place *p) { return __atomic_load_n(&p->runs, __ATOMIC_RELAXED); }

/* Prints one line for the places of this kind; NULL: for all. */
static void print_kind(const char *kind)
{
    u64 runs = 0, places = 0, reached = 0;
    for (const struct contract_place *p = __start_contract_places; p < __stop_contract_places; p++) {
        if (kind && strcmp(p->kind, kind) != 0) continue;
        runs += runs_of(p);
        places++;
        reached += runs_of(p) != 0;
    }
    fprintf(stderr, "contract: %-24s %12llu executed at %llu of %llu places\n", kind ? kind : "all",
            (unsigned long long)runs, (unsigned long long)reached, (unsigned long long)places);
}

static void print_unreached(void)
{
    for (const struct contract_place *p = __start_contract_places; p < __stop_contract_places; p++)
        if (!runs_of(p))
            fprintf(stderr, "contract: never: %s:%llu %s: %s\n", p->file, (unsigned long long)p->line, p->function,
                    p->kind);
}

__attribute__((destructor)) static void print_contracts(void)
{
    const char *wanted = getenv("ARGUS_CONTRACTS");
    if (!wanted || !*wanted) return;
    for (const struct contract_place *p = __start_contract_places; p < __stop_contract_places; p++)
        if (first_of_its_kind(p)) print_kind(p->kind);
    print_kind(NULL);
    if (!strcmp(wanted, "places")) print_unreached();
}

/* Makes the section exist in a program that uses no assertion. */
__attribute__((constructor)) static void first_place(void) { NOT_IN_SIGNAL_HANDLER(); }

#endif
