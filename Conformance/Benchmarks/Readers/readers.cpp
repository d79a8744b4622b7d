// Reads a file in process, with meshconv's C library on one and two threads and with the reader that C and C++ programs use for
// its format, in turn, and prints the median seconds of each. Both end with packed arrays of all values.
//
// usage: readers FILE [ROUNDS]
#ifdef HAS_TINYUSDZ
#include "tinyusdz.hh"  // first: fast_obj leaves macros of common names
#endif
#define FAST_OBJ_IMPLEMENTATION
#include "fast_obj.h"
#define CGLTF_IMPLEMENTATION
#include "cgltf.h"
#include "meshconv.h"
#include "miniply.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &why) {
    std::fprintf(stderr, "error: %s\n", why.c_str());
    std::exit(1);
}

// Vertices and corners, so that each reader is seen to have read the same.
using Counts = std::pair<size_t, size_t>;

Counts with_meshconv(const char *path, const char *threads) {
    meshconv_options *options = meshconv_options_new();
    meshconv_error *error = nullptr;
    meshconv_options_set(options, "threads", threads, nullptr);
    meshconv_scene *scene = nullptr;
    if (meshconv_read(path, options, &scene, &error)) fail(meshconv_error_message(error));
    meshconv_scene_facts facts;
    meshconv_scene_facts_get(scene, &facts, nullptr);
    Counts counts{0, 0};
    meshconv_column column;
    for (size_t set = 0; set < facts.vertex_set_count; set++) {
        meshconv_vertex_set vertices;
        meshconv_vertex_set_get(scene, set, &vertices, nullptr);
        counts.first += vertices.count;
        for (size_t index = 0; index < vertices.attribute_count; index++)
            if (meshconv_attribute_values(scene, MESHCONV_VERTEX, set, index, &column, nullptr)) fail("no values");
        for (size_t index = 0; index < vertices.pool_count; index++)
            if (meshconv_attribute_values(scene, MESHCONV_POOL, set, index, &column, nullptr)) fail("no values");
    }
    for (size_t index = 0; index < facts.primitive_count; index++) {
        meshconv_primitive primitive;
        meshconv_primitive_get(scene, index, &primitive, nullptr);
        if (primitive.topology == MESHCONV_POINTS) continue;
        counts.second += primitive.corner_count;
        if (meshconv_primitive_values(scene, index, MESHCONV_INDICES, &column, nullptr)) fail("no indices");
        for (size_t attribute = 0; attribute < primitive.corner_attribute_count; attribute++) {
            size_t pool;
            meshconv_corner_attribute(scene, index, attribute, &pool, &column, nullptr);
        }
    }
    meshconv_scene_free(scene);
    meshconv_options_free(options);
    return counts;
}

Counts with_fast_obj(const char *path) {
    fastObjMesh *mesh = fast_obj_read(path);
    if (!mesh) fail("fast_obj can't read it");
    // The first position is one that stands for none.
    Counts counts{mesh->position_count - 1, mesh->index_count};
    fast_obj_destroy(mesh);
    return counts;
}

Counts with_miniply(const char *path) {
    miniply::PLYReader reader(path);
    if (!reader.valid()) fail("miniply can't read it");
    Counts counts{0, 0};
    for (; reader.has_element(); reader.next_element()) {
        if (!reader.load_element()) fail("miniply can't read an element");
        const miniply::PLYElement *element = reader.element();
        for (uint32_t index = 0; index < element->properties.size(); index++) {
            const miniply::PLYProperty &property = element->properties[index];
            if (property.countType == miniply::PLYPropertyType::None) continue;
            counts.second += reader.sum_of_list_counts(index);
            std::vector<int32_t> corners(counts.second);
            if (!reader.extract_list_property(index, miniply::PLYPropertyType::Int, corners.data())) fail("no faces");
        }
        if (!reader.element_is(miniply::kPLYVertexElement)) continue;
        counts.first = reader.num_rows();
        auto extract = [&](std::vector<const char *> names, miniply::PLYPropertyType type, size_t size) {
            std::vector<uint32_t> found;
            for (const char *name : names) found.push_back(reader.find_property(name));
            if (std::count(found.begin(), found.end(), miniply::kInvalidIndex)) return;
            std::vector<char> values(counts.first * names.size() * size);
            reader.extract_properties(found.data(), uint32_t(found.size()), type, values.data());
        };
        extract({"x", "y", "z"}, miniply::PLYPropertyType::Float, 4);
        extract({"nx", "ny", "nz"}, miniply::PLYPropertyType::Float, 4);
        extract({"red", "green", "blue"}, miniply::PLYPropertyType::UChar, 1);
        extract({"confidence"}, miniply::PLYPropertyType::Float, 4);
    }
    return counts;
}

