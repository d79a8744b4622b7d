import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Cameras and lights as prims.
struct USDCameraTests {
    private static func scene(_ node: Node) -> MeshScene {
        var scene = USDScenes.square()
        scene.nodes = [Node(name: "Top", children: [1, 2]), Node(name: "Face", mesh: 0), node]
        scene.scenes = [SceneRoot(roots: [0])]
        return scene
    }

    @Test func aCameraIsAFilmBehindALens() throws {
        var scene = Self.scene(Node(name: "Eye", camera: 0))
        // A film of 15.2908 behind a lens of 15.2908 ÷ 2: 45° to each side.
        scene.cameras = [
            Camera(name: "Main", projection: .perspective(yfov: .pi / 2, aspectRatio: 2, znear: 0.5, zfar: 64))
        ]
        let written = try USDScenes.write(scene)
        let text = String(decoding: written.bytes, as: UTF8.self)
        #expect(text.contains("def Camera \"Eye\""))
        #expect(text.contains("float focalLength = 7.6454"))
        #expect(text.contains("float horizontalAperture = 30.5816"))
        #expect(text.contains("float2 clippingRange = (0.5, 64)"))
        let own = try USDScenes.read(written.bytes).scene
        #expect(own.cameras == scene.cameras)
        let foreign = try USDScenes.read(written.bytes, isForeign: true).scene
        #expect(foreign.cameras.first?.name == nil)
        guard case .perspective(let yfov, let aspect, _, _)? = foreign.cameras.first?.projection else {
            Issue.record("no camera")
            return
        }
        #expect(abs(yfov - .pi / 2) < 1e-6)
        #expect(abs((aspect ?? 0) - 2) < 1e-6)
    }

    @Test func aCameraOfTwoNodesIsOneAgain() throws {
        var scene = Self.scene(Node(name: "Eye", camera: 0))
        scene.nodes.append(Node(name: "Other", camera: 0))
        scene.nodes[0].children.append(3)
        scene.cameras = [Camera(projection: .orthographic(xmag: 1, ymag: 2, znear: 1, zfar: 10))]
        let written = try USDScenes.write(scene)
        #expect(try USDScenes.read(written.bytes, isForeign: true).scene.cameras.count == 2)
        let own = try USDScenes.read(written.bytes).scene
        #expect(own.cameras == scene.cameras)
        #expect(own.nodes.map(\.camera) == [nil, nil, 0, 0])
        let losses = try USDScenes.plan(scene).plan.losses
        #expect(losses.contains { $0.code == .cameraRepeated })
    }

    @Test func aSpotKeepsItsAnglesAndItsRange() throws {
        var scene = Self.scene(Node(name: "Lamp", light: 0))
        scene.lights = [
            Light(
                name: "Spot", kind: .spot(innerConeAngle: 0.25, outerConeAngle: 0.5), color: SIMD3(1, 0.5, 0.25),
                intensity: 40, range: 7)
        ]
        let written = try USDScenes.write(scene)
        #expect(try USDScenes.read(written.bytes).scene.lights == scene.lights)
        let light = try #require(try USDScenes.read(written.bytes, isForeign: true).scene.lights.first)
        #expect(light.range == nil && light.color == SIMD3(1, 0.5, 0.25) && light.intensity == 40)
        guard case .spot(let inner, let outer) = light.kind else {
            Issue.record("no spot")
            return
        }
        #expect(abs(inner - 0.25) < 1e-6 && abs(outer - 0.5) < 1e-6)
    }

