import MeshFormats
import MeshModel

// Faults of frames: wrong colour space or UV origin, wrong cameras and lights.

extension Mutant {
    /// The formats with splats.
    private static let ofSplats: Set = ["ply", "gltf", "glb", "usda", "usdc", "usdz"]

    /// Changed values in frames that the file may not have; these count among the value mutants.
    static let frameValues: [Mutant] = [
        .attribute(
            "linear colours are taken for sRGB", .color(0),
            where: { $0.frame.colorSpace == .linear && !$0.values.type.isInteger },
            { $0.values = ColorTransfer.converted($0, to: .srgb, type: $0.values.type) }),
        .numbers(
            "coordinates from the top are not flipped back", .texCoord(0), in: \.hasPlainTexCoords,
            where: { $0.frame.uvOrigin == .topLeft && !$0.normalized && $0.saysSomething },
            { $0 % 2 == 1 ? 1 - $1 : $1 }),
        .numbers(
            "a size of splats stays a logarithm", AttributeSemantic(name: SplatNames.scales[0]), formats: ofSplats,
            where: { attribute in
                attribute.frame.encoding == .linear
                    && attribute.values.doubles().contains { $0 > 0.001 && $0 < 0.5 }
            },
            { Frame.Encoding.log.encoded($1) }),
        Mutant("a rotation of splats begins with x", formats: Self.ofSplats) { scene in
            scene.exchangeVertexAttributes(SplatNames.rotations[0], SplatNames.rotations[1])
        },
        .numbers(
            "u is flipped instead of v", .texCoord(0), in: \.hasPlainTexCoords,
            where: { !$0.normalized && $0.saysSomething }, { 1 - $1 }),
    ]

    /// Changed cameras, lights, images and looks.
    static let parts: [Mutant] = [
        Mutant("a setting is left to the reader, who takes something else") { scene in
            scene.materials.alterAny { material in
                // Of a generated material only colour, metal and roughness are compared.
                let said = ["baseColor", "metallic", "roughness"].first { name in
                    var other = material
                    other.parameters.removeAll { $0.name == name }
                    return other.effective(name) != material.effective(name)
                }
                material.parameters.removeAll { $0.name == said }
                return said != nil
            }
        },
        Mutant("a surface that is not said to be metal is metal") { scene in
            scene.materials.alterAny { material in
                guard material["metallic"] == nil else { return false }
                material.parameters.append(
                    MaterialParameter("metallic", material.effective("metallic") == [1] ? [0] : [1]))
                return true
            }
        },
        Mutant("elements without a material become metal") { scene in
            let isBare = scene.meshes.contains { mesh in
                mesh.primitives.contains { $0.topology == .polygons && $0.bareElementCount > 0 }
            }
            guard isBare, scene.bareModel == .plain else { return false }
            scene.bareModel = .metallicRoughness
            return true
        },
        // USD only has file names for images and reports that, so another wrong name would not be detected.
        Mutant("an image gets another name", formats: ["ply", "obj", "gltf", "glb"]) { scene in
            scene.images.alterFirst { $0.name = ($0.name ?? "") + "x" }
        },
        Mutant("a byte of an image is another one") { scene in
            scene.images.alterFirst(where: { $0.bytes?.isEmpty == false }) { $0.bytes?[0] ^= 1 }
        },
        Mutant("two images have each other's bytes") { scene in
            let embedded = scene.images.indices.filter { scene.images[$0].bytes != nil }
            guard let first = embedded.first,
                let other = embedded.first(where: { scene.images[$0].bytes != scene.images[first].bytes })
            else { return false }
            (scene.images[first].bytes, scene.images[other].bytes) = (
                scene.images[other].bytes, scene.images[first].bytes
            )
            return true
        },
        Mutant("an image does not arrive") { scene in
            scene.images.alterFirst(where: \.isFound) { ($0.bytes, $0.path) = (nil, nil) }
        },
        Mutant("a camera is invented") { scene in
            scene.cameras.append(Camera(projection: .orthographic(xmag: 1, ymag: 1, znear: 0, zfar: 1)))
            return true
        },
        Mutant("a light is invented") { scene in
            scene.lights.append(Light(kind: .point))
            return true
        },
    ]

    /// Correspondences with the wrong codec, camera or light.
    static let codecs: [Mutant] = [
        Mutant(
            "the certificate says that linear colours are sRGB", formats: ["ply", "obj"],
            links: { change(&$0, $1, from: .transferred, to: .identity) }),
        Mutant(
            "the certificate says that coordinates count from the same end", formats: ["ply", "obj"],
            links: { change(&$0, $1, from: .flippedV, to: .identity) }),
        Mutant(
            "the certificate says that codes from the bottom count from the top", formats: ["ply", "obj"],
            links: { change(&$0, $1, from: .normalized(.uint16), to: .flippedV) }),
    ]

    /// Wrong correspondences for formats with cameras and lights.
    static let cameras: [Mutant] = [
        .certificate("the certificate exchanges two cameras") { $0.cameras.exchangeFirst() },
        .certificate("the certificate forgets a light") { $0.lights.loseLast() },
    ]

    /// Unreported losses of frames, cameras and lights.
    static let untold: [Mutant] = [
        .unreported("the loss of a camera is not reported") { $0.code == .cameraDropped || $0.code == .lightDropped },
        .unreported("the error of converted colours is left out") {
            $0.code == .attributeNarrowed && $0.cause.hasPrefix("converted from linear")
        },
    ]

    /// Changes the codec of a vertex attribute whose values differ between the two codecs.
    private static func change(
        _ links: inout Correspondence, _ source: MeshScene, from: Correspondence.Codec, to: Correspondence.Codec
    ) -> Bool {
        guard links.steps.isEmpty else { return false }
        for (set, vertices) in source.vertexSets.enumerated() {
            for attribute in vertices.attributes where attribute.semantic.isColor || attribute.semantic.isTexCoord {
                let path = ScenePath.vertexAttribute(set: set, attribute.semantic)
                let most = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
                let (width, column) = (attribute.values.components, attribute.values.doubles())
                let tells = column.indices.contains { index in
                    let value = column[index] / most
                    return (attribute.semantic.isColor ? index % width < 3 : index % width == 1)
                        && value > 0.05 && value < 0.45
                }
                guard tells,
                    let index = links.attributes.firstIndex(where: { $0.source == path && $0.codec == from })
                else { continue }
                links.attributes[index].codec = to
                return true
            }
        }
        return false
    }
}

extension Attribute {
    /// Whether any value is not 0, which writers fill in where a source has none.
    fileprivate var saysSomething: Bool { values.doubles().contains { $0 != 0 } }
}

extension MeshScene {
    /// Swaps the values of two vertex attributes; false where that changes nothing.
    fileprivate mutating func exchangeVertexAttributes(_ a: String, _ b: String) -> Bool {
        for set in vertexSets.indices {
            let attributes = vertexSets[set].attributes
            guard let first = attributes.firstIndex(where: { $0.semantic.name == a }),
                let second = attributes.firstIndex(where: { $0.semantic.name == b }),
                zip(attributes[first].values.doubles(), attributes[second].values.doubles()).contains(where: {
                    abs($0 - $1) > 1e-3
                })
            else { continue }
            vertexSets[set].attributes[first].values = attributes[second].values
            vertexSets[set].attributes[second].values = attributes[first].values
            return true
        }
        return false
    }
}
