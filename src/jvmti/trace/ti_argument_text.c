/* Arguments and results as text. The generated tables give each parameter's kind (struct ti_parameter); this file
 * formats values of each kind. One walk over the parameters writes both text and JSON, as struct out says.
 *
 * Any value may be wrong, since it comes from an agent: a reference is checked before it is followed, ids are looked
 * up. Plain pointers (strings, arrays) are followed as the function itself will follow them. */
#include "base/text.h"
#include "jvmti/core/ti_handles.h"
#include "jvmti/trace/ti_observe.h"
#include "ti_tables.h"

#include "os/os_dl.h"
#include "os/os_thread.h"

enum { ELEMENTS_MAX = 16 /* elements of an array that are shown */, STRING_MAX = 200 };

struct out {
    struct text *t;
    bool json, in_vm, first;
    struct thread *self;
    const struct ti_observed *o;
};

/* ---- pieces ---- */

static void separate(struct out *w)
{
    if (!w->first) text_add(w->t, w->json ? "," : ", ");
    w->first = false;
}
static void name(struct out *w, const char *n)
{
    separate(w);
    text_printf(w->t, w->json ? "\"%s\":" : "%s=", n);
}
static void open(struct out *w, char bracket)
{
    text_put(w->t, &bracket, 1);
    w->first = true;
}
static void close(struct out *w, char bracket)
{
    text_put(w->t, &bracket, 1);
    w->first = false;
}
/* A word without quotes in text, a string in JSON. */
static void bare(struct out *w, const char *s)
{
    if (w->json)
        text_json(w->t, s, strlen(s));
    else
        text_add(w->t, s);
}
static void number(struct out *w, i64 v) { text_printf(w->t, "%lld", (long long)v); }
static void null(struct out *w) { text_add(w->t, w->json ? "null" : "NULL"); }
static void address(struct out *w, const void *p)
{
    char s[32];
    if (!p) return null(w);
    snprintf(s, sizeof s, "0x%llx", (unsigned long long)(uintptr_t)p);
    bare(w, s);
}
static void string(struct out *w, const char *s)
{
    if (!s) return null(w);
    size_t n = strnlen(s, STRING_MAX + 1), shown = n > STRING_MAX ? STRING_MAX : n;
    if (w->json) {
        text_json(w->t, s, strlen(s));
    } else {
        text_quote(w->t, s, shown);
        if (n > shown) text_add(w->t, "...");
    }
}

/* ---- things of the VM: formatted separately, since JSON quotes the whole ---- */

static void class_text(struct text *t, const struct class *c)
{
    if (tool_class_is_primitive(c)) return text_put(t, (char[]){ tool_class_primitive_kind(c) }, 1);
    if (tool_class_is_array(c)) return text_put(t, tool_class_name(c), tool_class_name_length(c));
    text_printf(t, "L%s;", tool_class_name(c));
}
static void dotted(struct text *t, const struct class *c)
{
    char buf[512];
    text_add(t, tool_class_external_name(c, buf, sizeof buf));
}
static void java_string(struct text *t, struct object *s)
{
    char buf[STRING_MAX];
    if (!tool_string_is_made(s)) return text_add(t, "(being made)"); /* during events of its allocation */
    tool_string_copy(s, buf, sizeof buf);
    text_quote(t, buf, strlen(buf));
}
static void object_text(struct text *t, struct object *o)
{
    struct class *c = tool_class_of(o);
    if (tool_is_class(o)) {
        struct class *of = tool_class_of_mirror(o);
        text_add(t, "class ");
        if (of) class_text(t, of);
        return;
    }
    class_text(t, c);
    struct object *says = tool_is_string(o)         ? o
                          : tool_is_thread(o)       ? tool_thread_name(o)
                          : tool_is_thread_group(o) ? tool_group_info(o).name
                                                    : NULL;
    if (!says) return;
    text_add(t, " ");
    java_string(t, says);
}