    /// UsdLux on luminance: a sphere is seen as a disc, the sun as a part of the sky.
    @Test(arguments: [
        ("def SphereLight \"L\" { float inputs:intensity = 100 }", 100 * Double.pi * 0.25),
        ("def SphereLight \"L\" { float inputs:intensity = 100\nbool inputs:normalize = 1 }", 25),
        (
            "def SphereLight \"L\" { float inputs:intensity = 100\nfloat inputs:exposure = 1\nfloat inputs:radius = 2 }",
            800 * Double.pi
        ),
        ("def DistantLight \"L\" {}", 3.360_185_5),
        ("def DistantLight \"L\" { float inputs:intensity = 7\nbool inputs:normalize = 1 }", 7),
        ("def DistantLight \"L\" { float inputs:intensity = 7\nfloat inputs:angle = 0 }", 7),
        ("def SphereLight \"L\" { float inputs:intensity = 9\nfloat inputs:radius = 0 }", 9),
        // A normalised brightness doesn't depend on the size (UsdLux, `inputs:normalize`).
        (
            "def SphereLight \"L\" { float inputs:intensity = 100\nbool inputs:normalize = 1\nfloat inputs:radius = 0 }",
            25
        ),
    ])
    func lightIsAsBrightAsItsSurface(_ text: String, _ expected: Double) throws {
        let body = text.replacing("{ ", with: "{\n").replacing(" }", with: "\n}")
        let file = "#usda 1.0\n(\n    metersPerUnit = 1\n)\n" + body
        let light = try #require(try USDScenes.read(Array(file.utf8)).scene.lights.first)
        #expect(abs(light.intensity - expected) < 1e-5 * expected)
    }

    @Test func lightOfAnotherUnitIsAsBright() throws {
        var scene = Self.scene(Node(name: "Lamp", light: 0))
        scene.lights = [Light(kind: .point, color: SIMD3(1, 1, 1), intensity: 40)]
        scene.metersPerUnit = 0.5
        let written = try USDScenes.write(scene)
        // Four times the candela of a point, in units that are a quarter of a square metre.
        #expect(String(decoding: written.bytes, as: UTF8.self).contains("inputs:intensity = 640"))
        #expect(try USDScenes.read(written.bytes, isForeign: true).scene.lights.map(\.intensity) == [40])
    }

    /// The record brings a light's range back, but in other programs the lamp shines on.
    @Test func otherProgramsDoNotShowARange() throws {
        var scene = Self.scene(Node(name: "Lamp", light: 0))
        for (range, isUnseen) in [(5, true), (nil, false)] as [(Double?, Bool)] {
            scene.lights = [Light(kind: .point, intensity: 0.1, range: range)]
            let losses = try USDScenes.plan(scene).plan.losses.filter { $0.code == .lightChanged }
            #expect(losses.count == 1 && losses.first?.isUnseen == isUnseen)
        }
    }

    @Test func aNodeThatIsAllThreeIsItAgain() throws {
        var scene = Self.scene(Node(name: "All", mesh: 0, camera: 0, light: 0))
        scene.nodes.append(Node(name: "Lamp", light: 0))
        scene.nodes[0].children.append(3)
        scene.cameras = [Camera(projection: .perspective(yfov: 1, aspectRatio: nil, znear: 1, zfar: nil))]
        scene.lights = [Light(kind: .point)]
        let own = try USDScenes.read(try USDScenes.write(scene).bytes).scene
        #expect(own.nodes == scene.nodes)
        #expect(own.cameras == scene.cameras && own.lights == scene.lights)
    }

    @Test func quickLookHasNeither() throws {
        var scene = Self.scene(Node(name: "Eye", camera: 0, light: 0))
        scene.cameras = [Camera(projection: .orthographic(xmag: 1, ymag: 2, znear: 1, zfar: 10))]
        scene.lights = [Light(kind: .point)]
        let plan = try USDScenes.plan(scene, "usdz.quicklook").plan
        #expect(plan.losses.contains { $0.code == .cameraDropped })
        #expect(plan.losses.contains { $0.code == .lightDropped })
    }

    @Test func recordsThatDoNotFitChangeNothing() throws {
        var scene = Self.scene(Node(name: "Eye", camera: 0))
        scene.cameras = [
            Camera(name: "Main", projection: .perspective(yfov: 1, aspectRatio: 2, znear: 0.5, zfar: 64))
        ]
        let text = String(decoding: try USDScenes.write(scene).bytes, as: UTF8.self)
        // Another program changed the lens.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("        float focalLength") ? "        float focalLength = 50" : String(line)
        }
        let document = try USDScenes.read(Array(lines.joined(separator: "\n").utf8))
        #expect(document.scene.cameras.first?.name == nil)
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
    }
}
