import MeshModel

extension Derivation {
    /// Adds colours that were sampled from textures; each is computed again, independently of the operation, and
    /// compared.
    mutating func takeColors(_ sampled: Correspondence.SampledColors) {
        var images: [Int: Correspondence.SampledColors.Texels] = [:]
        for slot in scene.materials.compactMap({ $0.texture("baseColor") })
        where scene.textures.indices.contains(slot.texture) {
            let image = scene.textures[slot.texture].image
            guard images[image] == nil, scene.images.indices.contains(image) else { continue }
            images[image] = sampled.decode(scene.images[image])
        }
        let users = scene.primitivesOfSets
        for made in sampled.made {
            guard scene.vertexSets.indices.contains(made.set) else {
                add(.value, ScenePath.vertexSet(made.set), count: 1, valueClass: .approximated)
                continue
            }
            let set = scene.vertexSets[made.set]
            let path = ScenePath.vertexAttribute(set: made.set, .color(0))
            add(.generated, path, count: made.colors.count)
            var wrong = set.attribute(.color(0)) == nil && made.colors.semantic == .color(0) ? 0 : 1
            if made.colors.frame != .srgb || !made.colors.normalized || made.colors.values.type != .uint8 { wrong += 1 }
            if made.colors.values.count == set.count, (3...4).contains(made.colors.values.components) {
                wrong += wrongColors(made, users[made.set] ?? [], images)
            } else {
                wrong += 1
            }
            add(.value, path, count: wrong, valueClass: .approximated)
            scene.vertexSets[made.set].attributes.append(made.colors)
        }
        for (index, change) in sampled.materials.inKeyOrder {
            guard scene.materials.indices.contains(index) else { continue }
            let (before, after) = (scene.materials[index], change.after)
            let path = ScenePath.material(index)
            add(
                .presence, path,
                count: before.textures.count { after.texture($0.slot) == nil }
                    + before.parameters.count { after[$0.name] == nil })
            add(
                .value, path,
                count: before.parameters.count { own in after[own.name].map { $0 != own.values } ?? false }
                    + before.textures.count { own in after.texture(own.slot).map { $0 != own } ?? false },
                valueClass: .approximated)
            add(
                .generated, path,
                count: after.textures.count { before.texture($0.slot) == nil }
                    + after.parameters.count { before[$0.name] == nil })
            scene.materials[index] = after
        }
    }

    /// The number of vertices whose colour isn't the mean of their corners' colours.
    private func wrongColors(
        _ made: Correspondence.SampledColors.Made, _ users: [Primitive],
        _ images: [Int: Correspondence.SampledColors.Texels]
    ) -> Int {
        let set = scene.vertexSets[made.set]
        var sums = [(color: SIMD4<Double>, count: Double)](repeating: (SIMD4(), 0), count: set.count)
        for primitive in users {
            let corners = primitive.cornerCount
            var vertices = ContiguousArray<Int64>()
            primitive.readVertices(of: 0..<corners, into: &vertices)
            var faces = ContiguousArray<Int>()
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                for (element, arity) in zip(block.elements, block.arities) where arity > 0 {
                    faces.append(contentsOf: repeatElement(element, count: arity))
                }
            }
            guard faces.count == corners, vertices.count == corners else { return set.count }
            var looks: [Int: Look] = [:]
            let worn = wornMaterials(primitive)
            for corner in 0..<corners {
                let material = worn(faces[corner])
                let look = looks[material] ?? Look(scene, primitive, material, images)
                looks[material] = look
                let vertex = Int(vertices[corner])
                guard sums.indices.contains(vertex) else { return set.count }
                sums[vertex].color += look.color(of: corner, on: vertex)
                sums[vertex].count += 1
            }
        }
        let components = made.colors.values.components
        var bytes = ContiguousArray<UInt8>()
        made.colors.values.read(0..<set.count, into: &bytes)
        return sums.indices.count { vertex in
            let (sum, count) = sums[vertex]
            let mean = count > 0 ? sum / count : SIMD4(repeating: 1)
            return (0..<components).contains { component in
                let value = component < 3 ? ColorTransfer.srgb(fromLinear: mean[component]) : mean[component]
                return abs(Double(bytes[vertex * components + component]) - min(max(value, 0), 1) * 255) > 0.501
            }
        }
    }

    private func wornMaterials(_ primitive: Primitive) -> (Int) -> Int {
        switch primitive.material {
        case .none: return { _ in -1 }
        case .one(let material): return { _ in material }
        case .perElement(let column):
            let numbers = column.integers()
            return { element in numbers.indices.contains(element) ? Int(numbers[element]) : -1 }
        }
    }
}

