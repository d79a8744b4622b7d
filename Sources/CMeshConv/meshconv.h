/* meshconv: converts 3D assets and says what each conversion loses.
 *
 * Handles are opaque. A function that can fail returns a status, 0 when it is done, and hands out an error if `error` is not
 * NULL. After a failure its results are NULL or unchanged, except where said. The caller frees each handle with the `_free`
 * function of its kind, which takes NULL.
 *
 * Text is UTF-8 and ends in NUL. Text and memory belong to the handle that gave them and are valid until it is freed. Text that
 * does not exist is NULL. Paths of files are bytes as the system has them, in UTF-8 or not, both ways; messages show a byte
 * that is no UTF-8 as \xFF, and JSON has such paths in base64 beside (pathBase64).
 *
 * Functions may be called from any thread. Handles may be shared by threads, except while one of them changes or frees the
 * handle; only meshconv_cancel may be called at any time. Wrong use that can be seen (a handle that is NULL, an index that is
 * too large) gives MESHCONV_USAGE.
 */
#ifndef MESHCONV_H
#define MESHCONV_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of this interface; it changes when a program that was compiled before would no longer work. */
#define MESHCONV_ABI 0

/* The version of the library, such as "0.2.0". */
const char *meshconv_version(void);

/* The ABI of the library that was loaded, to compare with MESHCONV_ABI. */
int32_t meshconv_abi(void);

/* What a call came to: the exit codes of the command `meshconv`. */
enum {
    MESHCONV_DONE = 0,
    MESHCONV_DIFFERS = 1,        /* diff found a difference, or check found errors; there is a report and no error */
    MESHCONV_REFUSED = 2,        /* more would be lost than "strict" allows; there is also a report */
    MESHCONV_UNVERIFIED = 3,     /* "verify" found a difference that was not reported; there is also a report */
    MESHCONV_USAGE = 64,         /* an argument or option is wrong */
    MESHCONV_BROKEN_INPUT = 65,  /* an input is broken or incomplete, or no 3D file */
    MESHCONV_MISSING_INPUT = 66, /* an input is missing */
    MESHCONV_UNSUPPORTED = 69,   /* not supported */
    MESHCONV_INTERNAL = 70,      /* a defect of meshconv */
    MESHCONV_CANNOT_CREATE = 73, /* an output can't be made */
    MESHCONV_IO = 74,            /* reading or writing failed */
    MESHCONV_LIMIT = 75,         /* a limit of time or memory was reached */
    MESHCONV_CANCELLED = 130     /* cancelled */
};

typedef struct meshconv_error meshconv_error;
typedef struct meshconv_options meshconv_options;
typedef struct meshconv_report meshconv_report;
typedef struct meshconv_scene meshconv_scene;

/* ---- Errors ---- */

int32_t meshconv_error_status(const meshconv_error *error);
/* The stable identifier for programs, such as "input.truncated", as in reports. */
const char *meshconv_error_code(const meshconv_error *error);
/* The message: lower case, no full stop. */
const char *meshconv_error_message(const meshconv_error *error);
/* The affected file, as given; NULL: none. */
const char *meshconv_error_path(const meshconv_error *error);
/* The place in the file: "7:12" (line and column), "byte 1234", a JSON pointer, an entry of an archive; NULL: the whole file. */
const char *meshconv_error_place(const meshconv_error *error);
/* The document of the failure, as the command prints it with --json. */
const char *meshconv_error_json(const meshconv_error *error);
void meshconv_error_free(meshconv_error *error);

/* ---- Options ---- */

/* Returns the defaults. Wherever options are expected, NULL means the defaults. */
meshconv_options *meshconv_options_new(void);
/* Returns a copy, which is not cancelled and has the same callback and files. */
meshconv_options *meshconv_options_copy(const meshconv_options *options);
void meshconv_options_free(meshconv_options *options);

/* Sets an option of the command by its name without dashes. A switch takes "true" and "false"; an option that may be repeated
 * (allow, set, variant) is added to. The documentation of the command has the values. */
