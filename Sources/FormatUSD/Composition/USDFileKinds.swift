import MeshBytes
import MeshFormats

/// Files that USD refers to like layers, and that are not read.
struct USDUnreadFile {
    /// What is in the file, and that it is not read.
    var reason: Wording
    /// What is missing because of it.
    var effect: String

    private static let kinds: [String: Self] = [
        ".pmc": Self(reason: "meshes compressed with PMC are not supported", effect: "the meshes in it are missing"),
        ".drc": Self(
            reason: "USD meshes compressed with Draco are not supported", effect: "the meshes in it are missing"),
        ".abc": Self(reason: "Alembic is not supported", effect: "the objects in it are missing"),
    ]

    /// The kind of files with an ending, which has its dot; nil: they are of another kind.
    static func kind(ending: String) -> Self? { kinds[ending.lowercased()] }
}

extension SideFileKind {
    /// A layer in any encoding.
    static let usdLayer = Self("a USD layer") { path, head in
        isPlainLayer(head) || USDPackage.recognizes(head) || USDAssetPath.isMaterialX(path) && isXML(head)
    }

    /// A document of MaterialX.
    static let materialX = Self("a MaterialX document") { _, head in isXML(head) }

    /// The endings of text and other files without a mark that belong to materials, lights and geometry.
    private static let endings = [".mdl", ".osl", ".oso", ".glslfx", ".args", ".ies", ".abc", ".pmc", ".drc"]

    /// Any file that a layer names and that is copied as it is: an image, a sound, a volume, materials.
    static let usdAsset = Self("a file of a known kind") { path, head in
        image.matches(path, head) || isPlainLayer(head) || isMaterialX(head) || isSound(head)
            || head.starts(with: " BDV".utf8) || endings.contains { path.lowercased().hasSuffix($0) }
    }

    private static func isPlainLayer(_ head: [UInt8]) -> Bool {
        head.starts(with: "#usda ".utf8) || USDCrateReader.recognizes(head)
    }

    /// Whether a file begins as XML does, in any encoding.
    private static func isXML(_ head: [UInt8]) -> Bool {
        head.first { !($0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 >= 0xFE) } == UInt8(ascii: "<")
    }

    private static func isMaterialX(_ head: [UInt8]) -> Bool {
        head.prefix(4096).holds("<materialx".utf8)
    }

    private static func isSound(_ head: [UInt8]) -> Bool {
        let form = head.dropFirst(8)
        return head.starts(with: "ID3".utf8) || head.starts(with: "RIFF".utf8) && form.starts(with: "WAVE".utf8)
            || head.dropFirst(4).starts(with: "ftyp".utf8) && form.starts(with: "M4A".utf8)
            || head.first == 0xFF && head.count > 1 && [0xFB, 0xF3, 0xF2].contains(head[1])
    }
}
