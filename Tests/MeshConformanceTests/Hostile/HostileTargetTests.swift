import MeshConvert
import MeshFormats
import Testing

@testable import MeshConformance

@Suite struct HostileTargetTests {
    @Test func eachFormatThatCanBeReadHasATarget() {
        let names = Set(HostileTarget.all.map(\.name))
        for format in StandardFormats.all where format is any ReadableFormat {
            for ending in format.descriptor.extensions { #expect(names.contains(ending)) }
        }
        #expect(names.count == HostileTarget.all.count, "a name means one target")
    }

    @Test func aFileThatIsReadWithoutASoundSceneOrRefusedWithoutAPlaceIsAFailure() {
        #expect(HostileTarget.named("ply")?.failures(Array("ply".utf8)) == [])
        let (document, failures) = HostileTarget.read(
            Array("no format has this".utf8), "hostile.ply", ConvertOptions())
        #expect(document == nil)
        #expect(failures == [])
    }

    @Test func theSameSeedMakesTheSameMutation() {
        let bytes = Array("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n".utf8)
        func mutations(_ seed: UInt64) -> [[UInt8]] {
            (0..<50 as Range<UInt64>).map {
                var mutator = Mutator(seed: seed &+ $0)
                return mutator.mutated(bytes, most: 1000)
            }
        }
        #expect(mutations(1) == mutations(1))
        #expect(mutations(1) != mutations(100))
        #expect(Set(mutations(1)).count > 30)
    }
}
