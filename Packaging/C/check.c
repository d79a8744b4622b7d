/* Uses the library as programs do, from many threads at the same time, and wrongly; for check.sh.
 *
 * usage: check INPUT THREADS
 *        check COMMAND PATH [PATH]     prints what the command of this name prints with --json
 */
#include "meshconv.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int faults;

#define EXPECT(condition)                                                      \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "check.c:%d: expected %s\n", __LINE__, #condition); \
            __sync_fetch_and_add(&faults, 1);                                  \
        }                                                                      \
    } while (0)

static void count_down(void *context) { __sync_fetch_and_sub((int *)context, 1); }

/* Builds a triangle with colours from memory that is handed over, and reads it back from GLB. */
static void build(void) {
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const unsigned char colors[] = {255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0};
    static const uint16_t indices[] = {0, 1, 2};
    int held = 1;
    size_t set = 9, index = 9, primitive_index = 9;
    meshconv_scene *scene = meshconv_scene_new(), *back = NULL;
    meshconv_attribute attribute;
    meshconv_primitive primitive;
    meshconv_column column, values;
    meshconv_report *report = NULL;
    meshconv_file file;
    meshconv_error *error = NULL;
    memset(&attribute, 0, sizeof attribute);
    memset(&primitive, 0, sizeof primitive);
    memset(&column, 0, sizeof column);
    EXPECT(!meshconv_scene_set_frame(scene, "Y", 1, NULL));
    EXPECT(!meshconv_scene_add_vertex_set(scene, 3, &set, NULL) && set == 0);
    attribute.name = "POSITION";
    attribute.values.data = positions;
    attribute.values.count = 3;
    attribute.values.components = 3;
    attribute.values.type = MESHCONV_FLOAT32;
    EXPECT(!meshconv_scene_add_attribute(scene, MESHCONV_VERTEX, 0, &attribute, count_down, &held, &index, NULL));
    EXPECT(index == 0 && held == 1);
    attribute.name = "COLOR_0";
    attribute.values.data = colors;
    attribute.values.stride = 4;
    attribute.values.type = MESHCONV_UINT8;
    attribute.is_normalized = 1;
    attribute.color_space = "linear";
    EXPECT(!meshconv_scene_add_attribute(scene, MESHCONV_VERTEX, 0, &attribute, NULL, NULL, &index, NULL));
    EXPECT(index == 1);
    EXPECT(!meshconv_scene_add_mesh(scene, "triangle", NULL, NULL));
    primitive.topology = MESHCONV_POLYGONS;
    primitive.element_count = 1;
    primitive.corners_per_element = 3;
    primitive.material = -1;
    column.data = indices;
    column.count = 3;
    column.components = 1;
    column.type = MESHCONV_UINT16;
    EXPECT(!meshconv_scene_add_primitive(scene, &primitive, &column, NULL, &primitive_index, NULL));
    EXPECT(primitive_index == 0);
    EXPECT(!meshconv_write_bytes(scene, "triangle.glb", NULL, &report, &error));
    EXPECT(meshconv_report_file_count(report) == 1);
    EXPECT(!meshconv_report_file(report, 0, &file, NULL) && file.bytes && file.size > 100);
    EXPECT(!meshconv_read_bytes(file.bytes, (size_t)file.size, "triangle.glb", NULL, &back, NULL));
    EXPECT(!meshconv_attribute_values(back, MESHCONV_VERTEX, 0, 0, &values, NULL));
    EXPECT(values.type == MESHCONV_FLOAT32 && values.count == 3 && !memcmp(values.data, positions, sizeof positions));
    EXPECT((size_t)values.data % 16 == 0 && values.stride == 12);
    EXPECT(!meshconv_primitive_values(back, 0, MESHCONV_TRIANGLES, &values, NULL));
    EXPECT(values.type == MESHCONV_UINT32 && values.count == 1 && values.components == 3);
    EXPECT(((const uint32_t *)values.data)[2] == 2);
    meshconv_report_free(report);
    meshconv_scene_free(back);
    meshconv_scene_free(scene);
    EXPECT(held == 0);
}

