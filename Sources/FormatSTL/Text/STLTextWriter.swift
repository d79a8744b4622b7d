import MeshBytes
import MeshModel

/// Writes a solid as text.
struct STLTextWriter {
    let solid: STLSolid
    let threads: Int

    func write(to sink: ByteSink) throws(SystemError) {
        let name = STLFrame.joined(solid.name, solid.frame).map { " \($0)" } ?? ""
        try sink.write("solid\(name)\n")
        let (positions, normals) = (solid.positionType, solid.normalType)
        for part in solid.parts {
            try ParallelRows.write(
                rowCount: part.facetCount, rowsPerChunk: 4096, threads: threads, to: sink, maxBytesPerRow: 280
            ) { facets, text in
                var reader = STLPartReader(part)
                reader.read(facets) { block, _, count in
                    for facet in 0..<count {
                        text.append("  facet normal")
                        Self.append(block.normal(facet), normals, to: &text)
                        text.append("\n    outer loop\n")
                        for corner in 0..<3 {
                            text.append("      vertex")
                            Self.append(
                                STLCorners.corner(block.positions, facet * 9 + corner * 3), positions, to: &text)
                            text.append(byte: 0x0A)
                        }
                        text.append("    endloop\n  endfacet\n")
                    }
                }
            }
        }
        try sink.write("endsolid\(name)\n")
    }

    @inline(__always) private static func append(
        _ vector: SIMD3<Double>, _ type: ScalarType, to text: inout TextBuffer
    ) {
        for axis in 0..<3 {
            text.append(byte: 0x20)
            if type == .float32 { text.append(Float(vector[axis])) } else { text.append(vector[axis]) }
        }
    }
}
