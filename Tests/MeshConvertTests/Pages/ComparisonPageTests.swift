import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import MeshConvert

struct ComparisonPageTests {
    /// Five polygons and two triangles with colours and groups.
    static let cube = """
        v 0 0 0 1 0 0
        v 1 0 0 0 1 0
        v 1 1 0 0 0 1
        v 0 1 0 1 1 0
        v 0 0 1 1 0 1
        v 1 0 1 0 1 1
        v 1 1 1 1 1 1
        v 0 1 1 0 0 0
        g bottom
        f 1 4 3 2
        g top
        f 5 6 7 8
        f 1 2 6 5
        f 2 3 7
        f 2 7 6
        f 3 4 8 7
        f 4 1 5 8

        """

    private static func source(_ text: String, _ name: String = "cube.obj") -> Source {
        .bytes(Array(text.utf8), named: name)
    }

    /// The page of a conversion in memory, and its report.
    static func converted(
        _ text: String, _ name: String = "cube.obj", to target: String
    ) throws -> (page: ComparisonPage, report: Report) {
        let pipeline = Pipeline()
        let report = try pipeline.convert(source(text, name), to: .data(named: target))
        let result = Source.bytes(report.data ?? [], named: target)
        return (try ComparisonPage(of: report, from: source(text, name), to: result), report)
    }

    static func compared(_ a: String, _ b: String) throws -> ComparisonPage {
        let pipeline = Pipeline()
        let (before, after) = (try pipeline.document(of: source(a)), try pipeline.document(of: source(b)))
        return try ComparisonPage(of: Diff(from: before, "a.obj", to: after, "b.obj"), before: before, after: after)
    }

    /// What the script of a page colours.
    static func data(of page: ComparisonPage) throws -> JSONValue {
        let html = String(decoding: page.html, as: UTF8.self)
        let start = try #require(html.range(of: "<script id=\"data\" type=\"application/json\">"))
        let end = try #require(html[start.upperBound...].range(of: "</script>"))
        return try JSONValue.parse(Array(html[start.upperBound..<end.lowerBound].utf8))
    }

    private static func entries(of page: ComparisonPage) throws -> [JSONValue] {
        try #require(data(of: page)["rows"]?.array).flatMap { $0["entries"]?.array ?? [] }
    }

    @Test func thePageListsTheLossesOfTheReport() throws {
        let (page, report) = try Self.converted(Self.cube, to: "cube.stl")
        func key(_ code: String?, _ subject: String?, _ count: Int64?) -> String {
            "\(code ?? "") \(subject ?? "") \(count ?? -1)"
        }
        let found = try Self.entries(of: page).map { key($0["code"]?.string, $0["subject"]?.string, $0["count"]?.int) }
        #expect(found.sorted() == report.losses.map { key($0.code.rawValue, $0.subject, Int64($0.count)) }.sorted())
    }

    @Test func lostColoursAreAllVerticesAndCutPolygonsTheirFaces() throws {
        let entries = try Self.entries(of: Self.converted(Self.cube, to: "cube.stl").page)
        let colors = try #require(entries.first { $0["code"]?.string == "attribute.dropped" })
        #expect(colors["exact"]?.bool == true && colors["model"]?["vertices"]?.int == 8)
        #expect(colors["model"]?["triangles"]?.int == 12 && colors["meshes"]?.array?.count == 1)
        let polygons = try #require(entries.first { $0["code"]?.string == "topology.triangulated" })
        #expect(polygons["model"]?["faces"]?.int == 5 && polygons["model"]?["triangles"]?.int == 10)
        #expect(polygons["marks"]?.array?.count == 1 && polygons["meshes"]?.array?.isEmpty == true)
    }

