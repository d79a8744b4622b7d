public import MeshModel

/// The result of sampling colours from textures.
public struct SampledScene: Sendable {
    /// The scene with colours.
    public var scene: MeshScene
    /// The additions and removals.
    public var sampled: Correspondence.SampledColors
}

extension MeshScene {
    /// Gives vertices the colours of their faces' textures.
    ///
    /// A vertex gets the mean of its corners' colours, each counted once, so each side of a seam weighs as much as its
    /// number of corners. A corner without a texture has its material's base colour, one without a material is white.
    /// Colours are averaged in linear light: four texels are decoded from sRGB, interpolated and multiplied by the base
    /// colour, and the mean is encoded to 8 bits. Alpha is used if the texture has some and the material uses it.
    ///
    /// - Edge: a set that has colours keeps them, and one whose base-colour textures can't all be read gets none.
    ///   Vertices without an element are white.
    ///
    /// - Parameters:
    ///   - keepsTextures: whether materials keep the texture. Otherwise it is removed and the base colour becomes
    ///     white, since a viewer would multiply both; then a set gets no colours if one of its materials is also used
    ///     on a set without.
    ///   - decode: returns the texels of an image; nil if it can't be read.
    /// - Returns: nil if there is nothing to sample.
    public func samplingTextures(
        keepsTextures: Bool, decode: @escaping @Sendable (SceneImage) -> Correspondence.SampledColors.Texels?
    ) -> SampledScene? {
        var images: [Int: Correspondence.SampledColors.Texels] = [:]
        var unread: Set<Int> = []
        for material in materials {
            guard let image = baseColorImage(material), images[image] == nil, !unread.contains(image) else { continue }
            if self.images.indices.contains(image), let texels = decode(self.images[image]) {
                images[image] = texels
            } else {
                unread.insert(image)
            }
        }
        let users = primitivesOfSets.mapValues { $0.filter { $0.elementCount > 0 } }
        let sets = texturedSets(images, users, keepsTextures)
        var scene = self
        var sampled = Correspondence.SampledColors(made: [], materials: [:], decode: decode)
        for set in sets.sorted() {
            let colors = sampledColors(set, users[set] ?? [], images)
            scene.vertexSets[set].attributes.append(colors)
            sampled.made.append(Correspondence.SampledColors.Made(set: set, colors: colors))
        }
        guard !sampled.made.isEmpty else { return nil }
        if !keepsTextures {
            for index in Set(sets.flatMap { wornMaterials(users[$0] ?? []) }) {
                let after = materials[index].withoutBaseColor
                guard after != materials[index] else { continue }
                sampled.materials[index] = (materials[index], after)
                scene.materials[index] = after
            }
        }
        return SampledScene(scene: scene, sampled: sampled)
    }

    private func baseColorImage(_ material: SceneMaterial) -> Int? {
        guard let slot = material.texture("baseColor"), textures.indices.contains(slot.texture) else { return nil }
        return textures[slot.texture].image
    }

    private func wornMaterials(_ primitives: [Primitive]) -> Set<Int> {
        Set(primitives.flatMap(\.material.materials)).filter { materials.indices.contains($0) }
    }

    /// The sets that get colours.
    private func texturedSets(
        _ images: [Int: Correspondence.SampledColors.Texels], _ users: [Int: [Primitive]], _ keepsTextures: Bool
    ) -> Set<Int> {
        let worn = vertexSets.indices.map { wornMaterials(users[$0] ?? []) }
        var sets = Set(
            vertexSets.indices.filter { set in
                let named = worn[set].compactMap { baseColorImage(materials[$0]) }
                return !named.isEmpty && named.allSatisfy { images[$0] != nil } && !hasColors(set, users[set] ?? [])
            })
        if keepsTextures { return sets }
        while true {
            let kept = Set(worn.indices.filter { !sets.contains($0) }.flatMap { worn[$0] })
            let left = sets.filter { worn[$0].isDisjoint(with: kept) }
            if left.count == sets.count { return sets }
            sets = left
        }
    }

    private func hasColors(_ set: Int, _ primitives: [Primitive]) -> Bool {
        (vertexSets[set].attributes + vertexSets[set].pools).contains { $0.semantic == .color(0) }
            || primitives.contains { $0.elementAttributes.contains { $0.semantic == .color(0) } }
    }