/* A thread's or group's name in quotes, a class's signature, any other object with its class. */
static void reference(struct out *w, enum ti_kind kind, jobject r)
{
    struct object *o;
    if (!r) return null(w);
    if (!w->in_vm) return address(w, r);
    char room[256];
    struct text t;
    text_init(&t, room, sizeof room);
    if (!tool_ref_check(w->self, r, &o))
        text_printf(&t, "no reference 0x%llx", (unsigned long long)(uintptr_t)r);
    else if (!o)
        text_add(&t, "a collected object");
    else if (kind == TI_K_CLASS && tool_is_class(o) && tool_class_of_mirror(o))
        class_text(&t, tool_class_of_mirror(o));
    else if ((kind == TI_K_THREAD && tool_is_thread(o)) || (kind == TI_K_GROUP && tool_is_thread_group(o))) {
        struct object *s = kind == TI_K_THREAD ? tool_thread_name(o) : tool_group_info(o).name;
        if (s) java_string(&t, s);
    } else
        object_text(&t, o);
    if (w->json && t.len > 1 && t.p[0] == '"') { /* a name: without its own quotes */
        text_json(w->t, t.p + 1, t.len - 2);
    } else if (w->json)
        text_json(w->t, t.p, t.len);
    else
        text_put(w->t, t.p, t.len);
    text_free(&t);
}

static void member_id(struct out *w, enum ti_kind kind, const void *id)
{
    if (!id) return null(w);
    char room[256];
    struct text t;
    text_init(&t, room, sizeof room);
    if (kind == TI_K_METHOD) {
        struct method *m = tool_method_of_id(id);
        if (m) {
            dotted(&t, tool_method_class(m));
            text_printf(&t, ".%s%s", tool_method_name(m), tool_method_descriptor(m));
        }
    } else {
        struct field *f = tool_field_of_id(id);
        if (f) {
            dotted(&t, tool_field_class(f));
            text_printf(&t, ".%s:%s", tool_field_name(f), tool_field_descriptor(f));
        }
    }
    if (!t.len) text_printf(&t, "no id 0x%llx", (unsigned long long)(uintptr_t)id);
    bare(w, text_string(&t));
    text_free(&t);
}

static void function(struct out *w, const void *p)
{
    char symbol[256], library[256];
    size_t offset, in_library;
    if (p && os_dl_place(p, symbol, sizeof symbol, &offset, library, sizeof library, &in_library) && *symbol && !offset)
        bare(w, symbol);
    else
        address(w, p);
}

static void enumeration(struct out *w, const struct ti_name *names, i64 v)
{
    for (; names->name; names++)
        if (names->value == v) return bare(w, names->name);
    number(w, v);
}
static void bits(struct out *w, const struct ti_name *names, i64 v)
{
    char s[512] = "";
    for (; names->name; names++) {
        if (!(v & names->value)) continue;
        if (*s) strcat(s, "|");
        strcat(s, names->name);
        v &= ~names->value;
    }
    if (v || !*s) snprintf(s + strlen(s), 32, "%s0x%llx", *s ? "|" : "", (unsigned long long)v);
    bare(w, s);
}
static void error(struct out *w, i64 v)
{
    const char *e = ti_error_name((int)v);
    if (e)
        bare(w, e + strlen("JVMTI_ERROR_"));
    else
        number(w, v);
}
static void capabilities(struct out *w, const jvmtiCapabilities *caps)
{
    open(w, '[');
    for (u32 i = 0; i < TI_CAPABILITY_COUNT; i++) {
        if (!ti_capability_get(caps, i)) continue;
        separate(w);
        bare(w, ti_capability_table[i].name);
    }
    close(w, ']');
}
static void callbacks(struct out *w, const jvmtiEventCallbacks *callbacks)
{
    size_t size = (size_t)(jint)w->o->args[1];
    if (!callbacks) return null(w);
    open(w, '[');
    for (u32 e = TI_EVENT_FIRST; e <= TI_EVENT_LAST; e++) {
        size_t at = (e - TI_EVENT_FIRST) * sizeof(void *);
        if (at + sizeof(void *) > size || !*(void *const *)((const char *)callbacks + at) || !ti_event_name(e))
            continue;
        separate(w);
        bare(w, ti_event_name(e));
    }
    close(w, ']');
}
static void heap_callbacks(struct out *w, const jvmtiHeapCallbacks *c)
{
    static const char *const names[] = { "heap_iteration", "heap_reference", "primitive_field", "array_primitive_value",
                                         "string_primitive_value" };
    if (!c) return null(w);
    open(w, '[');
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (!((void *const *)c)[i]) continue;
        separate(w);
        bare(w, names[i]);
    }
    close(w, ']');
}

static void real(struct out *w, double d, int digits)
{
    char s[40];
    snprintf(s, sizeof s, "%.*g", digits, d);
    bare(w, s); /* JSON has no infinity and no NaN: a string */
}

