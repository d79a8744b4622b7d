/// The description of an attribute, which precedes its values in the bitstream.
struct AttributeDescription {
    /// How values are coded.
    enum Coding: UInt8 {
        /// As bytes.
        case plain
        case integer
        case quantized
        /// As points of an octahedron.
        case normal
    }

    let kind: DracoAttribute.Kind
    let type: DracoAttribute.ComponentType
    let componentCount: Int
    let normalized: Bool
    let uniqueID: Int
    var coding = Coding.plain

    init(_ reader: inout ByteReader) throws(DracoError) {
        switch try reader.byte("kind of an attribute") {
        case 0: kind = .position
        case 1: kind = .normal
        case 2: kind = .color
        case 3: kind = .texCoord
        // Above 4 are kinds that some encoders use for tangents, materials, joints and weights.
        case 4...8: kind = .generic
        case let other: throw reader.unsupported("a kind of attribute up to 8", found: "\(other)")
        }
        let code = try reader.byte("type of an attribute")
        guard let type = DracoAttribute.ComponentType(rawValue: code) else {
            throw reader.invalid("a type from 1 to 11", found: "\(code)")
        }
        self.type = type
        componentCount = Int(try reader.byte("number of components"))
        guard componentCount > 0 else { throw reader.invalid("components", found: "none") }
        normalized = try reader.byte("whether integers are fractions") != 0
        uniqueID =
            reader.version < BitstreamVersion(1, 3)
            ? Int(try reader.uint16("id of an attribute")) : Int(try reader.variable(bits: 32, "id of an attribute"))
    }

    /// Reads how values are coded, which follows the descriptions of all attributes of a group.
    mutating func readCoding(_ reader: inout ByteReader) throws(DracoError) {
        let code = try reader.byte("coding of an attribute")
        guard let coding = Coding(rawValue: code) else {
            throw reader.unsupported("coding 0 to 3 of an attribute", found: "\(code)")
        }
        switch coding {
        case .plain: break
        case .integer:
            guard type.rawValue <= DracoAttribute.ComponentType.uint32.rawValue else {
                throw reader.invalid("integers of 8 to 32 bits", found: "\(type)")
            }
        case .quantized:
            guard type == .float32 else { throw reader.invalid("quantized float32", found: "\(type)") }
        case .normal:
            guard type == .float32, componentCount == 3 else {
                throw reader.invalid("normals of 3 float32", found: "\(componentCount) \(type)")
            }
        }
        self.coding = coding
    }

    /// The number of integers of one coded value.
    var codedComponentCount: Int { coding == .normal ? 2 : componentCount }

    func attribute(_ bytes: [UInt8]) -> DracoAttribute {
        DracoAttribute(
            uniqueID: uniqueID, kind: kind, componentType: type, componentCount: componentCount,
            normalized: normalized, bytes: bytes)
    }

    /// The size of one decoded value in bytes.
    var byteCount: Int { componentCount * type.byteCount }
}
