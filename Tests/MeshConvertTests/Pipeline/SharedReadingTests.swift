import Foundation
import MeshConvert
import MeshFormats
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
            (shared.variant, single.variant) = (variant, variant)
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
        var options = ConvertOptions()
        options.sharedReading = SharedReading()
        try convert(folder.path("a.obj"), to: folder.path("1.ply"), options: options)
        try folder.write("a.obj", "no such thing")
        try convert(folder.path("a.obj"), to: folder.path("2.ply"), options: options)
        let first = try Data(contentsOf: URL(fileURLWithPath: folder.path("1.ply")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("2.ply"))) == first)
        try convert(folder.path("b.obj"), to: folder.path("3.ply"), options: options)
        try convert(folder.path("a.obj"), to: folder.path("4.ply"), options: options)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("4.ply"))) != first)
    }
}