Counts with_cgltf(const char *path) {
    cgltf_options options{};
    cgltf_data *data = nullptr;
    if (cgltf_parse_file(&options, path, &data) || cgltf_load_buffers(&options, data, path)) fail("cgltf can't read it");
    Counts counts{0, 0};
    std::vector<float> values;
    std::vector<unsigned> corners;
    for (size_t mesh = 0; mesh < data->meshes_count; mesh++) {
        for (size_t index = 0; index < data->meshes[mesh].primitives_count; index++) {
            const cgltf_primitive &primitive = data->meshes[mesh].primitives[index];
            counts.first += primitive.attributes[0].data->count;
            for (size_t attribute = 0; attribute < primitive.attributes_count; attribute++) {
                const cgltf_accessor *accessor = primitive.attributes[attribute].data;
                values.resize(accessor->count * cgltf_num_components(accessor->type));
                cgltf_accessor_unpack_floats(accessor, values.data(), values.size());
            }
            if (!primitive.indices) continue;
            counts.second += primitive.indices->count;
            corners.resize(primitive.indices->count);
            cgltf_accessor_unpack_indices(primitive.indices, corners.data(), sizeof(unsigned), corners.size());
        }
    }
    cgltf_free(data);
    return counts;
}

#ifdef HAS_TINYUSDZ
Counts with_tinyusdz(const char *path) {
    tinyusdz::Stage stage;
    std::string warning, error;
    if (!tinyusdz::LoadUSDFromFile(path, &stage, &warning, &error)) fail("tinyusdz: " + error);
    Counts counts{0, 0};
    std::function<void(const tinyusdz::Prim &)> visit = [&](const tinyusdz::Prim &prim) {
        if (const tinyusdz::GeomMesh *mesh = prim.as<tinyusdz::GeomMesh>()) {
            counts.first += mesh->get_points().size();
            counts.second += mesh->get_faceVertexIndices().size();
        }
        if (const tinyusdz::GeomPoints *points = prim.as<tinyusdz::GeomPoints>()) {
            std::vector<tinyusdz::value::point3f> found;
            tinyusdz::Animatable<std::vector<tinyusdz::value::point3f>> value;
            if (points->points.get_value(&value) && value.get_scalar(&found)) counts.first += found.size();
        }
        for (const tinyusdz::Prim &child : prim.children()) visit(child);
    };
    for (const tinyusdz::Prim &prim : stage.root_prims()) visit(prim);
    return counts;
}
#endif

} // namespace

int main(int count, char **words) {
    if (count < 2) {
        std::fprintf(stderr, "usage: readers FILE [ROUNDS]\n");
        return 64;
    }
    const char *path = words[1];
    const int rounds = count > 2 ? std::atoi(words[2]) : 7;
    const std::string name = path, ending = name.substr(name.rfind('.') + 1);
    std::vector<std::pair<std::string, std::function<Counts()>>> readers{
        {"meshconv", [&] { return with_meshconv(path, "1"); }}, {"meshconv, 2 threads", [&] { return with_meshconv(path, "2"); }}};
    if (ending == "obj") readers.push_back({"fast_obj", [&] { return with_fast_obj(path); }});
    if (ending == "ply") readers.push_back({"miniply", [&] { return with_miniply(path); }});
    if (ending == "glb" || ending == "gltf") readers.push_back({"cgltf", [&] { return with_cgltf(path); }});
#ifdef HAS_TINYUSDZ
    if (ending.rfind("usd", 0) == 0) readers.push_back({"tinyusdz", [&] { return with_tinyusdz(path); }});
#endif
    std::vector<std::vector<double>> seconds(readers.size());
    Counts expected{0, 0};
    for (int round = 0; round <= rounds; round++) {
        for (size_t index = 0; index < readers.size(); index++) {
            const auto began = std::chrono::steady_clock::now();
            const Counts found = readers[index].second();
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
            if (round == 0 && index == 0) expected = found;
            if (found != expected)
                fail(readers[index].first + " found " + std::to_string(found.first) + " vertices and " +
                     std::to_string(found.second) + " corners, meshconv " + std::to_string(expected.first) + " and " +
                     std::to_string(expected.second));
            if (round > 0) seconds[index].push_back(took.count()); // the first round isn't counted
        }
    }
    std::printf("%s: %zu vertices, %zu corners", path, expected.first, expected.second);
    for (size_t index = 0; index < readers.size(); index++) {
        std::sort(seconds[index].begin(), seconds[index].end());
        std::printf("; %s %.4f s", readers[index].first.c_str(), seconds[index][seconds[index].size() / 2]);
    }
    std::printf("\n");
}
