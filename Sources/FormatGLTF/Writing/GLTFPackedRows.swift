import MeshModel

/// The rows of an attribute that become the rows of the file.
struct GLTFPicks: Sendable {
    /// What picks the rows. The same origin always picks the same rows.
    enum Origin: Hashable {
        /// The vertices of a set.
        case vertices(set: Int)
        /// The vertices of a set, from one of its pools in ``GLTFVertices``.
        case pool(set: Int, index: Int)
    }

    let origin: Origin
    /// The source's row of each row; −1: none.
    let rows: ContiguousArray<Int32>
    /// The number of rows that have none in the source.
    var missingCount: Int { rows.reduce(0) { $0 + ($1 < 0 ? 1 : 0) } }
}

/// Rows of an attribute as glTF stores them.
struct GLTFPackedRows: Sendable {
    /// How numbers are converted to those of the file.
    enum Encoding: Sendable, Hashable {
        /// The unchanged bits.
        case same
        /// As float32. Normalised integers become fractions, NaN becomes 0, and too large values become the largest
        /// finite one.
        case single
        /// As float32: the remainder of float64 after ``single``.
        case rest
        /// As float32, linear, within 0…1.
        case color
        /// As float32, with v counted from the top.
        case flipped
        /// As float32, of length 1. A vector without a direction gets the normal of the faces.
        case unit
        /// As float32: the weights of joints, divided by the sum of those of all `others`.
        case share
        /// As float32, the numbers of `parts` side by side.
        case joined
        /// As float32: a scale itself instead of its logarithm, at least 0.
        case splatScale
        /// As float32: an opacity of 0…1.
        case splatOpacity
        /// As float32: a component of the unit quaternion made of `others`, w first.
        case turn(Int)
        /// As float32, linear, within 0…1: the visible colour of `others`, three coefficients and an opacity.
        case splatColor(isLinear: Bool)
    }

    /// Identity of the packed data, used to write equal rows once.
    struct Key: Hashable {
        let storage: ObjectIdentifier
        let picks: GLTFPicks.Origin?
        let numbers: [Int]
        let encoding: Encoding
        let frame: Frame
        let isNormalized: Bool
        let offset: SIMD3<Double>
        let parts: [Key]
    }

    /// The values of the source.
    var attribute: Attribute
    /// The source's row of each row; nil: all rows in order.
    var picks: GLTFPicks?
    /// The number of rows.
    var count: Int
    var encoding: Encoding
    var type: ScalarType
    /// The number of components in the file. Missing ones are 0, surplus ones are left out.
    var components: Int
    /// The value of all components of a row that has no source.
    var fill: Float = 0
    /// The offset to subtract from positions.
    var offset = SIMD3<Double>.zero
    /// Component sources, concatenated per row (`.joined` only).
    var parts: [GLTFPackedRows] = []
    /// Other attributes that the values depend on.
    var others: [Attribute] = []
    /// The normals of rows without a direction.
    var faceNormals = GLTFFaceNormals()

    /// All rows, block by block.
    var blocks: RowBlocks { (0..<count).blocks }
    /// The bytes of a row without padding.
    var rowByteCount: Int { components * type.byteCount }
    /// The distance between rows: a multiple of 4.
    var stride: Int { (rowByteCount + 3) & ~3 }

    var key: Key {
        let column = attribute.values
        return Key(
            storage: ObjectIdentifier(column.storage), picks: picks?.origin,
            numbers: [
                column.offset, column.stride, column.count, column.components, Int(column.type.rawValue),
                Int(column.byteOrder.rawValue), count, Int(type.rawValue), components,
                faceNormals.isEmpty ? -1 : faceNormals.set,
            ], encoding: encoding, frame: attribute.frame, isNormalized: attribute.normalized,
            offset: offset,
            parts: parts.map(\.key)
                + others.map { other in
                    var rows = self
                    (rows.attribute, rows.parts, rows.others) = (other, [], [])
                    return rows.key
                })
    }

    /// The source's numbers of some rows, in order.
    func source(_ rows: Range<Int>) -> Column { picked(attribute.values, rows) }

