import MeshModel

// Images that have one colour beyond their edges: black in USD unless the file or the image says otherwise, any in MaterialX.
// Scenes have no such wrapping, so their edges continue, which is seen only where texture coordinates leave the image.

extension USDSceneBuilder {
    /// Counts the materials on which a mesh shows what lies beyond the edges of such an image.
    mutating func losePlainEdges() {
        guard !plainEdges.isEmpty else { return }
        var seen: Set<Int> = []
        for mesh in scene.meshes {
            for primitive in mesh.primitives { addPlainEdges(of: primitive, to: &seen) }
        }
        if !seen.isEmpty { lostInputs["colour beyond the edges of images"] = seen.count }
    }

    private func addPlainEdges(of primitive: Primitive, to seen: inout Set<Int>) {
        var boxesOf: [Int: ContiguousArray<SIMD4<Float>>] = [:]
        for binding in [primitive.material] + primitive.variantMaterials.map(\.material) {
            var images: [Int: [EdgedImage]] = [:]
            for material in binding.materials where !seen.contains(material) {
                images[material] = edgedImages(of: material)
            }
            guard images.contains(where: { !$0.value.isEmpty }) else { continue }
            var (last, own): (Int32, [EdgedImage]) = (-1, [])
            for (element, material) in binding.numbers(count: primitive.elementCount).enumerated() {
                if material != last { (last, own) = (material, images[Int(material)] ?? []) }
                for image in own {
                    let boxes = boxesOf[image.set] ?? boxes(primitive, .texCoord(image.set))
                    boxesOf[image.set] = boxes
                    guard boxes.indices.contains(element), image.isLeft(by: boxes[element]) else { continue }
                    seen.insert(Int(material))
                    (images[Int(material)], own) = ([], [])
                    break
                }
            }
        }
    }

    /// The images of a material that have one colour beyond some edges.
    private func edgedImages(of material: Int) -> [EdgedImage] {
        guard let edges = plainEdges[material], scene.materials.indices.contains(material) else { return [] }
        return scene.materials[material].textures.compactMap { slot in
            let placement = TexturePlacement(slot)
            var image = EdgedImage(set: placement.texCoordSet)
            if edges.contains("wrapS"), placement.wrapS == .clamped { image.rows.append(placement.across) }
            if edges.contains("wrapT"), placement.wrapT == .clamped { image.rows.append(placement.down) }
            return image.rows.isEmpty ? nil : image
        }
    }
}

/// An image that has one colour beyond some edges.
private struct EdgedImage {
    /// The set of texture coordinates.
    var set: Int
    /// What gives the distances from the left edge or from the top, as in `TexturePlacement`.
    var rows: [SIMD3<Double>] = []

    /// Whether coordinates in a box lie beyond the edges, by more than rounding: half a texel of 4,096.
    ///
    /// - Parameter box: the smallest and largest coordinates, which count from the bottom left: x and y, then x and y.
    func isLeft(by box: SIMD4<Float>) -> Bool {
        for (x, y) in [(box.x, box.y), (box.x, box.w), (box.z, box.y), (box.z, box.w)] {
            let place = SIMD3(Double(x), 1 - Double(y), 1)
            for row in rows where abs((row * place).sum() - 0.5) > 0.5 + 1.0 / 8192 { return true }
        }
        return false
    }
}
