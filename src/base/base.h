/* base.h: the vocabulary of every file in the VM: integer names, compiler hints, checks that abort, big-endian readers.
 *
 * Nothing here allocates, locks or keeps state, except the hook that vm_fatal calls before it aborts. */
#ifndef ARGUS_BASE_BASE_H
#define ARGUS_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NORETURN __attribute__((noreturn))
#define WARN_UNUSED __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#define COLD __attribute__((cold))
#define UNUSED __attribute__((unused))

/* Calling convention of interpreter handlers: nearly all registers carry arguments, none is saved. */
#define PRESERVE_NONE __attribute__((preserve_none))
/* A return statement that must become a jump. Caller and callee need the same signature and convention. */
#define MUSTTAIL __attribute__((musttail))

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define CONTAINER_OF(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

/* Alignments are powers of two. */
#define ALIGN_UP(x, a) (((x) + ((a) - 1)) & ~((__typeof__(x))(a) - 1))
#define ALIGN_DOWN(x, a) ((x) & ~((__typeof__(x))(a) - 1))
#define IS_ALIGNED(x, a) ((((uintptr_t)(x)) & ((uintptr_t)(a) - 1)) == 0)
#define IS_POWER_OF_2(x) ((x) != 0 && (((x) & ((x) - 1)) == 0))

/* The size of a span, table, stack or cache. The build `tiny` uses the second value, so that limits are reached
 * soon. */
#ifdef ARGUS_TINY
#define TINY(usual, tiny) (tiny)
#else
#define TINY(usual, tiny) (usual)
#endif

/* The interpreter's handlers are not instrumented, so ThreadSanitizer does not see the order that they establish.
 * MADE_KNOWN marks where a class or its code is published for handlers; AFTER_MADE_KNOWN marks that the C code called
 * by a handler runs after all such publications. */
#if __has_feature(thread_sanitizer)
void __tsan_acquire(void *at);
void __tsan_release(void *at);
extern char made_known;
#define MADE_KNOWN() __tsan_release(&made_known)
#define AFTER_MADE_KNOWN() __tsan_acquire(&made_known)
#else
#define MADE_KNOWN() ((void)0)
#define AFTER_MADE_KNOWN() ((void)0)
#endif

#define KB ((size_t)1024)
#define MB (KB * 1024)
#define GB (MB * 1024)

#ifdef ARGUS_DEBUG
#define VM_DEBUG_ONLY(...) __VA_ARGS__
#else
#define VM_DEBUG_ONLY(...)
#endif

/* Reports a fault of the VM itself on standard error in the manner of a crash report, runs the hook, aborts
 * (SIGABRT). */
NORETURN COLD void vm_fatal(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Registers the function that vm_fatal runs before abort (thread dump, report file). There is one hook; NULL removes
 * it. A fault inside the hook aborts at once. The message is the text already printed, without a newline. */
void vm_fatal_set_hook(void (*hook)(const char *message));

/* Checks a condition in every build; costs a compare. VM_CHECKF adds a printf-like text. */
#define VM_CHECK(cond) \
    do { \
        if (UNLIKELY(!(cond))) vm_fatal(__FILE__, __LINE__, "check failed: %s", #cond); \
    } while (0)
#define VM_CHECKF(cond, fmt, ...) \
    do { \
        if (UNLIKELY(!(cond))) vm_fatal(__FILE__, __LINE__, "check failed: %s: " fmt, #cond, ##__VA_ARGS__); \
    } while (0)

/* Checks a condition in debug builds and counts the checks. In release the expression of VM_ASSERT is compiled but not
 * evaluated. That of CONTRACT is not even compiled, so it may use names that only debug builds have.
 *
 * Each place has a record. With ARGUS_CONTRACTS=1 in the environment, a process that ends by exit prints on standard
 * error how many assertions of each kind it executed, and at how many of its places. ARGUS_CONTRACTS=places names the
 * places that it never reached. */
#if defined(ARGUS_DEBUG) && !defined(ARGUS_STENCIL) /* a stencil (exec/stencil) has no place for a record */
struct contract_place {
    const char *kind, *file, *function;
    u64 line;
    u64 runs;
};
#define CONTRACT_RAN(kind_) \
    static struct contract_place contract_place_ \
        __attribute__((section("contract_places"), no_sanitize("address"))) = { kind_, __FILE__, __func__, __LINE__, \
                                                                                0 }; \
    __atomic_fetch_add(&contract_place_.runs, 1, __ATOMIC_RELAXED)

#define VM_ASSERT(cond) \
    do { \
        CONTRACT_RAN("assertion"); \
        if (UNLIKELY(!(cond))) vm_fatal(__FILE__, __LINE__, "assertion failed: %s", #cond); \
    } while (0)
#define VM_ASSERTF(cond, fmt, ...) \
    do { \
        CONTRACT_RAN("assertion"); \
        if (UNLIKELY(!(cond))) vm_fatal(__FILE__, __LINE__, "assertion failed: %s: " fmt, #cond, ##__VA_ARGS__); \
    } while (0)
/* The base of the macros of contract.h and similar headers; `kind` is the heading for its counts. */
#define CONTRACT(kind, cond) \
    do { \
        CONTRACT_RAN(kind); \
        if (UNLIKELY(!(cond))) vm_fatal(__FILE__, __LINE__, "contract broken in %s: " kind ": %s", __func__, #cond); \
    } while (0)
/* As CONTRACT, with the reason as text: `obstacle` is NULL if the contract holds. */
#define CONTRACT_UNLESS(kind, obstacle) \
    do { \
        CONTRACT_RAN(kind); \
        const char *contract_why_ = (obstacle); \
        if (UNLIKELY(contract_why_ != NULL)) \
            vm_fatal(__FILE__, __LINE__, "contract broken in %s: " kind ": %s", __func__, contract_why_); \
    } while (0)
#else
#define VM_ASSERT(cond) ((void)sizeof(!(cond)))
#define VM_ASSERTF(cond, fmt, ...) ((void)sizeof(!(cond)))
#define CONTRACT(kind, cond) ((void)0)
#define CONTRACT_UNLESS(kind, obstacle) ((void)0)
#endif

#define VM_FATAL(...) vm_fatal(__FILE__, __LINE__, __VA_ARGS__)
#define VM_UNREACHABLE() vm_fatal(__FILE__, __LINE__, "unreachable code reached")

/* Ends the process with exit code 1 and HotSpot's message: the system refused `bytes` bytes (asked for with `how`:
 * "malloc", "mmap"), and the VM cannot go on without them. `detail` names their purpose. Any thread, any state. */
NORETURN COLD void vm_out_of_memory(const char *how, size_t bytes, const char *detail);

/* Sets the function that writes the report file. It gets the report's second line and prints the file's path on
 * standard output. */
void vm_out_of_memory_set_hook(void (*hook)(const char *message));

/* The reserve: memory that is released when malloc refuses for the first time, so that operations that have begun can
 * finish. From then on vm_memory_short is true, and operations that can fail (class definition, thread start, functions
 * of tools) do not begin. vm_memory_short also tries to allocate the reserve again. Any thread; takes no lock. */
void vm_reserve_init(void);
extern bool vm_reserve_used;
bool vm_reserve_refill(void);
static inline bool vm_memory_short(void)
{
    return UNLIKELY(__atomic_load_n(&vm_reserve_used, __ATOMIC_RELAXED)) && !vm_reserve_refill();
}

/* malloc, calloc, realloc and strdup that end the VM instead of returning NULL (vm_out_of_memory). If malloc refuses,
 * they use the reserve first. They are for the VM's own data: options, and tables that grow under a lock or in the
 * middle of a change, where no error can be returned. Code that takes a size from outside, or that can throw or return
 * an error, calls malloc. Sizes of zero give a valid pointer. Release with free() or vm_free(). */
void *vm_malloc(size_t size) __attribute__((malloc, returns_nonnull));
void *vm_calloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
void *vm_realloc(void *p, size_t size) __attribute__((returns_nonnull));
char *vm_strdup(const char *s) __attribute__((malloc, returns_nonnull));
/* the first n bytes, none of them 0 */
char *vm_strndup(const char *s, size_t n) __attribute__((malloc, returns_nonnull));
/* free, for code that also runs after vm_memory_from_pages. */
void vm_free(void *p);

/* For the child that a crashed process forks. A thread that does not exist in the child may have held a lock of malloc,
 * which would never be released. After this call the functions above take their memory from mapped pages and call
 * nothing of malloc that takes a lock; vm_free releases nothing. Only for a process with one thread. */
void vm_memory_from_pages(void);

/* Big-endian reads at any alignment; the caller has checked the bound. */
static inline u16 rd_u16be(const void *p)
{
    u16 v;
    memcpy(&v, p, sizeof v);
    return __builtin_bswap16(v);
}
static inline u32 rd_u32be(const void *p)
{
    u32 v;
    memcpy(&v, p, sizeof v);
    return __builtin_bswap32(v);
}
static inline u64 rd_u64be(const void *p)
{
    u64 v;
    memcpy(&v, p, sizeof v);
    return __builtin_bswap64(v);
}
static inline i16 rd_i16be(const void *p) { return (i16)rd_u16be(p); }
static inline i32 rd_i32be(const void *p) { return (i32)rd_u32be(p); }
static inline i64 rd_i64be(const void *p) { return (i64)rd_u64be(p); }

static inline void wr_u16be(void *p, u16 v)
{
    v = __builtin_bswap16(v);
    memcpy(p, &v, sizeof v);
}
static inline void wr_u32be(void *p, u32 v)
{
    v = __builtin_bswap32(v);
    memcpy(p, &v, sizeof v);
}
static inline void wr_u64be(void *p, u64 v)
{
    v = __builtin_bswap64(v);
    memcpy(p, &v, sizeof v);
}

/* A 64-bit mixer (the finalizer of splitmix64): every input bit reaches every output bit. */
static inline u64 hash_u64(u64 x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ull;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebull;
    x ^= x >> 31;
    return x;
}

#endif
