// Runs the program that its arguments name, and has one of its calls of the system fail: the kernel asks here before it
// makes them. The calls that count are those about files below the folder FAULT_BELOW, in the order in which they are made.
// The one with the number FAULT_AT fails with the error FAULT_ERROR, and with FAULT_STAYS all that write behind it, as on a
// disk that is full; if the error is negative, it does not fail, but both programs get this signal before. In the end, the
// number of calls and the name of the one that failed are in the file FAULT_LOG, and in FAULT_CALLS, if it is set, a line of
// each call: its name, and the paths that it is about.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What a call is about: the path or the file that an argument names, or a program that is begun.
enum about { PATH, FILE_NUMBER, SPAWN };

static const struct call {
    int number, argument, writes;
    enum about about;
    const char *name;
} CALLS[] = {
    {__NR_openat, 1, 0, PATH, "open"},           {__NR_read, 0, 0, FILE_NUMBER, "read"},
    {__NR_write, 0, 1, FILE_NUMBER, "write"},    {__NR_fsync, 0, 1, FILE_NUMBER, "fsync"},
    {__NR_fchmod, 0, 0, FILE_NUMBER, "fchmod"},  {__NR_getdents64, 0, 0, FILE_NUMBER, "readdir"},
    {__NR_linkat, 3, 1, PATH, "link"},           {__NR_mkdirat, 1, 1, PATH, "mkdir"},
    {__NR_unlinkat, 1, 0, PATH, "unlink"},       {__NR_renameat2, 3, 0, PATH, "rename"},
    {__NR_clone, 0, 0, SPAWN, "spawn"},          {__NR_clone3, 0, 0, SPAWN, "spawn"},
#ifdef __NR_mkdir // Newer machines have only those that begin at a folder.
    {__NR_mkdir, 0, 1, PATH, "mkdir"},           {__NR_unlink, 0, 0, PATH, "unlink"},
    {__NR_rename, 1, 0, PATH, "rename"},         {__NR_vfork, 0, 0, SPAWN, "spawn"},
#endif
#ifdef __NR_renameat
    {__NR_renameat, 3, 0, PATH, "rename"},
#endif
};
enum { N_CALLS = sizeof CALLS / sizeof *CALLS };

static pid_t program;
static FILE *calls;

static int is_rename(const struct call *call) {
    return strcmp(call->name, "rename") == 0 || strcmp(call->name, "link") == 0;
}

// Sends the file through which the kernel asks to the other program, and becomes the one that is looked at.
static void look_at(int other, char **arguments) {
    struct sock_filter filter[N_CALLS + 3];
    size_t n = 0;
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int call = 0; call < N_CALLS; call++)
        filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CALLS[call].number, N_CALLS - call, 0);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    struct sock_fprog all = {n, filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    int asks = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &all);
    char space[CMSG_SPACE(sizeof asks)] = {0}, byte = 0;
    struct iovec one = {&byte, 1};
    struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *file = CMSG_FIRSTHDR(&message);
    *file = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof asks)};
    memcpy(CMSG_DATA(file), &asks, sizeof asks);
    if (asks < 0 || sendmsg(other, &message, 0) < 0) _exit(125);
    close(other);
    close(asks);
    execv(arguments[0], arguments);
    _exit(126);
}

static int received(int other) {
    char space[CMSG_SPACE(sizeof(int))], byte;
    struct iovec one = {&byte, 1};
    struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    int asks = -1;
    if (recvmsg(other, &message, 0) == 1) memcpy(&asks, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof asks);
    return asks;
}

static ssize_t memory_of(pid_t thread, uint64_t at, void *bytes, size_t n) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/mem", thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n_read = file < 0 ? -1 : pread(file, bytes, n, (off_t)at);
    close(file);
    return n_read;
}

// Programs that this one begins are not looked at.
static int is_ours(pid_t thread) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d", program, thread);
    return access(path, F_OK) == 0;
}

