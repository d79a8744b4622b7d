import MeshBytes
import MeshFormats

/// Writes the chunks of a binary file: header, tree, binary chunk, and any other chunks.
enum GLBWriter {
    /// The largest size that the header can declare.
    static let largest = Int(UInt32.max)
    private static let other: Wording = "\(.variant, "gltf") writes a .gltf with a .bin next to it"

    /// Writes a file whose binary chunk has `binaryByteCount` bytes, which `body` writes.
    static func write(
        tree: [UInt8], binaryByteCount: Int, others: [GLBContainer.Chunk] = [], path: String, to sink: ByteSink,
        _ body: (ByteSink) throws(WriteError) -> Void
    ) throws(WriteError) {
        let treeCount = padded(tree.count)
        var total = GLBContainer.headerByteCount + 8 + treeCount
        if binaryByteCount > 0 { total += 8 + padded(binaryByteCount) }
        for chunk in others { total += 8 + padded(chunk.bytes.count) }
        guard total <= largest else {
            throw WriteError(
                .unrepresentable, path: path,
                wording: "a GLB can hold at most \(largest) bytes; this one needs \(total): \(Self.other)")
        }
        do throws(SystemError) {
            try sink.write(GLBContainer.magic)
            try sink.write(littleEndian: UInt32(2))
            try sink.write(littleEndian: UInt32(total))
            try sink.write(littleEndian: UInt32(treeCount))
            try sink.write(littleEndian: GLBContainer.json)
            try sink.write(tree)
            try sink.write([UInt8](repeating: 0x20, count: treeCount - tree.count))
            if binaryByteCount > 0 {
                try sink.write(littleEndian: UInt32(padded(binaryByteCount)))
                try sink.write(littleEndian: GLBContainer.binary)
            }
        } catch {
            throw WriteError(error)
        }
        if binaryByteCount > 0 { try body(sink) }
        do throws(SystemError) {
            try sink.write([UInt8](repeating: 0, count: padded(binaryByteCount) - binaryByteCount))
            for chunk in others {
                let count = chunk.bytes.count
                try sink.write(littleEndian: UInt32(padded(count)))
                try sink.write(littleEndian: chunk.type)
                try chunk.bytes.write(to: sink)
                try sink.write([UInt8](repeating: 0, count: padded(count) - count))
            }
        } catch {
            throw WriteError(error)
        }
    }

    /// Throws if the bytes are too many for a GLB, before any is written. The tree needs some room, too.
    static func checkSize(_ binaryByteCount: Int) throws(WriteError) {
        guard binaryByteCount > largest - 4096 else { return }
        throw WriteError(
            .unrepresentable, path: "",
            wording: "a GLB must be smaller than 4 GiB; the values alone need \(binaryByteCount) bytes: \(Self.other)")
    }

    /// The next multiple of 4.
    static func padded(_ count: Int) -> Int { (count + 3) / 4 * 4 }
}
