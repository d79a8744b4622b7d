import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Distances of cameras are in the file's unit, which no transform of a node changes.
@Suite struct CameraLengthTests {
    private func layer(_ more: String = "") -> [UInt8] {
        Array(
            """
            #usda 1.0
            (
                metersPerUnit = 0.01
                upAxis = "Y"
            )
            def Camera "Eye"
            {
                token projection = "orthographic"
                float horizontalAperture = 4000
                float verticalAperture = 2000
                float2 clippingRange = (10, 700)
                \(more)
            }

            """.utf8)
    }

    private func converted(_ bytes: [UInt8]) throws -> (report: Report, glb: [UInt8]) {
        var options = ConvertOptions()
        options.verify = true
        let report = try convert(.bytes(bytes, named: "a.usda"), to: .data(named: "a.glb"), options: options)
        #expect(report.verified == true)
        return (report, try #require(report.outputs.first?.contents))
    }

    @Test func theyAreMetresInGLTF() throws {
        let (_, glb) = try converted(layer())
        var foreign = ConvertOptions()
        foreign.reading.ignoresOrigin = true
        let read = try Pipeline().read(Input.bytes(glb, name: "a.glb"), options: foreign).scene
        guard case .orthographic(let xmag, let ymag, let znear, let zfar) = try #require(read.cameras.first).projection
        else {
            Issue.record("expected an orthographic camera")
            return
        }
        #expect([xmag, ymag, znear, zfar] == [200.0, 100, 10, 700].map { $0 * 0.01 })
        // In its own unit the camera is as it was, to the last bit.
        let own = try Pipeline().read(Input.bytes(glb, name: "a.glb"), options: ConvertOptions()).scene
        let before = try Pipeline().read(Input.bytes(layer(), name: "a.usda"), options: ConvertOptions()).scene
        #expect(own.cameras == before.cameras && own.metersPerUnit == 0.01)
    }

    @Test(arguments: ["(0, 0)", "(-1, 100)", "(5, 2)"])
    func planesThatGLTFForbidsComeBack(range: String) throws {
        for unit in ["0.01", "1"] {
            for kind in ["orthographic", "perspective"] {
                let text = String(decoding: layer(), as: UTF8.self).replacing("(10, 700)", with: range)
                    .replacing("metersPerUnit = 0.01", with: "metersPerUnit = \(unit)")
                    .replacing("orthographic", with: kind)
                let (report, glb) = try converted(Array(text.utf8))
                #expect(report.losses.contains { $0.code == .cameraChanged && $0.severity == .reencoded })
                let document = try Pipeline().read(Input.bytes(glb, name: "a.glb"), options: ConvertOptions())
                let findings = Check(document, path: "a.glb").findings.filter { $0.code.contains("camera") }
                #expect(findings.isEmpty, "\(kind) \(unit): \(findings)")
                let before = try Pipeline().read(
                    Input.bytes(Array(text.utf8), name: "a.usda"), options: ConvertOptions())
                #expect(document.scene.cameras == before.scene.cameras)
            }
        }
    }

    @Test func distancesThatChangeAreLeftOutWithAWord() throws {
        let (report, _) = try converted(layer("float2 clippingRange.timeSamples = {\n0: (10, 700),\n24: (20, 700),\n}"))
        let loss = try #require(report.losses.first { $0.code == .animationDropped })
        #expect(loss.remedy == .setting(.targetUnit, "m"))
    }
}
