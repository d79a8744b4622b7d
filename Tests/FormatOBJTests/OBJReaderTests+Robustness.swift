import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatOBJ

/// Truncated files, files with changed bytes, and files in chunks of any size.
@Suite struct OBJRobustnessTests {
    /// A file with a bit of everything.
    static let rich = """
        # made by hand
        mtllib a.mtl
        o first
        v 0 0 0 1 0 0
        v 1 0 0 \\
          0 1 0
        v 0 1 0 0 0 1 0.5
        v 500000.123 4500000.25 1
        v 1 1 1 1 1 1
        vt 0 0
        vt 1 0 0.5
        vt 0.25
        vn 0 0 1
        vn 0 1 0
        g a b
        s 1
        usemtl red
        f 1/1/1 2/2/2 3/3/1
        f 1//1 2//2 3//1 4//2 # five is missing
        f -5/-3/-2 -4/-2/-1 -3/-1/-1
        g
        s off
        usemtl none such
        l 1/1 2/2 3
        p 1 2 -1
        o second
        f 2 3 4
        v 7 8 9 0.1 0.2 0.3
        f -1 -2 -3
        curv 0 1 \\
        2
        #MRGB ff00ff00

        """
    static let library = "newmtl red\nKd 1 0 0\nTr 0.25\nmap_Kd -s 1 2 my tex.png\nnewmtl other\nd 0.5\n"

    static func digest(_ document: Document) -> String {
        // The content of the scene, in a form that can be compared.
        var parts: [String] = ["\(document.scene.nodes)", "\(document.scene.materials)", "\(document.scene.metadata)"]
        for set in document.scene.vertexSets {
            for attribute in set.attributes + set.pools {
                parts.append("\(attribute.semantic.name) \(attribute.values.type) \(attribute.values.doubles())")
            }
        }
        for primitive in document.scene.meshes.flatMap(\.primitives) {
            parts.append("\(primitive.topology) \(primitive.elementCount) \(primitive.indices ?? [])")
            parts.append("\(primitive.isUniform ?? -1) \(primitive.starts ?? [])")
            for use in primitive.cornerAttributes.indices { parts.append("\(primitive.rows(use) ?? [])") }
            parts.append("\(primitive.subsetFamilies) \(primitive.materials)")
            parts.append("\(primitive.elementAttributes.map { $0.values.integers() })")
        }
        parts.append("\(document.diagnostics)")
        parts.append("\(document.residue)")
        parts.append("\(document.census)")
        return parts.joined(separator: "\n")
    }

    @Test func theScenesIsTheSameInPiecesOfAnySizeOnAnyNumberOfThreads() throws {
        let whole = Self.digest(try readOBJ(Self.rich, sides: ["a.mtl": Self.library]))
        for size in [1, 2, 3, 7, 16, 50, 200, 333] {
            for threads in [1, 3] {
                let document = try readOBJ(Self.rich, sides: ["a.mtl": Self.library], pieceByteCount: size) {
                    $0.threads = threads
                }
                #expect(Self.digest(document) == whole, "pieces of \(size) bytes, \(threads) threads")
            }
        }
    }

    @Test(arguments: [false, true])
    func eachBeginningOfAFileIsReadOrRefusedWithAPlace(lenient: Bool) throws {
        let bytes = Array(Self.rich.utf8)
        var options = ReadOptions()
        options.lenient = lenient
        options.sideFiles["a.mtl"] = .bytes(Array(Self.library.utf8))
        for length in bytes.indices {
            for size in [1 << 20, 11] { Self.check(Array(bytes[..<length]), options, size) }
        }
    }

