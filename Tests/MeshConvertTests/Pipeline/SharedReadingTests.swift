import Foundation
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Several targets from one reading.
@Suite struct SharedReadingTests {
    private let soup = """
        solid a
        facet normal 0 0 1
        outer loop
        vertex 0 0 0
        vertex 1 0 0
        vertex 1 1 0
        endloop
        endfacet
        facet normal 0 0 1
        outer loop
        vertex 0 0 0
        vertex 1 1 0
        vertex 0 1 0
        endloop
        endfacet
        endsolid a

        """
    private let polygon = """
        o plate
        v 0 0 0 1 0 0
        v 1 0 0 0 1 0
        v 1 1 0 0 0 1
        v 0 1 0 1 1 1
        v 0.5 2 0 0 0 0
        f 1 2 3 5 4

        """
    private let targets = [
        "stl.ascii", "stl.binary", "ply.ascii", "ply.binary", "obj", "glb", "gltf", "usda", "usdc", "usdz",
    ]

    @Test(arguments: ["a.stl", "a.obj"])
    func outputsAndReportsAreThoseOfReadingEachTime(name: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write(name, name == "a.stl" ? soup : polygon)
        var shared = ConvertOptions()
        shared.hashes = true
        shared.verify = true
        var single = shared
        shared.sharedReading = SharedReading()
        // Each target twice, in another order: nothing is left over from the previous target.
        for variant in targets + targets.reversed() {
            (shared.variant, single.variant) = (Variant(variant), Variant(variant))
            let ending = variant.prefix { $0 != "." }
            let one = try convert(folder.path(name), to: folder.path("out.\(ending)"), options: single)
            let other = try convert(folder.path(name), to: folder.path("out.\(ending)"), options: shared)
            #expect(one.outputs.map(\.sha256) == other.outputs.map(\.sha256), "\(variant)")
            #expect(one.losses == other.losses, "\(variant)")
            #expect(other.verified == true)
            #expect(one.input.sha256 == other.input.sha256)
        }
    }

    @Test func aFileIsReadOnceUntilAnotherOneIs() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", polygon)
        try folder.write("b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        let counts = Counts()
        let pipeline = try counts.pipeline("obj")
        var options = ConvertOptions()
        options.sharedReading = SharedReading()
        var number = 0
        func reads(_ name: String) throws -> Int {
            let before = counts["read"]
            number += 1
            try pipeline.convert(
                .path(folder.path(name)), to: .path(folder.path("\(number).ply")), options: options)
            return counts["read"] - before
        }
        #expect(try reads("a.obj") == 1)
        #expect(try reads("a.obj") == 0)
        #expect(try reads("b.obj") == 1)
        #expect(try reads("a.obj") == 1)
        // What is read otherwise is another document.
        options.input.upAxis = .z
        #expect(try reads("a.obj") == 1)
        options.reading.inputColor = .linear
        #expect(try reads("a.obj") == 1)
        #expect(try reads("a.obj") == 0)
        // A file that has changed, or one beside it.
        try folder.write("a.mtl", "newmtl red\nKd 1 0 0\n")
        try folder.write("a.obj", "mtllib a.mtl\n" + polygon)
        #expect(try reads("a.obj") == 1)
        try folder.write("a.mtl", "newmtl blue\nKd 0 0 1\nNs 1\n")
        #expect(try reads("a.obj") == 1)
        #expect(try reads("a.obj") == 0)
    }

    @Test func bytesAreReadAgainWhenTheyAreOthers() throws {
        let counts = Counts()
        let pipeline = try counts.pipeline("obj")
        var options = ConvertOptions()
        options.sharedReading = SharedReading()
        for (text, reads) in [(polygon, 1), (polygon, 1), ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 2)] {
            try pipeline.convert(
                .bytes(Array(text.utf8), named: "a.obj"), to: .data(named: "a.ply"), options: options)
            #expect(counts["read"] == reads)
        }
    }

    @Test func conversionsThatShareAReadingMayRunAtOnce() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.stl", soup)
        let counts = Counts()
        let converter = Converter(memory: 8 << 30, pipeline: try counts.pipeline("stl"))
        var options = ConvertOptions()
        options.sharedReading = SharedReading()
        let (source, shared) = (folder.path("a.stl"), options)
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await converter.convert(source, to: .data(named: "a.glb"), options: shared).data?.count
                        ?? 0
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(counts["read"] == 1)
        #expect(sizes.count == 1 && !sizes.contains(0))
    }
}
