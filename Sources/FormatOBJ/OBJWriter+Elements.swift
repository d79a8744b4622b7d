import MeshBytes
import MeshModel

// Faces, lines and points, with the statements between them.

extension OBJWriter {
    static func write(
        _ elements: OBJElements, materials: [MTLMaterialLayout], threads: Int, to sink: ByteSink
    ) throws(SystemError) {
        for line in elements.opening { try sink.write("\(line)\n") }
        let corners = elements.primitive.cornerCount / max(elements.primitive.elementCount, 1)
        try ParallelRows.write(
            rowCount: elements.primitive.elementCount, rowsPerChunk: 8192, threads: threads, to: sink,
            maxBytesPerRow: 8 + corners * 32
        ) { rows, text in
            var changes = OBJStatementChanges(elements, materials: materials, rows)
            for part in rows.blocks(of: 1024) {
                var block = OBJElementBlock(elements, part)
                var element = part.lowerBound
                while element < part.upperBound {
                    changes.append(before: element, to: &text)
                    let next = changes.next(after: element, end: part.upperBound)
                    block.append(next - element, to: &text)
                    element = next
                }
            }
        }
    }
}
