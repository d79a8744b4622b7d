import Foundation
import MeshConvert
import MeshFormats
import Testing

@testable import FormatGLTF
@testable import FormatUSD

/// The pages in `Documentation/Formats`: one for each format, one for scan packages, one for purposes.
///
/// `MESHCONV_RECORD=1 swift test --filter PageTests` writes them.
@Suite struct FormatPageTests {
    private static let others = ["packages", "purposes"]
    private static let ids = StandardFormats.all.map(\.descriptor.id)
    private static let common: [(name: String, heading: String?)] = [
        ("about", nil), ("variants", "Variants"), ("holdings", "What it keeps"),
        ("losses", "What is lost on the way to others"),
        ("settings", "Settings"),
    ]
    private static let table = FormatTable()

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
        if id == "gltf" { try file.set("extensions", ExtensionTable.text) }
        if id == "usd" {
            try file.set("types", SchemaTable.typeTable)
            try file.set("schemas", SchemaTable.appliedTable)
        }
        #expect(try file.faults() == [])
        #expect(file.text.contains("```console\n$ meshconv"))
    }

    @Test func thePageOfPackagesIsWhatTheProgramSays() throws {
        var file = DocumentationPage(
            "Formats/packages.md", title: "Packages of scans",
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

    /// Else a table would say of something that is written that it isn't.
    @Test func theScenesShowAllThatTheWritersName() throws {
        let materials = GLTFMaterialTable.entries.compactMap { $0.path.first == "extensions" ? $0.path[1] : nil }
        #expect(Set(materials).subtracting(ExtensionTable.written) == [])
        let list = try source("FormatGLTF/Tree/GLTFExtensions.swift").matches(of: #/static let (\w+) = "(\w+)"/#)
        let constants = Dictionary(uniqueKeysWithValues: list.map { ($0.1, String($0.2)) })
        let writer = try source("FormatGLTF/Writing")
        var named = writer.matches(of: #/GLTFExtensions\.(\w+)/#).compactMap { constants[$0.1] }
        named += writer.matches(of: #/"((?:KHR|EXT)_\w+)"/#).map { String($0.1) }
        #expect(named.count > 10)
        #expect(Set(named).subtracting(ExtensionTable.written) == [])
        let schemas = try source("FormatUSD/Writing").matches(of: #/"([A-Z]\w+API)"/#).map { String($0.1) }
        #expect(!schemas.isEmpty)
        #expect(Set(schemas).subtracting(SchemaTable.applied) == [])
        #expect(Set(SchemaTable.types).subtracting(USDSchemas.types).subtracting(USDSchemas.bound) == [])
    }

    /// The text of a source file, or of all in a folder.
    private func source(_ path: String) throws -> String {
        let place = Program.root.appendingPathComponent("Sources/\(path)")
        if path.hasSuffix(".swift") { return try String(contentsOf: place, encoding: .utf8) }
        return try FileManager.default.subpathsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: place.appendingPathComponent($0), encoding: .utf8) }.joined()
    }
}
