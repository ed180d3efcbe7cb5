/* Writes a model with the Model 3D SDK. Reads records from standard input, a line each, as m3d_sdk.py makes them. */

#define M3D_IMPLEMENTATION
#define M3D_EXPORTER
#define M3D_ASCII
#include "m3d.h"
#include <stdio.h>

#define MORE(list, count) (list = realloc(list, ((count) + 1) * sizeof(*list)), memset(&list[count], 0, sizeof(*list)), &list[(count)++])

static char *rest(void) {
    static char line[1 << 16];
    if(scanf(" %65535[^\n]", line) != 1) exit(1);
    for(char *at = line; *at; at++) if(*at == '\x1f') *at = '\n';
    return strdup(strcmp(line, "-") ? line : "");
}

static double number(void) { double value; if(scanf("%lf", &value) != 1) exit(1); return value; }
static M3D_INDEX whole(void) { return (M3D_INDEX)(long long)number(); }

/* Usage: m3d_sdk QUALITY FLAGS < records > file */
int main(int argc, char **argv) {
    m3d_t *model = calloc(1, sizeof(m3d_t));
    char kind[16];
    while(argc == 3 && scanf("%15s", kind) == 1) {
        if(!strcmp(kind, "name")) model->name = rest();
        else if(!strcmp(kind, "licence")) model->license = rest();
        else if(!strcmp(kind, "author")) model->author = rest();
        else if(!strcmp(kind, "description")) model->desc = rest();
        else if(!strcmp(kind, "scale")) model->scale = number();
        else if(!strcmp(kind, "texture")) MORE(model->texture, model->numtexture)->name = rest();
        else if(!strcmp(kind, "uv")) {
            m3dti_t *uv = MORE(model->tmap, model->numtmap);
            uv->u = number(); uv->v = number();
        } else if(!strcmp(kind, "vertex")) {
            m3dv_t *vertex = MORE(model->vertex, model->numvertex);
            vertex->x = number(); vertex->y = number(); vertex->z = number(); vertex->w = number();
            vertex->color = whole(); vertex->skinid = whole();
        } else if(!strcmp(kind, "skin")) {
            m3ds_t *skin = MORE(model->skin, model->numskin);
            for(int i = 0; i < M3D_NUMBONE; i++) { skin->boneid[i] = whole(); skin->weight[i] = number(); }
        } else if(!strcmp(kind, "bone")) {
            m3db_t *bone = MORE(model->bone, model->numbone);
            bone->parent = whole(); bone->pos = whole(); bone->ori = whole(); bone->name = rest();
        } else if(!strcmp(kind, "material")) MORE(model->material, model->nummaterial)->name = rest();
        else if(!strcmp(kind, "colour") || !strcmp(kind, "float") || !strcmp(kind, "map")) {
            m3dm_t *material = &model->material[model->nummaterial - 1];
            m3dp_t *property = MORE(material->prop, material->numprop);
            property->type = whole();
            if(*kind == 'f') property->value.fnum = number(); else property->value.num = whole();
        } else if(!strcmp(kind, "face")) {
            m3df_t *face = MORE(model->face, model->numface);
            face->materialid = whole();
            for(int i = 0; i < 3; i++) { face->vertex[i] = whole(); face->normal[i] = whole(); face->texcoord[i] = whole(); }
        } else if(!strcmp(kind, "action")) {
            m3da_t *action = MORE(model->action, model->numaction);
            action->durationmsec = whole(); action->name = rest();
        } else if(!strcmp(kind, "frame")) {
            m3da_t *action = &model->action[model->numaction - 1];
            MORE(action->frame, action->numframe)->msec = whole();
        } else if(!strcmp(kind, "transform")) {
            m3da_t *action = &model->action[model->numaction - 1];
            m3dfr_t *frame = &action->frame[action->numframe - 1];
            m3dtr_t *transform = MORE(frame->transform, frame->numtransform);
            transform->boneid = whole(); transform->pos = whole(); transform->ori = whole();
        } else if(!strcmp(kind, "voxeltype")) {
            m3dvt_t *type = MORE(model->voxtype, model->numvoxtype);
            type->materialid = type->skinid = M3D_UNDEF; type->color = whole(); type->name = rest();
        } else if(!strcmp(kind, "voxels")) {
            m3dvx_t *block = MORE(model->voxel, model->numvoxel);
            block->x = whole(); block->y = whole(); block->z = whole(); block->w = whole(); block->h = whole(); block->d = whole();
            block->data = malloc(block->w * block->h * block->d * sizeof(M3D_VOXEL));
            for(uint32_t i = 0; i < block->w * block->h * block->d; i++) block->data[i] = whole();
            block->name = rest();
        } else return 1;
    }
    unsigned int size = 0;
    unsigned char *file = m3d_save(model, atoi(argv[1]), atoi(argv[2]), &size);
    return !file || model->errcode || fwrite(file, 1, size, stdout) != size;
}