int32_t meshconv_options_set(meshconv_options *options, const char *name, const char *value, meshconv_error **error);
/* The names that meshconv_options_set takes; NULL from the last one on. The text is never freed. */
const char *meshconv_option_name(size_t index);
/* What the option with this number takes: "bool", "text", or "list" for one that may be repeated. */
const char *meshconv_option_kind(size_t index);

/* Adds a side file (.mtl, .bin, a texture) of sources in memory, under the name by which the source refers to it. The bytes are
 * copied. */
int32_t meshconv_options_add_file(
    meshconv_options *options, const char *name, const void *bytes, size_t size, meshconv_error **error);

/* Receives the progress of a call: at most 20 times a second, one call at a time, on a thread of the library, and never after
 * the call has returned. Not 0: the work is cancelled.
 *
 * phase: "reading", "fitting", "writing", "hashing", "verifying" or "saving".
 * completed, total: bytes of this phase; total is 0 if it is unknown.
 */
typedef int32_t (*meshconv_progress)(void *context, const char *phase, uint64_t completed, uint64_t total);
/* NULL: none. */
void meshconv_options_set_progress(meshconv_options *options, meshconv_progress progress, void *context);

/* Cancels all calls that use these options, now and later; from any thread or callback. They end within a tenth of a second
 * with MESHCONV_CANCELLED, unless the output is being named already, and leave no output. It takes a lock: don't call it in a
 * signal handler. */
void meshconv_cancel(meshconv_options *options);

/* ---- Conversions and reports ---- */

/* Converts a file, a folder or a package to the file `target`, whose extension says the format unless options do. The output
 * appears whole, with its side files, or not at all. `report` may be NULL. */
int32_t meshconv_convert(
    const char *source, const char *target, const meshconv_options *options, meshconv_report **report,
    meshconv_error **error);
/* Converts bytes to bytes: the files are in the report. `source_name` and `target_name` are names such as "room.ply". */
int32_t meshconv_convert_bytes(
    const void *bytes, size_t size, const char *source_name, const char *target_name, const meshconv_options *options,
    meshconv_report **report, meshconv_error **error);

/* What is in a file: `meshconv info --json`. It knows the options digest and formats besides those for reading. */
int32_t meshconv_info(
    const char *path, const meshconv_options *options, meshconv_report **report, meshconv_error **error);
/* What a conversion would lose: `meshconv plan --json`. Without a target (NULL): which formats would keep everything. */
int32_t meshconv_plan(
    const char *path, const char *target, const meshconv_options *options, meshconv_report **report,
    meshconv_error **error);
/* What of one file is missing or changed in another: `meshconv diff --json`. It knows the options exact, tolerance and ignore
 * besides those for reading. Returns MESHCONV_DIFFERS if something is. */
int32_t meshconv_diff(
    const char *first, const char *second, const meshconv_options *options, meshconv_report **report,
    meshconv_error **error);
/* What is wrong or unusual in a file: `meshconv check --json`. Returns MESHCONV_DIFFERS if there are errors. */
int32_t meshconv_check(
    const char *path, const meshconv_options *options, meshconv_report **report, meshconv_error **error);
/* What all formats can hold: `meshconv formats --json`. */
int32_t meshconv_formats(meshconv_report **report, meshconv_error **error);

/* The document that the command prints with --json. */
const char *meshconv_report_json(const meshconv_report *report);
/* The verdict of a conversion as a sentence, such as "Nothing lost."; NULL for other reports. */
const char *meshconv_report_summary(const meshconv_report *report);

/* A file that was written. */
typedef struct {
    const char *path;
    /* The contents of output in memory; NULL if it is a file. */
    const void *bytes;
    uint64_t size;
} meshconv_file;

/* The number of files that were written: the output, then its side files. */
size_t meshconv_report_file_count(const meshconv_report *report);
int32_t meshconv_report_file(
    const meshconv_report *report, size_t index, meshconv_file *file, meshconv_error **error);

/* Something that was lost or changed. */
typedef struct {
    const char *code;     /* such as "attribute.dropped" */
    const char *severity; /* dropped, approximated, narrowed, rounded, reencoded, generated */
    const char *rank;     /* visible, data, bookkeeping */
    const char *subject;  /* such as "/meshes/0/primitives/0/COLOR_0" */
    uint64_t count;       /* of what the code is about: values, faces, nodes ... */
    const char *message;
    const char *remedy; /* what would keep it; NULL: nothing */
} meshconv_loss;