/* The type of a MethodExit's value comes from the method, that of a FieldModification from the event. */
static void value(struct out *w, u64 v)
{
    const struct ti_shape *s = w->o->shape;
    char kind = 'V';
    for (u32 i = 0; i < s->count; i++) {
        if (s->parameters[i].kind == TI_K_CHAR)
            kind = (char)w->o->args[i];
        else if (kind == 'V' && s->parameters[i].kind == TI_K_METHOD) {
            struct method *m = tool_method_of_id((const void *)(uintptr_t)w->o->args[i]);
            if (m) kind = tool_method_return_kind(m);
        } else if (s->parameters[i].kind == TI_K_BOOL && w->o->args[i])
            kind = 'V'; /* left by an exception: there is no value */
    }
    jvalue j;
    j.j = (jlong)v;
    switch (kind) {
    case 'Z': bare(w, j.z ? "true" : "false"); break;
    case 'B': number(w, j.b); break;
    case 'C': number(w, j.c); break;
    case 'S': number(w, j.s); break;
    case 'I': number(w, j.i); break;
    case 'J': number(w, j.j); break;
    case 'F': real(w, (double)j.f, 9); break;
    case 'D': real(w, j.d, 17); break;
    case 'L':
    case '[': reference(w, TI_K_OBJECT, j.l); break;
    default: null(w); break;
    }
}

/* ---- elements ---- */

static size_t size_of(enum ti_kind kind)
{
    switch (kind) {
    case TI_K_INT:
    case TI_K_FLOAT:
    case TI_K_ENUM:
    case TI_K_BITS:
    case TI_K_ERROR: return 4;
    case TI_K_BOOL:
    case TI_K_BYTES:
    case TI_K_CHAR: return 1;
    case TI_K_CAPABILITIES: return sizeof(jvmtiCapabilities);
    case TI_K_THREAD_INFO: return sizeof(jvmtiThreadInfo);
    case TI_K_GROUP_INFO: return sizeof(jvmtiThreadGroupInfo);
    case TI_K_FRAME: return sizeof(jvmtiFrameInfo);
    case TI_K_STACK: return sizeof(jvmtiStackInfo);
    case TI_K_LINE: return sizeof(jvmtiLineNumberEntry);
    case TI_K_VARIABLE: return sizeof(jvmtiLocalVariableEntry);
    case TI_K_MONITOR_USAGE: return sizeof(jvmtiMonitorUsage);
    case TI_K_MONITOR_DEPTH: return sizeof(jvmtiMonitorStackDepthInfo);
    case TI_K_TIMER: return sizeof(jvmtiTimerInfo);
    case TI_K_CLASS_DEFINITION: return sizeof(jvmtiClassDefinition);
    case TI_K_EXTENSION_FUNCTION: return sizeof(jvmtiExtensionFunctionInfo);
    case TI_K_EXTENSION_EVENT: return sizeof(jvmtiExtensionEventInfo);
    default: return 8;
    }
}

static void references(struct out *w, const char *n, enum ti_kind kind, const jobject *r, jint count)
{
    name(w, n);
    open(w, '[');
    for (jint i = 0; i < count && i < ELEMENTS_MAX; i++) {
        separate(w);
        reference(w, kind, r[i]);
    }
    close(w, ']');
}
static void frame(struct out *w, const jvmtiFrameInfo *f)
{
    open(w, '{');
    name(w, "method");
    member_id(w, TI_K_METHOD, f->method);
    name(w, "location");
    number(w, f->location);
    close(w, '}');
}

