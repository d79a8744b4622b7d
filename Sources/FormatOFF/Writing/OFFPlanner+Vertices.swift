import MeshFormats
import MeshModel

// One list of vertices for all sets: positions, normals, colours and texture coordinates.

extension OFFPlanner {
    /// The values of a field for the vertices of a set.
    private struct Piece {
        var set: Int
        /// The path in the source.
        var path: String
        /// The attribute that has them, as the source has it.
        var source: Attribute
        /// The values, one row for each vertex, in OFF's frame.
        var values: Column
        /// The rows of the source for each vertex.
        var sourceRows: Column
        /// How many corners use the value of each vertex, where it comes from a pool.
        var uses: ContiguousArray<Int32>?
    }

    mutating func planVertices() {
        let pools = choosePools()
        guard vertexCount > 0 else { return }
        planNumbers(.position, .position, width: 3, pieces: pieces(.position, pools))
        planOptional(.normal, .normal, 3, pools)
        planColors()
        planOptional(.texCoord, .texCoord(0), 2, pools)
        dropOthers()
    }

    private mutating func planOptional(
        _ field: OFFHeader.Field, _ semantic: AttributeSemantic, _ width: Int,
        _ pools: [[AttributeSemantic: OFFPoolRows]]
    ) {
        let pieces = pieces(semantic, pools)
        if !pieces.isEmpty { planNumbers(field, semantic, width: width, pieces: pieces) }
    }

    private func pieces(_ semantic: AttributeSemantic, _ pools: [[AttributeSemantic: OFFPoolRows]]) -> [Piece] {
        scene.vertexSets.enumerated().compactMap { index, set in
            if let pool = pools[index][semantic] {
                let path = ScenePath.pool(set: index, pool.pool)
                let source = originals[path] ?? set.pools[pool.pool]
                return Piece(
                    set: index, path: path, source: source, values: set.pools[pool.pool].values.picked(pool.rows),
                    sourceRows: source.values.picked(pool.rows), uses: pool.uses)
            }
            guard set.count > 0, let attribute = set.attribute(semantic), attribute.offsets == nil,
                attribute.values.components > 0, attribute.count == set.count, !attribute.normalized
            else { return nil }
            let path = ScenePath.vertexAttribute(set: index, semantic)
            let source = originals[path] ?? attribute
            return Piece(
                set: index, path: path, source: source, values: attribute.values, sourceRows: source.values)
        }
    }

    // MARK: Plain numbers

    private mutating func planNumbers(
        _ field: OFFHeader.Field, _ semantic: AttributeSemantic, width: Int, pieces: [Piece]
    ) {
        let areShort = pieces.allSatisfy { TextType.textType(of: $0.values, width: width) == .float32 }
        let type: ScalarType = variant == .binary || areShort ? .float32 : .float64
        let target = ScenePath.vertexAttribute(set: 0, semantic)
        let frame = semantic.isTexCoord ? Frame.bottomLeftUV : .plain
        for piece in pieces {
            written.insert(piece.path)
            let source = piece.source
            let original = originals[piece.path]
            let isDecimal = variant == .text && type == .float32 && source.values.type != .float32
            let codec = original.map(FrameAdaptation.codec) ?? (isDecimal ? .decimal : .identity)
            links.attributes.append(Correspondence.AttributeLink(piece.path, target, codec: codec))
            reportComponents(piece.path, source, width: width, target: target, "vertices")
            if source.values.type != type || source.normalized || source.frame != frame {
                lose(
                    .attributeReencoded, .narrowed, piece.path, semantic.plainName, source.count,
                    piece.uses == nil ? "vertices" : "values",
                    variant == .text
                        ? "text has no types: readers make them \(type.name)" : "binary OFF has float32 only",
                    remedy: source.values.type == .float16 ? nil : .ending("ply"))
            }
            guard original != nil || (variant == .binary && source.values.type != .float32) else { continue }
            reportChange(piece, type, width, frame, codec)
        }
        reportFilled(semantic, pieces)
        let byFirst = Dictionary(pieces.map { ($0.set, $0.values) }) { first, _ in first }
        layout.fields.append(
            OFFFieldLayout(
                field: field, width: width, type: type,
                parts: scene.vertexSets.enumerated().map { index, set in
                    OFFFieldLayout.Part(count: set.count, values: byFirst[index])
                }))
    }

    /// Reports sets that get values they did not have.
    private mutating func reportFilled(_ semantic: AttributeSemantic, _ pieces: [Piece]) {
        guard !pieces.isEmpty else {
            return lose(
                .attributeFilled, .generated, ScenePath.vertexAttribute(set: 0, semantic), semantic.plainName,
                vertexCount, "vertices", "OFF has no vertices without positions")
        }
        for (index, set) in scene.vertexSets.enumerated() where !pieces.contains(where: { $0.set == index }) {
            lose(
                .attributeFilled, .generated, ScenePath.vertexAttribute(set: index, semantic), semantic.plainName,
                set.count, "vertices", "OFF has one list for all vertices")
        }
    }

    /// Reports components that OFF can't hold, and those that it needs.
    mutating func reportComponents(
        _ path: String, _ attribute: Attribute, width: Int, target: String, _ unit: String, targetCount: Int? = nil
    ) {
        let name = attribute.semantic.plainName
        for component in 0..<max(width, attribute.values.components) {
            if component >= width {
                let isAlpha = attribute.semantic.isColor && component == 3
                lose(
                    .attributeDropped, .dropped, ScenePath.component(path, component),
                    "\(isAlpha ? "alpha" : "component \(component + 1)") of \(name)", attribute.count, unit,
                    "OFF has \(width) numbers there",
                    remedy: attribute.semantic.isColor
                        ? .format(keeping: .alpha(ofAll: content.colorForms.haveAlpha)) : nil)
            } else if component >= attribute.values.components {
                lose(
                    .attributeFilled, .generated, ScenePath.component(target, component),
                    "component \(component + 1) of \(name)", targetCount ?? vertexCount, unit,
                    "OFF has \(width) numbers there")
            }
        }
    }

