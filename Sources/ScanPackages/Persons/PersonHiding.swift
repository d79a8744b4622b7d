import MeshArchive
import MeshFormats
import MeshImages

/// Hides persons in pictures and depth where the device's masks show them, as the Scan4D app does when it exports.
///
/// ```swift
/// let hiding = PersonHiding(withoutMask: .rewrite(image: { image, bytes in try vision(bytes) }, depth: { $1 }))
/// options.rewriteImage = hiding.image
/// options.rewriteDepth = hiding.depth
/// ```
///
/// In pictures, a person and ``margin`` around it become blocks of one colour. Depth is set to 0 where the mask shows a
/// person. What shows none keeps its bytes. A changed picture is a PNG file if it was one, else a JPEG file, without what
/// cameras write about it (Exif).
public struct PersonHiding: Sendable {
    /// What happens to everything that has no mask: some frames, and all 360° stills, faces of them, pictures of glasses
    /// and textures.
    public enum WithoutMask: Sendable {
        /// It is left out, with everything that refers to it.
        case leaveOut
        /// It is written as it is.
        case keep
        /// Functions of the app decide, which may look for persons.
        case rewrite(image: PackageWriteOptions.ImageRewriter, depth: PackageWriteOptions.DepthRewriter)
    }

    /// What happens to everything that has no mask.
    public var withoutMask: WithoutMask
    /// How far around persons pictures are changed, in pixels of the picture.
    public static let margin = 12
    /// The side of the blocks, in pixels of the picture.
    public static let block = 40
    /// The quality of changed JPEG files, 1 to 100.
    private static let quality = 85

    /// Creates a hiding.
    public init(withoutMask: WithoutMask = .leaveOut) { self.withoutMask = withoutMask }

    /// Hides persons in a picture, for ``PackageWriteOptions/rewriteImage``.
    ///
    /// - Throws: an error if a picture with persons can't be decoded, or what a function of the app throws.
    public func image(_ image: PackageImage, _ bytes: [UInt8]) throws -> [UInt8]? {
        guard let persons = image.persons else {
            switch withoutMask {
            case .leaveOut: return nil
            case .keep: return bytes
            case .rewrite(let rewrite, _): return try rewrite(image, bytes)
            }
        }
        guard persons.showsPersons else { return bytes }
        let entry = PackageEntry(path: image.path, bytes: bytes)
        let picture = try entry.image()
        do throws(ImageError) {
            return try Self.file(of: Self.hidden(picture, persons), isPNG: ImageHeader(bytes)?.kind == .png)
        } catch {
            throw entry.fault(ReadError.Code(rawValue: error.code.rawValue), error.message)
        }
    }

    /// Hides persons in depth, for ``PackageWriteOptions/rewriteDepth``.
    ///
    /// - Throws: what a function of the app throws.
    public func depth(_ depth: PackageDepth, _ millimetres: DepthMap) throws -> DepthMap? {
        guard let persons = depth.persons else {
            switch withoutMask {
            case .leaveOut: return nil
            case .keep: return millimetres
            case .rewrite(_, let rewrite): return try rewrite(depth, millimetres)
            }
        }
        guard persons.showsPersons else { return millimetres }
        var map = millimetres
        for y in 0..<map.height {
            for x in 0..<map.width where persons.isPerson(x: x, y: y, ofWidth: map.width, height: map.height) {
                map.samples[y * map.width + x] = 0
            }
        }
        return map
    }

    private static func hidden(_ picture: PixelImage, _ persons: PersonMask) -> PixelImage {
        var picture = picture
        let pixelation = Pixelation(
            width: picture.width, height: picture.height, channels: picture.layout.rawValue,
            region: PersonRegion(persons, width: picture.width, height: picture.height, margin: margin), block: block)
        switch picture.samples {
        case .bytes(var bytes):
            pixelation.apply(to: &bytes)
            picture.samples = .bytes(bytes)
        case .words(var words):
            pixelation.apply(to: &words)
            picture.samples = .words(words)
        }
        return picture
    }

    private static func file(of picture: PixelImage, isPNG: Bool) throws(ImageError) -> [UInt8] {
        var png = PNGWriter(width: picture.width, height: picture.height, layout: picture.layout)
        png.isSRGB = picture.color.isSRGB
        switch picture.samples {
        case .words(let words):
            png.bitDepth = 16
            return try png.file(words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        case .bytes(let bytes):
            if isPNG { return try png.file(bytes) }
            var jpeg = JPEGWriter(width: picture.width, height: picture.height, layout: picture.layout)
            jpeg.quality = quality
            return try jpeg.file(bytes)
        }
    }
}
