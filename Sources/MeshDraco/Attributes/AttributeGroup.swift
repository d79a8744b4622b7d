/// Attributes whose values come in the same order.
struct AttributeGroup {
    /// The index of its table with seams; nil: the table of positions.
    private(set) var seamIndex: Int?
    /// Whether corners of a vertex may have different values.
    private(set) var isPerCorner = false
    private(set) var prefersDegree = false
    private(set) var attributes: [AttributeDescription] = []

    /// Creates a group of a mesh without edgebreaker.
    init() {}

    /// Reads which vertices the group's values belong to.
    init(edgebreaker reader: inout ByteReader) throws(DracoError) {
        let index = try reader.int8("seams of attributes")
        seamIndex = index < 0 ? nil : index
        isPerCorner = try reader.byte("whether values are per vertex") != 0
        guard seamIndex != nil || !isPerCorner else {
            throw reader.invalid("seams for values per corner", found: "none")
        }
        guard reader.version >= BitstreamVersion(1, 2) else { return }
        let order = try reader.byte("order of values")
        guard order <= (isPerCorner ? 0 : 1) else {
            throw reader.unsupported("order 0 or 1 of values", found: "\(order)")
        }
        prefersDegree = order == 1
    }

    /// Reads the descriptions of the attributes, and then their codings, which a tree of points does not have.
    mutating func readAttributes(withCodings: Bool, _ reader: inout ByteReader) throws(DracoError) {
        let count = try reader.count("number of attributes")
        // A description takes at least five bytes, and one for its coding.
        guard count > 0, count <= reader.remaining / 5 else {
            throw reader.invalid("1 to \(reader.remaining / 5) attributes", found: "\(count)")
        }
        try reader.reserve(count, of: MemoryLayout<AttributeDescription>.stride, "attributes")
        for _ in 0..<count {
            attributes.append(try AttributeDescription(&reader))
        }
        for index in 0..<(withCodings ? count : 0) {
            try attributes[index].readCoding(&reader)
        }
    }
}
