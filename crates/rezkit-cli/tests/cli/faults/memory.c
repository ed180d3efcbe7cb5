// Loaded before the C library of a program, refuses the allocation with the number MEMORY_AT, counted from the start of the
// program; with MEMORY_STAYS, all after it, too. In the end, the number of allocations is in the file MEMORY_LOG.
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long n_allocations, at;
static int stays;

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("MEMORY_AT");
    stays = getenv("MEMORY_STAYS") != NULL;
    atomic_store(&n_allocations, 0);
    atomic_store(&at, number ? atol(number) : 0);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("MEMORY_LOG");
    char text[32];
    int n = snprintf(text, sizeof text, "%ld", atomic_load(&n_allocations));
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file >= 0 && write(file, text, (size_t)n) == n) close(file);
}

static int is_refused(void) {
    long number = atomic_fetch_add(&n_allocations, 1) + 1, wanted = atomic_load(&at);
    if (wanted == 0 || !(number == wanted || (stays && number > wanted))) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return is_refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return is_refused() ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return is_refused() ? NULL : __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return is_refused() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *out = made;
    return 0;
}
