import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import MeshConvert

struct ModelPageTests {
    /// The GLB in a page, and the text around it.
    private static func parts(of page: ModelPage) throws -> (model: [UInt8], text: String) {
        let html = String(decoding: page.html, as: UTF8.self)
        let start = try #require(html.range(of: "<script id=\"model\" type=\"application/octet-stream\">"))
        let end = try #require(html[start.upperBound...].range(of: "</script>"))
        let text = String(html[..<start.upperBound]) + html[end.lowerBound...]
        return (decoded(html[start.upperBound..<end.lowerBound]), text)
    }

    private static func decoded(_ text: Substring) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
        for character in text.utf8 {
            guard let digit = digits.firstIndex(of: character) else { continue }
            (bits, count) = ((bits << 6 | digit) & 0xFFFF, count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }

    private static func cloud(_ count: Int) throws -> Source {
        var ply = "ply\nformat ascii 1.0\ncomment 48.137 N, 11.575 E\nelement vertex \(count)\n"
        ply += "property float x\nproperty float y\nproperty float z\nend_header\n"
        for index in 0..<count { ply += "\(index) 0 \(index % 7)\n" }
        return .bytes(Array(ply.utf8), named: "cloud.ply")
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ])
    func base64IsThatOfTheStandard(plain: String, text: String) {
        #expect(String(decoding: Base64.encoded(Array(plain.utf8)), as: UTF8.self) == text)
    }

    @Test func thePageHoldsTheModelAsOneGLB() throws {
        let (model, text) = try Self.parts(of: ModelPage(of: Self.cloud(9)))
        let scene = try Pipeline().document(of: .bytes(model, named: "model.glb"), options: ConvertOptions()).scene
        #expect(Info.Shown(scene).totals.points == 9)
        #expect(text.contains("<p>9 points</p>"))
    }

    @Test func namesAreTextWhateverStandsInThem() throws {
        let page = try ModelPage(
            of: .bytes(
                Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8), named: "</script><b onclick='x'>&\u{202E}.obj"))
        let (_, text) = try Self.parts(of: page)
        #expect(text.contains("<h1>script&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;.obj</h1>"))
        #expect(text.components(separatedBy: "</script>").count == 3)
    }

    @Test func nothingIsLoadedFromElsewhere() throws {
        let (_, text) = try Self.parts(of: ModelPage(of: Self.cloud(1)))
        #expect(!text.contains("://") && !text.contains("src=") && !text.contains("@import") && !text.contains("url("))
        #expect(text.contains("default-src 'none'"))
    }

    @Test func commentsAndRecordsStayAway() throws {
        let (model, text) = try Self.parts(of: ModelPage(of: Self.cloud(3)))
        #expect(!(String(decoding: model, as: UTF8.self) + text).contains("48.137"))
        #expect(!String(decoding: model, as: UTF8.self).contains("origin"))
    }

    @Test func aCloudTooLargeForAPageIsThinnedAndSaysSo() throws {
        let page = try ModelPage(of: Self.cloud(5000), mostBytes: 30_000)
        let (model, text) = try Self.parts(of: page)
        #expect(model.count <= 30_000)
        #expect(page.remarks == ["1,667 of 5,000 points are shown, to keep the page below 50 MB"])
        #expect(text.contains(page.remarks[0]))
    }

    @Test func aModelThatStaysTooLargeIsRefused() throws {
        #expect(throws: ConvertError.self) { try ModelPage(of: Self.cloud(50), mostBytes: 500) }
    }
}
