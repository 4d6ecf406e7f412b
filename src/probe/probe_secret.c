/* Names whose values no probe shows: fields, variables, arguments, and what methods of such a name take and give. Case
 * and separators do not count: apiKey, API_KEY and api-key are one name. */
#include "model/options.h"
#include "model/vm.h"
#include "probe/probe_int.h"
#include <ctype.h>

/* Parts of names; `whole`: only as a word of its own, so that pin is one and spin is none. */
static const struct secret {
    const char *name;
    bool whole;
} secrets[] = {
    { "password", false },
    { "passwd", false },
    { "passwort", false },
    { "passphrase", false },
    { "passcode", false },
    { "pwd", false },
    { "pass", true },
    { "userpass", false },
    { "keypass", false },
    { "storepass", false },
    { "secret", false },
    { "token", false },
    { "authorization", false },
    { "auth", true },
    { "oauth", false },
    { "bearer", false },
    { "jwt", true },
    { "cookie", false },
    { "sessionid", false },
    { "sessionkey", false },
    { "sid", true },
    { "csrf", false },
    { "xsrf", false },
    { "apikey", false },
    { "accesskey", false },
    { "privatekey", false },
    { "signingkey", false },
    { "encryptionkey", false },
    { "masterkey", false },
    { "credential", false },
    { "salt", true },
    { "otp", true },
    { "totp", true },
    { "pin", true },
    { "pincode", false },
    { "pinnumber", false },
    { "securitycode", false },
    { "verificationcode", false },
    { "cardnumber", false },
    { "cardno", false },
    { "creditcard", false },
    { "debitcard", false },
    { "pan", true },
    { "cvv", false },
    { "cvc", true },
    { "cvc2", true },
    { "ssn", true },
    { "socialsecurity", false },
    { "taxid", false },
    { "passport", false },
    { "iban", true },
    { "accountnumber", false },
};

enum { NAME_MAX_LENGTH = 256 /* the rest is not looked at */ };
struct plain {
    char text[NAME_MAX_LENGTH];       /* in small letters, without separators */
    bool begins[NAME_MAX_LENGTH + 1]; /* does a word begin there? */
    u32 n;
};
static void make_plain(const char *name, size_t size, struct plain *to)
{
    bool begins = true, was_upper = false;
    to->n = 0;
    for (size_t i = 0; i < size && to->n < NAME_MAX_LENGTH; i++) {
        unsigned char c = (unsigned char)name[i];
        if (!isalnum(c) && c < 0x80) {
            begins = true;
            continue;
        }
        bool upper = isupper(c) != 0;
        to->begins[to->n] = begins || (upper && !was_upper);
        to->text[to->n++] = (char)tolower(c);
        was_upper = upper;
        begins = false;
    }
    to->begins[to->n] = true;
}
static bool contains(const struct plain *name, const char *part, size_t size, bool whole)
{
    for (u32 i = 0; size && i + size <= name->n; i++) {
        if (memcmp(name->text + i, part, size)) continue;
        if (!whole || (name->begins[i] && name->begins[i + size])) return true;
    }
    return false;
}
/* ---- -XX:ArgusProbeRedact= ----
 * A list with commas: parts of names that are secret too, and after a minus names of the list above that are none. */
struct listed {
    bool out;
    struct plain name;
};
/* The first element of the list at *s, which moves on. Returns false at the list's end. */
static bool next_listed(const char **s, struct listed *to)
{
    const char *at = *s;
    if (!at || !*at) return false;
    size_t n = strcspn(at, ",");
    *s = at + n + (at[n] == ',');
    to->out = *at == '-';
    make_plain(at, n, &to->name);
    return true;
}
static bool is_called(const struct secret *s, const struct plain *name)
{
    return strlen(s->name) == name->n && !memcmp(s->name, name->text, name->n);
}
static bool is_taken_out(const struct secret *secret)
{
    struct listed l;
    for (const char *s = options.probe_redact; next_listed(&s, &l);)
        if (l.out && is_called(secret, &l.name)) return true;
    return false;
}
static bool is_added(const struct plain *name)
{
    struct listed l;
    for (const char *s = options.probe_redact; next_listed(&s, &l);)
        if (!l.out && contains(name, l.name.text, l.name.n, false)) return true;
    return false;
}
void probe_check_secrets(void)
{
    struct listed l;
    for (const char *s = options.probe_redact; next_listed(&s, &l);) {
        bool known = !l.out;
        for (u32 i = 0; i < ARRAY_LEN(secrets); i++) known |= is_called(&secrets[i], &l.name);
        if (!known) vm_exit_during_init("-XX:ArgusProbeRedact: no secret is called '%.*s'", (int)l.name.n, l.name.text);
    }
}

bool probe_name_is_secret(const char *name)
{
    struct plain p;
    make_plain(name, strlen(name), &p);
    for (u32 i = 0; i < ARRAY_LEN(secrets); i++)
        if (contains(&p, secrets[i].name, strlen(secrets[i].name), secrets[i].whole) && !is_taken_out(&secrets[i]))
            return true;
    return is_added(&p);
}

static bool is_local_secret(const struct method *m, u32 slot)
{
    for (u32 i = 0; m->cf && i < m->cf->local_count; i++) {
        const struct cf_local *l = &m->cf->locals[i];
        if (l->start == 0 && l->slot == slot && probe_name_is_secret(m->cp->file[l->name].u.utf8->bytes)) return true;
    }
    return false;
}
static bool is_parameter_secret(const struct method *m, u32 n)
{
    const struct cf_method_extra *x = m->cf ? m->cf->extra : NULL;
    u16 name = x && (i32)n < x->parameter_count ? x->parameters[n].name : 0;
    return name && probe_name_is_secret(m->cp->file[name].u.utf8->bytes);
}
u64 probe_secrets_of(const struct method *m)
{
    if (probe_name_is_secret(m->name->bytes)) return UINT64_MAX;
    u64 all = 0;
    const char *p = m->desc->bytes + 1, *start;
    u32 at = !method_is_static(m), n = 0, len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n++) {
        if (is_parameter_secret(m, n) || is_local_secret(m, at)) all |= probe_secret_bit(n);
        at += k == 'J' || k == 'D' ? 2 : 1;
    }
    return all;
}