/* The number of losses of a conversion. */
size_t meshconv_report_loss_count(const meshconv_report *report);
int32_t meshconv_report_loss(
    const meshconv_report *report, size_t index, meshconv_loss *loss, meshconv_error **error);

void meshconv_report_free(meshconv_report *report);

/* ---- Scenes: reading and writing ---- */

/* Reads a file, a folder or a package. The scene owns all its memory: nothing of it lies in a mapped file. */
int32_t meshconv_read(
    const char *path, const meshconv_options *options, meshconv_scene **scene, meshconv_error **error);
/* Reads bytes, which are copied; `name` is a name such as "room.ply". */
int32_t meshconv_read_bytes(
    const void *bytes, size_t size, const char *name, const meshconv_options *options, meshconv_scene **scene,
    meshconv_error **error);

/* Writes a scene to a file. What meshconv keeps of the file that the scene was read from, beyond the scene, is written, too,
 * until the scene is changed. `report` may be NULL. */
int32_t meshconv_write(
    const meshconv_scene *scene, const char *target, const meshconv_options *options, meshconv_report **report,
    meshconv_error **error);
/* Writes a scene to memory: the files are in the report. `target_name` is a name such as "room.glb". */
int32_t meshconv_write_bytes(
    const meshconv_scene *scene, const char *target_name, const meshconv_options *options, meshconv_report **report,
    meshconv_error **error);

/* The reports of meshconv_info, meshconv_plan, meshconv_diff and meshconv_check for scenes. `target` is a name. */
int32_t meshconv_scene_info(
    const meshconv_scene *scene, const meshconv_options *options, meshconv_report **report, meshconv_error **error);
int32_t meshconv_scene_plan(
    const meshconv_scene *scene, const char *target, const meshconv_options *options, meshconv_report **report,
    meshconv_error **error);
int32_t meshconv_scene_diff(
    const meshconv_scene *first, const meshconv_scene *second, const meshconv_options *options,
    meshconv_report **report, meshconv_error **error);
int32_t meshconv_scene_check(
    const meshconv_scene *scene, const meshconv_options *options, meshconv_report **report, meshconv_error **error);

void meshconv_scene_free(meshconv_scene *scene);

/* ---- Scenes: what is in them ---- */

/* The type of one number. */
enum {
    MESHCONV_INT8 = 0,
    MESHCONV_UINT8 = 1,
    MESHCONV_INT16 = 2,
    MESHCONV_UINT16 = 3,
    MESHCONV_INT32 = 4,
    MESHCONV_UINT32 = 5,
    MESHCONV_INT64 = 6,
    MESHCONV_UINT64 = 7,
    MESHCONV_FLOAT16 = 8,
    MESHCONV_FLOAT32 = 9,
    MESHCONV_FLOAT64 = 10
};

/* Numbers in memory: `count` rows of `components` numbers in the machine's byte order.
 *
 * What the library gives is packed and starts at a multiple of 16 bytes. What it takes may have any `stride`, the distance
 * between rows in bytes; 0 means packed.
 */
typedef struct {
    const void *data; /* NULL if there are no rows */
    size_t count;
    size_t stride;
    int32_t components;
    int32_t type;
} meshconv_column;

/* Where an attribute belongs. */
enum {
    MESHCONV_VERTEX = 0,  /* owner: a vertex set; a row for each vertex */
    MESHCONV_POOL = 1,    /* owner: a vertex set; rows that corners index */
    MESHCONV_ELEMENT = 2, /* owner: a primitive; a row for each face, line or point */
    MESHCONV_TABLE = 3    /* owner: a table; a row for each row */
};

