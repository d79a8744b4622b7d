import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import MeshRouting
import Testing

@testable import MeshConvert

/// Colours in a package: a texture for viewers, the exact colours for the way back.
@Suite struct ThroughUSDZTests {
    private struct Native: NativeDocument {}

    private let scan = """
        ply
        format ascii 1.0
        element vertex 4
        property float x
        property float y
        property float z
        property uchar red
        property uchar green
        property uchar blue
        property float confidence
        element face 2
        property list uchar int vertex_indices
        end_header
        0 0 0 255 128 3 0.25
        1 0 0 1 2 3 1
        1 1 0 9 8 7 0.5
        0 1.1 0 0 200 0 0
        3 0 1 2
        3 0 2 3

        """

    private func converted(
        _ bytes: [UInt8], _ name: String, to variant: String, _ settings: [String: String] = [:]
    ) throws -> (bytes: [UInt8], losses: [Loss]) {
        let pipeline = Pipeline()
        let document = try pipeline.read(.bytes(bytes, name: name))
        var options = ConvertOptions()
        options.writing.options = settings
        let output = Output(memoryNamed: "out")
        let route = try pipeline.route(document, to: variant, options: options)
        try pipeline.write(document, route, options: options, to: output)
        return (output.mainBytes(), route.losses)
    }

    private func read(_ bytes: [UInt8], isForeign: Bool) throws -> MeshScene {
        var options = ConvertOptions()
        if isForeign { options.reading.options["origin"] = "ignore" }
        return try Pipeline().read(.bytes(bytes, name: "out.usdz"), options: options).scene
    }

    @Test func coloursComeBackByteForByte() throws {
        let plain = try converted(Array(scan.utf8), "scan.ply", to: "ply.binary")
        for colors in ["both", "reader", "plain"] {
            let package = try converted(Array(scan.utf8), "scan.ply", to: "usdz", ["colors": colors])
            let back = try converted(package.bytes, "scan.usdz", to: "ply.binary")
            #expect(back.bytes == plain.bytes, "\(colors)")
            #expect(back.losses.isEmpty)
        }
    }

    @Test func aPackageHasATextureThatOnlyOthersSee() throws {
        let package = try converted(Array(scan.utf8), "scan.ply", to: "usdz")
        #expect(package.losses.contains { $0.code == .colorBaked && $0.severity == .generated })
        let seen = try read(package.bytes, isForeign: true)
        #expect(seen.images.count == 1)
        #expect(seen.materials.first?.texture("baseColor") != nil)
        #expect(seen.vertexSets[0].attribute(.color(0))?.count == 4)
        let own = try read(package.bytes, isForeign: false)
        #expect(own.images.isEmpty && own.textures.isEmpty && own.materials.isEmpty)
        #expect(own.vertexSets[0].pools.isEmpty)
        #expect(own.meshes[0].primitives[0].cornerAttributes.isEmpty)
    }

    @Test func theTextureAloneIsALossOfColours() throws {
        let package = try converted(Array(scan.utf8), "scan.ply", to: "usdz", ["colors": "texture"])
        #expect(package.losses.contains { $0.code == .attributeDropped && $0.subject == "/vertexSets/0/COLOR_0" })
        let own = try read(package.bytes, isForeign: false)
        #expect(own.images.count == 1)
        #expect(own.vertexSets[0].attribute(.color(0)) == nil)
    }

    @Test func layersHaveATextureBesideThemOnlyWhereItIsAskedFor() throws {
        #expect(try !converted(Array(scan.utf8), "scan.ply", to: "usdc").losses.contains { $0.code == .colorBaked })
        #expect(
            try converted(Array(scan.utf8), "scan.ply", to: "usda", ["colors": "both"]).losses.contains {
                $0.code == .colorBaked
            })
    }

    @Test func moreFacesThanAreFewArePaintedOnlyWhenAskedFor() throws {
        let color = Attribute(.color(0), Column([1, 0, 0, 1, 0, 0, 1, 0, 0] as [Float], components: 3), frame: .linear)
        let row = Column([0, 1, 2] as [Int32], components: 3)
        let faces = try #require(
            Column(viewing: row.storage, offset: 0, stride: 0, count: 500_001, components: 3, type: .int32))
        let scene = MeshScene(
            vertexSets: [VertexSet(count: 3, attributes: [color])],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 500_001, arity: .uniform(3), vertices: faces)
            ])
        let document = Document(format: "scene", variant: "scene", native: Native(), scene: scene, byteCount: 0)
        let notes = Pipeline().notes(document, "room.ply", to: "usdz", ConvertOptions())
        #expect(notes.contains { $0.code == "color.not-baked" && $0.message.contains("purpose quicklook") })
        #expect(try Pipeline().route(document, to: "usdz").operations.isEmpty)
        var asked = ConvertOptions()
        asked.writing.options["colors"] = "both"
        #expect(!Pipeline().notes(document, "room.ply", to: "usdz", asked).contains { $0.code == "color.not-baked" })
        #expect(try Pipeline().route(document, to: "usdz.quicklook").operations == [.paintColors(isPlain: false)])
    }

    /// Planning doesn't paint: it finds the size of the texture only.
    @Test(arguments: ["ply", "obj", "gltf", "usd", "off", "scan"])
    func aPlanSaysWhatTheConversionSays(folder: String) throws {
        let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Conformance/cases/\(folder)").standardizedFileURL
        let pipeline = Pipeline()
        var painted = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: cases.path).sorted() {
            let path = cases.appendingPathComponent(name).path
            guard let input = try? Pipeline.open(path), let document = try? pipeline.read(input),
                document.scene.coloredFaceCount > 0
            else { continue }
            painted += 1
            let plan = Plan(document, path: name, to: ["usdz.quicklook"])
            let route = try pipeline.route(document, to: "usdz.quicklook")
            #expect(plan.targets.first?.losses == route.losses.gathered(), "\(name)")
            #expect(plan.targets.first?.route == route.steps, "\(name)")
        }
        #expect(painted > 0 || folder == "scan")
    }
}
