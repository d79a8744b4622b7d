import MeshBytes
import MeshFormats
import MeshModel

/// The bytes of images, wherever they are.
enum ImageFiles {
    /// Whether two images show the same; one that can't be read shows nothing.
    static let areEqual: Comparison.ImageEquality = { source, target in
        if let path = source.path, source.bytes == nil, target.bytes == nil, path == target.path { return true }
        if let bytes = source.bytes, let others = target.bytes { return bytes == others }
        guard let input = try? source.open(), let other = try? target.open() else { return false }
        return (try? input.hasSameBytes(as: other)) ?? false
    }

    /// All bytes of an image; nil if it can't be read.
    static func bytes(of image: Image) -> [UInt8]? {
        (try? image.open()).flatMap { try? $0.read(0..<$0.byteCount) }
    }
}
