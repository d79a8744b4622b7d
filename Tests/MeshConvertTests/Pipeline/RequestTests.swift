import MeshConvert
import MeshFormats
import ScanPackages
import Testing

/// What is settled once for a conversion.
@Suite struct RequestTests {
    @Test func theFormatIsDetectedOnceAndItsHeaderIsReadOnce() throws {
        let source = Source.bytes(Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8), named: "mesh")
        for (memory, measured) in [(nil, 0), (1 << 30, 0), (200, 1)] as [(Int?, Int)] {
            let counts = Counts()
            let pipeline = try counts.pipeline("obj")
            var options = ConvertOptions()
            options.execution.memory = memory
            try pipeline.convert(source, to: .data(named: "a.ply"), options: options)
            #expect(counts["detected"] == 1)
            #expect(counts["read"] == 1)
            #expect(counts["measured"] == measured)
            _ = try pipeline.document(of: source, options: options)
            #expect(counts["detected"] == 2)
        }
    }

    @Test func packagesHaveMeshesOfEveryFormat() {
        let formats = Set(StandardFormats.all.flatMap(\.descriptor.extensions))
        #expect(Set(PackageOptions().meshExtensions) == formats)
        #expect(Set(ConvertOptions().packageOptions(lenient: true).meshExtensions) == formats)
    }
}