/* A struct defined by the interface. */
static void structure(struct out *w, enum ti_kind kind, const void *p)
{
    if (kind == TI_K_FRAME) return frame(w, p);
    open(w, '{');
    switch (kind) {
    case TI_K_THREAD_INFO: {
        const jvmtiThreadInfo *i = p;
        name(w, "name"), string(w, i->name);
        name(w, "priority"), number(w, i->priority);
        name(w, "is_daemon"), text_add(w->t, i->is_daemon ? "true" : "false");
        name(w, "thread_group"), reference(w, TI_K_GROUP, i->thread_group);
        name(w, "context_class_loader"), reference(w, TI_K_OBJECT, i->context_class_loader);
        break;
    }
    case TI_K_GROUP_INFO: {
        const jvmtiThreadGroupInfo *i = p;
        name(w, "parent"), reference(w, TI_K_GROUP, i->parent);
        name(w, "name"), string(w, i->name);
        name(w, "max_priority"), number(w, i->max_priority);
        name(w, "is_daemon"), text_add(w->t, i->is_daemon ? "true" : "false");
        break;
    }
    case TI_K_STACK: {
        const jvmtiStackInfo *i = p;
        name(w, "thread"), reference(w, TI_K_THREAD, i->thread);
        name(w, "state"), text_printf(w->t, w->json ? "%d" : "0x%x", (int)i->state);
        name(w, "frames");
        open(w, '[');
        for (jint k = 0; k < i->frame_count && k < ELEMENTS_MAX; k++) separate(w), frame(w, &i->frame_buffer[k]);
        close(w, ']');
        name(w, "frame_count"), number(w, i->frame_count);
        break;
    }
    case TI_K_LINE: {
        const jvmtiLineNumberEntry *i = p;
        name(w, "start_location"), number(w, i->start_location);
        name(w, "line_number"), number(w, i->line_number);
        break;
    }
    case TI_K_VARIABLE: {
        const jvmtiLocalVariableEntry *i = p;
        name(w, "name"), string(w, i->name);
        name(w, "signature"), string(w, i->signature);
        name(w, "slot"), number(w, i->slot);
        name(w, "start_location"), number(w, i->start_location);
        name(w, "length"), number(w, i->length);
        break;
    }
    case TI_K_MONITOR_USAGE: {
        const jvmtiMonitorUsage *i = p;
        name(w, "owner"), reference(w, TI_K_THREAD, i->owner);
        name(w, "entry_count"), number(w, i->entry_count);
        references(w, "waiters", TI_K_THREAD, i->waiters, i->waiter_count);
        references(w, "notify_waiters", TI_K_THREAD, i->notify_waiters, i->notify_waiter_count);
        break;
    }
    case TI_K_MONITOR_DEPTH: {
        const jvmtiMonitorStackDepthInfo *i = p;
        name(w, "monitor"), reference(w, TI_K_OBJECT, i->monitor);
        name(w, "stack_depth"), number(w, i->stack_depth);
        break;
    }
    case TI_K_TIMER: {
        const jvmtiTimerInfo *i = p;
        name(w, "max_value"), number(w, i->max_value);
        name(w, "may_skip_forward"), text_add(w->t, i->may_skip_forward ? "true" : "false");
        name(w, "may_skip_backward"), text_add(w->t, i->may_skip_backward ? "true" : "false");
        break;
    }
    case TI_K_CLASS_DEFINITION: {
        const jvmtiClassDefinition *i = p;
        name(w, "klass"), reference(w, TI_K_CLASS, i->klass);
        name(w, "class_byte_count"), number(w, i->class_byte_count);
        break;
    }
    case TI_K_EXTENSION_FUNCTION: name(w, "id"), string(w, ((const jvmtiExtensionFunctionInfo *)p)->id); break;
    case TI_K_EXTENSION_EVENT: name(w, "id"), string(w, ((const jvmtiExtensionEventInfo *)p)->id); break;
    default: break;
    }
    close(w, '}');
}

/* Writes an element with the value `v` (for structs: at this address). */
static void element(struct out *w, const struct ti_parameter *p, u64 v)
{
    const void *ptr = (const void *)(uintptr_t)v;
    switch ((enum ti_kind)p->kind) {
    case TI_K_INT: number(w, (jint)v); break;
    case TI_K_LONG:
    case TI_K_LOCATION: number(w, (i64)v); break;
    case TI_K_FLOAT: real(w, (double)((jvalue){ .i = (jint)v }).f, 9); break;
    case TI_K_DOUBLE: real(w, ((jvalue){ .j = (jlong)v }).d, 17); break;
    case TI_K_BOOL: text_add(w->t, (u8)v ? "true" : "false"); break;
    case TI_K_CHAR: bare(w, (char[]){ (char)v, 0 }); break;
    case TI_K_VALUE: value(w, v); break;
    case TI_K_ENUM: enumeration(w, p->names, (i32)v); break;
    case TI_K_BITS: bits(w, p->names, (u32)v); break;
    case TI_K_ERROR: error(w, (i32)v); break;
    case TI_K_THREAD:
    case TI_K_GROUP:
    case TI_K_CLASS:
    case TI_K_OBJECT: reference(w, (enum ti_kind)p->kind, (jobject)ptr); break;
    case TI_K_METHOD:
    case TI_K_FIELD: member_id(w, (enum ti_kind)p->kind, ptr); break;
    case TI_K_MONITOR: {
        char n[128];
        if (ti_raw_monitor_name((jrawMonitorID)ptr, n, sizeof n))
            string(w, n);
        else
            address(w, ptr);
        break;
    }
    case TI_K_STRING: string(w, ptr); break;
    case TI_K_POINTER:
    case TI_K_BYTES: address(w, ptr); break;
    case TI_K_FUNCTION: function(w, ptr); break;
    case TI_K_CAPABILITIES: capabilities(w, ptr); break;
    case TI_K_CALLBACKS: callbacks(w, ptr); break;
    case TI_K_HEAP_CALLBACKS: heap_callbacks(w, ptr); break;
    default: structure(w, (enum ti_kind)p->kind, ptr); break;
    }
}

