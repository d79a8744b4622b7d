import MeshFormats
import MeshModel

// One list of vertices for all sets: positions, followed by colours or weights.

extension OBJPlanner {
    mutating func planVertices() {
        let sets = scene.vertexSets
        layout.vertices = sets.map { OBJVertexPart(count: $0.count, numbers: []) }
        var written: Set<String> = []
        planPositions(&written)
        let hasColors = planColors(&written)
        planWeights(&written, hasColors: hasColors)
        for (index, set) in sets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                let isListed = attribute.semantic == .normal || attribute.semantic == .texCoord(0)
                guard !written.contains(path), !isListed else { continue }
                lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                    Self.cause(attribute.semantic),
                    remedy: attribute.semantic == .weight ? nil : Remedy.keeping(attribute, of: content))
            }
        }
    }

    private static func cause(_ semantic: AttributeSemantic) -> String {
        switch semantic {
        case .weight: "OBJ can't store weights with colours, and leaves out weights that are all 1"
        case .color(0): "this variant of OBJ can't store these colours"
        case let other where other.isColor || other.isTexCoord: "OBJ can store one set only"
        default: "OBJ can't store custom attributes"
        }
    }

    /// The attributes of a semantic that can be written, by set.
    private func pieces(_ semantic: AttributeSemantic, _ isFit: (Attribute) -> Bool) -> [Piece?] {
        scene.vertexSets.enumerated().map { index, set in
            guard set.count > 0, let attribute = set.attribute(semantic), attribute.offsets == nil,
                attribute.values.components > 0, attribute.count == set.count, isFit(attribute)
            else { return nil }
            return Piece(
                path: ScenePath.vertexAttribute(set: index, semantic), attribute: attribute, unit: "vertices")
        }
    }

    /// Links the written attributes, and reports sets that get values they did not have.
    private mutating func link(
        _ semantic: AttributeSemantic, _ pieces: [Piece?], _ written: inout Set<String>, width: Int,
        codec: (Attribute) -> Correspondence.Codec
    ) {
        let target = ScenePath.vertexAttribute(set: 0, semantic)
        let hasAny = pieces.contains { $0 != nil }
        for (set, piece) in pieces.enumerated() {
            if let piece {
                written.insert(piece.path)
                links.attributes.append(
                    Correspondence.AttributeLink(
                        piece.path, target,
                        codec: originals[piece.path].map(FrameAdaptation.codec) ?? codec(piece.attribute)))
                reportComponents(piece, width: width, target: target, targetCount: vertexCount)
            } else if hasAny {
                lose(
                    .attributeFilled, .generated, ScenePath.vertexAttribute(set: set, semantic), semantic.plainName,
                    scene.vertexSets[set].count, "vertices", "filled in, as OBJ needs a value for all vertices")
            }
        }
        if !hasAny, semantic == .position {
            lose(
                .attributeFilled, .generated, target, semantic.plainName, vertexCount, "vertices",
                "filled in with zeros, as OBJ vertices need positions")
        }
    }

    /// Adds numbers to the lines of all vertices; sets without the attribute have a digit for each number.
    private mutating func add(
        _ pieces: [Piece?], filling digit: UInt8, width: Int, _ form: (Attribute) -> OBJNumbers.Form
    ) {
        for (set, piece) in pieces.enumerated() {
            layout.vertices[set].numbers.append(
                piece.map { OBJNumbers($0.attribute.values, form: form($0.attribute), width: width) }
                    ?? OBJNumbers(filling: digit, width: width, count: scene.vertexSets[set].count))
        }
    }

    // MARK: Positions

    private mutating func planPositions(_ written: inout Set<String>) {
        let pieces = pieces(.position) { !$0.normalized }
        let found = pieces.compactMap(\.self)
        let type = Self.listType(of: found, width: 3)
        add(pieces, filling: UInt8(ascii: "0"), width: 3) { Self.form(of: $0.values, listType: type) }
        link(.position, pieces, &written, width: 3) { Self.codec($0.values.type, listType: type) }
        reportForm(found, type: type, frame: .plain, recordPath: "/POSITION")
    }

    // MARK: Colours

    private mutating func planColors(_ written: inout Set<String>) -> Bool {
        guard writesColors else { return false }
        let pieces = pieces(.color(0)) { $0.values.components >= 3 }
        let found = pieces.compactMap(\.self)
        guard !found.isEmpty else { return false }
        let type: ScalarType = found.allSatisfy { OBJColors.isFloat32($0.attribute) } ? .float32 : .float64
        add(pieces, filling: UInt8(ascii: "1"), width: 3) { OBJColors.form(of: $0, listType: type) }
        link(.color(0), pieces, &written, width: 3) { OBJColors.codec(of: $0, listType: type) }
        let changes = found.map { piece in
            originals[piece.path] == nil ? OBJColors.change(of: piece.attribute, listType: type) : .init()
        }
        for piece in found {
            guard let original = originals[piece.path] else { continue }
            let errors = FrameAdaptation.Errors(original, piece.attribute.stored(as: type), width: 3)
            loseErrors(errors.summary(), piece.path, original, "vertices", remedy: .ending("ply"))
        }
        // Vertices without a colour become white, which not every form can express.
        let isFilled = pieces.indices.contains { pieces[$0] == nil && scene.vertexSets[$0].count > 0 }
        let saysWhite = found.allSatisfy { $0.attribute.normalized || !$0.attribute.values.type.isInteger }
        reportForm(
            found, type: type, frame: .srgb, code: .colorReencoded, recordPath: "/COLOR_0",
            isExact: changes.allSatisfy { $0.count == 0 } && (!isFilled || saysWhite))
        for (piece, change) in zip(found, changes) {
            lose(
                change.isClamped ? .valueClamped : .precisionReduced, change.isRounding ? .rounded : .approximated,
                piece.path, "colours", change.count, "vertices", error: change.largestError,
                change.isClamped ? "limited to OBJ's range of 0 to 1" : "rounded when scaled to OBJ's range of 0 to 1",
                remedy: .ending("ply"))
        }
        return true
    }

    // MARK: Weights

    private mutating func planWeights(_ written: inout Set<String>, hasColors: Bool) {
        guard !hasColors else { return }
        let pieces = pieces(.weight) { $0.values.components == 1 && !$0.normalized }
        let found = pieces.compactMap(\.self)
        guard found.contains(where: { Self.saysSomething($0.attribute.values) }) else { return }
        let type = Self.listType(of: found, width: 1)
        add(pieces, filling: UInt8(ascii: "1"), width: 1) { Self.form(of: $0.values, listType: type) }
        link(.weight, pieces, &written, width: 1) { Self.codec($0.values.type, listType: type) }
        reportForm(found, type: type, frame: .plain, recordPath: "/WEIGHT")
    }

    /// Whether some weight differs from the default of 1.
    private static func saysSomething(_ column: Column) -> Bool {
        column.blocks(of: Double.self).contains { $0.values.contains { $0 != 1 } }
    }
}
