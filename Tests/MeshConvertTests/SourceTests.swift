import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The kinds of sources and targets.
@Suite struct SourceTests {
    private static let triangle = MeshArrays(
        positions: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)], triangles: [0, 1, 2])

    private func text(_ report: Report) -> String { String(decoding: report.data ?? [], as: UTF8.self) }

    @Test func bytesBecomeBytes() throws {
        let report = try convert(
            .bytes(Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8), named: "a.obj"), to: .data(named: "b.stl"))
        #expect(report.data?.count == 134)
        #expect(report.input == Report.File(path: "a.obj", bytes: 32))
        #expect(report.outputs.map(\.path) == ["b.stl"])
        #expect(report.isLossless)
    }

    @Test(arguments: [
        ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
        (
            "a.ply",
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
        ),
        (
            "a.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
                + "endsolid a\n"
        ),
    ])
    func textInUTF16IsReadAsInUTF8WithAWarning(name: String, text: String) throws {
        let wide = ([0xFEFF] + Array(text.utf16)).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let report = try convert(.bytes(wide, named: name), to: .data(named: "b.glb"))
        #expect(report.data == (try convert(.bytes(Array(text.utf8), named: name), to: .data(named: "b.glb")).data))
        #expect(report.input.bytes == wide.count)
        #expect(report.diagnostics.first?.code == "text.utf16")
        var options = ConvertOptions()
        options.reading.strictInput = true
        let error = #expect(throws: ConvertError.self) {
            try convert(.bytes(wide, named: name), to: .data(named: "b.glb"), options: options)
        }
        guard case .read(let refusal, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.message.contains("is UTF-16"))
    }

    @Test func filesThatBelongToBytesAreGivenWithThem() throws {
        var options = ConvertOptions()
        options.reading.sideFiles["a.mtl"] = .bytes(Array("newmtl red\nKd 1 0 0\n".utf8))
        options.verify = true
        options.hashes = true
        let report = try convert(
            .bytes(Array("mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n".utf8), named: "a.obj"),
            to: .data(named: "b.obj"), options: options)
        #expect(report.verified == true)
        #expect(report.outputs.map(\.path) == ["b.obj", "b.mtl"])
        let library = try #require(report.outputs.last)
        #expect(String(decoding: library.contents ?? [], as: UTF8.self).contains("newmtl red"))
        #expect(library.sha256?.count == 64)
    }

    @Test func buffersKeepColoursAndLabels() throws {
        var buffers = Self.triangle
        buffers.addColors([255, 0, 0, 0, 255, 0, 0, 0, 255], components: 3)
        buffers.triangleAttributes.append(Attribute(.init(name: "label"), Column([7] as [UInt8])))
        buffers.metersPerUnit = 1
        var options = ConvertOptions()
        options.variant = "ply.ascii"
        options.verify = true
        let report = try convert(.buffers(buffers), to: .data(named: "scan.ply"), options: options)
        #expect(report.verified == true)
        #expect(text(report).hasSuffix("0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n3 0 1 2 7\n"))
    }

    @Test func aSceneIsConvertedSeveralTimes() throws {
        let source = try Source.scene(try Self.triangle.scene(), named: "room")
        for name in ["a.ply", "a.obj", "a.stl"] {
            let report = try convert(source, to: .data(named: name))
            #expect(report.input.path == "room")
            #expect(report.data?.isEmpty == false)
        }
    }

    @Test func whatTheCallerKnowsHoldsForScenesToo() throws {
        var options = ConvertOptions()
        options.input.upAxis = .y
        options.input.metersPerUnit = 1
        options.purpose = .print
        let report = try convert(.buffers(Self.triangle), to: .data(named: "a.stl"), options: options)
        #expect(report.losses.contains { $0.code == .frameScaled })
    }

    @Test func anIndexThatPointsNowhereIsFoundBeforeAnythingIsWritten() {
        let buffers = MeshArrays(positions: [SIMD3(0, 0, 0)], triangles: [0, 0, 1])
        let error = #expect(throws: SceneDefect.self) { try Source.buffers(buffers) }
        #expect(error?.description == "/meshes/0/primitives/0: expected vertex indices from 0 to 0, found 1")
        let open = MeshArrays(positions: [SIMD3(0, 0, 0)], triangles: [0, 0])
        #expect(throws: SceneDefect("triangles", "expected three vertex indices for each triangle, found 2")) {
            try Source.buffers(open)
        }
        let flat = MeshArrays(positions: Column([1, 2] as [Float], components: 2))
        #expect(throws: SceneDefect("positions", "expected rows of 3 numbers, found 2")) { try Source.buffers(flat) }
    }

    @Test func aRefusedResultIsNotHandedOut() throws {
        var options = ConvertOptions()
        options.strictness = .lossless
        var buffers = Self.triangle
        buffers.addColors([UInt8](repeating: 9, count: 9), components: 3)
        let error = #expect(throws: ConvertError.self) {
            try convert(.buffers(buffers), to: .data(named: "a.stl"), options: options)
        }
        guard case .refused(let report)? = error else { return }
        #expect(report.status == .refused)
        #expect(report.data == nil)
    }

    @Test func filesArePutTogetherInAnotherFolder() throws {
        let folder = try TestFolder()
        let staging = try TestFolder()
        defer {
            folder.remove()
            staging.remove()
        }
        try convert(.buffers(Self.triangle), to: .path(folder.path("a.ply"), staging: .folder(staging.path("."))))
        let (there, left) = (try folder.names(), try staging.names())
        #expect(there == ["a.ply"])
        #expect(left.isEmpty)
        #expect(throws: ConvertError.self) {
            try convert(
                .buffers(Self.triangle), to: .path(folder.path("b.ply"), staging: .folder(staging.path("nowhere"))))
        }
    }

    @Test func aPipeBesideTheInputIsNoFileOfIt() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        for pipe in ["a.mtl", "a.png"] { #expect(unsafe mkfifo(folder.path(pipe), 0o600) == 0) }
        let face = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n"
        try folder.write("a.obj", "mtllib a.mtl\n" + face)
        try folder.write("b.obj", "mtllib b.mtl\n" + face)
        try folder.write("b.mtl", "newmtl m\nmap_Kd a.png\n")
        let (a, b) = (folder.path("a.obj"), folder.path("b.obj"))
        let library = try inTime { try convert(.path(a), to: .data(named: "out.ply")) }
        #expect(library.diagnostics.contains { $0.code == "obj.library-missing" })
        let texture = try inTime { try convert(.path(b), to: .data(named: "out.ply")) }
        #expect(texture.diagnostics.contains { $0.code == "texture.missing" })
    }

    @Test func numbersAsNamesOfLibrariesAreNoOpenFilesOfTheProcess() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", "mtllib 0 1 2 3 4 5 6 7 8 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n")
        let (source, target) = (folder.path("a.obj"), folder.path("b.obj"))
        let report = try inTime {
            var options = ConvertOptions()
            options.verify = true
            return try convert(source, to: target, options: options)
        }
        #expect(report.verified == true)
    }
}
