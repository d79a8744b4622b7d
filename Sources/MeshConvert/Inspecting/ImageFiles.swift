import MeshBytes
import MeshModel

/// The bytes of images, wherever they are.
enum ImageFiles {
    /// Whether two images show the same; one that can't be read shows nothing.
    static let areEqual: Comparison.ImageEquality = { source, target in
        if let path = source.path, source.bytes == nil, target.bytes == nil, path == target.path { return true }
        if let bytes = source.bytes, let others = target.bytes { return bytes == others }
        guard let input = opened(source), let other = opened(target) else { return false }
        return (try? input.hasSameBytes(as: other)) ?? false
    }

    /// All bytes of an image; nil if it can't be read.
    static func bytes(of image: Image) -> [UInt8]? {
        if let bytes = image.bytes { return bytes }
        return opened(image).flatMap { try? $0.read(0..<$0.byteCount) }
    }

    private static func opened(_ image: Image) -> Input? {
        if let bytes = image.bytes { return .bytes(bytes, name: image.uri) }
        return image.path.flatMap { try? Input.file($0) }
    }
}