    private func sampledColors(
        _ set: Int, _ primitives: [Primitive], _ images: [Int: Correspondence.SampledColors.Texels]
    ) -> Attribute {
        let count = vertexSets[set].count
        var sums = ContiguousArray<SIMD4<Double>>(repeating: SIMD4(), count: count)
        var counts = ContiguousArray<Int32>(repeating: 0, count: count)
        var looks: [Int: TextureLook] = [:]
        for material in wornMaterials(primitives) {
            looks[material] = TextureLook(
                materials[material], baseColorImage(materials[material]).flatMap { images[$0] })
        }
        let bare = TextureLook()
        let numbers = Set(looks.values.map(\.texCoordSet)).sorted()
        looks = looks.mapValues { look in
            var look = look
            look.place = numbers.firstIndex(of: look.texCoordSet) ?? 0
            return look
        }
        for primitive in primitives {
            var corners = TexturedCorners(primitive, vertexSets[set], numbers)
            let materials = primitive.elementMaterials
            while let block = corners.next() {
                var corner = 0
                for (element, arity) in zip(block.elements, block.arities) where arity > 0 {
                    let look = looks[materials(element)] ?? bare
                    for _ in 0..<arity {
                        let vertex = Int(corners.vertices[corner])
                        let color = look.color(corners, corner)
                        corner += 1
                        guard vertex >= 0, vertex < count else { continue }
                        sums[vertex] += color
                        counts[vertex] &+= 1
                    }
                }
            }
        }
        let hasAlpha = looks.values.contains(where: \.hasAlpha)
        return Attribute(
            .color(0), Self.encoded(sums, counts, components: hasAlpha ? 4 : 3), normalized: true, frame: .srgb)
    }

    private static func encoded(
        _ sums: ContiguousArray<SIMD4<Double>>, _ counts: ContiguousArray<Int32>, components: Int
    ) -> Column {
        var bytes = ContiguousArray<UInt8>()
        bytes.reserveCapacity(sums.count * components)
        for (sum, count) in zip(sums, counts) {
            let mean = count > 0 ? sum / Double(count) : SIMD4(repeating: 1)
            for component in 0..<components {
                let value = component < 3 ? ColorTransfer.srgb(fromLinear: mean[component]) : mean[component]
                bytes.append(UInt8((value > 0 ? min(value, 1) * 255 : 0).rounded()))
            }
        }
        return Column(bytes, components: components)
    }
}

/// The colours of faces with one material.
private struct TextureLook {
    private var sampler: TextureSampler?
    private var plain = SIMD4<Double>(repeating: 1)
    var texCoordSet = 0
    /// The index of that set among those of the walk.
    var place = 0
    var hasAlpha = false

    init() {}

    init(_ material: SceneMaterial, _ texels: Correspondence.SampledColors.Texels?) {
        if let color = material.effective("baseColor"), color.count >= 3 {
            plain = SIMD4(color[0], color[1], color[2], 1)
        }
        guard let slot = material.texture("baseColor"), let texels else { return }
        let placement = TexturePlacement(slot)
        sampler = TextureSampler(texels, placement, factor: plain)
        texCoordSet = placement.texCoordSet
        hasAlpha = texels.hasAlpha && material.usesAlpha
    }

    @inline(__always)
    func color(_ corners: TexturedCorners, _ corner: Int) -> SIMD4<Double> {
        guard let sampler, let point = corners.coordinates(place, corner) else { return plain }
        return sampler.color(point.x, point.y) ?? plain
    }
}

extension SceneMaterial {
    /// The material without its base-colour texture and with a white base colour.
    fileprivate var withoutBaseColor: SceneMaterial {
        var material = self
        material.textures.removeAll { $0.slot == "baseColor" }
        for index in material.parameters.indices where material.parameters[index].name == "baseColor" {
            material.parameters[index].values = material.parameters[index].values.map { _ in 1 }
        }
        return material
    }
}

extension Primitive {
    /// Returns the material of an element; −1: none.
    fileprivate var elementMaterials: (Int) -> Int {
        switch material {
        case .none: return { _ in -1 }
        case .one(let material): return { _ in material }
        case .perElement(let column):
            var numbers = ContiguousArray<Int32>()
            column.read(0..<column.count, into: &numbers)
            return { element in element < numbers.count ? Int(numbers[element]) : -1 }
        }
    }
}
