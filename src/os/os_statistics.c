#include "os/os_statistics.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <unistd.h>

bool os_cpu_ticks(struct os_cpu_ticks *out)
{
    struct tms mine;
    if (times(&mine) == (clock_t)-1) return false;
    out->user = (uint64_t)mine.tms_utime;
    out->system = (uint64_t)mine.tms_stime;
    FILE *f = fopen("/proc/stat", "re");
    if (!f) return false;
    unsigned long long v[8] = { 0 };
    int n = fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6],
                   &v[7]);
    fclose(f);
    if (n < 4) return false;
    out->all = 0;
    for (int i = 0; i < 8; i++) out->all += v[i];
    out->busy = out->all - v[3] - v[4]; /* idle, waiting for devices */
    return true;
}

bool os_context_switches(uint64_t *out)
{
    FILE *f = fopen("/proc/stat", "re");
    if (!f) return false;
    char *line = NULL;
    size_t cap = 0;
    unsigned long long n = 0;
    bool there = false;
    while (!there && getline(&line, &cap, f) > 0) there = sscanf(line, "ctxt %llu", &n) == 1;
    free(line);
    fclose(f);
    *out = n;
    return there;
}

void os_cpu_model(struct os_cpu_model *out)
{
    *out = (struct os_cpu_model){ .sockets = 1, .threads = (int)sysconf(_SC_NPROCESSORS_CONF) };
    FILE *f = fopen("/proc/cpuinfo", "re");
    char line[512];
    while (f && fgets(line, sizeof line, f)) {
        int n;
        (void)sscanf(line, "model name : %127[^\n]", out->name);
        (void)sscanf(line, "vendor_id : %63s", out->vendor);
        if (sscanf(line, "physical id : %d", &n) == 1 && n + 1 > out->sockets) out->sockets = n + 1;
        if (sscanf(line, "cpu cores : %d", &n) == 1) out->cores = n;
    }
    if (f) fclose(f);
    out->cores = out->cores ? out->cores * out->sockets : out->threads;
}

void os_version_text(char *out, size_t size)
{
    size_t at = 0;
    static const char *const files[] = { "/etc/os-release", "/proc/version" };
    for (int i = 0; i < 2 && at + 1 < size; i++) {
        FILE *f = fopen(files[i], "re");
        if (!f) continue;
        at += fread(out + at, 1, size - 1 - at, f);
        fclose(f);
    }
    out[at] = 0;
}

uint64_t os_used_memory(void)
{
    struct sysinfo s;
    return sysinfo(&s) ? 0 : ((uint64_t)s.totalram - s.freeram) * s.mem_unit;
}

void os_network_each(void (*each)(void *arg, const char *name, uint64_t received, uint64_t sent), void *arg)
{
    FILE *f = fopen("/proc/net/dev", "re");
    char *line = NULL;
    size_t cap = 0;
    while (f && getline(&line, &cap, f) > 0) {
        char name[64];
        unsigned long long in, out; /* the first and the ninth of sixteen numbers: bytes */
        if (sscanf(line, " %63[^: ]: %llu %*u %*u %*u %*u %*u %*u %*u %llu", name, &in, &out) == 3)
            each(arg, name, in, out);
    }
    free(line);
    if (f) fclose(f);
}

const char *os_hypervisor(void)
{
    static char name[64];
    FILE *f = fopen("/sys/class/dmi/id/sys_vendor", "re");
    if (!f) return NULL;
    bool there = fgets(name, sizeof name, f) != NULL;
    fclose(f);
    name[strcspn(name, "\n")] = 0;
    static const char *const guests[] = { "QEMU", "VMware", "Xen", "KVM", "Microsoft", "Google", "Amazon" };
    for (size_t i = 0; there && i < sizeof guests / sizeof *guests; i++)
        if (strstr(name, guests[i])) return name;
    return NULL;
}
