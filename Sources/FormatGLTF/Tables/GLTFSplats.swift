import MeshBytes
import MeshFormats
import MeshModel

/// Gaussian splats in KHR_gaussian_splatting: vertex attributes of points.
enum GLTFSplats {
    static let name = GLTFExtensions.splats
    private static let prefix = "KHR_gaussian_splatting:"
    static let rotation = prefix + "ROTATION"
    static let scale = prefix + "SCALE"
    static let opacity = prefix + "OPACITY"
    /// How the names of all coefficients begin.
    static let harmonics = prefix + "SH_DEGREE_"

    /// The name of a coefficient of spherical harmonics.
    static func harmonic(_ degree: Int, _ place: Int) -> String {
        "\(harmonics)\(degree)_COEF_\(place)"
    }

    /// The attributes of splats of a degree, each with the scene's names of its components in order.
    static func members(degree: Int) -> [(name: String, parts: [String])] {
        let turn = SplatNames.rotations
        var members = [
            (rotation, [turn[1], turn[2], turn[3], turn[0]]), (scale, SplatNames.scales),
            (opacity, [SplatNames.opacity]), (harmonic(0, 0), SplatNames.base),
        ]
        var index = 0
        for own in 0..<degree {
            for place in 0..<2 * own + 3 {
                let parts = (0..<3).map { SplatNames.rest(index, color: $0, degree: degree) }
                members.append((harmonic(own + 1, place), parts))
                index += 1
            }
        }
        return members
    }

    /// The highest degree for which all attributes are present; nil: they are not splats.
    static func degree(of names: Set<String>) -> Int? {
        (0...3).last { degree in members(degree: degree).allSatisfy { names.contains($0.name) } }
    }

    /// The names of the primitive's attributes that describe splats.
    static func names(of names: Set<String>) -> Set<String> {
        guard let degree = degree(of: names) else { return [] }
        return Set(members(degree: degree).map(\.name))
    }

    /// Whether the scene can hold all of a primitive's extension object: a known colour space and default rendering.
    static func isPlain(_ member: JSONValue) -> Bool {
        guard let members = member.object, member["kernel"]?.string == "ellipse",
            member["colorSpace"]?.string.flatMap(space) != nil
        else { return false }
        return members.allSatisfy { name, value in
            switch name {
            case "kernel", "colorSpace": true
            case "projection": value.string == "perspective"
            case "sortingMethod": value.string == "cameraDistance"
            default: false
            }
        }
    }

    /// The frame of coefficients in a colour space. sRGB is plain, because PLY implies it.
    static func space(_ word: String) -> Frame? {
        switch word {
        case "srgb_rec709_display": .plain
        case "lin_rec709_display": .linear
        default: nil
        }
    }

    /// The extension's object of a primitive.
    static func member(isLinear: Bool) -> JSONValue {
        ["kernel": "ellipse", "colorSpace": isLinear ? "lin_rec709_display" : "srgb_rec709_display"]
    }

    /// Whether the coefficients are linear.
    static func isLinear(_ set: VertexSet) -> Bool {
        SplatNames.base.allSatisfy {
            set.attribute(AttributeSemantic(name: $0))?.frame.colorSpace == .linear
        }
    }

    /// One attribute of splats, encoded for the file.
    ///
    /// - Parameter attributes: the scene's attributes by name.
    static func rows(
        _ name: String, of attributes: [String: Attribute], count: Int, picks: GLTFPicks? = nil
    ) -> GLTFPackedRows? {
        guard let attribute = attributes[name] else { return nil }
        var rows = GLTFPackedRows(
            attribute: attribute, picks: picks, count: count, encoding: .single, type: .float32, components: 1)
        if let place = SplatNames.rotations.firstIndex(of: name) {
            let all = SplatNames.rotations.compactMap { attributes[$0] }
            guard all.count == 4 else { return nil }
            rows.encoding = .turn(place)
            rows.others = all
        } else if name == SplatNames.opacity {
            rows.encoding = .splatOpacity
        } else if SplatNames.scales.contains(name) {
            rows.encoding = .splatScale
        }
        return rows
    }

    /// The colours (RGBA) for programs that don't know splats.
    static func colors(
        of attributes: [String: Attribute], isLinear: Bool, count: Int, picks: GLTFPicks? = nil
    ) -> GLTFPackedRows? {
        let all = (SplatNames.base + [SplatNames.opacity]).compactMap { attributes[$0] }
        guard all.count == 4 else { return nil }
        var rows = GLTFPackedRows(
            attribute: all[0], picks: picks, count: count, encoding: .splatColor(isLinear: isLinear), type: .float32,
            components: 4)
        rows.others = all
        return rows
    }
}

// MARK: Values

extension GLTFPackedRows {
    /// The values of splats in the file, `components` for each row.
    func splatValues(_ rows: Range<Int>) -> ContiguousArray<Float> {
        switch encoding {
        case .joined: return joined(rows)
        case .splatScale: return ContiguousArray(numbers(attribute, rows).map(PlainSplats.size))
        case .splatOpacity: return ContiguousArray(numbers(attribute, rows).map(PlainSplats.opacity))
        case .turn(let place): return turns(place, rows)
        case .splatColor(let isLinear): return colors(isLinear: isLinear, rows)
        default: return []
        }
    }

    /// The decoded values of some rows of an attribute, rounded to finite float32 before decoding.
    private func numbers(_ attribute: Attribute, _ rows: Range<Int>) -> ContiguousArray<Double> {
        PlainSplats.decoded(picked(attribute.values, rows), attribute.frame.encoding)
    }

    private func joined(_ rows: Range<Int>) -> ContiguousArray<Float> {
        var values = ContiguousArray<Float>(repeating: 0, count: rows.count * components)
        for (component, part) in parts.enumerated() {
            for (row, value) in part.singles(rows).enumerated() { values[row * components + component] = value }
        }
        return values
    }

    /// One component of the rotations as unit quaternions, w first.
    private func turns(_ place: Int, _ rows: Range<Int>) -> ContiguousArray<Float> {
        let columns = others.map { numbers($0, rows) }
        var values = ContiguousArray<Float>()
        values.reserveCapacity(rows.count)
        for row in 0..<rows.count {
            let turn = SIMD4(columns[0][row], columns[1][row], columns[2][row], columns[3][row])
            values.append(Float(PlainSplats.turn(turn)[place]))
        }
        return values
    }

    private func colors(isLinear: Bool, _ rows: Range<Int>) -> ContiguousArray<Float> {
        let columns = others.map { numbers($0, rows) }
        var values = ContiguousArray<Float>()
        values.reserveCapacity(rows.count * 4)
        for row in 0..<rows.count {
            for column in columns.prefix(3) {
                let value = 0.5 + SplatNames.constant * column[row]
                let unit = value > 0 ? min(value, 1) : 0
                values.append(Float(isLinear ? unit : ColorTransfer.linear(fromSRGB: unit)))
            }
            values.append(PlainSplats.opacity(columns[3][row]))
        }
        return values
    }
}