    /// Reports how far values move that are stored otherwise.
    private mutating func reportChange(
        _ piece: Piece, _ type: ScalarType, _ width: Int, _ frame: Frame, _ codec: Correspondence.Codec
    ) {
        let components = min(width, piece.values.components)
        let form = Attribute(piece.source.semantic, .empty(type, components: components), frame: frame)
        var walk = ValueChange.Walk(from: piece.source, to: form, codec: codec)
        for first in stride(from: 0, to: piece.values.count, by: 4096) {
            let rows = first..<min(first + 4096, piece.values.count)
            let values = piece.values.rows(rows).prefix(components)
            walk.add(piece.sourceRows.rows(rows), type == .float64 ? values.doubled : values.singles) { row in
                piece.uses.map { $0[first + row] } ?? 1
            }
        }
        report(walk.change, piece.path, piece.source, piece.uses == nil ? "vertices" : "corners")
    }

    /// Reports changed values.
    mutating func report(_ change: ValueChange, _ path: String, _ source: Attribute, _ unit: String) {
        let isColor = source.semantic.isColor
        lose(
            change.isRounding ? .precisionReduced : .attributeNarrowed, change.isRounding ? .rounded : .narrowed, path,
            source.semantic.plainName, change.count, unit, error: change.largestError,
            isColor
                ? "OFF has sRGB colours\(variant == .text ? " of 8 bits" : " of float32")"
                : variant == .text ? "OFF counts texture coordinates from the bottom" : "binary OFF has float32 only",
            remedy: isColor ? Self.remedy(source) : .ending("ply"))
    }

    /// The format that keeps colours: PLY's are sRGB, glTF's linear.
    static func remedy(_ colors: Attribute) -> Remedy {
        .ending(colors.frame.colorSpace == .linear ? "glb" : "ply")
    }

    // MARK: Colours

    /// Whether OFF can hold colours: three numbers or more that count to a largest one.
    static func isUsable(_ attribute: Attribute) -> Bool {
        attribute.offsets == nil && attribute.values.components >= 3
            && (attribute.normalized || !attribute.values.type.isInteger)
    }

    private mutating func planColors() {
        let sets = scene.vertexSets
        let found = sets.map { set -> Attribute? in
            guard set.count > 0, let attribute = set.attribute(.color(0)), attribute.count == set.count,
                Self.isUsable(attribute)
            else { return nil }
            return attribute
        }
        guard found.contains(where: { $0 != nil }) else { return }
        let target = ScenePath.vertexAttribute(set: 0, .color(0))
        var parts: [OFFFieldLayout.Part] = []
        for (index, attribute) in found.enumerated() {
            let path = ScenePath.vertexAttribute(set: index, .color(0))
            guard let attribute else {
                parts.append(OFFFieldLayout.Part(count: sets[index].count))
                lose(
                    .attributeFilled, .generated, path, "colours", sets[index].count, "vertices",
                    "OFF has one list for all vertices")
                continue
            }
            // The format has four numbers there, and some readers insist on them.
            reportComponents(path, attribute, width: 4, target: target, "vertices")
            parts.append(
                OFFFieldLayout.Part(
                    count: sets[index].count, values: planColor(attribute, path, target, "vertices")))
        }
        layout.fields.append(
            OFFFieldLayout(
                field: .color, width: 4, type: variant == .text ? .uint8 : .float32, fill: variant == .text ? 255 : 1,
                parts: parts))
    }

    /// Links a colour, and reports what its form becomes.
    ///
    /// - Returns: the values to be written: sRGB, in codes of 8 bits or as float32.
    mutating func planColor(_ attribute: Attribute, _ path: String, _ target: String, _ unit: String) -> Column {
        written.insert(path)
        let type: ScalarType = variant == .text ? .uint8 : .float32
        let isSame =
            attribute.values.type == type && attribute.normalized == (variant == .text)
            && attribute.frame.scale == 1 && attribute.frame.colorSpace != .linear
        links.attributes.append(
            Correspondence.AttributeLink(path, target, codec: isSame ? .identity : .transferred))
        if !isSame || attribute.frame != .srgb {
            lose(
                .colorReencoded, .narrowed, path, "colours", attribute.count, unit,
                variant == .text ? "readers expect codes of 8 bits" : "binary OFF has float32 only",
                remedy: .ending("glb"))
        }
        guard !isSame else { return attribute.values }
        let values = ColorTransfer.converted(attribute, to: .srgb, type: type, normalized: variant == .text)
        let written = Attribute(.color(0), values.prefix(4), normalized: variant == .text, frame: .srgb)
        var walk = ValueChange.Walk(from: attribute, to: written, codec: .transferred)
        walk.add(attribute.values, written.values)
        report(walk.change, path, attribute, unit)
        return values
    }

    // MARK: What is left

    /// Reports attributes and pools that no field holds.
    private mutating func dropOthers() {
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard !written.contains(path) else { continue }
                lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                    "OFF has positions, normals, colours and one set of texture coordinates",
                    remedy: attribute.semantic == .weight ? nil : Remedy.keeping(attribute, of: content))
            }
        }
    }
}

extension Column {
    /// The values as float64.
    var doubled: Column {
        var values = ContiguousArray<Double>()
        read(0..<count, into: &values)
        return Column(values, components: components)
    }
}
