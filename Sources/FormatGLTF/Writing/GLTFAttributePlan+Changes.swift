import MeshFormats
import MeshModel

// What writing changes in the values of an attribute.

extension GLTFAttributePlan {
    /// The difference between the written values and the scene's.
    ///
    /// - Parameter weights: how often each row of the file counts; nil: once.
    func change(weights: ContiguousArray<Int32>? = nil) -> ValueChange {
        if isExact { return ValueChange() }
        if case .offset(_, let rest) = codec { return change(hasRest: rest != nil) }
        if rows.encoding == .color, source.holdsColorCodes, allCodesComeBack { return ValueChange() }
        let form = Attribute(source.semantic, .empty(.float32, components: rows.components), frame: frame)
        var walk = ValueChange.Walk(from: source, to: form, codec: codec)
        for block in rows.blocks {
            let start = block.lowerBound
            let values = Column(rows.singles(block), components: rows.components)
            walk.add(rows.picked(source.values, block), values) { index in
                rows.hasSource(start + index) ? weights?[start + index] ?? 1 : 0
            }
        }
        return walk.change
    }

    /// Whether each of the 256 codes that float colours may hold reads back unchanged: then any number of them does.
    private var allCodesComeBack: Bool {
        guard let codes = source.colorCodes else { return false }
        let width = source.values.components
        var sample = source
        let numbers = ContiguousArray(codes.flatMap { repeatElement($0, count: width) })
        sample.values =
            source.values.type == .float64
            ? Column(numbers, components: width) : Column(ContiguousArray(numbers.map { Float($0) }), components: width)
        let form = Attribute(source.semantic, .empty(.float32, components: rows.components), frame: frame)
        var walk = ValueChange.Walk(from: sample, to: form, codec: codec)
        walk.add(sample.values, Column(rows.colors(sample.values), components: rows.components))
        return walk.change.count == 0
    }

    /// The difference between re-centred positions and the scene's.
    private func change(hasRest: Bool) -> ValueChange {
        var rest = rows
        rest.encoding = .rest
        let form = Attribute(.position, .empty(.float64, components: 3), frame: source.frame)
        var walk = ValueChange.Walk(from: source, to: form, codec: .identity)
        for block in rows.blocks {
            var places = ContiguousArray(rows.singles(block).map { Double($0) })
            if hasRest { for (index, value) in rest.singles(block).enumerated() { places[index] += Double(value) } }
            for index in places.indices { places[index] += rows.offset[index % 3] }
            walk.add(rows.source(block), Column(places, components: 3))
        }
        return walk.change
    }

    /// Whether there are integers beyond 2⁵³, which a float can't represent exactly.
    private var hasWideNumbers: Bool {
        guard source.values.type == .int64 || source.values.type == .uint64 else { return false }
        return source.values.integers().contains { $0.magnitude > 1 << 53 }
    }

    /// Whether reading back can restore the attribute's form in the scene.
    func isRestorable(_ change: ValueChange) -> Bool {
        let type = source.values.type
        if type == .float16 || hasWideNumbers { return false }
        switch rows.encoding {
        case .same, .color, .flipped: return true
        case .splatScale, .splatOpacity, .turn: return change.count == 0
        case .joined, .splatColor: return false
        case .single, .unit, .rest, .share:
            return change.count == 0 || type == .float32 || (type == .float64 && !source.normalized)
        }
    }

    // MARK: Words

    /// Why the attribute has another name in the file.
    var causeOfName: String {
        if source.semantic == .normal { return "not unit vectors, as glTF needs: stored as \(name)" }
        if source.semantic.isColor {
            return "stored as \(name), so that viewers don't multiply them with the material's"
        }
        return source.semantic.isOfSkin
            ? "no skin uses them: stored as \(name)"
            : "stored as \(name)"
    }

    /// Why the attribute has another form in the file.
    var causeOfForm: String {
        switch kind {
        case .splat where source.frame.encoding != .linear:
            "stored as plain sizes and opacities, as glTF needs"
        case .custom where hasSplatBeside: "the original numbers are kept next to glTF's splats"
        case .color where rows.encoding == .color: "stored as linear 32-bit floats, as glTF needs; they look the same"
        case .texCoord where rows.encoding == .flipped:
            "flipped as glTF needs, in 32-bit floats; the picture is the same"
        default: "stored as \(rows.type.name)"
        }
    }

    /// How a change of values is reported.
    func words(for change: ValueChange) -> (code: Loss.Code, severity: Loss.Severity, cause: String, remedy: Remedy?) {
        var words: (code: Loss.Code, severity: Loss.Severity, cause: String)
        var remedy: Remedy?
        switch rows.encoding {
        case _ where change.isRounding: words = (.precisionReduced, .rounded, "rounded to 32-bit floats")
        case .unit where change.largestError > 0x1p-20:
            words = (.valueNormalized, .approximated, "scaled to length 1, as glTF needs")
        case .share:
            words = (.valueNormalized, .approximated, "scaled so that those of each vertex sum to 1, as glTF needs")
        case .turn: words = (.valueNormalized, .approximated, "scaled to length 1, as glTF needs")
        case .splatScale, .splatOpacity:
            words = (.attributeNarrowed, .narrowed, "32-bit floats can't hold these as plain sizes and opacities")
        case .color where change.largestError > 0x1p-20:
            words = (.valueClamped, .approximated, "limited to the range 0 to 1, as glTF needs")
        case _ where !change.largestError.isFinite:
            words = (
                .valueClamped, .approximated, "NaN and infinite values were replaced, as glTF needs finite numbers"
            )
        default: words = (.attributeNarrowed, .narrowed, "too large or too precise for 32-bit floats")
        }
        switch rows.encoding {
        case .splatScale, .splatOpacity, .turn: remedy = .option("splat-raw", "true")
        case _ where words.severity == .narrowed: remedy = .ending("ply")
        case .single where kind == .position && source.values.type == .float64 && change.isRounding:
            // `position-low` is suggested only for re-centred positions.
            guard case .offset(_, let rest) = codec else { remedy = .ending("ply"); break }
            remedy = rest == nil ? .option("position-low", "true") : nil
        default: break
        }
        return (words.code, words.severity, words.cause, remedy)
    }
}
