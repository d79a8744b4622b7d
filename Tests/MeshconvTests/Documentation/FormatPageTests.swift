import Foundation
import MeshConvert
import MeshFormats
import Testing

@testable import FormatGLTF

/// The pages in `Documentation/Formats`: one for each format, one for scan packages, one for purposes.
///
/// `MESHCONV_RECORD=1 swift test --filter PageTests` writes them.
@Suite struct FormatPageTests {
    private static let others = ["packages", "purposes"]
    private static let ids = StandardFormats.all.map(\.descriptor.id)
    private static let common: [(name: String, heading: String?)] = [
        ("about", nil), ("variants", "Variants"), ("holdings", "What it keeps"), ("losses", "On the way to others"),
        ("settings", "Settings"),
    ]
    private static let table = FormatTable()

    private func cases(_ folders: String...) throws -> [URL] {
        try folders.flatMap { folder in
            let folder = Program.cases.appendingPathComponent(folder)
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { ["gltf", "glb", "usda", "usdc", "usdz", "ply"].contains($0.pathExtension) }
        }
    }

    @Test(arguments: ids)
    func aPageIsWhatItsFormatSays(id: String) throws {
        let format = try #require(StandardFormats.format(named: id)).descriptor
        let page = FormatPage(format: format, table: Self.table)
        var parts = Self.common
        if id == "gltf" { parts.append(("extensions", "Extensions")) }
        if id == "usd" { parts += [("types", "Types of prims"), ("schemas", "API schemas")] }
        var file = DocumentationPage("Formats/\(id).md", title: format.name, parts: parts)
        try file.set("about", page.about)
        try file.set("variants", page.variants)
        try file.set("holdings", page.holdings)
        try file.set("losses", page.losses)
        try file.set("settings", page.settings)
        if id == "gltf" { try file.set("extensions", ExtensionTable(cases("gltf", "usd", "ply", "looks")).text) }
        if id == "usd" {
            let schemas = try SchemaTable(cases("gltf", "usd", "ply", "looks"))
            try file.set("types", schemas.typeTable)
            try file.set("schemas", schemas.appliedTable)
        }
        #expect(try file.faults() == [])
        #expect(file.text.contains("```console\n$ meshconv"))
    }

    @Test func thePageOfPackagesIsWhatTheProgramSays() throws {
        var file = DocumentationPage(
            "Formats/packages.md", title: "Scan packages",
            parts: [
                ("kinds", "Kinds"), ("variants", "What is written"), ("settings", "Settings for packages"),
                ("mesh settings", "Settings for a mesh of a package"),
            ])
        try file.set("kinds", PackagePage.kinds)
        try file.set("variants", PackagePage.variants)
        try file.set("settings", PackagePage.settings)
        try file.set("mesh settings", PackagePage.meshSettings)
        #expect(try file.faults() == [])
    }

    @Test func thePageOfPurposesIsWhatTheProgramSays() throws {
        var file = DocumentationPage("Formats/purposes.md", title: "Purposes", parts: [("purposes", nil)])
        try file.set("purposes", PackagePage.purposes)
        #expect(try file.faults() == [])
    }

    @Test func eachPageIsOfAFormat() throws {
        let folder = DocumentationPage.folder.appendingPathComponent("Formats").path
        let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }.sorted()
        #expect(found == (Self.ids + Self.others).map { "\($0).md" }.sorted())
    }

    /// The cases show each extension that the writer has a table or a constant for.
    @Test func theWriterShowsAllExtensionsOfMaterials() throws {
        let written = try ExtensionTable(cases("gltf", "usd", "ply", "looks")).written
        let table = Set(GLTFMaterialTable.entries.compactMap { $0.path.first == "extensions" ? $0.path[1] : nil })
        #expect(table.subtracting(written) == [])
    }
}
