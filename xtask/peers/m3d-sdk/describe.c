/* Describes files of Model 3D from the standard input, each after its length, on the standard output: a number for each
   file and as many bytes, its lines; -1 if the library refuses the file; -2 if it ends its process, then a number and as
   many bytes, how. Built with AddressSanitizer. The process that reads files is a copy of this one, for which starting
   another takes less time. */
#include "sdk.c"
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

const char *__asan_get_report_description(void);

static void answer(int32_t number, const void *bytes, int32_t len) {
    fwrite(&number, 4, 1, stdout);
    if(number < -1) fwrite(&len, 4, 1, stdout);
    fwrite(bytes, 1, len, stdout);
    fflush(stdout);
}

/* Called before a report, which would take longer than reading. */
void __asan_on_error(void) {
    const char *kind = __asan_get_report_description();
    answer(-2, kind, strlen(kind));
    _exit(2);
}

static int serve(void) {
    int32_t len;
    while(fread(&len, 4, 1, stdin) == 1) {
        unsigned char *data = malloc(len), *lines = NULL;
        unsigned int size = 0;
        /* The processor time after which the process ends. */
        struct itimerval most = { .it_value = { .tv_usec = 250000 } }, none = {0};
        if(fread(data, 1, len, stdin) != (size_t)len) return 1;
        setitimer(ITIMER_PROF, &most, NULL);
        m3d_t *model = m3d_sdk_load(data);
        if(model) lines = m3d_sdk_describe(model, &size);
        setitimer(ITIMER_PROF, &none, NULL);
        answer(lines ? (int32_t)size : -1, lines, lines ? size : 0);
        if(model) m3d_sdk_free(model);
        free(lines);
        free(data);
    }
    return 0;
}

int main(void) {
    int status = 2 << 8;
    while(WIFSIGNALED(status) || WEXITSTATUS(status) == 2) {
        pid_t reader = fork();
        if(reader == 0) return serve();
        if(reader < 0 || waitpid(reader, &status, 0) < 0) return 1;
        if(WIFSIGNALED(status)) {
            const char *kind = strsignal(WTERMSIG(status));
            answer(-2, kind, strlen(kind));
        }
    }
    return WEXITSTATUS(status);
}