/// The colours at the corners of a primitive that have one material.
private struct Look {
    private var factor = SIMD4<Double>(repeating: 1)
    private var texels: Correspondence.SampledColors.Texels?
    private var placement: TexturePlacement?
    private var coordinates = ContiguousArray<Double>()
    private var width = 2
    private var isFromBottom = false
    private var rows: ContiguousArray<Int64>?

    init(
        _ scene: MeshScene, _ primitive: Primitive, _ material: Int,
        _ images: [Int: Correspondence.SampledColors.Texels]
    ) {
        guard scene.materials.indices.contains(material) else { return }
        let own = scene.materials[material]
        if let color = own.effective("baseColor"), color.count >= 3 { factor = SIMD4(color[0], color[1], color[2], 1) }
        guard let slot = own.texture("baseColor"), scene.textures.indices.contains(slot.texture),
            let texels = images[scene.textures[slot.texture].image]
        else { return }
        let placement = TexturePlacement(slot)
        let semantic = AttributeSemantic.texCoord(placement.texCoordSet)
        let set = scene.vertexSets[primitive.vertexSet]
        var found = set.attribute(semantic)
        for use in primitive.cornerAttributes where set.pools.indices.contains(use.pool) {
            guard set.pools[use.pool].semantic == semantic else { continue }
            found = set.pools[use.pool]
            var rows = ContiguousArray<Int64>()
            use.readRows(of: 0..<primitive.cornerCount, into: &rows)
            self.rows = rows
            break
        }
        guard let found, found.offsets == nil, found.values.components >= 2 else { return }
        self.texels = texels
        self.placement = placement
        width = found.values.components
        isFromBottom = found.frame.uvOrigin != .topLeft
        found.values.read(0..<found.values.count, into: &coordinates)
        if found.normalized, let most = found.values.type.normalizedMaximum {
            for index in coordinates.indices { coordinates[index] /= most }
        }
    }

    func color(of corner: Int, on vertex: Int) -> SIMD4<Double> {
        let row = rows.map { $0.indices.contains(corner) ? Int($0[corner]) : -1 } ?? vertex
        guard let texels, let placement, row >= 0, row < coordinates.count / width else { return factor }
        let (u, given) = (coordinates[row * width], coordinates[row * width + 1])
        guard u.isFinite, given.isFinite else { return factor }
        let place = SIMD3(u, isFromBottom ? 1 - given : given, 1)
        let x = Self.folded((placement.across * place).sum(), placement.wrapS) * Double(texels.width) - 0.5
        let y = Self.folded((placement.down * place).sum(), placement.wrapT) * Double(texels.height) - 0.5
        guard x.isFinite, y.isFinite else { return factor }
        var sum = SIMD4<Double>()
        for step in 0..<4 {
            let (column, row) = (Int(x.rounded(.down)) + step % 2, Int(y.rounded(.down)) + step / 2)
            let weight = (1 - abs(x - Double(column))) * (1 - abs(y - Double(row)))
            sum +=
                weight
                * Self.texel(
                    texels, Self.inside(column, texels.width, placement.wrapS),
                    Self.inside(row, texels.height, placement.wrapT))
        }
        return sum * factor
    }

    /// Maps a coordinate into 0…1 by repeating, mirroring or clamping.
    private static func folded(_ value: Double, _ wrapping: TexturePlacement.Wrapping) -> Double {
        switch wrapping {
        case .repeating: value - value.rounded(.down)
        case .mirrored: abs(value - 2 * (value / 2).rounded())
        case .clamped: min(max(value, 0), 1)
        }
    }

    private static func inside(_ index: Int, _ count: Int, _ wrapping: TexturePlacement.Wrapping) -> Int {
        if case .repeating = wrapping { return (index + count) % count }
        return min(max(index, 0), count - 1)
    }

    private static func texel(_ texels: Correspondence.SampledColors.Texels, _ x: Int, _ y: Int) -> SIMD4<Double> {
        let start = (y * texels.width + x) * texels.components
        func sample(_ index: Int) -> Double {
            texels.bytes.isEmpty
                ? Double(texels.words[start + index]) / 65_535 : Double(texels.bytes[start + index]) / 255
        }
        let last = texels.components - 1
        let alpha = texels.hasAlpha ? sample(last) : 1
        func light(_ index: Int) -> Double { ColorTransfer.linear(fromSRGB: sample(index)) }
        if texels.components < 3 {
            let gray = light(0)
            return SIMD4(gray, gray, gray, alpha)
        }
        return SIMD4(light(0), light(1), light(2), alpha)
    }
}