static int counts(const struct call *call, const struct seccomp_notif *asked, const char *below) {
    char path[4096] = {0}, link[32];
    uint64_t argument = asked->data.args[call->argument];
    if (call->about == SPAWN) {
        uint64_t flags = argument;
        if (call->number == __NR_clone3 && memory_of(asked->pid, argument, &flags, sizeof flags) != sizeof flags) return 0;
        return !(flags & CLONE_THREAD);
    }
    if (call->about == PATH) {
        if (memory_of(asked->pid, argument, path, sizeof path - 1) < 0) return 0;
    } else {
        snprintf(link, sizeof link, "/proc/%d/fd/%d", program, (int)argument);
        if (readlink(link, path, sizeof path - 1) < 0) return 0;
    }
    if (strncmp(path, below, strlen(below)) != 0) return 0;
    if (calls != NULL) {
        fprintf(calls, "%s\t%s", call->name, path);
        // What is renamed or linked is named two arguments before, or one where there are no folders.
        int from = call->number == __NR_linkat || call->number == __NR_renameat2 ? call->argument - 2 : call->argument - 1;
#ifdef __NR_renameat
        if (call->number == __NR_renameat) from = call->argument - 2;
#endif
        memset(path, 0, sizeof path);
        if (is_rename(call) && memory_of(asked->pid, asked->data.args[from], path, sizeof path - 1) > 0)
            fprintf(calls, "\t%s", path);
        fprintf(calls, "\n");
        fflush(calls);
    }
    return 1;
}

// Half of what is to be written, as a disk writes it that fills up; 0 if that is nothing.
static ssize_t half_written(const struct seccomp_notif *asked) {
    size_t n = asked->data.args[2] / 2;
    char path[32], *bytes = malloc(n + 1);
    snprintf(path, sizeof path, "/proc/%d/fd/%d", program, (int)asked->data.args[0]);
    int process = syscall(SYS_pidfd_open, program, 0);
    int file = syscall(SYS_pidfd_getfd, process, (int)asked->data.args[0], 0);
    ssize_t n_read = memory_of(asked->pid, asked->data.args[1], bytes, n);
    ssize_t n_written = n_read > 0 ? write(file, bytes, n_read) : 0;
    close(file);
    close(process);
    free(bytes);
    return n_written;
}

int main(int n_arguments, char **arguments) {
    const char *below = getenv("FAULT_BELOW"), *failed = "nothing";
    long at = atol(getenv("FAULT_AT")), n_calls = 0;
    int fault = atoi(getenv("FAULT_ERROR")), stays = getenv("FAULT_STAYS") != NULL, pair[2], status = 0;
    if (getenv("FAULT_CALLS") != NULL) calls = fopen(getenv("FAULT_CALLS"), "we");
    if (n_arguments < 2 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) return 125;
    program = fork();
    if (program == 0) look_at(pair[1], arguments + 1);
    close(pair[1]);
    int asks = received(pair[0]);
    struct pollfd one = {asks, POLLIN, 0};
    while (asks >= 0 && poll(&one, 1, -1) > 0 && one.revents & POLLIN) {
        struct seccomp_notif asked = {0};
        if (ioctl(asks, SECCOMP_IOCTL_NOTIF_RECV, &asked) < 0) continue;
        struct seccomp_notif_resp answer = {.id = asked.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        const struct call *call = CALLS;
        while (call->number != asked.data.nr) call++;
        if (is_ours(asked.pid) && counts(call, &asked, below)) {
            long number = ++n_calls;
            if (number == at) failed = call->name;
            if (number == at && fault < 0) {
                if (fault == -SIGKILL) kill(program, SIGKILL);
                raise(-fault);
            } else if (number == at || (stays && call->writes && number > at && at > 0)) {
                ssize_t n = fault == ENOSPC && call->number == __NR_write ? half_written(&asked) : 0;
                answer = (struct seccomp_notif_resp){.id = asked.id, .val = n, .error = n > 0 ? 0 : -fault};
            }
        }
        ioctl(asks, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
    waitpid(program, &status, 0);
    FILE *log = fopen(getenv("FAULT_LOG"), "w");
    if (log == NULL) return 125;
    fprintf(log, "%ld %s", n_calls, failed);
    fclose(log);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}
