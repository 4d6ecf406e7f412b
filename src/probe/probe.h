/* Probes in a running VM: setting, removing, listing, reading (docs/probes.md). The language is in probe_text.h.
 *
 * Set and removed with the world stopped; a hit therefore takes no lock to find its probes, and reads and lists need
 * none either: they do not poll. */
#ifndef ARGUS_PROBE_PROBE_H
#define ARGUS_PROBE_PROBE_H

#include "base/text.h"
#include "thread/thread.h"

enum probe_format {
    PROBE_AS_TEXT,
    PROBE_AS_JSON,
    PROBE_AS_FOLDED, /* lines "@name;frame;frame n", the outermost frame first */
    PROBE_AS_OUTPUT, /* "probe N running", or "stopped", then the printed text */
};

/* Fills thread/probe_points.h in; before the first class is linked. */
void probe_start(void);

/* Sets what `size` bytes of text say. `later`: nothing has to be there yet. 0: refused; `reason` says
 * "line 1, column 8: why". May stop the world. IN_VM. */
WARN_UNUSED u32 probe_add(struct thread *self, const char *text, size_t size, bool later, char *reason,
                          size_t reason_size);
/* Sets what -XX:ArgusProbes asks for; ends the VM where it is refused. IN_VM. */
void probe_start_from_options(struct thread *self);
/* The VM ends: rules at `end` run, and the probes of -XX:ArgusProbes are read to standard error. IN_VM. */
void probe_end(struct thread *self);
/* false: there is no probe of this number. May stop the world. IN_VM. `to` not NULL: gets a last reading, to the last
 * hit: what came since the last delta if it is one, else all. */
WARN_UNUSED bool probe_remove(struct thread *self, u32 id, bool delta, enum probe_format format, struct text *to);
/* Removes the probe when `seconds` pass without a call of this. IN_VM. */
void probe_lease(struct thread *self, u32 id, i64 seconds);
/* The text of a file, malloc'ed; NULL: it cannot be read, errno says why. */
char *probe_file(const char *path, size_t *size);
/* All probes with their texts in full form. IN_VM. */
void probe_list(struct thread *self, enum probe_format format, struct text *to);
/* Prints the counts of probe `id`, with `delta` only those since the last such read. Threads go on meanwhile, so the
 * sums belong to no single moment. Returns false if there is no such probe. IN_VM. */
WARN_UNUSED bool probe_read(struct thread *self, u32 id, bool delta, enum probe_format format, struct text *to);
/* The methods that a place could name: CLASS.NAME patterns, one a line. IN_VM. */
void probe_places(struct thread *self, const char *pattern, struct text *to);

#endif
