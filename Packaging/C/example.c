/* Reads a file, prints its columns, converts it and prints what was lost; then shows an error with its place.
 *
 * usage: example INPUT OUTPUT
 */
#include "meshconv.h"

#include <stdio.h>
#include <string.h>

/* Prints an error and frees it. */
static int failed(int32_t status, meshconv_error *error) {
    const char *path = meshconv_error_path(error), *place = meshconv_error_place(error);
    printf("error %d", (int)status);
    if (path) printf(" %s", path);
    if (place) printf(":%s", place);
    printf(": %s [%s]\n", meshconv_error_message(error), meshconv_error_code(error));
    meshconv_error_free(error);
    return 1;
}

/* Prints the columns of all vertices: name, type, rows, and the first row if it is of float32. */
static int print_columns(const meshconv_scene *scene) {
    static const char *types[] = {"int8",   "uint8",  "int16",   "uint16",  "int32",  "uint32",
                                  "int64",  "uint64", "float16", "float32", "float64"};
    meshconv_scene_facts facts;
    meshconv_error *error = NULL;
    size_t set, index;
    int32_t status = meshconv_scene_facts_get(scene, &facts, &error);
    if (status) return failed(status, error);
    printf("%s: %lu vertex sets, %lu primitives\n", facts.variant, (unsigned long)facts.vertex_set_count,
           (unsigned long)facts.primitive_count);
    for (set = 0; set < facts.vertex_set_count; set++) {
        meshconv_vertex_set vertices;
        if ((status = meshconv_vertex_set_get(scene, set, &vertices, &error))) return failed(status, error);
        for (index = 0; index < vertices.attribute_count; index++) {
            meshconv_attribute attribute;
            meshconv_column values;
            status = meshconv_attribute_get(scene, MESHCONV_VERTEX, set, index, &attribute, &error);
            if (status) return failed(status, error);
            status = meshconv_attribute_values(scene, MESHCONV_VERTEX, set, index, &values, &error);
            if (status) return failed(status, error);
            printf("  %-12s %s x %d, %lu rows", attribute.name, types[values.type], (int)values.components,
                   (unsigned long)values.count);
            if (values.type == MESHCONV_FLOAT32 && values.count > 0) {
                const float *first = (const float *)values.data;
                int32_t component;
                for (component = 0; component < values.components; component++)
                    printf("%s%g", component ? " " : ": ", first[component]);
            }
            printf("\n");
        }
    }
    return 0;
}

static int convert(const char *input, const char *output) {
    meshconv_options *options = meshconv_options_new();
    meshconv_report *report = NULL;
    meshconv_error *error = NULL;
    size_t index;
    int32_t status = meshconv_options_set(options, "verify", "true", &error);
    if (!status) status = meshconv_convert(input, output, options, &report, &error);
    meshconv_options_free(options);
    if (status) {
        meshconv_report_free(report);
        return failed(status, error);
    }
    printf("%s\n", meshconv_report_summary(report));
    for (index = 0; index < meshconv_report_loss_count(report); index++) {
        meshconv_loss loss;
        if (!meshconv_report_loss(report, index, &loss, NULL))
            printf("  %s %s: %s\n", loss.code, loss.subject, loss.message);
    }
    meshconv_report_free(report);
    return 0;
}

int main(int argc, char **argv) {
    static const char broken[] = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\nnonsense\n";
    meshconv_scene *scene = NULL;
    meshconv_error *error = NULL;
    int32_t status;
    int result;
    if (argc != 3) {
        fprintf(stderr, "usage: example INPUT OUTPUT\n");
        return 64;
    }
    printf("meshconv %s\n", meshconv_version());
    status = meshconv_read(argv[1], NULL, &scene, &error);
    if (status) return failed(status, error);
    result = print_columns(scene);
    meshconv_scene_free(scene);
    if (result || convert(argv[1], argv[2])) return 1;

    /* A file that is broken: the error says where. */
    status = meshconv_read_bytes(broken, strlen(broken), "broken.ply", NULL, &scene, &error);
    if (status) failed(status, error);
    return status == MESHCONV_BROKEN_INPUT ? 0 : 1;
}
