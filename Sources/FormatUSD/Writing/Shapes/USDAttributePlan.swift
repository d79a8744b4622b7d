import MeshFormats
import MeshModel

/// The plan for writing one attribute of a shape.
struct USDAttributePlan {
    /// The kind of an attribute, which decides its form and values. Attributes are written in this order.
    enum Kind: Int {
        case position, normal, texCoord
        /// The colours that all viewers show (`displayColor`), and any others.
        case color, otherColor
        case custom
        /// Joints of a skin and their weights, four of each.
        case joints, weights
        /// How a morph target changes positions or normals.
        case target
        /// A value of splats.
        case splat
    }

    /// The domain of the values.
    enum Domain: Hashable {
        case vertex
        case uniform
        /// Corners, with the pool of the set.
        case corner(Int)

        /// The name of the interpolation in USD.
        var interpolation: String {
            switch self {
            case .vertex: "vertex"
            case .uniform: "uniform"
            case .corner: "faceVarying"
            }
        }
    }

    /// The path in the scene.
    let path: String
    /// The attribute in the scene.
    let attribute: Attribute
    let kind: Kind
    var domain: Domain
    /// The rows to write, in order, or nil for all.
    var rows: ContiguousArray<Int32>?
    /// The name that a reader gives it.
    var semantic: AttributeSemantic
    /// The name of the primvar or built-in attribute.
    var name = ""
    /// The values in the layer.
    var values: Column = .empty(.float32)
    /// The value of splats that is written besides the original one.
    var beside: Column?
    /// The frame that a reader assumes for the values.
    var frame = Frame.plain
    /// The codec by which the comparison decodes the values.
    var codec = Correspondence.Codec.identity
    /// Whether every possible value is kept exactly.
    var isExact = true

    init(_ attribute: Attribute, kind: Kind, domain: Domain, path: String, rows: ContiguousArray<Int32>?) {
        self.attribute = attribute
        self.kind = kind
        self.domain = domain
        self.path = path
        self.rows = rows
        semantic = attribute.semantic
        convert()
    }

    /// The source, reduced to the rows to write.
    var source: Attribute {
        guard let rows else { return attribute }
        var picked = attribute
        picked.values = attribute.values.picked(rows)
        return picked
    }

    /// The form that a reader finds.
    var target: Attribute { Attribute(semantic, values, frame: frame) }

    /// Whether a reader finds the attribute in its original form.
    var hasSameForm: Bool {
        attribute.values.type == values.type && !attribute.normalized && attribute.frame == frame
    }

    private mutating func convert() {
        let source = source
        let type = source.values.type
        switch kind {
        case .position, .normal: values = singles(source, width: 3)
        case .texCoord:
            frame = .bottomLeftUV
            if source.frame.uvOrigin == .topLeft {
                codec = .flippedV
                isExact = false
                let two = source.values.prefix(2)
                values = shaped(UVFlip.flipped(two, type: .float32, normalized: source.normalized), width: 2)
            } else {
                values = singles(source, width: 2)
            }
        case .color, .otherColor:
            frame = .linear
            let width = min(source.values.components, 4)
            if source.frame.colorSpace == .linear, source.frame.scale == 1 {
                values = singles(source, width: width)
            } else {
                codec = .transferred
                isExact = source.normalized && source.frame == .srgb && (type == .uint8 || type == .uint16)
                var source = source
                source.values = source.values.lookingUpFew
                values = shaped(ColorTransfer.converted(source, to: .linear, type: .float32), width: width)
            }
        case .custom: values = custom(source)
        case .joints:
            var numbers = ContiguousArray<Int32>()
            source.values.read(0..<source.count, into: &numbers)
            values = Column(ContiguousArray(numbers.map { UInt16(clamping: $0) }), components: 4)
        case .weights: values = singles(source, width: 4)
        case .target: values = singles(source, width: 3)
        case .splat:
            if source.frame.colorSpace == .linear { frame = .linear }
            values = type == .float16 ? source.values : singles(source, width: 1)
        }
    }

    /// Converts to float32. Normalised integers become fractions.
    private mutating func singles(_ source: Attribute, width: Int) -> Column {
        let type = source.values.type
        if type == .float32 {
            return source.values.components == width ? source.values : shaped(source.values, width: width)
        }
        if source.normalized { codec = .normalized(type) }
        isExact =
            type == .float16 || type == .uint8 || type == .uint16
            || (!source.normalized && (type == .int8 || type == .int16))
        return shaped(
            ColorTransfer.converted(source, to: source.frame.unscaled, type: .float32), width: width)
    }

    /// Changes the row width. Missing numbers are 0.
    private func shaped(_ column: Column, width: Int) -> Column {
        if column.components == width { return column }
        if column.components > width { return column.prefix(width) }
        var numbers = ContiguousArray<Float>()
        column.read(0..<column.count, into: &numbers)
        var result = ContiguousArray<Float>()
        result.reserveCapacity(column.count * width)
        for row in 0..<column.count {
            for component in 0..<width {
                result.append(component < column.components ? numbers[row * column.components + component] : 0)
            }
        }
        return Column(result, components: width)
    }

    /// Converts to the USD type that holds all values of the source's type, if there is one.
    private mutating func custom(_ source: Attribute) -> Column {
        let column = source.values
        if source.normalized { return singles(source, width: column.components) }
        switch column.type {
        case .int8, .int16, .uint16:
            var wholes = ContiguousArray<Int32>()
            column.read(0..<column.count, into: &wholes)
            return Column(wholes, components: column.components)
        default: return column
        }
    }

    // MARK: Types of the layer

    /// The USD type of a row, its name, and the number of its values per row.
    var form: (type: USDType, name: String, elementSize: Int) {
        switch kind {
        case .position: return (.float3, "point3f[]", 1)
        case .normal: return (.float3, "normal3f[]", 1)
        case .texCoord: return (.float2, "texCoord2f[]", 1)
        case .color: return (.float3, "color3f[]", 1)
        case .otherColor: return values.components == 4 ? (.float4, "color4f[]", 1) : (.float3, "color3f[]", 1)
        case .joints: return (.int, "int[]", 4)
        case .weights: return (.float, "float[]", 4)
        case .target: return (.float3, "vector3f[]", 1)
        case .custom, .splat: break
        }
        let width = values.components
        let types: [USDType]
        switch values.type {
        case .uint8: types = [.uchar]
        case .int32: types = [.int, .int2, .int3, .int4]
        case .uint32: types = [.uint]
        case .int64: types = [.int64]
        case .uint64: types = [.uint64]
        case .float16: types = [.half, .half2, .half3, .half4]
        case .float64: types = [.double, .double2, .double3, .double4]
        // Two floats would be read as texture coordinates.
        default: types = width == 2 ? [.float] : [.float, .float2, .float3, .float4]
        }
        let type = width <= types.count ? types[width - 1] : types[0]
        return (type, "\(type.name)[]", width <= types.count ? 1 : width)
    }

    /// The values for the layer.
    var array: USDValue {
        let form = form
        let column = form.elementSize > 1 ? values.flattened ?? Column.joined([values]).flattened : values
        return .array(USDArray(type: form.type, values: column ?? .empty(values.type)))
    }
}

extension Frame {
    /// The frame without its scale.
    fileprivate var unscaled: Frame {
        var frame = self
        frame.scale = 1
        return frame
    }
}
