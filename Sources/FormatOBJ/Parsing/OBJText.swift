import MeshBytes
import MeshFormats

/// Reads bytes of a text that isn't in memory.
enum OBJText {
    /// The offset of the first byte after a byte order mark.
    static func start(of input: Input) throws(ReadError) -> Int {
        try bytes(of: input, 0..<3) == [0xEF, 0xBB, 0xBF] ? 3 : 0
    }

    /// Bytes of the input; fewer at its end.
    static func bytes(of input: Input, _ range: Range<Int>) throws(ReadError) -> [UInt8] {
        do throws(SystemError) { return try input.read(range) } catch { throw ReadError(error) }
    }
}
