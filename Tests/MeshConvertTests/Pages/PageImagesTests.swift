import MeshModel
import Testing

@testable import MeshConvert

struct PageImagesTests {
    private static func segment(_ code: UInt8, _ text: String) -> [UInt8] {
        [0xFF, code, 0, UInt8(text.utf8.count + 2)] + Array(text.utf8)
    }

    private static func chunk(_ name: String, _ text: String, isPNG: Bool) -> [UInt8] {
        let (count, body) = (UInt8(text.utf8.count), Array(text.utf8))
        if isPNG { return [0, 0, 0, count] + Array(name.utf8) + body + [1, 2, 3, 4] }
        return Array(name.utf8) + [count, 0, 0, 0] + body + (count % 2 == 1 ? [0] : [])
    }

    private static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    @Test func aJPEGKeepsWhatDecodingNeeds() {
        let start: [UInt8] = [0xFF, 0xD8]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 3, 1, 7, 0xFF, 0, 8, 0xFF, 0xD0, 9]
        let image =
            start + Self.segment(0xE0, "JFIF") + Self.segment(0xE1, "Exif GPS 48.137") + Self.segment(0xE1, "XMP")
            + Self.segment(0xE2, "ICC") + Self.segment(0xED, "IPTC") + Self.segment(0xEE, "Adobe")
            + Self.segment(0xFE, "comment") + Self.segment(0xDB, "table") + scan + [0xFF, 0xD9] + start
            + Self.segment(0xE1, "GPS of a second image")
        let kept =
            start + Self.segment(0xE0, "JFIF") + Self.segment(0xEE, "Adobe") + Self.segment(0xDB, "table") + scan
            + [0xFF, 0xD9]
        #expect(PageImages.cleaned(image) == kept)
    }

    @Test func aPNGKeepsItsPixels() {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let image =
            start
            + ["IHDR", "eXIf", "tEXt", "zTXt", "iTXt", "tIME", "iCCP", "tRNS", "IDAT", "IEND", "tEXt"].flatMap {
                Self.chunk($0, "of \($0)", isPNG: true)
            }
        let kept = start + ["IHDR", "tRNS", "IDAT", "IEND"].flatMap { Self.chunk($0, "of \($0)", isPNG: true) }
        #expect(PageImages.cleaned(image) == kept)
    }

    @Test func aWebPKeepsItsPixelsAndSaysThatTheRestIsGone() {
        func file(_ chunks: [UInt8]) -> [UInt8] {
            Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
        }
        let head: [UInt8] = Array("VP8X".utf8) + [10, 0, 0, 0, 0x3C] + [UInt8](repeating: 0, count: 9)
        let own = Self.chunk("ALPH", "abc", isPNG: false) + Self.chunk("VP8 ", "pixels", isPNG: false)
        let more =
            Self.chunk("ICCP", "icc", isPNG: false) + own + Self.chunk("EXIF", "GPS", isPNG: false)
            + Self.chunk("XMP ", "GPS", isPNG: false)
        var plain = head
        plain[8] = 0x10
        #expect(PageImages.cleaned(file(head + more)) == file(plain + own))
    }

    @Test func brokenAndUnknownImagesAreLeftOut() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 1]
        #expect(PageImages.cleaned(jpeg) == nil)
        #expect(PageImages.cleaned([0xFF, 0xD8, 1, 2]) == nil)
        #expect(PageImages.cleaned([0xFF, 0xD8, 0xFF, 0xE1, 0, 0]) == nil)
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(PageImages.cleaned(png + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8)) == nil)
        #expect(PageImages.cleaned(Array("RIFF....WEBPVP8 ".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]) == nil)
        #expect(PageImages.cleaned(Array("GIF89a".utf8)) == nil && PageImages.cleaned([]) == nil)
    }

    @Test func anImageThatNothingShowsIsNotOnThePage() {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        var scene = MeshScene()
        scene.images = [SceneImage(uri: "shown.jpg", bytes: bytes), SceneImage(uri: "frame.jpg", bytes: bytes)]
        scene.textures = [Texture(image: 0)]
        #expect(PageImages.clean(&scene) == 0)
        #expect(scene.images.map { $0.bytes == bytes } == [true, false])
    }

    @Test func anImageThatBrowsersDoNotShowIsCounted() {
        var scene = MeshScene()
        scene.images = [SceneImage(uri: "a.ktx2", bytes: [1, 2, 3]), SceneImage(uri: "missing.png")]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        #expect(PageImages.clean(&scene) == 1)
        #expect(scene.images.allSatisfy { $0.bytes == nil })
    }
}
