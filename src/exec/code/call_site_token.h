/* Code that takes the target of a call site (java.lang.invoke.CallSite) for a constant, and is dropped when the target
 * changes.
 *
 * A site has a token: a method that is never called. The index of dependencies (code_users.h) knows the site by it. The
 * site's context holds the token, and the library keeps the context until the site has gone. */
#ifndef ARGUS_EXEC_CODE_CALL_SITE_TOKEN_H
#define ARGUS_EXEC_CODE_CALL_SITE_TOKEN_H

#include "model/class.h"

/* Returns the site's token, and makes it if needed. Returns NULL if the target changes too often to be a constant, or
 * the site has no context yet. The caller records that its code needs the token (code_user_needs) before it reads the
 * target. Does not collect. */
struct method *code_site_token(struct object *site);
/* The site has another target: drops the code that depends on the old one before it returns. May stop the world and run
 * agents' code. */
void code_site_changed(struct thread *self, struct object *site);
/* The site of this context has gone (MethodHandleNatives.clearCallSiteContext). Like code_site_changed. */
void code_site_gone(struct thread *self, struct object *context);

#endif
