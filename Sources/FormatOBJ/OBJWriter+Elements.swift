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
            var first = rows.lowerBound
            while first < rows.upperBound {
                let end = min(first + 1024, rows.upperBound)
                var block = OBJElementBlock(elements, first..<end)
                var element = first
                while element < end {
                    changes.append(before: element, to: &text)
                    let next = changes.next(after: element, end: end)
                    block.append(next - element, to: &text)
                    element = next
                }
                first = end
            }
        }
    }
}
