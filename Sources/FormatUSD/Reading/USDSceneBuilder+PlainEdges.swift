import MeshModel

// Images that have one colour beyond their edges: black in USD unless the file or the image says otherwise, any in MaterialX.
// Scenes have no such wrapping, so their edges continue, which is seen only where texture coordinates leave the image.

extension USDSceneBuilder {
    /// Counts the materials on which a mesh shows what lies beyond the edges of such an image.
    mutating func losePlainEdges() {
        guard !plainEdges.isEmpty else { return }
        var seen: Set<Int> = []
        for mesh in scene.meshes {
            for primitive in mesh.primitives {
                for material in primitive.wornMaterials where !seen.contains(material) {
                    if showsPlainEdges(of: material, primitive) { seen.insert(material) }
                }
            }
        }
        if !seen.isEmpty { lostInputs["colour beyond the edges of images"] = seen.count }
    }

    private func showsPlainEdges(of material: Int, _ primitive: Primitive) -> Bool {
        guard let edges = plainEdges[material], scene.materials.indices.contains(material) else { return false }
        let bindings = [primitive.material] + primitive.variantMaterials.map(\.material)
        let worn = bindings.filter { $0.materials.contains(material) }.map { $0.numbers(count: primitive.elementCount) }
        return scene.materials[material].textures.contains { slot in
            let placement = TexturePlacement(slot)
            var rows: [SIMD3<Double>] = []
            if edges.contains("wrapS"), placement.wrapS == .clamped { rows.append(placement.across) }
            if edges.contains("wrapT"), placement.wrapT == .clamped { rows.append(placement.down) }
            guard !rows.isEmpty else { return false }
            let boxes = boxes(primitive, .texCoord(placement.texCoordSet))
            return boxes.indices.contains { element in
                Self.leavesImage(boxes[element], rows)
                    && worn.contains { $0.indices.contains(element) && $0[element] == Int32(clamping: material) }
            }
        }
    }

    /// Whether coordinates in a box lie beyond the edges of an image, by more than rounding: half a texel of 4,096.
    ///
    /// - Parameters:
    ///   - box: the smallest and largest coordinates, which count from the bottom left: x and y, then x and y.
    ///   - rows: what gives the distances from the left edge and from the top, as in `TexturePlacement`.
    private static func leavesImage(_ box: SIMD4<Float>, _ rows: [SIMD3<Double>]) -> Bool {
        [SIMD2(box.x, box.y), SIMD2(box.x, box.w), SIMD2(box.z, box.y), SIMD2(box.z, box.w)].contains { corner in
            let place = SIMD3(Double(corner.x), 1 - Double(corner.y), 1)
            return rows.contains { abs(($0 * place).sum() - 0.5) > 0.5 + 1.0 / 8192 }
        }
    }
}
