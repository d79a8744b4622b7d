import MeshFormats
import MeshModel

// Gaussian splats: particle fields with the kernel of an ellipsoid, as attributes with the scene's names.

extension USDSceneBuilder {
    /// Whether a prim is a field of splats that can be read.
    func isSplats(_ prim: Int) -> Bool {
        switch stage.prims[prim].typeName {
        case "ParticleField3DGaussianSplat": true
        case "ParticleField": hasAPI(prim, "ParticleFieldKernelGaussianEllipsoidAPI")
        default: false
        }
    }

    /// The points of a field of splats, with their values.
    mutating func splats(_ prim: Int) throws(ReadError) -> Primitive? {
        let positions = splatValues(prim, USDSplats.positions, width: 3)
        let count = positions?.count ?? 0
        var set = VertexSet(count: count, attributes: positions.map { [Attribute(.position, $0)] } ?? [])
        var columns: [String: Column] = [:]
        func add(_ names: [String], _ column: Column?, _ defaults: [Float]) {
            for (place, name) in names.enumerated() {
                columns[name] = column?.component(place) ?? Column([defaults[place]]).repeated(count)
            }
        }
        add(
            USDSplats.turns, splatRows(prim, USDSplats.orientations, width: 4, count: count), [0, 0, 0, 1])
        add(SplatNames.scales, splatRows(prim, USDSplats.scales, width: 3, count: count), [1, 1, 1])
        add([SplatNames.opacity], splatRows(prim, USDSplats.opacities, width: 1, count: count), [1])
        let (degree, coefficients) = coefficients(prim, count: count)
        columns.merge(coefficients) { $1 }
        let frame: Frame = hasLinearCoefficients(prim) ? .linear : .plain
        set.attributes += PlainSplats.attributes(columns, degree: degree, colors: frame)
        useHints(prim)
        return try finishSplats(prim, set)
    }

    /// Adds all other values of the prim.
    private mutating func finishSplats(_ prim: Int, _ set: VertexSet) throws(ReadError) -> Primitive {
        var set = set
        let own = set.attributes.count
        var primitive = Primitive.cloud(vertexSet: scene.vertexSets.count, count: set.count)
        let domain = USDDomain(
            vertexCount: set.count, elementCount: set.count, cornerCount: set.count, hasElements: false)
        let hasColors = try addPrimvars(prim, domain, to: &set, &primitive)
        for place in set.attributes.indices.reversed() where place >= own {
            let name = set.attributes[place].semantic.name
            guard SplatNames.isName(name) else { continue }
            warn("usd.splats", prim, "'\(name)' has the name of a value of splats: it is left out")
            set.attributes.remove(at: place)
        }
        return bound(prim, set, primitive, hasColors: hasColors)
    }

    // MARK: Values

    /// The values of an attribute: floats, or halves if there are no floats.
    private mutating func splatValues(_ prim: Int, _ name: String, width: Int) -> Column? {
        let (single, half) = (value(prim, name)?.column, value(prim, name + "h")?.column)
        guard let column = (single?.count ?? 0) > 0 ? single : half ?? single else { return nil }
        guard column.components == width, !column.type.isInteger else {
            warn("usd.splats", prim, "'\(name)' needs \(width) numbers for each value: it is left out")
            return nil
        }
        return column
    }

    /// The values of an attribute for so many splats. Longer lists are cut off, shorter ones count as none.
    ///
    /// - Parameter each: the number of values of each splat.
    private mutating func splatRows(
        _ prim: Int, _ name: String, width: Int, count: Int, each: Int = 1
    ) -> Column? {
        guard let column = splatValues(prim, name, width: width), column.count > 0 else { return nil }
        let (needed, overflow) = count.multipliedReportingOverflow(by: each)
        guard !overflow, column.count >= needed else {
            warn(
                "usd.splats", prim,
                "'\(name)' needs \(each) values for each of \(count) splats, has \(column.count): it is left out")
            return nil
        }
        if column.count > needed {
            warn(
                "usd.splats", prim,
                "'\(name)' needs \(each) values for each of \(count) splats, has \(column.count): the last ones are left out"
            )
        }
        return column.rows(0..<needed)
    }

    /// The degree of the harmonics, and their coefficients by the scene's names.
    private mutating func coefficients(_ prim: Int, count: Int) -> (degree: Int, columns: [String: Column]) {
        let degree = value(prim, USDSplats.degree)?.number.flatMap { Int(exactly: $0) } ?? USDSplats.highest
        func none() -> (Int, [String: Column]) {
            let zero = Column([Float(0)]).repeated(count)
            return (0, Dictionary(uniqueKeysWithValues: SplatNames.base.map { ($0, zero) }))
        }
        guard (0...1_000).contains(degree) else {
            _ = splatValues(prim, USDSplats.coefficients, width: 3)
            warn("usd.splats", prim, "harmonics of degree \(degree) can't be read: the splats are grey")
            return none()
        }
        let each = (degree + 1) * (degree + 1)
        guard let all = splatRows(prim, USDSplats.coefficients, width: 3, count: count, each: each) else {
            return none()
        }
        let read = min(degree, USDSplats.highest)
        if read < degree {
            warn("usd.splats", prim, "harmonics above degree \(USDSplats.highest) are left out, of \(degree)")
        }
        var columns: [String: Column] = [:]
        for (index, name) in USDSplats.coefficients(degree: read).enumerated() {
            columns[name] = Column(
                viewing: all.storage, offset: all.offset + index / 3 * all.stride + index % 3 * all.type.byteCount,
                stride: all.stride * each, count: count, components: 1, type: all.type, byteOrder: all.byteOrder)
        }
        return (read, columns)
    }

    /// Whether the coefficients are linear. Without a word of the file they are not: trainers work on pictures.
    private mutating func hasLinearCoefficients(_ prim: Int) -> Bool {
        colorSpace(of: [USDSplats.coefficients, USDSplats.coefficients + "h"], prim)?.hasPrefix("lin_") ?? false
    }

    /// Marks hints that say what is usual.
    private mutating func useHints(_ prim: Int) {
        for (name, usual) in [("projectionModeHint", "perspective"), ("sortingModeHint", "zDepth")]
        where stage.value(prim, name)?.word == usual { _ = value(prim, name) }
        _ = value(prim, "extent")
    }
}