    @Test func movedVerticesAndMissingFacesAreTheVeryOnes() throws {
        let other = Self.cube.replacing("v 1 1 1 1 1 1", with: "v 1 1 1.4 1 1 1").replacing(
            "v 1 0 1 0", with: "v 1.05 0 1 0"
        )
        .replacing("f 4 1 5 8\n", with: "")
        let entries = try Self.entries(of: Self.compared(Self.cube, other))
        let moved = try #require(entries.first { $0["subject"]?.string == "/vertexSets/0/POSITION" })
        #expect(moved["count"]?.int == 2 && moved["model"]?["points"]?.int == 2 && moved["exact"]?.bool == true)
        // A quarter of the largest distance, and all of it.
        #expect(moved["marks"]?.array?.compactMap { $0["level"]?.int }.sorted() == [1, 4])
        let missing = try #require(entries.first { $0["subject"]?.string == "/meshes/0/primitives/0" })
        #expect(missing["count"]?.int == 1 && missing["model"]?["faces"]?.int == 1)
    }

    @Test func equalModelsHaveNothingToColour() throws {
        let page = try Self.compared(Self.cube, Self.cube)
        #expect(try Self.entries(of: page).isEmpty)
        #expect(String(decoding: page.html, as: UTF8.self).contains("No differences."))
    }

    @Test func aThinnedPairSaysSo() throws {
        let points = (0..<4000).map { "\($0) 0 \($0 % 7)\n" }.joined()
        let ply =
            "ply\nformat ascii 1.0\nelement vertex 4000\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
        let pipeline = Pipeline()
        let document = try pipeline.document(of: Self.source(ply + points, "cloud.ply"))
        let diff = Diff(from: document, "a.ply", to: document, "b.ply")
        let page = try ComparisonPage(
            of: ComparisonPage.Subject(
                before: document, beforeName: "a.ply", after: document, afterName: "b.ply",
                changes: PageChange.rows(of: diff), verdict: "", route: nil, facts: []),
            options: ConvertOptions(), pipeline: pipeline, mostBytes: 40_000)
        #expect(page.remarks.count == 1 && page.remarks[0].contains("of 4,000 points"))
        #expect(String(decoding: page.html, as: UTF8.self).contains(page.remarks[0]))
        #expect(try Self.data(of: page)["thinned"]?.bool == true)
    }

    /// Markup, the end of a script, a comment, quotes, separators of lines, controls, and turns of direction.
    static let hostile = "</script><!--<b onclick='x'>\"&\u{2028}\u{7}\u{202E}\u{2066}]]>"

    @Test func namesAreTextWhereverTheyStand() throws {
        // A material, a group and the files have the name; a missing image becomes a loss.
        let name = Self.hostile.replacing("\u{2028}", with: "").replacing("\u{7}", with: "")
        let text = Self.cube.replacing("g top", with: "g \(name)\nusemtl \(name)") + "o \(name)\n"
        let (page, _) = try Self.converted(text, "\(Self.hostile).obj", to: "\(Self.hostile).stl")
        let plain = try Self.converted(text.replacing(name, with: "plain"), "plain.obj", to: "plain.stl").page
        let (html, other) = (String(decoding: page.html, as: UTF8.self), String(decoding: plain.html, as: UTF8.self))
        for part in ["</script>", "<script", "<!--", "<b ", "onclick='"] {
            #expect(html.components(separatedBy: part).count == other.components(separatedBy: part).count, "\(part)")
        }
        for scalar in ["\u{202E}", "\u{2066}", "\u{2028}", "\u{7}"] { #expect(!html.contains(scalar)) }
        #expect(html.contains("&lt;b onclick=&#39;x&#39;&gt;"))
    }

    @Test func whatPeopleWroteIntoAFileStaysAway() throws {
        let ply = """
            ply
            format ascii 1.0
            comment 48.137 N, 11.575 E
            element vertex 3
            property float x
            property float y
            property float z
            property uchar red
            property uchar green
            property uchar blue
            end_header
            0 0 0 1 2 3
            1 0 0 1 2 3
            0 1 0 1 2 3

            """
        let page = try Self.converted(ply, "places/home.ply", to: "out/home.obj").page
        let html = String(decoding: page.html, as: UTF8.self)
        #expect(!html.contains("48.137") && !html.contains("places/"))
        #expect(!html.contains("://") && !html.contains("src=") && !html.contains("@import") && !html.contains("url("))
    }
}
