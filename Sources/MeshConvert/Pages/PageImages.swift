import MeshModel

/// Images for a page: pixels, and nothing that a camera or an editor wrote beside them, such as the place on Earth.
enum PageImages {
    /// Gives a scene images without metadata. Images that no texture shows, that aren't there, or of kinds that browsers
    /// don't show in a model are left out.
    ///
    /// Returns the number of images that are there and shown by a texture, but left out.
    static func clean(_ scene: inout MeshScene) -> Int {
        let used = Set(scene.textures.map(\.image))
        var leftOut = 0
        for index in scene.images.indices {
            let image = used.contains(index) ? ImageFiles.bytes(of: scene.images[index]) : nil
            let bytes = image.flatMap(cleaned)
            if image != nil, bytes == nil { leftOut += 1 }
            (scene.images[index].bytes, scene.images[index].path) = (bytes, nil)
        }
        return leftOut
    }

    /// An image without metadata; nil: it is of another kind than PNG, JPEG and WebP, or broken.
    static func cleaned(_ image: [UInt8]) -> [UInt8]? {
        if image.starts(with: [0xFF, 0xD8]) { return jpeg(image) }
        if image.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return png(image) }
        if image.starts(with: "RIFF".utf8), image.dropFirst(8).starts(with: "WEBP".utf8) { return webp(image) }
        return nil
    }

    /// Keeps the segments that decoding needs (ITU-T T.81, annex B): of the application's only JFIF and Adobe's, which
    /// says what the colours are. Ends with the image: what follows may be a second one.
    private static func jpeg(_ image: [UInt8]) -> [UInt8]? {
        var (result, at): ([UInt8], Int) = ([0xFF, 0xD8], 2)
        while at + 1 < image.count {
            guard image[at] == 0xFF else { return nil }
            let code = image[at + 1]
            switch code {
            case 0xFF: at += 1
            case 0xD9: return result + [0xFF, 0xD9]
            case 0x01, 0xD0...0xD7: at += 2
            default:
                guard at + 4 <= image.count else { return nil }
                let end = at + 2 + (Int(image[at + 2]) << 8 | Int(image[at + 3]))
                guard end >= at + 4, end <= image.count else { return nil }
                let isMetadata = (0xE1...0xED).contains(code) || code == 0xEF || code == 0xFE
                if !isMetadata { result += image[at..<end] }
                at = end
                guard code == 0xDA else { continue }
                // The scan goes on to the next marker that is neither stuffing nor a restart.
                while at + 1 < image.count,
                    image[at] != 0xFF || image[at + 1] == 0 || (0xD0...0xD7).contains(image[at + 1])
                {
                    at += 1
                }
                result += image[end..<min(at, image.count)]
            }
        }
        // Some writers leave out the end; decoders don't need it.
        return result
    }

    /// Keeps the chunks that pixels need (ISO/IEC 15948, 5.6).
    private static func png(_ image: [UInt8]) -> [UInt8]? {
        let kept: Set<String> = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "sRGB"]
        return chunks(image, from: 8) { at in
            let length = image[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: image[at + 4..<at + 8], as: UTF8.self)
            return (at + 12 + length, kept.contains(name), name == "IEND")
        }.map { Array(image[..<8]) + $0 }
    }

    /// Keeps the chunks that pixels need (RFC 9649, 2.5 and 2.7), and says in the header that the others are gone.
    private static func webp(_ image: [UInt8]) -> [UInt8]? {
        let kept: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"]
        guard
            var rest = chunks(
                image, from: 12,
                { at in
                    let length = (0..<4).reduce(0) { $0 | Int(image[at + 4 + $1]) << (8 * $1) }
                    let name = String(decoding: image[at..<at + 4], as: UTF8.self)
                    return (at + 8 + length + length % 2, kept.contains(name), false)
                })
        else { return nil }
        // The flags of an ICC profile, of Exif and of XMP.
        if rest.starts(with: "VP8X".utf8), rest.count > 8 { rest[8] &= ~0x2C }
        let size = rest.count + 4
        return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + "WEBP".utf8 + rest
    }

    /// Walks over chunks of at least 8 bytes; `next` says where the one at an offset ends, whether it is kept, and whether
    /// it is the last.
    private static func chunks(
        _ image: [UInt8], from start: Int, _ next: (Int) -> (end: Int, isKept: Bool, isLast: Bool)
    ) -> [UInt8]? {
        var (result, at): ([UInt8], Int) = ([], start)
        while at + 8 <= image.count {
            let chunk = next(at)
            // A writer may have forgotten the byte that makes the last chunk even.
            guard chunk.end > at, chunk.end <= image.count + 1 else { return nil }
            if chunk.isKept { result += image[at..<min(chunk.end, image.count)] }
            if chunk.isLast { return result }
            at = chunk.end
        }
        return result.isEmpty ? nil : result
    }
}
