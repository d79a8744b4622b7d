import MeshModel

/// How one attribute of vertices is written.
struct GLTFAttributePlan {
    /// What decides about form and values.
    enum Kind: Hashable {
        case position, normal, tangent, texCoord, color, custom, splat
    }

    /// The path in the scene.
    let path: String
    /// The attribute as the scene has it: of the set, or a pool.
    let source: Attribute
    /// The pool among those of ``GLTFVertices``; nil: an attribute of vertices.
    let pool: Int?
    /// The primitives whose elements have the values; nil: vertices or corners have them.
    var elements: GLTFElementPool?
    let kind: Kind
    /// The name in the file.
    var name = ""
    var rows: GLTFPackedRows
    /// Whether the file's whole numbers stand for fractions.
    var isNormalized = false
    /// What a reader takes the values for.
    var frame = Frame.plain
    /// Whether splats are made of it, and it stands beside them as it was.
    var hasSplatBeside = false
    /// How the comparison turns values back.
    var codec = Correspondence.Codec.identity

    init(_ source: Attribute, kind: Kind, path: String, pool: Int?, count: Int) {
        self.source = source
        self.kind = kind
        self.path = path
        self.pool = pool
        let width = source.values.components
        rows = GLTFPackedRows(
            attribute: source, picks: nil, count: count, encoding: .single, type: .float32, components: width)
        switch kind {
        case .position: rows.components = 3
        case .normal:
            rows.components = 3
            rows.encoding = .unit
        case .texCoord:
            rows.components = 2
            frame = .topLeftUV
        case .color:
            frame = .linear
            rows.fill = [1, 1, 1, 1]
        case .splat: frame = Self.splatFrame(source)
        case .tangent, .custom: break
        }
        chooseEncoding()
    }

    private mutating func chooseEncoding() {
        let type = source.values.type
        let isCode = type == .uint8 || type == .uint16
        switch kind {
        case .texCoord where source.frame.uvOrigin == .bottomLeft:
            rows.encoding = .flipped
            codec = .flippedV
        case .color where source.frame != .linear || !(type == .float32 || isCode):
            rows.encoding = .color
            codec = .transferred
        case .custom:
            if isCode || type == .int8 || type == .int16 { keep() }
        case .color:
            if isCode, source.normalized { keep() }
        // Fractions of places and directions are read as the floats that they stand for.
        case .texCoord, .position, .normal, .tangent, .splat: break
        }
        if rows.encoding == .single || rows.encoding == .unit, source.normalized { codec = .normalized(type) }
    }

    /// What a reader takes a number of splats for.
    private static func splatFrame(_ source: Attribute) -> Frame {
        let name = source.semantic.name
        if SplatNames.rotations.contains(name) { return Frame(quaternionOrder: .wxyz) }
        return name.hasPrefix("f_") && source.frame.colorSpace == .linear ? .linear : .plain
    }

    /// Writes the bits as they are.
    mutating func keep() {
        rows.encoding = .same
        rows.type = source.values.type
        isNormalized = source.normalized
        if rows.components < source.values.components { rows.attribute.values = source.values.prefix(rows.components) }
    }

    /// Whether a float32 keeps each value, whatever it is.
    var isExact: Bool {
        switch rows.encoding {
        case .same: true
        case .single:
            switch source.values.type {
            case .uint8, .uint16: true
            case .int8, .int16: !source.normalized
            default: false
            }
        case .color:
            source.normalized && source.frame == .srgb
                && (source.values.type == .uint8 || source.values.type == .uint16)
        case .flipped, .unit, .rest, .joined, .splatScale, .splatOpacity, .turn, .splatColor: false
        }
    }

    /// Whether it is a number of splats that files have in another form: size, opacity, rotation.
    var isShape: Bool {
        switch rows.encoding {
        case .splatScale, .splatOpacity, .turn: true
        default: false
        }
    }

    /// Whether the file has the attribute in the form of the scene.
    var hasSameForm: Bool {
        source.values.type == rows.type && source.normalized == isNormalized && source.frame == frame
    }
}
