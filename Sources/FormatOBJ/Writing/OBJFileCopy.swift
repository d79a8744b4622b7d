import MeshBytes
import MeshFormats

/// Bytes of a file on their way into another one, as they are.
enum OBJFileCopy {
    /// Copies a range; one that the file does not have any more is an error.
    static func copy(_ input: Input, _ range: Range<Int>, to sink: ByteSink) throws(WriteError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try input.read(offset..<min(offset + (4 << 20), range.upperBound))
            } catch {
                throw WriteError(.input, path: input.name, error.message)
            }
            guard !bytes.isEmpty else { throw WriteError(.input, path: input.name, input.shrunk.message) }
            do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
            offset += bytes.count
        }
    }
}
