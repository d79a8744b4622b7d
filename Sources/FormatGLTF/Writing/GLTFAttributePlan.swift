import MeshModel

/// How one vertex attribute is written.
struct GLTFAttributePlan {
    /// The meaning of an attribute, which decides its form and values.
    enum Kind: Hashable {
        case position, normal, tangent, texCoord, color, custom, splat
        /// Joints or weights of a skin.
        case skin
        /// Differences of a morph target.
        case target
    }

    /// Who has values in the scene: vertices, corners through a pool, or elements.
    enum Owner {
        case vertices, corners
        case elements(GLTFElementPool)
    }

    /// The path in the scene.
    let path: String
    /// The attribute of the scene: of the set, or of a pool.
    let source: Attribute
    /// Who has the values in the scene.
    let owner: Owner
    let kind: Kind
    /// The name in the file.
    var name = ""
    var rows: GLTFPackedRows
    /// Whether the file's integers are normalised fractions.
    var isNormalized = false
    /// The frame of the values in the file.
    var frame = Frame.plain
    /// Whether the file has it unchanged, in addition to the splat attribute that is made from it.
    var hasSplatBeside = false
    /// Whether another attribute of the set has its old name in the file, or had its new one.
    var exchangesNames = false
    /// How the comparison decodes the values.
    var codec = Correspondence.Codec.identity

    init(_ source: Attribute, kind: Kind, path: String, owner: Owner = .vertices, count: Int, picks: GLTFPicks?) {
        self.source = source
        self.kind = kind
        self.path = path
        self.owner = owner
        rows = GLTFPackedRows(
            attribute: source, picks: picks, count: count, encoding: .single, type: .float32,
            components: source.values.components)
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
            rows.fill = 1
        case .splat: frame = Self.splatFrame(source)
        case .target:
            let family = source.semantic.ofTarget.flatMap { GLTFAttributes.parse($0.base.name)?.family }
            if family == .position || family == .normal || family == .tangent { rows.components = 3 }
        case .tangent, .custom, .skin: break
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
        case .target:
            if isCode || type == .int8 || type == .int16, source.normalized { keep() }
        case .skin: keep()
        // Readers turn normalised positions and directions into floats, so they are written as floats.
        case .texCoord, .position, .normal, .tangent, .splat: break
        }
        if rows.encoding == .single || rows.encoding == .unit, source.normalized { codec = .normalized(type) }
    }

    /// The frame of a splat attribute in the file.
    private static func splatFrame(_ source: Attribute) -> Frame {
        let name = source.semantic.name
        if SplatNames.rotations.contains(name) { return Frame(quaternionOrder: .wxyz) }
        return name.hasPrefix("f_") && source.frame.colorSpace == .linear ? .linear : .plain
    }

    /// Keeps the bits unchanged.
    mutating func keep() {
        rows.encoding = .same
        rows.type = source.values.type
        isNormalized = source.normalized
        if rows.components < source.values.components { rows.attribute.values = source.values.prefix(rows.components) }
    }

    /// Stores weights as shares of the sum of those of all sets.
    mutating func share(among weights: [Attribute]) {
        (rows.encoding, rows.type, rows.others) = (.share, .float32, weights)
        isNormalized = false
        if source.normalized { codec = .normalized(source.values.type) }
    }

    /// Whether vertices have the values in the scene.
    var isOfVertices: Bool { if case .vertices = owner { true } else { false } }

    /// Whether the encoding keeps every possible value.
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
        case .flipped, .unit, .rest, .joined, .splatScale, .splatOpacity, .turn, .splatColor, .share: false
        }
    }

    /// Whether a vertex attribute reads back unchanged.
    var isPlain: Bool {
        if case .elements = owner { return false }
        return hasSameForm && name == source.semantic.name && source.values.components >= rows.components
    }

    /// Whether the attribute has the same form in the file and in the scene.
    var hasSameForm: Bool {
        source.values.type == rows.type && source.normalized == isNormalized && source.frame == frame
    }
}
