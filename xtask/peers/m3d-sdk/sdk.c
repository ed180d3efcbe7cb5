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

/* What the library holds, for comparisons: lines of a place, a tab and a value. */
#include <stdarg.h>
#include <stdio.h>

static char *said;
static size_t n_said, n_room;

static void say(const char *form, ...) {
    va_list all;
    if(n_room - n_said < 256) said = realloc(said, n_room = n_room * 2 + 4096);
    va_start(all, form);
    n_said += (size_t)vsnprintf(said + n_said, n_room - n_said, form, all);
    va_end(all);
}

/* A text in quotes, with escapes as Rust has them. */
static void text(const char *at) {
    say("\"");
    for(; at && *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if(byte == '\t') say("\\t");
        else if(byte == '\n') say("\\n");
        else if(byte == '\r') say("\\r");
        else if(byte == '"' || byte == '\'' || byte == '\\') say("\\%c", byte);
        else if(byte < 32 || byte > 126) say("\\x%02x", byte);
        else say("%c", byte);
    }
    say("\"");
}

static void bits(M3D_FLOAT number) { uint32_t all; memcpy(&all, &number, 4); say(" %08x", all); }
static void indices(const M3D_INDEX *all, int n) { for(int i = 0; i < n; i++) say(" %d", (int)all[i]); }
static void title(const char *place, const char *of) { say("%s\t", place); text(of); say("\n"); }

static void say_vertices(m3d_t *model) {
    for(M3D_INDEX i = 0; i < model->numtmap; i++) {
        say("uv[%06u]\t", i); bits(model->tmap[i].u); bits(model->tmap[i].v); say("\n");
    }
    for(M3D_INDEX i = 0; i < model->numvertex; i++) {
        m3dv_t *of = &model->vertex[i];
        say("vertex[%06u]\t", i); bits(of->x); bits(of->y); bits(of->z); bits(of->w); say("\n");
        say("vertex[%06u].colour\t%08x\n", i, of->color);
        say("vertex[%06u].skin\t%d\n", i, of->skinid < M3D_INDEXMAX ? (int)of->skinid : -1);
    }
    for(M3D_INDEX i = 0; i < model->numface; i++) {
        m3df_t *of = &model->face[i];
        say("face[%06u]\t", i); indices(of->vertex, 3); indices(of->texcoord, 3); indices(of->normal, 3); say("\n");
        say("face[%06u].material\t", i); text(of->materialid < model->nummaterial ? model->material[of->materialid].name : ""); say("\n");
    }
}

static void say_bones(m3d_t *model) {
    for(M3D_INDEX i = 0; i < model->numbone; i++) {
        m3db_t *of = &model->bone[i];
        say("bone[%06u]\t%d %d %d ", i, (int)of->parent, (int)of->pos, (int)of->ori); text(of->name); say("\n");
    }
    for(M3D_INDEX i = 0; i < model->numskin; i++) {
        say("skin[%06u]\t", i);
        for(int j = 0; j < M3D_NUMBONE; j++)
            if(model->skin[i].weight[j] > 0) say(" %d:%.5f", (int)model->skin[i].boneid[j], model->skin[i].weight[j]);
        say("\n");
    }
    for(M3D_INDEX i = 0; i < model->numaction; i++) {
        m3da_t *of = &model->action[i];
        say("action[%04u]\t%u ", i, of->durationmsec); text(of->name); say("\n");
        for(M3D_INDEX j = 0; j < of->numframe; j++) {
            say("action[%04u].frame[%04u]\t%u", i, j, of->frame[j].msec);
            for(M3D_INDEX k = 0; k < of->frame[j].numtransform; k++) {
                m3dtr_t *move = &of->frame[j].transform[k];
                say(" %d:%d:%d", (int)move->boneid, (int)move->pos, (int)move->ori);
            }
            say("\n");
        }
    }
}

static void say_materials(m3d_t *model) {
    for(M3D_INDEX i = 0; i < model->nummaterial; i++) {
        m3dm_t *of = &model->material[i];
        say("material[%04u]\t", i); text(of->name); say("\n");
        for(int j = 0; of->prop && j < of->numprop; j++) {
            m3dp_t *one = &of->prop[j];
            int format = m3dpf_map;
            for(size_t k = 0; one->type < 128 && k < sizeof(m3d_propertytypes) / sizeof(*m3d_propertytypes); k++)
                if(m3d_propertytypes[k].id == one->type) { format = m3d_propertytypes[k].format; break; }
            say("material[%04u].%02d\t%u ", i, j, one->type);
            if(format == m3dpf_map) text(one->value.textureid < model->numtexture ? model->texture[one->value.textureid].name : "");
            else say("%08x", one->value.num);
            say("\n");
        }
    }
}

static void say_voxels(m3d_t *model) {
    for(M3D_INDEX i = 0; i < model->numvoxtype; i++) {
        m3dvt_t *of = &model->voxtype[i];
        int skin = of->skinid < M3D_INDEXMAX ? (int)of->skinid : -1;
        say("voxel type[%04u]\t%08x %u %u %d ", i, of->color, of->rotation, of->voxshape, skin); text(of->name);
        for(int j = 0; j < of->numitem; j++) { say(" %u*", of->item[j].count); text(of->item[j].name); }
        say("\n");
    }
    for(M3D_INDEX i = 0; i < model->numvoxel; i++) {
        m3dvx_t *of = &model->voxel[i];
        say("block[%04u]\t%d %d %d %u %u %u %u %u ", i, of->x, of->y, of->z, of->w, of->h, of->d, of->uncertain, of->groupid);
        text(of->name); say("\n");
        for(uint32_t row = 0; row < of->h * of->d; row++) {
            say("block[%04u].row[%06u]\t", i, row);
            for(uint32_t x = 0; x < of->w; x++) {
                M3D_VOXEL one = of->data[row * of->w + x];
                say(" %d", one < M3D_VOXCLEAR ? (int)one : (int)one - 65536);
            }
            say("\n");
        }
    }
}

static void say_others(m3d_t *model) {
    for(M3D_INDEX i = 0; i < model->numshape; i++) {
        m3dh_t *of = &model->shape[i];
        say("shape[%04u]\t%d %u ", i, (int)of->group, of->numcmd); text(of->name); say("\n");
    }
    for(M3D_INDEX i = 0; i < model->numlabel; i++) {
        m3dl_t *of = &model->label[i];
        say("label[%04u]\t%08x %d ", i, of->color, (int)of->vertexid);
        text(of->name); say(" "); text(of->lang); say(" "); text(of->text); say("\n");
    }
    for(M3D_INDEX i = 0; i < model->numinlined; i++) {
        say("asset[%04u]\t%u ", i, model->inlined[i].length); text(model->inlined[i].name); say("\n");
    }
    for(M3D_INDEX i = 0; i < model->numextra; i++) {
        unsigned char *magic = (unsigned char*)model->extra[i]->magic;
        unsigned int length = model->extra[i]->length - 8;
        say("extra[%04u]\t%02x%02x%02x%02x %u\n", i, magic[0], magic[1], magic[2], magic[3], length);
    }
    say("preview\t%u\n", model->preview.length);
}

/* The lines, which are to be freed, and their size. */
unsigned char *m3d_sdk_describe(m3d_t *model, unsigned int *size) {
    said = NULL; n_said = n_room = 0;
    title("name", model->name); title("licence", model->license); title("author", model->author); title("description", model->desc);
    say("scale\t"); bits(model->scale); say("\n");
    say_vertices(model); say_bones(model); say_materials(model); say_voxels(model); say_others(model);
    *size = (unsigned int)n_said;
    return (unsigned char*)said;
}