/* Memory that is handed over is released exactly once, also if it can't be used. */
static void release_once(void) {
    static const float number = 1;
    int held = 2;
    meshconv_attribute attribute;
    meshconv_scene *scene = meshconv_scene_new();
    memset(&attribute, 0, sizeof attribute);
    attribute.name = "POSITION";
    attribute.values.data = &number;
    attribute.values.count = 1;
    attribute.values.components = 1;
    attribute.values.type = MESHCONV_FLOAT32;
    EXPECT(meshconv_scene_add_attribute(NULL, 0, 0, &attribute, count_down, &held, NULL, NULL) == MESHCONV_USAGE);
    EXPECT(held == 1);
    EXPECT(meshconv_scene_add_attribute(scene, 0, 7, &attribute, count_down, &held, NULL, NULL) == MESHCONV_USAGE);
    EXPECT(held == 0);
    meshconv_scene_free(scene);
}

/* Wrong use gives an error and nothing else. */
static void misuse(const char *input) {
    meshconv_error *error = NULL;
    meshconv_options *options = meshconv_options_new();
    meshconv_scene *scene = NULL;
    meshconv_report *report = NULL;
    meshconv_column column;
    meshconv_node node;
    EXPECT(meshconv_options_set(NULL, "verify", "true", NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_options_set(options, NULL, "true", NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_options_set(options, "verify", NULL, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_options_set(options, "verify", "maybe", NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_options_set(options, "up", "\xff", NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_options_set(options, "verfy", "true", &error) == MESHCONV_USAGE);
    EXPECT(error && strstr(meshconv_error_message(error), "did you mean 'verify'"));
    EXPECT(!strcmp(meshconv_error_code(error), "usage") && !meshconv_error_path(error));
    EXPECT(strstr(meshconv_error_json(error), "\"schema\": \"meshconv.report/1\"") != NULL);
    meshconv_error_free(error);
    EXPECT(meshconv_read(NULL, NULL, &scene, NULL) == MESHCONV_USAGE && !scene);
    EXPECT(meshconv_read(input, NULL, NULL, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_read("missing.ply", NULL, &scene, NULL) == MESHCONV_MISSING_INPUT && !scene);
    EXPECT(meshconv_read_bytes(NULL, 5, "a.ply", NULL, &scene, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_read(input, NULL, &scene, NULL) == MESHCONV_DONE);
    EXPECT(meshconv_attribute_values(scene, MESHCONV_VERTEX, 99, 0, &column, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_attribute_values(scene, MESHCONV_VERTEX, 0, (size_t)-1, &column, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_attribute_values(scene, 77, 0, 0, &column, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_attribute_values(scene, MESHCONV_VERTEX, 0, 0, NULL, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_primitive_values(scene, 0, 99, &column, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_node_get(scene, (size_t)1 << 63, &node, NULL) == MESHCONV_USAGE);
    /* A handle of another kind. */
    EXPECT(meshconv_report_json((meshconv_report *)(void *)scene) == NULL);
    EXPECT(meshconv_write((meshconv_scene *)(void *)options, "a.ply", NULL, &report, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_write_bytes(scene, "a.unknown", NULL, &report, NULL) == MESHCONV_USAGE && !report);
    meshconv_scene_free(scene);
    /* Numbers without memory behind them. */
    scene = meshconv_scene_new();
    EXPECT(!meshconv_scene_add_vertex_set(scene, ((size_t)-1 >> 1), NULL, NULL));
    EXPECT(meshconv_scene_add_vertex_set(scene, (size_t)-1, NULL, NULL) == MESHCONV_USAGE);
    EXPECT(meshconv_write_bytes(scene, "a.ply", NULL, &report, NULL) == MESHCONV_USAGE);
    meshconv_scene_free(scene);
    meshconv_options_free(options);
    meshconv_error_free(NULL);
    meshconv_options_free(NULL);
    meshconv_report_free(NULL);
    meshconv_scene_free(NULL);
    meshconv_cancel(NULL);
}

static int32_t refuse(void *context, const char *phase, uint64_t completed, uint64_t total) {
    (void)phase, (void)completed, (void)total;
    __sync_fetch_and_add((int *)context, 1);
    return 1;
}

/* A callback that says no, and options that are cancelled before the call. */
static void cancel(const char *input) {
    int calls = 0;
    meshconv_options *options = meshconv_options_new();
    meshconv_report *report = NULL;
    meshconv_error *error = NULL;
    meshconv_options_set_progress(options, refuse, &calls);
    EXPECT(meshconv_info(input, options, &report, &error) == MESHCONV_CANCELLED && !report);
    EXPECT(error && !strcmp(meshconv_error_code(error), "cancelled"));
    EXPECT(calls > 0);
    meshconv_error_free(error);
    meshconv_options_set_progress(options, NULL, NULL);
    EXPECT(meshconv_info(input, options, &report, NULL) == MESHCONV_DONE);
    meshconv_report_free(report);
    meshconv_cancel(options);
    EXPECT(meshconv_info(input, options, &report, NULL) == MESHCONV_CANCELLED);
    meshconv_options_free(options);
}

/* Reads, looks at everything, writes to memory and compares. */
static void read_and_write(const char *input) {
    meshconv_scene *scene = NULL, *back = NULL;
    meshconv_scene_facts facts;
    meshconv_report *report = NULL, *diff = NULL;
    meshconv_options *options = meshconv_options_new();
    meshconv_file file;
    size_t set, index;
    double sum = 0;
    EXPECT(!meshconv_options_set(options, "threads", "2", NULL));
    EXPECT(!meshconv_read(input, options, &scene, NULL));
    EXPECT(!meshconv_scene_facts_get(scene, &facts, NULL));
    for (set = 0; set < facts.vertex_set_count; set++) {
        meshconv_vertex_set vertices;
        EXPECT(!meshconv_vertex_set_get(scene, set, &vertices, NULL));
        for (index = 0; index < vertices.attribute_count; index++) {
            meshconv_column values;
            size_t byte;
            EXPECT(!meshconv_attribute_values(scene, MESHCONV_VERTEX, set, index, &values, NULL));
            for (byte = 0; byte < values.count * values.stride; byte++) sum += ((const unsigned char *)values.data)[byte];
        }
    }
    EXPECT(sum > 0);
    EXPECT(!meshconv_write_bytes(scene, "copy.ply", options, &report, NULL));
    EXPECT(!meshconv_report_file(report, 0, &file, NULL) && file.size > 0);
    EXPECT(!meshconv_read_bytes(file.bytes, (size_t)file.size, "copy.ply", options, &back, NULL));
    EXPECT(meshconv_scene_diff(scene, back, options, &diff, NULL) == MESHCONV_DONE);
    EXPECT(strstr(meshconv_report_json(diff), "\"schema\": \"meshconv.diff/1\"") != NULL);
    meshconv_report_free(diff);
    meshconv_report_free(report);
    meshconv_scene_free(back);
    meshconv_scene_free(scene);
    meshconv_options_free(options);
}

static void *everything(void *input) {
    read_and_write(input);
    build();
    release_once();
    misuse(input);
    cancel(input);
    return NULL;
}

/* Prints the document of a command. */
static int print(const char *command, const char *path, const char *other) {
    meshconv_report *report = NULL;
    meshconv_error *error = NULL;
    int32_t status = MESHCONV_USAGE;
    if (!strcmp(command, "info")) status = meshconv_info(path, NULL, &report, &error);
    if (!strcmp(command, "check")) status = meshconv_check(path, NULL, &report, &error);
    if (!strcmp(command, "plan")) status = meshconv_plan(path, other, NULL, &report, &error);
    if (!strcmp(command, "diff")) status = meshconv_diff(path, other, NULL, &report, &error);
    if (!strcmp(command, "formats")) status = meshconv_formats(&report, &error);
    if (report || error) fputs(report ? meshconv_report_json(report) : meshconv_error_json(error), stdout);
    meshconv_report_free(report);
    meshconv_error_free(error);
    return (int)status;
}

int main(int argc, char **argv) {
    pthread_t threads[1000];
    int count = argc == 3 ? atoi(argv[2]) : 0, index;
    if (argc >= 3 && count == 0) return print(argv[1], argv[2], argc > 3 ? argv[3] : NULL);
    if (count < 1 || count > 1000) {
        fprintf(stderr, "usage: check INPUT THREADS\n       check COMMAND PATH [PATH]\n");
        return 64;
    }
    EXPECT(meshconv_abi() == MESHCONV_ABI);
    for (index = 0; index < count; index++) EXPECT(!pthread_create(&threads[index], NULL, everything, argv[1]));
    for (index = 0; index < count; index++) pthread_join(threads[index], NULL);
    printf("%d threads, %d faults\n", count, faults);
    return faults ? 1 : 0;
}
