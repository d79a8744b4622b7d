import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

/// Files that a layer names are copied only if their first bytes, or their names where there is no mark, are of a known kind.
@Suite("The kind of a file that a layer names")
struct USDFileKindTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let assets: [(String, [UInt8])] = [
        ("a.mp3", bytes("ID3\u{3}")), ("a.mp3", [0xFF, 0xFB, 0x90]), ("a.mp3", [0xFF, 0xF3]), ("a.mp3", [0xFF, 0xF2]),
        ("a.wav", bytes("RIFF0000WAVEfmt ")), ("a.m4a", bytes("0000ftypM4A ")), ("a.vdb", bytes(" BDV\u{0}")),
        ("a.mtlx", bytes("<?xml version=\"1.0\"?>\n<!-- a -->\n<materialx version=\"1.39\"/>")),
        ("a.usda", bytes("#usda 1.0\n")), ("a.usdc", bytes("PXR-USDC")), ("A.MDL", bytes("mdl 1.6;")), ("a.ies", []),
    ]

    @Test("is known by its first bytes or its name", arguments: assets)
    func known(path: String, head: [UInt8]) {
        #expect(SideFileKind.usdAsset.matches(path, head))
    }

    @Test(
        "is unknown with the bytes of anything else",
        arguments: [
            ("a.mp3", [0xFF]), ("a.mp3", [0xFF, 0x00]), ("a.wav", bytes("RIFF0000AVI LIST")), ("a.wav", bytes("RIFF")),
            ("a.mov", bytes("0000ftypqt  ")), ("a.mtlx", bytes("<html/>")), ("id_rsa", bytes("-----BEGIN")), ("a", []),
        ] as [(String, [UInt8])])
    func unknown(path: String, head: [UInt8]) {
        #expect(!SideFileKind.usdAsset.matches(path, head))
    }

    @Test("is a document of MaterialX if it begins as XML does, in any encoding")
    func materialX() {
        for head in [
            Self.bytes("<materialx/>"), Self.bytes("\u{FEFF} \n<?xml?>"), [0xFE, 0xFF, 0, 0x3C, 0, 0x3F],
            [0xFF, 0xFE, 0x3C, 0, 0x3F, 0],
        ] {
            #expect(SideFileKind.materialX.matches("a.mtlx", head) && SideFileKind.usdLayer.matches("a.mtlx", head))
            #expect(!SideFileKind.usdLayer.matches("a.usda", head))
        }
        for head in [Self.bytes("#usda 1.0"), Self.bytes("a<b"), []] {
            #expect(!SideFileKind.materialX.matches("a.mtlx", head))
        }
    }
}
