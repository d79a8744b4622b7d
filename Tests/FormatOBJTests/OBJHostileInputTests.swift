import FormatOBJ
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Any bytes give a document or an error with a location, the same on any number of threads.
@Suite struct OBJHostileInputTests {
    private static let sample = """
        # made by hand
        mtllib room.mtl other.mtl
        o first
        v 0 0 0 0.1 0.2 0.3
        v 1.25 -3e-2 0 255 0 1
        v 0 1 0 1
        v .5 5. +7 1 1 1 0.5
        vt 0 0
        vt 1 0.5 0.25
        vn 0 0 1
        vn 0.577350269 0.577350269 0.577350269
        g a b
        s 1
        usemtl red
        f 1/1/1 2/2/2 3/1/1
        f -1 -2 -3 -4
        f 1//1 \\
        2//2 3//1
        l 1/1 2/2 3
        p 1 2
        #MRGB ff010203ffaabbcc
        curv 0 1 1 2
        s off
        o second
        g
        usemtl
        fo 4 3 2
        """

    private func outcome(_ bytes: [UInt8], threads: Int = 1, lenient: Bool = false) -> String {
        do throws(ReadError) {
            let document = try OBJSample.read(bytes: bytes, threads: threads, lenient: lenient)
            check(document)
            return "\(document.census)\(document.residue)\(document.diagnostics)"
        } catch {
            #expect(!error.message.isEmpty)
            return "\(error.code.rawValue) \(error.location.text) \(error.message)"
        }
    }

    /// Indices of a scene are within bounds, and each record is accounted for.
    private func check(_ document: Document) {
        for entry in document.census { #expect(entry.isBalanced, "\(entry)") }
        let scene = document.scene
        for set in scene.vertexSets {
            for attribute in set.attributes { #expect(attribute.count == set.count, "\(attribute.semantic.name)") }
        }
        for mesh in scene.meshes {
            for primitive in mesh.primitives {
                let set = scene.vertexSets[primitive.vertexSet]
                var buffer = ContiguousArray<Int64>()
                primitive.readVertices(of: 0..<primitive.cornerCount, into: &buffer)
                #expect(buffer.count == primitive.cornerCount)
                #expect(buffer.allSatisfy { $0 >= 0 && $0 < set.count })
                for use in primitive.cornerAttributes {
                    use.readRows(of: 0..<primitive.cornerCount, into: &buffer)
                    #expect(buffer.count == primitive.cornerCount)
                    #expect(buffer.allSatisfy { $0 >= -1 && $0 < set.pools[use.pool].count })
                }
                for attribute in primitive.elementAttributes { #expect(attribute.count == primitive.elementCount) }
                for family in primitive.subsetFamilies {
                    for subset in family.subsets {
                        #expect(
                            subset.ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= primitive.elementCount })
                    }
                }
                if case .perElement(let column) = primitive.material {
                    #expect(column.count == primitive.elementCount)
                    #expect(column.integers().allSatisfy { $0 >= -1 && $0 < scene.materials.count })
                }
            }
        }
    }

    @Test func everyBeginningOfAFileIsReadOrRefused() {
        let bytes = Array(Self.sample.utf8)
        for length in 0...bytes.count { _ = outcome(Array(bytes[..<length])) }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func alteredBytesAreReadOrRefused(seed: UInt64) {
        let bytes = Array(Self.sample.utf8)
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        let words = [
            "-", "/", "//", "0", "99999999999", "-9223372036854775808", "nan", "\\\n", "#", "\0", "\r", "1e999",
        ]
        for round in 0..<600 {
            var altered = bytes
            for _ in 0..<1 + Int(next() % 4) {
                let place = Int(next() % UInt64(altered.count))
                switch next() % 4 {
                case 0: altered[place] = UInt8(truncatingIfNeeded: next())
                case 1: altered[place] ^= 1 << UInt8(next() % 8)
                case 2: altered.remove(at: place)
                default: altered.insert(contentsOf: Array(words[Int(next() % UInt64(words.count))].utf8), at: place)
                }
            }
            _ = outcome(altered, lenient: round % 2 == 0)
        }
    }

    @Test func noiseIsReadOrRefused() {
        var state: UInt64 = 88_172_645_463_325_252
        for length in [1, 2, 3, 7, 64, 1000, 70_000] {
            let bytes = (0..<length).map { _ -> UInt8 in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return UInt8(truncatingIfNeeded: state)
            }
            _ = outcome(bytes)
            _ = outcome(bytes.map { $0 % 4 == 0 ? 0x0A : 0x20 + $0 % 0x5F })
        }
    }

    @Test func theResultDoesNotDependOnThreads() throws {
        // Several chunks: a little over three megabytes, relative indices, changes of state, one number that is
        // float64.
        var text = "g all\n"
        for index in 0..<30_000 {
            text += "v \(index) 0.5 \(index % 7)\nv \(index) 1 0\nv \(index) 0 1\nvn 0 0 1\n"
            text +=
                index % 2 == 0 ? "f -3//-1 -2//-1 -1//-1\n" : "f \(3 * index + 1) \(3 * index + 2) \(3 * index + 3) 1\n"
            if index % 1000 == 0 { text += "o part \(index)\ns \(index)\n" }
        }
        text += "v 0.123456789012 0 0\n"
        let one = try OBJSample.read(text, threads: 1)
        for threads in [2, 3, 8] {
            let many = try OBJSample.read(text, threads: threads)
            #expect(Digest(one.scene) == Digest(many.scene))
            #expect(one.census == many.census)
            #expect(one.diagnostics == many.diagnostics)
            #expect(one.elements(.polygons) == many.elements(.polygons))
        }
        #expect(one.scene.vertexSets[0].attribute(.position)?.values.type == .float64)
        #expect(one.elements(.polygons)[1] == [3, 4, 5, 0])
        #expect(one.elements(.polygons)[29_998] == [89_994, 89_995, 89_996])
    }

    @Test func theFirstErrorOfAFileWinsOnAnyNumberOfThreads() {
        let line = "v 1 2 3\n"
        var text = String(repeating: line, count: 400_000)
        text += "v 1 x 3\n" + String(repeating: line, count: 200_000) + "f 0 1 2\nv 1 2\n"
        for threads in [1, 2, 5] {
            let error = #expect(throws: ReadError.self) { try OBJSample.read(text, threads: threads) }
            #expect(error?.location.text == "400001:5")
        }
    }
}