/* A named column with a meaning. */
typedef struct {
    const char *name; /* POSITION, NORMAL, TEXCOORD_n, COLOR_n, or the source's own name */
    /* Its numbers; `data` is NULL here, see meshconv_attribute_values. In a ragged attribute: all numbers of all rows. */
    meshconv_column values;
    int32_t is_ragged;            /* not 0: rows have any length, see meshconv_attribute_offsets */
    int32_t is_normalized;        /* not 0: whole numbers are fractions of their largest value */
    const char *color_space;      /* "srgb", "linear"; NULL: no colour */
    const char *uv_origin;        /* "bottomLeft", "topLeft"; NULL: no texture coordinate */
    const char *encoding;         /* "linear", "log", "logit"; NULL: linear */
    const char *quaternion_order; /* "wxyz", "xyzw"; NULL: no rotation */
    double scale;                 /* the stored number of a full colour component in floats: 1 or 255; 0 means 1 */
} meshconv_attribute;

/* The counts and facts of a scene. */
typedef struct {
    const char *format;  /* such as "ply" */
    const char *variant; /* such as "ply.binary" */
    const char *up_axis; /* "Y", "Z"; NULL: unknown */
    double meters_per_unit; /* 0: unknown */
    size_t vertex_set_count;
    size_t mesh_count;
    size_t primitive_count; /* of all meshes */
    size_t node_count;
    size_t material_count;
    size_t image_count;
    size_t table_count;
    size_t metadata_count;
    size_t diagnostic_count;
} meshconv_scene_facts;

typedef struct {
    size_t count; /* vertices */
    size_t attribute_count;
    size_t pool_count;
} meshconv_vertex_set;

typedef struct {
    const char *name;
    size_t first_primitive; /* its primitives follow each other */
    size_t primitive_count;
} meshconv_mesh;

enum { MESHCONV_POINTS = 0, MESHCONV_LINES = 1, MESHCONV_POLYGONS = 2 };

/* Points, lines or faces over a vertex set. */
typedef struct {
    size_t mesh;
    size_t vertex_set;
    size_t element_count;
    size_t corner_count;        /* of all elements */
    int32_t topology;           /* MESHCONV_POINTS ... */
    int32_t corners_per_element; /* 3 for triangles; 0: see MESHCONV_OFFSETS */
    int32_t has_indices;        /* 0: corner c uses vertex c */
    int32_t material;           /* of all elements; -1: none; -2: see MESHCONV_MATERIALS */
    size_t attribute_count;     /* of elements */
    size_t corner_attribute_count;
} meshconv_primitive;

/* The columns of a primitive. */
enum {
    MESHCONV_INDICES = 0,   /* uint32: the vertex of each corner */
    MESHCONV_OFFSETS = 1,   /* uint64, one more than elements: where each element's corners start */
    MESHCONV_MATERIALS = 2, /* int32: the material of each element, -1 for none */
    MESHCONV_TRIANGLES = 3, /* uint32, rows of 3: the vertices of the faces, cut into triangles */
    MESHCONV_TRIANGLE_ELEMENTS = 4 /* uint32: the face of each triangle */
};

/* A node of the hierarchy. Numbers are indices, -1 means none. */
typedef struct {
    const char *name;
    double matrix[16]; /* column-major, relative to the parent */
    int64_t parent;
    int64_t mesh;
    int32_t is_root;   /* not 0: a root of the scene that is shown */
    int32_t is_hidden; /* not 0: it and all below it are not shown */
    size_t instance_count; /* of its mesh, shown instead of it; 0: the mesh is shown once */
} meshconv_node;

/* The look of a surface: what counts of the usual settings. */
typedef struct {
    const char *name;
    double base_color[4]; /* red, green, blue as stored (glTF, USD: linear), and opacity */
    double metallic;
    double roughness;
    double emissive[3];
    int32_t is_double_sided;
    int32_t alpha_mode; /* 0: opaque, 1: mask, 2: blend */
    size_t setting_count;
    size_t texture_count;
} meshconv_material;

/* A setting as the source has it. */
typedef struct {
    const char *name; /* glTF's: baseColor, metallic, ...; MTL's: Ks, Ns, ... */
    const double *values;
    size_t count;
} meshconv_setting;

typedef struct {
    const char *slot; /* baseColor, normal, metallic, roughness, emissive, alpha, ... */
    int64_t image;    /* -1: none */
} meshconv_texture;

typedef struct {
    const char *name;       /* the path or name that the source gives it; may be empty */
    const char *media_type; /* such as "image/png"; NULL: unknown */
    const void *bytes;      /* the file; NULL: it was not found */
    size_t size;
} meshconv_image;

