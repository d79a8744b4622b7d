import MeshBytes
import MeshModel

/// Reads the bytes of images from memory or files.
enum ImageFiles {
    /// Whether two images have the same bytes; false if one can't be read.
    static let areEqual: Comparison.ImageEquality = { source, target in
        if let path = source.path, source.bytes == nil, target.bytes == nil, path == target.path { return true }
        if let bytes = source.bytes, let others = target.bytes { return bytes == others }
        guard let input = opened(source), let other = opened(target) else { return false }
        return (try? input.hasSameBytes(as: other)) ?? false
    }

    /// Returns all bytes of an image; nil if it can't be read.
    static func bytes(of image: Image) -> [UInt8]? {
        if let bytes = image.bytes { return bytes }
        return opened(image).flatMap { try? $0.read(0..<$0.byteCount) }
    }

    private static func opened(_ image: Image) -> Input? {
        if let bytes = image.bytes { return .bytes(bytes, name: image.uri) }
        return image.path.flatMap { try? Input.file($0) }
    }
}
