/* Reads and writes what a file holds, and derives nothing: no normals, no triangles of voxels, no matrices. */
#define M3D_IMPLEMENTATION
#define M3D_EXPORTER
#define M3D_ASCII
#define M3D_NONORMALS
#define M3D_NOVOXELS
#define M3D_NOWEIGHTS
#define M3D_NOANIMATION
#include "m3d.h"

m3d_t *m3d_sdk_load(unsigned char *data) { return m3d_load(data, NULL, NULL, NULL); }

void m3d_sdk_free(m3d_t *model) { m3d_free(model); }

unsigned int m3d_sdk_vertices(m3d_t *model) { return model->numvertex; }

unsigned int m3d_sdk_faces(m3d_t *model) { return model->numface; }

/* As floats, as they are. */
unsigned char *m3d_sdk_save(m3d_t *model, unsigned int *size) {
    return m3d_save(model, M3D_EXP_FLOAT, M3D_EXP_NORECALC, size);
}

unsigned char *m3d_sdk_save_text(m3d_t *model, unsigned int *size) {
    return m3d_save(model, M3D_EXP_FLOAT, M3D_EXP_NORECALC | M3D_EXP_ASCII, size);
}

void m3d_sdk_free_bytes(unsigned char *bytes) { M3D_FREE(bytes); }
