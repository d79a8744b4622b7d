import MeshFormats
import MeshModel

// How the numbers of several sets become one list: its type, their spelling, and what that changes.

extension OBJPlanner {
    /// Values that go into a list.
    struct Piece {
        /// The path in the source.
        var path: String
        var attribute: Attribute
        /// The plural noun for the values.
        var unit: String
    }

    /// The spelling of plain numbers in a list of this type.
    static func form(of column: Column, listType: ScalarType) -> OBJNumbers.Form {
        switch column.type {
        case .float32, .float16: listType == .float32 ? .float32 : .float64
        case .float64, .uint64: .float64
        default: .whole
        }
    }

    /// The type that a reader gives a list of plain numbers.
    static func listType(of pieces: [Piece], width: Int) -> ScalarType {
        pieces.allSatisfy { TextType.textType(of: $0.attribute.values, width: width) == .float32 }
            ? .float32 : .float64
    }

    /// How a value read from a list of `listType` is converted back to `type`.
    static func codec(_ type: ScalarType, listType: ScalarType) -> Correspondence.Codec {
        listType == .float32 && type != .float32 ? .decimal : .identity
    }

    /// Reports where the form that readers find differs from the source's, and records the source's form when the text
    /// can restore it.
    ///
    /// - Parameter isExact: whether each value can be restored from the text.
    mutating func reportForm(
        _ pieces: [Piece], type: ScalarType, frame: Frame, code: Loss.Code = .attributeReencoded, recordPath: String,
        isExact: Bool = true
    ) {
        // The source's attributes, before conversion to OBJ's frames.
        let pieces = pieces.map { piece in
            Piece(path: piece.path, attribute: originals[piece.path] ?? piece.attribute, unit: piece.unit)
        }
        guard let first = pieces.first?.attribute else { return }
        let read = OriginForm(type: type, frame: frame)
        func differs(_ attribute: Attribute) -> Bool { OriginForm(of: attribute) != read }
        let isOne = pieces.allSatisfy { OriginForm(of: $0.attribute) == OriginForm(of: first) }
        let isHalf = first.values.type == .float16 && originals[pieces[0].path] != nil
        let isRestored = isOne && isExact && !isHalf && pieces.allSatisfy { isWithinFloat64($0.attribute.values) }
        if isRestored, differs(first) {
            origin.forms.append(OBJOrigin.Form(path: recordPath, form: OriginForm(of: first)))
        }
        for piece in pieces where differs(piece.attribute) {
            lose(
                code, isRestored ? .reencoded : .approximated, piece.path, piece.attribute.semantic.plainName,
                piece.attribute.count, piece.unit,
                Self.cause(piece.attribute, type, frame, isConverted: originals[piece.path] != nil))
        }
    }

    private static func cause(
        _ attribute: Attribute, _ type: ScalarType, _ frame: Frame, isConverted: Bool
    ) -> String {
        if frame.colorSpace == .srgb, attribute.frame.colorSpace == .linear {
            return isConverted
                ? "converted to sRGB colours, as OBJ uses: read back as \(type.name)"
                : "OBJ can't mark them as linear: other programs will read the same numbers as sRGB"
        }
        if attribute.frame.uvOrigin == .topLeft {
            return "flipped, as OBJ counts from the bottom; the picture is the same"
        }
        return "stored as text, which is read back as \(type.name)"
    }

    /// Whether a reader's float64 holds each value exactly.
    private func isWithinFloat64(_ column: Column) -> Bool {
        guard column.type == .int64 || column.type == .uint64 else { return true }
        let facts = content.facts(of: column)
        return facts.minimum > -0x1p53 && facts.maximum < 0x1p53
    }

    /// Reports components that a line has no room for, and components that it adds.
    mutating func reportComponents(_ piece: Piece, width: Int, target: String, targetCount: Int) {
        for component in 0..<max(width, piece.attribute.values.components) {
            if component >= width {
                loseComponent(
                    component, of: piece.attribute, piece.path, piece.unit, "OBJ stores only \(width) numbers here",
                    remedy: .ending("ply"))
            } else if component >= piece.attribute.values.components {
                lose(
                    .attributeFilled, .generated, ScenePath.component(target, component),
                    "component \(component + 1) of \(piece.attribute.semantic.plainName)", targetCount, piece.unit,
                    "filled in, as OBJ stores \(width) numbers here")
            }
        }
    }
}
