import MeshArchive
import MeshBytes
public import MeshFormats

// Bounds: the span is copied by its own count.

extension PackageEntry {
    /// Passes all bytes to `body` in chunks of about a mebibyte, so that a copy doesn't need the whole entry in memory.
    ///
    /// Bytes of an archive are decompressed; their size and checksum are checked at the end.
    ///
    /// - Parameter body: takes a chunk; returning false stops early.
    /// - Throws: an error whose location names the entry.
    public func forEachPiece(_ body: ([UInt8]) -> Bool) throws(ReadError) {
        let pieceSize = 1 << 20
        switch source {
        case .bytes(let bytes): _ = body(bytes)
        case .file(let path, let folder):
            do throws(SystemError) {
                let input = try Input.regularFile(path, inside: folder, work: work)
                var start = 0
                while start < byteCount {
                    let end = min(start + pieceSize, byteCount)
                    let piece = try input.read(start..<end)
                    guard piece.count == end - start else { throw input.shrunk }
                    guard body(piece) else { return }
                    start = end
                }
            } catch {
                throw located(ReadError(error))
            }
        case .zip(let archive, let entry):
            do throws(ZipError) {
                try archive.reader.forEachPiece(of: entry, in: archive.input) { span in
                    body(unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) })
                }
            } catch {
                throw located(ReadError(error))
            }
        }
    }
}