static bool by_address(enum ti_kind kind) { return kind >= TI_K_CAPABILITIES; }

static u64 load(enum ti_kind kind, const char *at)
{
    if (by_address(kind)) return (u64)(uintptr_t)at;
    switch (size_of(kind)) {
    case 1: return (u64) * (const u8 *)at;
    case 4: return (u64)(i64) * (const i32 *)at;
    default: return *(const u64 *)at;
    }
}

static void elements(struct out *w, const struct ti_parameter *p, const char *base, u32 count)
{
    if (!base) return null(w);
    open(w, '[');
    for (u32 i = 0; i < count && i < ELEMENTS_MAX; i++) {
        separate(w);
        element(w, p, load((enum ti_kind)p->kind, base + i * size_of((enum ti_kind)p->kind)));
    }
    if (count > ELEMENTS_MAX && !w->json) text_printf(w->t, ", ... (%u)", count);
    close(w, ']');
}

u32 ti_value_count(const struct ti_shape *shape, const u64 *args, u32 parameter)
{
    i8 c = shape->parameters[parameter].count;
    if (c < 0) return 1;
    if (shape->parameters[c].way == TI_W_VALUE) return (jint)args[c] > 0 ? (u32)args[c] : 0;
    const jint *p = (const jint *)(uintptr_t)args[c];
    return p && *p > 0 ? (u32)*p : 0;
}

static void argument(struct out *w, u32 i, bool results)
{
    const struct ti_parameter *p = &w->o->shape->parameters[i];
    u64 word = w->o->args[i];
    const char *at = (const char *)(uintptr_t)word;
    u32 n = ti_value_count(w->o->shape, w->o->args, i);
    bool array = p->count >= 0;
    if (results) {
        if (p->way >= TI_W_ALLOCATED) at = *(char *const *)at;
        if (p->kind == TI_K_BYTES)
            address(w, at);
        else if (p->way == TI_W_ALLOCATED2 || (array && p->way != TI_W_VALUE))
            elements(w, p, at, n);
        else if (p->way == TI_W_ALLOCATED) {
            if (!at || p->kind == TI_K_STRING)
                string(w, at);
            else
                address(w, at);
        } else
            element(w, p, load((enum ti_kind)p->kind, at));
        return;
    }
    switch ((enum ti_way)p->way) {
    case TI_W_VALUE: element(w, p, word); break;
    case TI_W_IN:
        if (!at || p->kind == TI_K_BYTES)
            address(w, at);
        else if (array)
            elements(w, p, at, n);
        else if (p->kind == TI_K_STRING || by_address((enum ti_kind)p->kind))
            element(w, p, word);
        else
            element(w, p, load((enum ti_kind)p->kind, at));
        break;
    default: address(w, at); break; /* for a result: only NULL is shown */
    }
}

void ti_values(struct text *t, bool json, const struct ti_observed *o, bool results, bool in_vm)
{
    struct out w = { t, json, in_vm, true, o->self, o };
    for (u32 i = 0; i < o->shape->count; i++) {
        const struct ti_parameter *p = &o->shape->parameters[i];
        bool result = p->way >= TI_W_OUT;
        if (results ? !result || !o->args[i] : result && o->args[i]) continue;
        name(&w, p->name);
        argument(&w, i, results);
    }
}

void ti_value_argument(struct text *t, const struct ti_observed *o, u32 parameter, bool in_vm)
{
    struct out w = { t, false, in_vm, true, o->self, o };
    argument(&w, parameter, false);
}

void ti_value_thread_name(struct thread *self, bool in_vm, char *out, size_t size)
{
    if (!self) {
        snprintf(out, size, "unattached %d", os_thread_tid());
        return;
    }
    struct object *s = in_vm && tool_thread_java(self) ? tool_thread_name(tool_thread_java(self)) : NULL;
    if (s)
        tool_string_copy(s, out, size);
    else
        snprintf(out, size, "%s", tool_thread_vm_name(self));
}
