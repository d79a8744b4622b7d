extension GLTFSample {
    /// Two triangles: one follows two joints, one has two morph targets, and a clip moves both.
    ///
    /// Buffer: 0 positions, 36 joints, 48 weights, 96 two matrices, 224 three times, 236 rotations, 284 steps of weights,
    /// 308 a sparse difference, 324 a spline.
    static let moving = GLTFSample(
        members: """
            "meshes": [
              {"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]},
              {"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}, {"POSITION": 7}]}],
               "weights": [0.25, 0], "extras": {"targetNames": ["smile", "frown"]}}],
            "skins": [{"name": "rig", "joints": [3, 2], "inverseBindMatrices": 3, "skeleton": 2}],
            "animations": [{"name": "wave",
              "channels": [
                {"sampler": 0, "target": {"node": 3, "path": "rotation"}},
                {"sampler": 1, "target": {"node": 1, "path": "weights"}},
                {"sampler": 2, "target": {"path": "pointer", "extensions":
                  {"KHR_animation_pointer": {"pointer": "/nodes/2/translation"}}}}],
              "samplers": [{"input": 4, "output": 5}, {"input": 4, "output": 6, "interpolation": "STEP"},
                {"input": 8, "output": 9, "interpolation": "CUBICSPLINE"}]}],
            "extensionsUsed": ["KHR_animation_pointer"],
            "accessors": [
              {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]},
              {"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
              {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"},
              {"bufferView": 3, "componentType": 5126, "count": 2, "type": "MAT4"},
              {"bufferView": 4, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [1.5]},
              {"bufferView": 5, "componentType": 5126, "count": 3, "type": "VEC4"},
              {"bufferView": 6, "componentType": 5126, "count": 6, "type": "SCALAR"},
              {"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 1],
               "sparse": {"count": 1, "indices": {"bufferView": 7, "componentType": 5121}, "values": {"bufferView": 8}}},
              {"bufferView": 4, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [0.5]},
              {"bufferView": 9, "componentType": 5126, "count": 6, "type": "VEC3"}],
            "bufferViews": [
              {"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 12},
              {"buffer": 0, "byteOffset": 48, "byteLength": 48}, {"buffer": 0, "byteOffset": 96, "byteLength": 128},
              {"buffer": 0, "byteOffset": 224, "byteLength": 12}, {"buffer": 0, "byteOffset": 236, "byteLength": 48},
              {"buffer": 0, "byteOffset": 284, "byteLength": 24}, {"buffer": 0, "byteOffset": 308, "byteLength": 1},
              {"buffer": 0, "byteOffset": 312, "byteLength": 12}, {"buffer": 0, "byteOffset": 324, "byteLength": 72}],
            "nodes": [{"mesh": 0, "skin": 0}, {"mesh": 1, "weights": [0.5, 1]},
              {"name": "root", "children": [3], "translation": [0, 1, 0]}, {"name": "arm"}],
            "scenes": [{"nodes": [0, 1, 2]}], "scene": 0
            """,
        bytes: movingBytes)

    private static let movingBytes: [UInt8] = {
        let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        let moved: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1]
        var bytes = floats([0, 0, 0, 1, 0, 0, 0, 2, 0])
        bytes += [0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]
        bytes += floats([1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.25, 0.75, 0, 0])
        bytes += floats(moved + identity)
        bytes += floats([0, 0.5, 1.5])
        bytes += floats([0, 0, 0, 1, 0, 0, 0.6, 0.8, 0, 0, 0, 1])
        bytes += floats([0, 1, 0.5, 0.5, 1, 0])
        bytes += [2, 0, 0, 0]
        bytes += floats([0, 0, 1])
        bytes += floats([0, 0, 0, 0, 1, 0, 2, 0, 0, -2, 0, 0, 0, 3, 0, 0, 0, 0])
        return bytes
    }()
}
