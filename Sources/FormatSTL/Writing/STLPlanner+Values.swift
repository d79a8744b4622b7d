import MeshFormats
import MeshModel

// Plans the values of a solid: positions and normals, their types, and the losses.

extension STLPlanner {
    mutating func planValues() {
        usedSets = Set(places.map(\.primitive.vertexSet))
        var mesh = 0
        for (solid, own) in solidPlaces.enumerated() where !own.isEmpty {
            planValues(own, solid: solid, mesh: mesh)
            mesh += 1
        }
    }

    /// - Parameter mesh: the index of the solid's mesh in the target, which is also that of its vertex set.
    private mutating func planValues(_ own: [Int], solid: Int, mesh: Int) {
        planPositions(own, solid: solid, mesh: mesh)
        planNormals(own, solid: solid, mesh: mesh)
        if variant != .ascii { planWords(own) }
    }

    // MARK: Positions

    private mutating func planPositions(_ own: [Int], solid: Int, mesh: Int) {
        var sets: [Int] = []
        var seen: Set<Int> = []
        for place in own where seen.insert(places[place].primitive.vertexSet).inserted {
            sets.append(places[place].primitive.vertexSet)
        }
        let type: ScalarType = variant == .ascii && !areShort(own) ? .float64 : .float32
        layout.solids[solid].positionType = type
        let path = ScenePath.vertexAttribute(set: mesh, .position)
        // Sets that no facet uses are linked, too. Their loss is reported with their vertices.
        if mesh == 0 {
            sets += scene.vertexSets.indices.filter {
                !usedSets.contains($0) && scene.vertexSets[$0].attribute(.position) != nil
            }
        }
        for set in sets {
            guard let attribute = scene.vertexSets[set].attribute(.position) else { continue }
            let source = ScenePath.vertexAttribute(set: set, .position)
            links.attributes.append(
                Correspondence.AttributeLink(
                    source, path,
                    codec: originals[source].map(FrameAdaptation.codec) ?? codec(attribute.values.type, type)))
            reportForm(originals[source] ?? attribute, source, type, "vertices")
            if variant != .ascii, attribute.values.type != .float32, usedSets.contains(set) {
                reportNarrowing(of: attribute, set: set, own)
            }
        }
    }

    private func codec(_ source: ScalarType, _ target: ScalarType) -> Correspondence.Codec {
        variant == .ascii && target == .float32 && source != .float32 ? .decimal : .identity
    }

    private mutating func reportForm(_ attribute: Attribute, _ path: String, _ type: ScalarType, _ unit: String) {
        guard attribute.values.type != type || attribute.normalized || attribute.frame != .plain else { return }
        // A set that several solids use is reported once.
        guard !losses.contains(where: { $0.code == .attributeReencoded && $0.subject == path }) else { return }
        lose(
            .attributeReencoded, .narrowed, path, Self.name(attribute.semantic), attribute.count, unit,
            variant == .ascii
                ? "stored as text, which is read back as \(type.name)" : "stored as 32-bit floats, as STL needs",
            remedy: attribute.values.type == .float16 ? nil : .ending("ply"))
    }

    /// Whether the positions are float32 when the text is read.
    private func areShort(_ own: [Int]) -> Bool {
        var judge = TextType()
        for place in own where corners[place].positions.type != .float32 {
            var reader = STLPartReader(STLPart(facetCount: 0, corners: corners[place]))
            var isShort = true
            reader.read(0..<places[place].primitive.elementCount) { block, _, _ in
                isShort = isShort && block.positions.allSatisfy { judge.isShort($0) }
            }
            if !isShort { return false }
        }
        return true
    }

    /// Reports the errors of float32 for the positions that facets use.
    private mutating func reportNarrowing(of attribute: Attribute, set: Int, _ own: [Int]) {
        let facts = content.facts(of: attribute.values)
        let largest = max(abs(facts.minimum), abs(facts.maximum))
        var change = STLChange(tolerance: Double(Float(largest).ulp) / 2)
        for place in own where places[place].primitive.vertexSet == set {
            var reader = STLPartReader(STLPart(facetCount: 0, corners: corners[place]))
            reader.read(0..<places[place].primitive.elementCount) { block, _, _ in
                change.addFloat32(block.positions, components: 3)
            }
        }
        lose(
            change.isRounding ? .precisionReduced : .attributeNarrowed, change.isRounding ? .rounded : .narrowed,
            ScenePath.vertexAttribute(set: set, .position), "positions", change.count, "vertices",
            error: change.largestError, "rounded to 32-bit floats, as binary STL needs", remedy: .variant("stl.ascii"))
    }

    // MARK: Normals

