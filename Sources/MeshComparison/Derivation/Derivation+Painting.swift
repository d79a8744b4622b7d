import MeshModel

extension Derivation {
    /// Adds a painted texture; looks up each face's colour in it, independently of the painter, and compares.
    mutating func wear(_ painted: Correspondence.PaintedColors) {
        let image = scene.images.count
        add(.generated, ScenePath.image(image), count: 1)
        for (index, change) in painted.materials.inKeyOrder {
            guard scene.materials.indices.contains(index) else { continue }
            let material = change.after
            let before = scene.materials[index]
            let more = material.parameters.count { before[$0.name] == nil }
            add(
                .generated, ScenePath.material(index),
                count: more + material.textures.count { before.texture($0.slot) == nil })
            let changed = material.parameters.count { parameter in
                before[parameter.name].map { $0 != parameter.values } ?? false
            }
            add(.value, ScenePath.material(index), count: changed, valueClass: .approximated)
        }
        if painted.newMaterial != nil { add(.generated, ScenePath.material(scene.materials.count), count: 1) }
        let sampler = PaintedSampler(painted)
        var colored: [[Int]: ColoredSurface] = [:]
        for surface in scene.coloredSurfaces() { colored[[surface.mesh, surface.primitive]] = surface }
        for surface in painted.surfaces {
            guard let own = scene.meshes[at: surface.mesh]?.primitives[at: surface.primitive] else { continue }
            let path = ScenePath.pool(set: own.vertexSet, surface.pool)
            add(.generated, path, count: surface.coordinates.count)
            if painted.newMaterial != nil {
                add(
                    .generated, ScenePath.materialBinding(mesh: surface.mesh, primitive: surface.primitive),
                    count: own.bareElementCount)
            }
            let colors = colored[[surface.mesh, surface.primitive]]
            add(.value, path, count: Self.wrongFaces(surface, own, colors, sampler), valueClass: .approximated)
        }
        put(painted)
    }

    /// Applies the painting to the source's scene and changes nothing else.
    private mutating func put(_ painted: Correspondence.PaintedColors) {
        let newMaterial = Int32(clamping: scene.materials.count)
        for surface in painted.surfaces {
            guard let own = scene.meshes[at: surface.mesh]?.primitives[at: surface.primitive] else { continue }
            guard scene.vertexSets[own.vertexSet].pools.count == surface.pool else {
                add(.value, ScenePath.pool(set: own.vertexSet, surface.pool), count: 1, valueClass: .approximated)
                continue
            }
            scene.vertexSets[own.vertexSet].pools.append(surface.coordinates)
            var primitive = own
            primitive.cornerAttributes.append(CornerAttribute(pool: surface.pool, indices: nil))
            if painted.newMaterial != nil {
                switch own.material {
                case .none: primitive.material = .one(Int(newMaterial))
                case .one: break
                case .perElement(let column):
                    let worn = column.integers().map { $0 >= 0 ? Int32(clamping: $0) : newMaterial }
                    primitive.material = .perElement(Column(ContiguousArray(worn)))
                }
            }
            scene.meshes[surface.mesh].primitives[surface.primitive] = primitive
        }
        for (index, change) in painted.materials where scene.materials.indices.contains(index) {
            if scene.materials[index] != change.before {
                add(.value, ScenePath.material(index), count: 1, valueClass: .approximated)
            }
            scene.materials[index] = change.after
        }
        scene.materials += [painted.newMaterial].compactMap(\.self)
        scene.textures.append(Texture(image: scene.images.count))
        scene.images.append(painted.image)
    }

    /// The number of faces with a wrong colour at their centre.
    private static func wrongFaces(
        _ surface: Correspondence.PaintedColors.Surface, _ primitive: Primitive, _ colored: ColoredSurface?,
        _ sampler: PaintedSampler
    ) -> Int {
        let uv = surface.coordinates.values
        guard let colored, uv.count == primitive.cornerCount, uv.components == 2 else { return primitive.elementCount }
        let column = ColorTransfer.converted(
            colored.colors, to: Frame(colorSpace: sampler.painted.blending), type: .float64)
        var places = ContiguousArray<Double>()
        uv.read(0..<uv.count, into: &places)
        var wrong = 0
        var walk = ElementWalk(primitive)
        var rows = ContiguousArray<Int64>()
        while let block = walk.next() {
            var corner = block.corners.lowerBound
            for (element, arity) in zip(block.elements, block.arities) {
                defer { corner += max(arity, 0) }
                guard arity > 0 else { continue }
                let own = corner..<corner + arity
                switch colored.interpolation {
                case .vertex: primitive.readVertices(of: own, into: &rows)
                case .faceVarying:
                    CornerAttribute(pool: 0, indices: colored.indices).readRows(of: own, into: &rows)
                default: rows = ContiguousArray(repeating: Int64(element), count: arity)
                }
                var (sum, place) = (SIMD4<Double>(), SIMD2<Double>())
                for (step, row) in rows.enumerated() {
                    sum += color(column, row)
                    place += SIMD2(places[2 * (corner + step)], places[2 * (corner + step) + 1])
                }
                if !sampler.shows(sum / Double(arity), at: place / Double(arity)) { wrong += 1 }
            }
        }
        return wrong
    }

    /// A row of colours in 0…1; white for a row out of range.
    private static func color(_ column: Column, _ row: Int64) -> SIMD4<Double> {
        guard row >= 0, row < column.count else { return SIMD4(repeating: 1) }
        var buffer = ContiguousArray<Double>()
        column.read(Int(row)..<Int(row) + 1, into: &buffer)
        var color = SIMD4<Double>(repeating: 1)
        for (index, value) in buffer.enumerated() { color[index] = value > 0 ? min(value, 1) : 0 }
        return color
    }
}

/// Samples a painted image as a viewer does.
private struct PaintedSampler {
    let painted: Correspondence.PaintedColors

    init(_ painted: Correspondence.PaintedColors) { self.painted = painted }

    /// Whether the image has a colour at a position, within the claimed difference and half a rounding step.
    func shows(_ color: SIMD4<Double>, at place: SIMD2<Double>) -> Bool {
        let (width, height) = (painted.width, painted.height)
        guard width > 0, height > 0, (0...1).contains(place.x), (0...1).contains(place.y) else { return false }
        let x = place.x * Double(width) - 0.5
        let y = (1 - place.y) * Double(height) - 0.5
        var seen = SIMD4<Double>(0, 0, 0, painted.components == 4 ? 0 : 255)
        for step in 0..<4 {
            let (column, row) = (Int(x.rounded(.down)) + step % 2, Int(y.rounded(.down)) + step / 2)
            let weight =
                (1 - abs(x - Double(column))) * (1 - abs(y - Double(row)))
            let start =
                (min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)) * painted.components
            for component in 0..<painted.components {
                seen[component] += weight * Double(painted.pixels[start + component])
            }
        }
        for component in 0..<4 {
            var expected = color[component]
            if component < 3, painted.blending == .linear { expected = ColorTransfer.srgb(fromLinear: expected) }
            // Opaque faces have an image without alpha.
            if component == 3, painted.components == 3 { expected = 1 }
            if abs(expected * 255 - seen[component]) > painted.largestDifference + 0.51 { return false }
        }
        return true
    }
}

extension Array {
    fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
