// A library to be loaded before others, which has one call of a program fail. The calls that count are those about files
// below the folder FAULT_BELOW, in the order in which they are made. The one with the number FAULT_AT fails with the error
// FAULT_ERROR, and with FAULT_STAYS all that write behind it, as on a disk that is full; if the error is negative, it does
// not fail, but the program gets this signal before. At its end, the program leaves the number of calls and the name of the
// one that failed in the file FAULT_LOG.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *below, *log_path, *failed = "nothing";
static long fault_at, n_calls;
static int fault, stays;

__attribute__((constructor)) static void begin(void) {
    below = getenv("FAULT_BELOW");
    log_path = getenv("FAULT_LOG");
    fault_at = atol(getenv("FAULT_AT"));
    fault = atoi(getenv("FAULT_ERROR"));
    stays = getenv("FAULT_STAYS") != NULL;
}

static int fails(const char *call, const char *path, int writes) {
    if (below == NULL || strncmp(path, below, strlen(below)) != 0) return 0;
    long number = ++n_calls;
    if (number != fault_at && !(stays && writes && number > fault_at && fault_at > 0)) return 0;
    if (number == fault_at) failed = call;
    if (fault < 0) {
        raise(-fault);
        return 0;
    }
    errno = fault;
    return 1;
}

static int fails_at(const char *call, int file, int writes) {
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return fails(call, path, writes);
}

__attribute__((destructor)) static void end(void) {
    below = NULL;
    FILE *log = log_path != NULL ? fopen(log_path, "w") : NULL;
    if (log == NULL) return;
    fprintf(log, "%ld %s", n_calls, failed);
    fclose(log);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & O_CREAT) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return fails("open", path, flags & O_CREAT) ? -1 : NEXT(open64)(path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t n) { return fails_at("read", file, 0) ? -1 : NEXT(read)(file, bytes, n); }
ssize_t write(int file, const void *bytes, size_t n) {
    // Half of it, and then the error: what a disk does that fills up.
    if (!fails_at("write", file, 1)) return NEXT(write)(file, bytes, n);
    if (fault == ENOSPC && n > 1) return NEXT(write)(file, bytes, n / 2);
    return -1;
}
int fsync(int file) { return fails_at("fsync", file, 1) ? -1 : NEXT(fsync)(file); }
int fchmod(int file, mode_t mode) { return fails_at("fchmod", file, 0) ? -1 : NEXT(fchmod)(file, mode); }
int mkdir(const char *path, mode_t mode) { return fails("mkdir", path, 1) ? -1 : NEXT(mkdir)(path, mode); }
int unlink(const char *path) { return fails("unlink", path, 0) ? -1 : NEXT(unlink)(path); }
int rename(const char *old, const char *path) { return fails("rename", path, 0) ? -1 : NEXT(rename)(old, path); }
int linkat(int from, const char *old, int to, const char *path, int flags) {
    return fails("link", path, 1) ? -1 : NEXT(linkat)(from, old, to, path, flags);
}
DIR *opendir(const char *path) { return fails("opendir", path, 0) ? NULL : NEXT(opendir)(path); }
struct dirent64 *readdir64(DIR *folder) {
    return fails_at("readdir", dirfd(folder), 0) ? NULL : NEXT(readdir64)(folder);
}
int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *about,
                 char *const arguments[], char *const variables[]) {
    if (below != NULL && fails("spawn", below, 0)) return fault;
    return NEXT(posix_spawnp)(pid, file, actions, about, arguments, variables);
}
