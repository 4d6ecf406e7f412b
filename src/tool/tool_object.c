/* Objects for tools (tool_object.h): hashes and the text of strings. */
#include "tool/tool_object.h"

#include "thread/monitor.h"

i32 tool_object_hash(struct object *o) { return object_hash(o); }
char *tool_string_text(struct object *s) { return string_to_mutf8(s); }
void tool_string_copy(struct object *s, char *buf, size_t size) { string_to_mutf8_buf(s, buf, size); }
