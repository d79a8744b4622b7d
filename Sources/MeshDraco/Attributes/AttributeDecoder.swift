/// Decodes the values of one attribute, in steps that the bitstream interleaves for all attributes of a group.
struct AttributeDecoder {
    let description: AttributeDescription
    /// The values as integers, in the order of the group; empty if they are plain.
    private(set) var components: [Int32] = []
    /// The values as bytes, in the order of the group.
    private(set) var bytes: [UInt8] = []
    private var quantization: Quantization?
    private var grid: OctahedronGrid?

    init(_ description: AttributeDescription) {
        self.description = description
    }

    // MARK: First step

    /// Reads the coded values.
    mutating func readValues(
        _ layout: ValueLayout, _ positions: PositionValues?, _ reader: inout ByteReader
    ) throws(DracoError) {
        if description.coding == .plain {
            let count = try size(layout.valueCount, description.byteCount, reader)
            let start = reader.position
            try reader.reserve(count, of: 1, "values")
            try reader.skip(count, "values")
            bytes = Array(reader.bytes[start..<reader.position])
            return
        }
        let method = try reader.int8("prediction")
        guard (-2...6).contains(method) else { throw reader.unsupported("prediction -2 to 6", found: "\(method)") }
        var transform = PredictionTransform.none
        if method != -2 {
            let code = try reader.int8("transform of predictions")
            guard let known = PredictionTransform(rawValue: code) else {
                throw reader.unsupported("transform -1 to 3 of predictions", found: "\(code)")
            }
            transform = known
        }
        let isOld = reader.version < BitstreamVersion(2, 0)
        if isOld { try readTransform(&reader) }
        // Without neighbours, or with a transform that doesn't suit it, a method falls back to differences. Without a
        // transform that suits the coding, values are stored instead of corrections.
        var prediction = layout.surface == nil ? .difference : Prediction(rawValue: method) ?? .difference
        let isOctahedral = transform == .octahedron || transform == .canonicalOctahedron
        if isOctahedral, prediction != .geometricNormal { prediction = .difference }
        guard method != -2, isOctahedral == (description.coding == .normal), isOctahedral || transform == .wrap else {
            try readComponents(layout.valueCount, isSigned: true, &reader)
            return
        }
        try readComponents(layout.valueCount, isSigned: !isOctahedral, &reader)
        let correction = Correction(
            prediction: prediction, transform: transform, componentCount: description.codedComponentCount)
        try correction.apply(to: &components, layout, positions, &reader)
    }

    private func size(_ count: Int, _ size: Int, _ reader: ByteReader) throws(DracoError) -> Int {
        let (total, overflow) = count.multipliedReportingOverflow(by: size)
        if overflow { throw reader.invalid("values that fit memory", found: "\(count) of \(size) bytes") }
        return total
    }

    private mutating func readComponents(
        _ valueCount: Int, isSigned: Bool, _ reader: inout ByteReader
    ) throws(DracoError) {
        let count = try size(valueCount, description.codedComponentCount, reader)
        try reader.reserve(count, of: 4, "values")
        if try reader.byte("whether values are coded") != 0 {
            components = try reader.symbols(count, componentCount: description.codedComponentCount)
        } else {
            let width = Int(try reader.byte("bytes of a value"))
            guard width <= 4, count * width <= reader.remaining else {
                throw reader.invalid("\(count) values of 0 to 4 bytes", found: "\(reader.remaining) bytes")
            }
            components = [Int32](repeating: 0, count: count)
            for index in 0..<count {
                components[index] = Int32(truncatingIfNeeded: try reader.little(width, "value"))
            }
        }
        guard isSigned else { return }
        for index in components.indices {
            let symbol = UInt32(bitPattern: components[index])
            components[index] = Int32(bitPattern: symbol >> 1 ^ (0 &- (symbol & 1)))
        }
    }

    // MARK: Second step

    /// Reads how integers become values. Before version 2.0 that came with the values.
    mutating func readTransformBehind(_ reader: inout ByteReader) throws(DracoError) {
        if reader.version >= BitstreamVersion(2, 0) { try readTransform(&reader) }
    }

    private mutating func readTransform(_ reader: inout ByteReader) throws(DracoError) {
        switch description.coding {
        case .plain, .integer: break
        case .quantized:
            quantization = try Quantization(componentCount: description.componentCount, &reader)
        case .normal:
            let bits = Int(try reader.byte("bits of normals"))
            guard let grid = OctahedronGrid(bits: bits) else {
                throw reader.invalid("normals of 2 to 30 bits", found: "\(bits) bits")
            }
            self.grid = grid
        }
    }

    // MARK: Third step

    /// Converts the integers to bytes, in point order.
    mutating func finish(
        _ layout: ValueLayout, _ reader: inout ByteReader
    ) throws(DracoError) -> DracoAttribute {
        try reader.reserve(try size(layout.pointCount, description.byteCount, reader), of: 1, "values of points")
        let writer = PointValues(layout)
        switch description.coding {
        case .plain: bytes = writer.plain(bytes, size: description.byteCount)
        case .integer:
            bytes = writer.integers(
                components, componentCount: description.componentCount, size: description.type.byteCount)
        case .quantized:
            if let quantization { bytes = writer.floats(components, quantization) }
        case .normal:
            if let grid { bytes = writer.normals(components, grid) }
        }
        return description.attribute(bytes)
    }

    /// The values from which other attributes are predicted.
    func positions(_ layout: ValueLayout, _ reader: inout ByteReader) throws(DracoError) -> PositionValues? {
        guard description.coding != .plain, description.coding != .normal, description.componentCount == 3 else {
            return nil
        }
        var floats: [Float]?
        if reader.version < BitstreamVersion(2, 0), let quantization {
            try reader.reserve(components.count, of: 4, "positions")
            floats = components.indices.map { quantization.value(components[$0], $0 % 3) }
        }
        return PositionValues(components: components, floats: floats, layout: layout)
    }
}