typedef struct {
    const char *name;
    size_t row_count;
    size_t attribute_count;
} meshconv_table;

typedef struct {
    const char *key;
    const char *value;
} meshconv_metadata;

/* A remark of the reader. */
typedef struct {
    const char *code;
    const char *message;
    const char *place; /* NULL: the whole file */
} meshconv_diagnostic;

int32_t meshconv_scene_facts_get(const meshconv_scene *scene, meshconv_scene_facts *facts, meshconv_error **error);
int32_t meshconv_vertex_set_get(
    const meshconv_scene *scene, size_t index, meshconv_vertex_set *set, meshconv_error **error);
int32_t meshconv_mesh_get(const meshconv_scene *scene, size_t index, meshconv_mesh *mesh, meshconv_error **error);
int32_t meshconv_primitive_get(
    const meshconv_scene *scene, size_t index, meshconv_primitive *primitive, meshconv_error **error);
int32_t meshconv_node_get(const meshconv_scene *scene, size_t index, meshconv_node *node, meshconv_error **error);
int32_t meshconv_material_get(
    const meshconv_scene *scene, size_t index, meshconv_material *material, meshconv_error **error);
int32_t meshconv_setting_get(
    const meshconv_scene *scene, size_t material, size_t index, meshconv_setting *setting, meshconv_error **error);
int32_t meshconv_texture_get(
    const meshconv_scene *scene, size_t material, size_t index, meshconv_texture *texture, meshconv_error **error);
/* Reads the image's file if the scene has only its path. */
int32_t meshconv_image_get(const meshconv_scene *scene, size_t index, meshconv_image *image, meshconv_error **error);
int32_t meshconv_table_get(const meshconv_scene *scene, size_t index, meshconv_table *table, meshconv_error **error);
int32_t meshconv_metadata_get(
    const meshconv_scene *scene, size_t index, meshconv_metadata *metadata, meshconv_error **error);
int32_t meshconv_diagnostic_get(
    const meshconv_scene *scene, size_t index, meshconv_diagnostic *diagnostic, meshconv_error **error);

/* Describes an attribute; `place` is MESHCONV_VERTEX ... and says what `owner` is an index of. */
int32_t meshconv_attribute_get(
    const meshconv_scene *scene, int32_t place, size_t owner, size_t index, meshconv_attribute *attribute,
    meshconv_error **error);
/* Gives the numbers of an attribute. They are packed on the first call, so describe first what isn't needed. */
int32_t meshconv_attribute_values(
    const meshconv_scene *scene, int32_t place, size_t owner, size_t index, meshconv_column *values,
    meshconv_error **error);
/* Gives the numbers of an attribute as they lie in the scene: rows may be any `stride` apart, and numbers may start at any
 * byte. Nothing is copied, unless their bytes are in the other order. */
int32_t meshconv_attribute_view(
    const meshconv_scene *scene, int32_t place, size_t owner, size_t index, meshconv_column *values,
    meshconv_error **error);
/* Gives the starts of the rows of a ragged attribute: uint64, one more than rows. */
int32_t meshconv_attribute_offsets(
    const meshconv_scene *scene, int32_t place, size_t owner, size_t index, meshconv_column *offsets,
    meshconv_error **error);
/* Gives a column of a primitive; `column` is MESHCONV_INDICES ... Columns that follow from others (the indices of a cloud) are
 * made, too. */
int32_t meshconv_primitive_values(
    const meshconv_scene *scene, size_t primitive, int32_t column, meshconv_column *values, meshconv_error **error);
/* Gives a corner attribute: the pool of the primitive's vertex set, and int32 rows of it for each corner, -1 for none. */
int32_t meshconv_corner_attribute(
    const meshconv_scene *scene, size_t primitive, size_t index, size_t *pool, meshconv_column *rows,
    meshconv_error **error);
/* Gives the transforms of a node's instances: float64, rows of 16, column-major, relative to the node. */
int32_t meshconv_node_instances(
    const meshconv_scene *scene, size_t node, meshconv_column *matrices, meshconv_error **error);

