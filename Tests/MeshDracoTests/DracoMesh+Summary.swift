import MeshDraco

extension DracoMesh {
    /// One line: points, faces, a hash of the indices; then for each attribute its id, kind, type, components, whether
    /// it is normalised, and a hash of its bytes.
    var summary: String {
        let indexBytes = indices.flatMap { index in (0..<4).map { UInt8(truncatingIfNeeded: index >> (8 * $0)) } }
        var line = "\(pointCount) \(indices.count / 3) \(Self.hash(indexBytes))"
        for attribute in attributes {
            let kind = DracoAttribute.Kind.allCases.firstIndex(of: attribute.kind) ?? -1
            line += " | \(attribute.uniqueID) \(kind) \(attribute.componentType.rawValue) \(attribute.componentCount)"
            line += " \(attribute.normalized ? 1 : 0) \(Self.hash(attribute.bytes))"
        }
        return line
    }

    /// FNV-1a, 64 bits, in hexadecimal digits.
    private static func hash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    /// Whether indices are valid, and attributes have a value for each point.
    var isConsistent: Bool {
        indices.count.isMultiple(of: 3) && indices.allSatisfy { Int($0) < pointCount }
            && attributes.allSatisfy {
                $0.bytes.count == pointCount * $0.componentCount * $0.componentType.byteCount
            }
    }
}
