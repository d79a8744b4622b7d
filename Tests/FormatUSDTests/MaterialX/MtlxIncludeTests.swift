import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("Files that a document of MaterialX includes")
struct MtlxIncludeTests {
    private typealias Fix = MtlxFixture

    private static let red = """
        <gltf_pbr name="S" type="surfaceshader"><input name="base_color" type="color3" value="1,0,0"/></gltf_pbr>
        <surfacematerial name="Red" type="material">
        <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
        """

    @Test(
        "are left out with a reason where they are no such documents",
        arguments: [
            ("<html/>", "'b.mtlx' is not a MaterialX document"),
            ("<materialx><a></b></materialx>", "'b.mtlx' can't be read: "),
            ("", "'b.mtlx' can't be read: "),
        ])
    func unreadable(text: String, message: String) throws {
        let document = try Fix.document("<xi:include href=\"b.mtlx\"/>\(Self.red)", files: ["b.mtlx": text])
        #expect(document.scene.materials.map(\.name) == ["Red"])
        let found = document.diagnostics.filter { $0.code == "usd.layer-unreadable" || $0.code == "usd.layer-missing" }
        #expect(found.map(\.code) == ["usd.layer-unreadable"])
        #expect(found.first?.message.hasPrefix(message) == true, "\(found)")
    }

    @Test("are as many as there may be files beside an input")
    func limit() throws {
        var options = ReadOptions()
        for index in 0..<3 { options.sideFiles["b\(index).mtlx"] = .bytes(Array("<materialx/>".utf8)) }
        let includes = (0..<3).map { "<xi:include href=\"b\($0).mtlx\"/>" }.joined()
        options.sideFiles["a.mtlx"] = .bytes(Array("<materialx>\(includes)\(Self.red)</materialx>".utf8))
        let root = Array("#usda 1.0\ndef \"L\" (references = @./a.mtlx@</MaterialX>)\n{\n}\n".utf8)
        func read(_ most: Int) throws -> Document {
            options.limits.sideFileCount = most
            return try USDReader(input: .bytes(root, name: "root.usda"), options: options).read()
        }
        #expect(try read(4).scene.materials.map(\.name) == ["Red"])
        let refused = try read(3)
        #expect(refused.scene.materials.isEmpty)
        let message = refused.diagnostics.first { $0.code == "usd.layer-unreadable" }?.message
        #expect(message?.contains("expected at most 3 included files, found more") == true)
    }

    @Test("are in the package of the document, or missing")
    func packages() throws {
        let root = "#usda 1.0\ndef \"A\" (references = @./look/a.mtlx@</MaterialX>) {\n}\n"
        let text =
            "<materialx><xi:include href=\"no.mtlx\"/><xi:include href=\"../../no.mtlx\"/>\(Self.red)</materialx>"
        let package = try USDPackageFixture.package([("root.usda", root), ("look/a.mtlx", text)])
        let document = try USDReader(input: .bytes(package, name: "a.usdz"), options: ReadOptions()).read()
        #expect(document.scene.materials.map(\.name) == ["Red"])
        let missing = document.diagnostics.filter { $0.code == "usd.layer-missing" }
        #expect(
            missing.map(\.message) == ["'look/no.mtlx' is not in a.usdz", "'../../no.mtlx' is not found"])
        #expect(missing.allSatisfy { $0.severity == .error })
    }
}