    private mutating func planNormals(_ own: [Int], solid: Int, mesh: Int) {
        let stated = own.map { place in
            places[place].attribute(.normal).flatMap { attribute in
                attribute.values.components == 3 && !attribute.normalized ? attribute : nil
            }
        }
        guard stated.contains(where: { $0 != nil }) else { return }
        guard zip(own, stated).contains(where: { place, normal in normal.map { isOwn($0, place) } ?? false }) else {
            return
        }
        let type: ScalarType = variant == .ascii && !stated.allSatisfy(areShort) ? .float64 : .float32
        layout.solids[solid].normalType = type
        let target = ScenePath.elementAttribute(mesh: mesh, primitive: 0, .normal)
        for (number, (place, attribute)) in zip(own, stated).enumerated() {
            let path = places[place].path(.normal)
            guard let attribute else {
                lose(
                    .attributeFilled, .generated, path, "normals", places[place].primitive.elementCount, "faces",
                    "filled in: if some STL triangles have their own normals, all need them")
                continue
            }
            layout.solids[solid].parts[number].normals = attribute.values
            links.attributes.append(
                Correspondence.AttributeLink(
                    path, target,
                    codec: originals[path].map(FrameAdaptation.codec) ?? codec(attribute.values.type, type)))
            written.insert(path)
            reportForm(originals[path] ?? attribute, path, type, "faces")
            guard variant != .ascii, attribute.values.type != .float32 else { continue }
            var change = STLChange(tolerance: 0)
            change.addFloat32(attribute.values)
            lose(
                .attributeNarrowed, .narrowed, path, "normals", change.count, "faces", error: change.largestError,
                "rounded to 32-bit floats, as binary STL needs", remedy: .variant("stl.ascii"))
        }
    }

    private func areShort(_ attribute: Attribute?) -> Bool {
        attribute.map { $0.values.type == .float32 || TextType.areShort($0.values, width: 3) { $0 } } ?? true
    }

    /// Whether reading finds a normal that can't be computed from the corners.
    private func isOwn(_ attribute: Attribute, _ place: Int) -> Bool {
        var part = STLPart(facetCount: 0, corners: corners[place])
        part.normals = attribute.values
        var reader = STLPartReader(part)
        var isOwn = false
        reader.read(0..<places[place].primitive.elementCount) { block, _, count in
            for facet in 0..<count where !isOwn {
                func single(_ vector: SIMD3<Double>) -> SIMD3<Double> { SIMD3<Double>(SIMD3<Float>(vector)) }
                let corner = { single(STLCorners.corner(block.positions, facet * 9 + $0 * 3)) }
                let normal = single(STLCorners.corner(block.normals, facet * 3))
                if STLFacetNormal.verdict(normal, corner(0), corner(1), corner(2)) == .own { isOwn = true }
            }
        }
        return isOwn
    }
}

/// The differences between values and what is read back.
struct STLChange {
    let tolerance: Double
    private(set) var count = 0
    private(set) var largestError = 0.0
    private(set) var isRounding = true

    init(tolerance: Double) { self.tolerance = tolerance }

    /// Adds the rows of a column that become float32.
    mutating func addFloat32(_ column: Column) {
        for (_, buffer) in column.blocks(of: Double.self) {
            addFloat32(buffer, components: column.components)
        }
    }

    /// Adds rows of values that become float32.
    mutating func addFloat32(_ values: ContiguousArray<Double>, components: Int) {
        var index = 0
        while index < values.count {
            var differs = false
            for component in index..<index + components {
                let (before, after) = (values[component], Double(Float(values[component])))
                if before == after || before.isNaN { continue }
                add(error: abs(before - after))
                differs = true
            }
            if differs { count += 1 }
            index += components
        }
    }

    /// Adds a colour that becomes 8-bit codes, in the numbers that a comparison sees.
    ///
    /// - Parameter isSameForm: whether the source has such codes itself.
    @inline(__always)
    mutating func addColor(_ color: SIMD3<Double>, _ codes: SIMD3<UInt8>, _ unit: Double, isSameForm: Bool) {
        let after = SIMD3<Double>(codes)
        addColor(isSameForm ? color : color / unit, isSameForm ? after : after / 255, asFloats: unit == 1)
    }

    /// Adds a colour of the source and what is read back.
    @inline(__always)
    mutating func addColor(_ before: SIMD3<Double>, _ after: SIMD3<Double>, asFloats: Bool = false) {
        let errors = before - after
        let (red, green, blue) = (abs(errors.x), abs(errors.y), abs(errors.z))
        let all = red + green + blue
        if all == 0 { return }
        guard !asFloats, all.isFinite else { return addUnusual(before, after, asFloats: asFloats) }
        add(error: max(red, green, blue))
        count += 1
    }

    /// Adds a colour that has values which are no numbers, or that differs by rounding only.
    private mutating func addUnusual(_ before: SIMD3<Double>, _ after: SIMD3<Double>, asFloats: Bool) {
        var differs = false
        for component in 0..<3 {
            let (before, after) = (before[component], after[component])
            if before == after || (before.isNaN && after.isNaN) || (asFloats && Float(before) == Float(after)) {
                continue
            }
            add(error: abs(before - after))
            differs = true
        }
        if differs { count += 1 }
    }

    /// Adds a difference. The caller counts the row.
    @inline(__always)
    mutating func add(error: Double) {
        largestError = max(largestError, error.isNaN ? .infinity : error)
        if !(error <= tolerance) { isRounding = false }
    }
}
