import MeshBytes
import MeshComparison
import MeshFormats
import MeshModel

/// Reads the bytes of images from memory or files.
enum ImageFiles {
    /// Whether two images have the same bytes; false if one can't be read.
    static let areEqual: Comparison.ImageEquality = { source, target in
        if let path = source.path, source.bytes == nil, target.bytes == nil, path == target.path { return true }
        if let bytes = source.bytes, let others = target.bytes { return bytes == others }
        guard let input = try? source.open(), let other = try? target.open() else { return false }
        return (try? input.hasSameBytes(as: other)) ?? false
    }

    /// Returns all bytes of an image; nil if it can't be read.
    static func bytes(of image: SceneImage) -> [UInt8]? {
        (try? image.open()).flatMap { try? $0.read(0..<$0.byteCount) }
    }
}
