/* Describes files of Model 3D from the standard input, each after its length, on the standard output: a number for each
   file, the length of its lines or -1, and the lines. Built with AddressSanitizer, which ends it on a wrong access. */
#include "sdk.c"
#include <unistd.h>

int main(void) {
    int32_t len;
    while(fread(&len, 4, 1, stdin) == 1) {
        unsigned char *data = malloc(len), *lines = NULL;
        unsigned int size = 0;
        if(fread(data, 1, len, stdin) != (size_t)len) return 1;
        alarm(5);
        m3d_t *model = m3d_sdk_load(data);
        if(model) lines = m3d_sdk_describe(model, &size);
        alarm(0);
        int32_t made = lines ? (int32_t)size : -1;
        fwrite(&made, 4, 1, stdout);
        if(lines) fwrite(lines, 1, size, stdout);
        fflush(stdout);
        if(model) m3d_sdk_free(model);
        free(lines);
        free(data);
    }
    return 0;
}
