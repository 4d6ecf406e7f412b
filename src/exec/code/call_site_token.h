/* Code that takes the target of a call site (java.lang.invoke.CallSite) for a constant, and goes when the target
 * changes.
 *
 * A site has a token: a method that is nowhere called, under which the index of code and what it stands on
 * (code_users.h) knows the site. It lies in the site's context, which the library keeps until the site has gone. */
#ifndef ARGUS_EXEC_CODE_CALL_SITE_TOKEN_H
#define ARGUS_EXEC_CODE_CALL_SITE_TOKEN_H

#include "model/class.h"

/* The site's token, made on demand. NULL: its target changes too often to be a constant, or it has no context yet. The
 * caller says that its code needs the token (code_user_needs) before it reads the target. Does not collect. */
struct method *code_site_token(struct object *site);
/* The site has another target: code with the old one goes, before this returns. May stop the world and run agents'
 * code. */
void code_site_changed(struct thread *self, struct object *site);
/* The site of this context has gone: MethodHandleNatives.clearCallSiteContext. As code_site_changed. */
void code_site_gone(struct thread *self, struct object *context);

#endif
