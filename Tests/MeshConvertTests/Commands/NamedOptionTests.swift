import MeshFormats
import MeshModel
import Testing

@testable import MeshConvert

/// Options by their names, as the C library sets them.
@Suite struct NamedOptionTests {
    private func words(_ settings: [(String, String)]) throws -> CommandWords {
        var words = CommandWords()
        for (name, value) in settings { try NamedOption.named(name).set(value, in: &words) }
        return words
    }

    @Test func namesAreDifferentAndHaveNoDashesInFront() {
        let names = NamedOption.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { !$0.hasPrefix("-") })
    }

    @Test func optionsOfAllKindsReachTheConversion() throws {
        let words = try words([
            ("verify", "true"), ("up", "z"), ("units-out", "mm"), ("strict", "exact"), ("allow", "name.changed"),
            ("allow", "attribute.dropped"), ("set", "unreferenced=keep"), ("faces", "100"), ("crop", "0,0,0:1,1,1"),
            ("--threads", "3"), ("memory", "2GiB"), ("reconstruct", "tsdf"), ("voxel", "5mm"), ("clip", "Walk"),
        ])
        let options = try words.options(Pipeline())
        #expect(options.verify && options.strictness == .exact && options.input.upAxis == .z)
        #expect(options.output.metersPerUnit == 0.001)
        #expect(options.allowed == [.nameChanged, .attributeDropped])
        #expect(options.scanMesh.keepsUnreferenced && options.shaping.faces == 100 && options.shaping.box != nil)
        #expect(options.execution.threads == 3 && options.execution.memory == 2 << 30)
        #expect(options.reconstruction?.voxelSize == 0.005 && options.moment != nil)
    }

    @Test(arguments: [
        ("verfy", "true", "did you mean 'verify'"), ("triangulate", "true", "polygons become triangles"),
        ("verify", "yes", "expected --verify true or false, found 'yes'"),
        ("faces", "many", "expected --faces with a whole number"),
        ("depth", "x", "expected --depth with a whole number"),
    ])
    func whatIsNoOptionOrNoValueIsRefusedWithWhatThereIs(_ name: String, _ value: String, _ words: String) throws {
        let failure = #expect(throws: Failure.self) { try self.words([(name, value)]) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains(words) == true)
    }

    @Test(arguments: [
        ("up", "x"), ("units", "parsec"), ("weld", "perhaps"), ("normals", "all"), ("strict", "never"),
        ("allow", "everything"), ("set", "nonsense=1"), ("crop", "1"), ("timeout", "never"), ("memory", "-1"),
        ("tolerance", "-1"), ("ignore", "errors"),
    ])
    func wrongValuesAreFoundWhenTheyAreUsed(_ name: String, _ value: String) throws {
        let words = try words([(name, value)])
        #expect(throws: Failure.self) {
            _ = try words.options(Pipeline())
            _ = try words.limits.duration()
            _ = try words.diff.options()
        }
    }
}
