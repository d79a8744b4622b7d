import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite("Image files") struct ImageKindTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2]

    @Test("are known by their first bytes")
    func kinds() {
        #expect(ImageKind(Self.png) == .png)
        #expect(ImageKind([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        #expect(ImageKind(Array("RIFF\0\0\0\0WEBPVP8 ".utf8)) == .webp)
        #expect(ImageKind([0xAB] + "KTX 20".utf8 + [0xBB, 0x0D, 0x0A, 0x1A, 0x0A]) == .ktx2)
        #expect(ImageKind([0, 0, 0, 0x20] + "ftypavif\0\0\0\0".utf8) == .avif)
        #expect(ImageKind([0, 0, 0, 0x20] + "ftypheic\0\0\0\0".utf8) == nil)
        #expect(ImageKind(Array("DDS |".utf8)) == .dds)
        #expect(ImageKind([0x76, 0x2F, 0x31, 0x01]) == .exr)
        #expect(ImageKind(Array("#?RADIANCE\n".utf8)) == .hdr)
        #expect(ImageKind(Array("BM".utf8)) == .bmp)
        for other in ["RIFF\0\0\0\0WAVEfmt ", "RIFF", "", "GIF89a", "\u{7F}PNG"] {
            #expect(ImageKind(Array(other.utf8)) == nil, "\(other)")
        }
        #expect(ImageKind(Array(Self.png.prefix(7))) == nil)
    }

    @Test("are named by their names, else by what is said of them, else by their first bytes")
    func extensions() throws {
        #expect(SceneImage(uri: "a/wood.JPEG", bytes: Self.png).fileExtension == ".JPEG")
        #expect(SceneImage(uri: "wood.PNG", path: "/x/wood.png").fileExtension == ".png")
        #expect(SceneImage(uri: "wood", bytes: Self.png, mediaType: "image/webp").fileExtension == ".webp")
        #expect(SceneImage(uri: "wood.p-g", bytes: Self.png, mediaType: "image/x").fileExtension == ".png")
        #expect(SceneImage(uri: "wood", bytes: [1]).fileExtension == "")
        #expect(SceneImage(uri: "wood").fileExtension == "")
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try Data(Self.png).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(SceneImage(uri: "wood", path: path).fileExtension == ".png")
    }

    @Test("of rare kinds are known well enough to be copied")
    func rareKinds() {
        func isImage(_ head: [UInt8], _ path: String = "a.tga") -> Bool { SideFileKind.image.matches(path, head) }
        for brand in ["avif", "avis", "heic", "heix", "mif1"] {
            #expect(isImage([0, 0, 0, 0x20] + "ftyp\(brand)".utf8))
        }
        for text in ["P1\n1 1\n", "P7 ", "GIF89a", "8BPS"] { #expect(isImage(Array(text.utf8)), "\(text)") }
        for text in ["\0\0\0 ftypisom", "P8\n", "P0\n", "P5x", "P5", "Password", "root:x:0:0:root:/root"] {
            #expect(!isImage(Array(text.utf8)), "\(text)")
        }
        // A TGA of 2 × 1 pixels of 24 bits: it has no signature, so its name counts too.
        let targa: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0, 1, 2, 3, 4, 5, 6]
        #expect(isImage(targa, "A.TGA") && !isImage(targa, "a.bin"))
    }

    @Test("of a file that is gone have no contents; what is there and can't be read is an error")
    func contents() throws {
        #expect(try SceneImage(uri: "a.png").contents() == nil)
        #expect(try SceneImage(uri: "a.png", path: "/nowhere/\(UUID().uuidString).png").contents() == nil)
        let own = try #require(try SceneImage(uri: "a", bytes: Self.png).contents())
        #expect(own.byteCount == 10 && own.kind == .png)
        // A link that leads to itself is there, but can't be opened.
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: WriteError.self) { try SceneImage(uri: "a.png", path: path).contents() }
        #expect(error?.code == .system && error?.path == path)
    }

    @Test("are copied under names of the output; a file that is gone is an error of the input")
    func copies() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        // More than one block.
        let bytes = (0..<(4 << 20) + 3).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let output = Output(memoryNamed: "room.v2.obj")
        let images = [
            SceneImage(uri: "a.png", path: path), SceneImage(uri: "gone.png"), SceneImage(uri: "b.jpg", bytes: [7]),
        ]
        #expect(try output.copy(images) == ["room.v2_texture0.png", "gone.png", "room.v2_texture2.jpg"])
        #expect(output.sideFiles().map(\.name) == ["room.v2_texture0.png", "room.v2_texture2.jpg"])
        #expect(output.sideFiles().map(\.bytes) == [bytes, [7]])
        let input = try Input.file(path)
        let error = #expect(throws: WriteError.self) { try input.copy(0..<bytes.count + 1, to: ByteSink()) }
        #expect(error?.code == .input && error?.path == path)
        try FileManager.default.removeItem(atPath: path)
        let gone = #expect(throws: WriteError.self) { try output.copy(images) }
        #expect(gone?.code == .input && gone?.path == path)
    }
}
