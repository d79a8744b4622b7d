import MeshModel
import Testing

@testable import MeshConvert

@Suite struct PageModelJoiningTests {
    /// A wavy surface of `side` × `side` squares, as a text; `part` names pieces of it as objects.
    private static func surface(_ side: Int, pieces: Int = 1) -> Source {
        var text = ""
        for y in 0...side {
            for x in 0...side { text += "v \(x) \(Double((x * 7 + y * 3) % 11) / 20) \(y)\n" }
        }
        for y in 0..<side {
            if y % ((side + pieces - 1) / pieces) == 0 { text += "o piece\(y)\n" }
            for x in 0..<side {
                let first = y * (side + 1) + x + 1
                text += "f \(first) \(first + side + 1) \(first + 1)\n"
                text += "f \(first + 1) \(first + side + 1) \(first + side + 2)\n"
            }
        }
        return .bytes(Array(text.utf8), named: "surface.obj")
    }

    @Test(arguments: [0.8, 0.5, 0.2, 0.03]) func aSurfaceKeepsAboutItsShare(share: Double) throws {
        let scene = try Pipeline().document(of: Self.surface(100)).scene
        let thin = try #require(PageModel.joined(scene, by: share))
        let left = Info.Shown(thin).totals.triangles
        #expect(left <= Int(20_000 * share) && left > Int(10_000 * share))
        let (before, after) = try (#require(Info.Shown(scene).bounds), #require(Info.Shown(thin).bounds))
        let lost = (before.maximum - before.minimum) - (after.maximum - after.minimum)
        #expect(lost.min() >= 0 && lost.max() < 1 / share.squareRoot() * 2)
    }

    @Test func aPageOfASurfaceHasFewerTriangles() throws {
        let page = try ModelPage(of: Self.surface(60), mostBytes: 60_000)
        #expect(page.remarks.count == 1 && page.remarks[0].contains("of 7,200 triangles are shown"))
    }

    @Test func severalSurfacesAreNotJoined() throws {
        let scene = try Pipeline().document(of: Self.surface(20, pieces: 2)).scene
        #expect(scene.meshes.count == 2 && PageModel.joined(scene, by: 0.5) == nil)
    }

    @Test func texturedSurfacesAreNotJoined() throws {
        var scene = try Pipeline().document(of: Self.surface(20)).scene
        #expect(PageModel.joined(scene, by: 0.5) != nil)
        scene.textures = [Texture(image: 0)]
        #expect(PageModel.joined(scene, by: 0.5) == nil)
    }
}
