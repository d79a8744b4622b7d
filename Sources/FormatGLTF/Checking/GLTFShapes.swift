/// The objects of glTF 2.0, by our names for them (section 5 of the specification).
enum GLTFShapes {
    static let all: [String: GLTFShape] = extensions.reduce(into: core) { $0[$1.key] = $1.value }

    static let targets: GLTFShape.Rule = .oneOf([34_962, 34_963])
    static let wraps: GLTFShape.Rule = .oneOf([33_071, 33_648, 10_497])

    private static let core: [String: GLTFShape] = [
        "glTF": GLTFShape(
            "asset",
            [
                "extensionsUsed": .texts, "extensionsRequired": .texts, "scene": .index, "asset": .object("asset"),
                "accessors": .objects("accessor"), "animations": .objects("animation"),
                "buffers": .objects("buffer"), "bufferViews": .objects("bufferView"),
                "cameras": .objects("camera"), "images": .objects("image"), "materials": .objects("material"),
                "meshes": .objects("mesh"), "nodes": .objects("node"), "samplers": .objects("sampler"),
                "scenes": .objects("scene"), "skins": .objects("skin"), "textures": .objects("texture"),
            ]),
        "asset": GLTFShape(
            "version", ["copyright": .text, "generator": .text, "version": .version, "minVersion": .version]),
        "accessor": GLTFShape(
            "componentType count type",
            [
                "bufferView": .index, "byteOffset": .offset,
                "componentType": .oneOf([5120, 5121, 5122, 5123, 5125, 5126]), "normalized": .truth,
                "count": .count,
                "type": .words(["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]), "min": .bounds,
                "max": .bounds, "sparse": .object("sparse"),
            ], hasName: true),
        "sparse": GLTFShape(
            "count indices values",
            [
                "count": .count, "indices": .object("sparseIndices"),
                "values": .object("sparseValues"),
            ]),
        "sparseIndices": GLTFShape(
            "bufferView componentType",
            [
                "bufferView": .index, "byteOffset": .offset,
                "componentType": .oneOf([5121, 5123, 5125]),
            ]),
        "sparseValues": GLTFShape(
            "bufferView", ["bufferView": .index, "byteOffset": .offset]),
        "buffer": GLTFShape(
            "byteLength", ["uri": .text, "byteLength": .count], hasName: true),
        "bufferView": GLTFShape(
            "buffer byteLength",
            [
                "buffer": .index, "byteOffset": .offset,
                "byteLength": .count, "byteStride": .integer(least: 4, most: 252),
                "target": targets,
            ], hasName: true),
        "image": GLTFShape("", ["uri": .text, "mimeType": .text, "bufferView": .index], hasName: true),
        "texture": GLTFShape("", ["sampler": .index, "source": .index], hasName: true),
        "sampler": GLTFShape(
            "",
            [
                "magFilter": .oneOf([9728, 9729]), "minFilter": .oneOf([9728, 9729, 9984, 9985, 9986, 9987]),
                "wrapS": wraps, "wrapT": wraps,
            ], hasName: true),
        "material": GLTFShape(
            "",
            [
                "pbrMetallicRoughness": .object("pbr"), "normalTexture": .object("normalTexture"),
                "occlusionTexture": .object("occlusionTexture"), "emissiveTexture": .object("textureInfo"),
                "emissiveFactor": .numbers(3, .unit), "alphaMode": .words(["OPAQUE", "MASK", "BLEND"]),
                "alphaCutoff": .number(.from(0)), "doubleSided": .truth,
            ], hasName: true),
        "pbr": GLTFShape(
            "",
            [
                "baseColorFactor": .numbers(4, .unit), "baseColorTexture": .object("textureInfo"),
                "metallicFactor": .number(.unit), "roughnessFactor": .number(.unit),
                "metallicRoughnessTexture": .object("textureInfo"),
            ]),
        "textureInfo": GLTFShape("index", ["index": .index, "texCoord": .offset]),
        "normalTexture": GLTFShape(
            "index", ["index": .index, "texCoord": .offset, "scale": .number(.any)]),
        "occlusionTexture": GLTFShape(
            "index", ["index": .index, "texCoord": .offset, "strength": .number(.unit)]),
        "mesh": GLTFShape(
            "primitives", ["weights": .numbers(0, .any), "primitives": .objects("primitive")], hasName: true),
        "primitive": GLTFShape(
            "attributes",
            [
                "attributes": .indexMap, "indices": .index, "material": .index, "mode": .integer(least: 0, most: 6),
                "targets": .array(.indexMap),
            ]),
        "node": GLTFShape(
            "",
            [
                "camera": .index, "children": .indices, "skin": .index, "matrix": .numbers(16, .any),
                "mesh": .index, "rotation": .numbers(4, GLTFShape.Range(least: -1, most: 1)),
                "scale": .numbers(3, .any), "translation": .numbers(3, .any), "weights": .numbers(0, .any),
            ], hasName: true),
        "scene": GLTFShape("", ["nodes": .indices], hasName: true),
        "skin": GLTFShape(
            "joints", ["inverseBindMatrices": .index, "skeleton": .index, "joints": .indices], hasName: true),
        "camera": GLTFShape(
            "type",
            [
                "type": .words(["orthographic", "perspective"]), "orthographic": .object("orthographic"),
                "perspective": .object("perspective"),
            ], hasName: true),
        "orthographic": GLTFShape(
            "xmag ymag zfar znear",
            [
                "xmag": .number(.any), "ymag": .number(.any), "zfar": .number(.positive), "znear": .number(.from(0)),
            ]),
        "perspective": GLTFShape(
            "yfov znear",
            [
                "aspectRatio": .number(.positive), "yfov": .number(.positive), "zfar": .number(.positive),
                "znear": .number(.positive),
            ]),
        "animation": GLTFShape(
            "channels samplers", ["channels": .objects("channel"), "samplers": .objects("animationSampler")],
            hasName: true),
        "channel": GLTFShape("sampler target", ["sampler": .index, "target": .object("channelTarget")]),
        "channelTarget": GLTFShape("path", ["node": .index, "path": .text]),
        "animationSampler": GLTFShape(
            "input output",
            ["input": .index, "output": .index, "interpolation": .words(["LINEAR", "STEP", "CUBICSPLINE"])]),
    ]
}
