import MeshBytes
import MeshModel

// Bounds: a block is reserved for its rows at the most bytes that a row can take, and for what the last number may
// overwrite.

// Lists of numbers, one row per line.

extension OBJWriter {
    static func writeVertices(_ layout: OBJLayout, threads: Int, to sink: ByteSink) throws(SystemError) {
        for part in layout.vertices {
            try write(part.numbers, "v", count: part.count, threads: threads, to: sink)
        }
        for part in layout.texCoords { try write([part], "vt", count: part.count, threads: threads, to: sink) }
        for part in layout.normals { try write([part], "vn", count: part.count, threads: threads, to: sink) }
    }

    /// The number of rows read at a time: their numbers stay in the processor's cache until they are printed.
    private static let rowsPerBlock = 1024

    private static func write(
        _ numbers: [OBJNumbers], _ keyword: StaticString, count: Int, threads: Int, to sink: ByteSink
    ) throws(SystemError) {
        let mostBytes = numbers.reduce(keyword.utf8CodeUnitCount + 1) {
            $0 + $1.width * (NumberPrinter.maximumByteCount + 1)
        }
        try ParallelRows.write(
            rowCount: count, rowsPerChunk: 8192, threads: threads, to: sink, maxBytesPerRow: 96
        ) { rows, text in
            for block in rows.blocks(of: rowsPerBlock) {
                let blocks = numbers.map { OBJNumberBlock($0, block) }
                unsafe text.reserve(block.count * mostBytes + NumberPrinter.maximumByteCount) { target in
                    unsafe print(blocks, keyword, count: block.count, to: target)
                }
            }
        }
    }

    private static func print(
        _ blocks: [OBJNumberBlock], _ keyword: StaticString, count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let length = keyword.utf8CodeUnitCount
        let first = unsafe keyword.utf8Start[0]
        let second = unsafe length > 1 ? keyword.utf8Start[1] : 0
        var p = unsafe target
        // The usual one or two blocks have their own variables: taking them out of the array for each row costs as much
        // as printing an integer.
        guard let one = blocks.first else { return 0 }
        let hasTwo = blocks.count == 2
        let two = hasTwo ? blocks[1] : one
        for row in 0..<count {
            unsafe p.pointee = first
            unsafe p[1] = second
            unsafe p += length
            unsafe p = one.write(row, to: p)
            if hasTwo {
                unsafe p = two.write(row, to: p)
            } else {
                for index in blocks.indices.dropFirst() { unsafe p = blocks[index].write(row, to: p) }
            }
            unsafe p.pointee = 0x0A
            unsafe p += 1
        }
        return unsafe p - target
    }
}
