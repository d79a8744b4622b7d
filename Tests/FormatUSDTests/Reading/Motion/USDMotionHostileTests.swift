import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// What moves in broken or malicious files gives a scene that fits together, or an error.
@Suite struct USDMotionHostileTests {
    /// Reads a file, whatever it is.
    private func read(_ bytes: [UInt8]) throws {
        do {
            let document = try USDFormat().read(.bytes(bytes, name: "a.usda"), options: ReadOptions())
            try document.scene.validate()
        } catch let error as ReadError { #expect(!"\(error)".isEmpty) }
    }

    private static let files = [
        USDMotionFixture.arm(),
        USDMotionFixture.node(
            """
            float3 xformOp:rotateXYZ.timeSamples = {0: (0, 0, 0), 5: None, 10: (90, 720, 0)}
            float xformOp:rotateZ:b.timeSamples = {0: 0, 9.999999999999998: 1e3, 10: 720}
            matrix4d xformOp:transform.timeSamples = {
                0: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), 10: ((0,0,0,0),(-2,0,0,0),(0,0,2,0),(5,6,7,1))
            }
            """,
            order: #""!resetXformStack!", "xformOp:rotateXYZ", "!invert!xformOp:rotateZ:b", "xformOp:transform""#),
    ]

    @Test(arguments: 0..<2)
    func truncatedFilesGiveAnError(_ file: Int) throws {
        let bytes = Array("#usda 1.0\n\(Self.files[file])".utf8)
        for count in stride(from: 0, to: bytes.count, by: 41) { try read(Array(bytes[..<count])) }
    }

    @Test(arguments: 0..<2)
    func changedFilesGiveASceneOrAnError(_ file: Int) throws {
        let bytes = Array("#usda 1.0\n\(Self.files[file])".utf8)
        let words: [[UInt8]] = ["-1", "1e308", "nan", "inf", "[]", "None", "\"a\"", "0", ",", "99999999999"].map {
            Array($0.utf8)
        }
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 &+ UInt64(file)
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for _ in 0..<60 {
            var changed = bytes
            for _ in 0...random(3) {
                let place = 10 + random(changed.count - 10)
                let end = min(place + random(6), changed.count)
                changed.replaceSubrange(place..<end, with: words[random(words.count)])
            }
            try read(changed)
        }
    }

    @Test func numbersBeyondReasonAreBounded() throws {
        let wild = try USDMotionFixture.read(
            USDMotionFixture.node(
                "float xformOp:rotateX.timeSamples = {0: 0, 1: 1e30, 2: -1e30}", order: #""xformOp:rotateX""#))
        #expect(try #require(try wild.scene.sampler("N", .rotation)).times.count < 10_000)
        let far = try USDMotionFixture.read(
            USDMotionFixture.node(
                "double3 xformOp:translate.timeSamples = {-1e300: (0, 0, 0), 1e300: (1e300, 0, 0)}",
                order: #""xformOp:translate""#, header: "timeCodesPerSecond = 1e-300"))
        #expect(try #require(try far.scene.sampler("N", .translation)).times.count == 1)
    }

    @Test func anOrderOfNothingIsNoOperation() throws {
        let document = try USDMotionFixture.read(
            USDMotionFixture.node("double xformOp:x = 1", order: #""xformOp:", "xformOp::a", "!invert!", "xformOp""#))
        #expect(document.diagnostics.contains { $0.code == "usd.transform" })
    }

    @Test func jointsThatNestWithoutEndAreRead() throws {
        let deep = Array(repeating: "a", count: 50_000).joined(separator: "/")
        let text = USDMotionFixture.arm().replacing(
            #"joints = ["a", "a/b", "a/b/c"]"#, with: "joints = [\"a\", \"a/b\", \"\(deep)\"]")
        let scene = try USDMotionFixture.read(text).scene
        #expect(scene.nodes.count == 6)
    }
}
