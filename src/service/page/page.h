/* The live page: a small HTTP server inside the VM, off by default (docs/page.md). */
#ifndef ARGUS_SERVICE_PAGE_PAGE_H
#define ARGUS_SERVICE_PAGE_PAGE_H

#include "base/text.h"
#include "thread/thread.h"

/* Where the server listens: on a Unix socket, or on a port of 127.0.0.1. */
struct page_place {
    const char *socket; /* NULL: none */
    int port;           /* 0: any that is free */
};
/* Starts the server, unless there is one already. `lease_s`: it ends when that many seconds pass without a request and
 * without page_status; 0: it stays. *answer gets the URL, or the reason why there is none (false). IN_VM. */
WARN_UNUSED bool page_start(struct thread *self, const struct page_place *at, i64 lease_s, struct text *answer);
/* Ends it, and waits for that. Returns false if there is none. IN_VM. */
WARN_UNUSED bool page_stop(struct thread *self);
/* The URL and the numbers of requests; `lease_s` not 0: the lease is renewed. Returns false if there is none. */
WARN_UNUSED bool page_status(i64 lease_s, struct text *answer);

/* -XX:ArgusPage; ends the VM if the server cannot be started. IN_VM. */
void page_start_from_options(struct thread *self);
/* The VM ends: nothing is left in the file system. */
void page_end(void);

#endif