    /// The values of a column of the source for some rows.
    func picked(_ column: Column, _ rows: Range<Int>) -> Column {
        picks.map { column.picked($0.rows[rows]) } ?? column.rows(rows)
    }

    /// Whether a row has one in the source.
    func hasSource(_ row: Int) -> Bool { picks.map { $0.rows[row] >= 0 } ?? true }

    /// Writes some rows to `target`, which has room for `rows.count × stride` bytes.
    func write(_ rows: Range<Int>, to target: UnsafeMutableRawPointer) {
        guard encoding != .same else { return unsafe copy(rows, to: target) }
        if let codes = codes(rows) { return unsafe writeColors(codes, to: target) }
        let values = singles(rows)
        unsafe values.withUnsafeBytes { raw in
            if let base = raw.baseAddress { unsafe target.copyMemory(from: base, byteCount: raw.count) }
        }
    }

    /// 8-bit colours, if there are enough rows for a lookup table and they have as many components as in the file.
    private func codes(_ rows: Range<Int>) -> Column? {
        let column = attribute.values
        guard encoding == .color, picks == nil, column.type == .uint8, column.components == components,
            components == 3 || components == 4, rows.count > 256
        else { return nil }
        return column.rows(rows)
    }

    /// Converts colours with a lookup table of all byte values.
    private func writeColors(_ column: Column, to target: UnsafeMutableRawPointer) {
        let codes = ContiguousArray((0..<256 * components).map { UInt8($0 / components) })
        let table = colors(Column(codes, components: components))
        var bytes = ContiguousArray<UInt8>()
        column.read(0..<column.count, into: &bytes)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe table.withUnsafeBufferPointer { table in
                unsafe components == 3
                    ? Self.lookUp(bytes, in: table, width: 3, to: target)
                    : Self.lookUp(bytes, in: table, width: 4, to: target)
            }
        }
    }

    /// - Bounds: `table` has `width` numbers for each byte, `target` room for one number for each of `bytes`.
    @inline(__always)
    private static func lookUp(
        _ bytes: UnsafeBufferPointer<UInt8>, in table: UnsafeBufferPointer<Float>, width: Int,
        to target: UnsafeMutableRawPointer
    ) {
        guard table.count == 256 * width, let source = bytes.baseAddress, let base = table.baseAddress else { return }
        for row in 0..<bytes.count / width {
            for component in 0..<width {
                let index = row &* width &+ component
                let value = unsafe base[Int(source[index]) &* width &+ component]
                unsafe target.storeBytes(of: value, toByteOffset: index &* 4, as: Float.self)
            }
        }
    }

    private func copy(_ rows: Range<Int>, to target: UnsafeMutableRawPointer) {
        let column = source(rows)
        let size = column.components * type.byteCount
        if size == stride {
            unsafe column.copyPacked(0..<column.count, to: target)
        } else {
            unsafe column.copyPacked(0..<column.count, to: target)
            // From the last row on, so that none is overwritten before it has moved.
            for row in (0..<column.count).reversed() {
                let place = unsafe target + row * stride
                unsafe place.copyMemory(from: target + row * size, byteCount: size)
                for byte in size..<stride { unsafe place.storeBytes(of: 0, toByteOffset: byte, as: UInt8.self) }
            }
        }
        guard let picks, fill != 0 else { return }
        for (index, pick) in picks.rows[rows].enumerated() where pick < 0 {
            unsafe writeFill(to: target + index * stride)
        }
    }

    private func writeFill(to place: UnsafeMutableRawPointer) {
        for component in 0..<components {
            switch type {
            case .float32: unsafe place.storeBytes(of: fill, toByteOffset: component * 4, as: Float.self)
            case .uint8: unsafe place.storeBytes(of: UInt8(fill), toByteOffset: component, as: UInt8.self)
            case .uint16: unsafe place.storeBytes(of: UInt16(fill), toByteOffset: component * 2, as: UInt16.self)
            default: break
            }
        }
    }
}
