import MeshBytes
import MeshFormats

/// Copies bytes of one file into another, unchanged.
enum OBJFileCopy {
    /// Copies a range; throws if the file no longer has all of it.
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