/* ---- Scenes: building ---- */

/* Creates an empty scene. Parts are added one after the other; their index is handed out if the pointer is not NULL. A scene
 * that was read can be added to, too. Memory that was handed out stays valid. */
meshconv_scene *meshconv_scene_new(void);

/* Called once when memory that was handed over is not needed any more, on any thread; also if the function failed. */
typedef void (*meshconv_release)(void *context);

/* `up_axis`: "Y", "Z", or NULL for unknown; `meters_per_unit`: 0 for unknown. */
int32_t meshconv_scene_set_frame(
    meshconv_scene *scene, const char *up_axis, double meters_per_unit, meshconv_error **error);
int32_t meshconv_scene_add_metadata(
    meshconv_scene *scene, const char *key, const char *value, meshconv_error **error);
int32_t meshconv_scene_add_vertex_set(meshconv_scene *scene, size_t count, size_t *index, meshconv_error **error);
/* Adds an attribute with `values`. With a `release` the library views the caller's memory, which must not change until it is
 * released; without, it copies the numbers. `is_ragged` is not read. */
int32_t meshconv_scene_add_attribute(
    meshconv_scene *scene, int32_t place, size_t owner, const meshconv_attribute *attribute, meshconv_release release,
    void *context, size_t *index, meshconv_error **error);
/* Adds a ragged attribute, whose rows have any length. `values` of `attribute` has the numbers of all rows, of one component;
 * `offsets` are whole numbers, the starts of the rows and then the count of values. Both are checked and copied. */
int32_t meshconv_scene_add_ragged_attribute(
    meshconv_scene *scene, int32_t place, size_t owner, const meshconv_attribute *attribute,
    const meshconv_column *offsets, size_t *index, meshconv_error **error);
int32_t meshconv_scene_add_mesh(meshconv_scene *scene, const char *name, size_t *index, meshconv_error **error);
/* Adds a primitive to the last mesh. Of `primitive` count: vertex_set, element_count, topology, corners_per_element, material.
 * `indices`: whole numbers for all corners in any rows; NULL: corner c uses vertex c. `offsets`: for elements with different
 * numbers of corners; else NULL. Numbers are checked and copied. */
int32_t meshconv_scene_add_primitive(
    meshconv_scene *scene, const meshconv_primitive *primitive, const meshconv_column *indices,
    const meshconv_column *offsets, size_t *index, meshconv_error **error);
/* Gives each element of a primitive its own material, -1 for none. */
int32_t meshconv_scene_set_materials(
    meshconv_scene *scene, size_t primitive, const meshconv_column *materials, meshconv_error **error);
/* Makes a pool of the primitive's vertex set an attribute of its corners. `rows`: whole numbers, -1 for none; NULL: corner c
 * has row c. */
int32_t meshconv_scene_add_corner_attribute(
    meshconv_scene *scene, size_t primitive, size_t pool, const meshconv_column *rows, meshconv_error **error);
/* Of `node` count: name, matrix, parent (an earlier node, or -1 for a root), mesh, is_hidden. Without nodes, each mesh is shown
 * once. */
int32_t meshconv_scene_add_node(
    meshconv_scene *scene, const meshconv_node *node, size_t *index, meshconv_error **error);
/* Adds a material without settings: glTF's defaults count. */
int32_t meshconv_scene_add_material(meshconv_scene *scene, const char *name, size_t *index, meshconv_error **error);
int32_t meshconv_scene_set_setting(
    meshconv_scene *scene, size_t material, const char *name, const double *values, size_t count,
    meshconv_error **error);
int32_t meshconv_scene_set_texture(
    meshconv_scene *scene, size_t material, const char *slot, size_t image, meshconv_error **error);
/* Adds an image file's bytes, which are copied. `media_type`: such as "image/png", or NULL. */
int32_t meshconv_scene_add_image(
    meshconv_scene *scene, const char *name, const char *media_type, const void *bytes, size_t size, size_t *index,
    meshconv_error **error);
int32_t meshconv_scene_add_table(
    meshconv_scene *scene, const char *name, size_t row_count, size_t *index, meshconv_error **error);

#ifdef __cplusplus
}
#endif
#endif