    @Test func anyBytesAreReadOrRefusedWithAPlace() throws {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let original = Array(Self.rich.utf8)
        let pieces: [[UInt8]] = [
            "-", "/", "//", "\\\n", "\n", "\r", " ", "#", "9999999999", "nan", "f ", "v ", "\0", ".", "e9",
        ]
        .map { Array($0.utf8) }
        for round in 0..<2_000 {
            var bytes = original
            for _ in 0...random(4) {
                let place = random(bytes.count)
                switch random(4) {
                case 0: bytes[place] = UInt8(random(256))
                case 1: bytes.insert(contentsOf: pieces[random(pieces.count)], at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random(8)))
                default: bytes.replaceSubrange(place..<place + 1, with: pieces[random(pieces.count)])
                }
            }
            var options = ReadOptions()
            options.lenient = round % 2 == 0
            options.sideFiles["a.mtl"] = .bytes(Array(Self.library.utf8))
            Self.check(bytes, options, round % 3 == 0 ? 13 : 1 << 20)
        }
    }

    /// Reads, and compares the result with its own counts.
    private static func check(_ bytes: [UInt8], _ options: ReadOptions, _ size: Int) {
        do throws(ReadError) {
            let document = try OBJReader.read(
                .bytes(bytes, name: "/nowhere/a.obj"), options: options, pieceByteCount: size)
            #expect(document.census.allSatisfy { $0.isBalanced })
            for set in document.scene.vertexSets {
                for attribute in set.attributes { #expect(attribute.count == set.count) }
            }
            for primitive in document.scene.meshes.flatMap(\.primitives) { check(primitive, document) }
        } catch {
            #expect(!error.message.isEmpty)
            #expect(error.location != .whole)
        }
    }

    private static func check(_ primitive: Primitive, _ document: Document) {
        let count = Int64(document.set.count)
        if let indices = primitive.indices {
            #expect(indices.count == primitive.cornerCount)
            #expect(indices.allSatisfy { $0 >= 0 && $0 < count })
        }
        for (use, attribute) in primitive.cornerAttributes.enumerated() {
            let rows = Int64(document.set.pools[attribute.pool].count)
            let indices = primitive.rows(use) ?? []
            #expect(indices.count == primitive.cornerCount)
            #expect(indices.allSatisfy { $0 >= -1 && $0 < rows })
        }
        for attribute in primitive.elementAttributes { #expect(attribute.count == primitive.elementCount) }
        for range in primitive.subsetFamilies.flatMap(\.subsets).flatMap(\.ranges) {
            #expect(range.upperBound <= primitive.elementCount)
        }
    }
}

@Suite struct OBJLimitTests {
    @Test func moreKindsOfStatementsThanAHeaderMayHaveAreRefused() {
        let error = #expect(throws: ReadError.self) {
            _ = try readOBJ("a\nb\nc\n") { $0.limits.headerEntries = 2 }
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func manyOfAKindAreToldTogether() throws {
        let text = (0..<50).map { "usemtl m\($0)\n" }.joined() + (0..<30).map { "word\($0)\n" }.joined()
        let document = try readOBJ("v 0 0 0\n" + text)
        let materials = document.diagnostics.filter { $0.code == "obj.material-missing" }
        #expect(materials.count == 21)
        #expect(materials.last?.count == 30)
        #expect(materials.last?.location == .line(22, column: 1))
        #expect(document.diagnostics.filter { $0.code == "obj.unknown-statement" }.count == 21)
    }

    @Test func statesThatChangeAtEachFaceCostNoMoreThanTheirLines() throws {
        let names = (0..<2_000).map { "group\($0)" }.joined(separator: " ")
        let text = corners + "g \(names)\n" + (0..<2_000).map { "s \($0)\nusemtl m\($0 % 3)\nf 1 2 3\n" }.joined()
        let document = try readOBJ(text)
        #expect(document.primitive().subsetFamilies[0].subsets.count == 2_000)
        #expect(document.primitive().subsetFamilies[0].subsets.allSatisfy { $0.ranges == [0..<2_000] })
    }

    @Test func groupsThatHoldAcrossTooManyObjectsAreRefused() {
        let names = (0..<20_000).map { "\($0)" }.joined(separator: " ")
        let text = corners + "g \(names)\n" + String(repeating: "o\nf 1 2 3\n", count: 100)
        let error = #expect(throws: ReadError.self) { _ = try readOBJ(text) }
        #expect(error?.code == .limitExceeded)
    }
}
