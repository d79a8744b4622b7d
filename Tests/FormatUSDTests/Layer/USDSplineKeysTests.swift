import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Curves as straight pieces. Expected values are those of usd-core's `Ts.Spline.Eval`.
@Suite struct USDSplineKeysTests {
    private func spline(_ text: String) throws -> USDSpline {
        let layer = try USDTexts.body("double x.spline = { \(text), }")
        let found = layer.specs.lazy.compactMap { spec -> USDSpline? in
            if case .spline(let own)? = spec["spline"] { own } else { nil }
        }
        return try #require(found.first)
    }

    /// The value at a time by the keys; nil: none.
    private func value(_ keys: [USDSpline.Key], _ time: Double) -> Double? {
        guard let next = keys.firstIndex(where: { $0.time > time }) else { return keys.last?.value }
        guard next > 0 else { return keys[0].value }
        guard let a = keys[next - 1].value else { return nil }
        let b = keys[next].value ?? a
        return a + (b - a) * (time - keys[next - 1].time) / (keys[next].time - keys[next - 1].time)
    }

    static let cases: [(String, [(Double, Double?)])] = [
        (
            "pre: linear, post: linear, 1: 5; pre (0.5, 2); post curve (0.25, -1), 2: 7; pre (0.5, 3)",
            [(-1, 7), (1, 5), (1.5, 5.565904192824361), (2, 7), (4, 13)]
        ),
        ("pre: sloped(2), post: sloped(-1), 1: 5; post linear, 2: 7", [(-1, 1), (0, 3), (1.5, 6), (3, 6), (5, 4)]),
        ("1: 5; post none, 2: 7", [(0.5, 5), (1.5, nil), (2, 7)]),
        ("pre: loop repeat, post: loop repeat, 1: 3 & 5", [(0, 3), (0.5, 3), (1, 5), (3, 5)]),
        ("1: 5; post held, 2: 7", [(1.5, 5), (1.999, 5), (2, 7)]),
        ("pre: loop repeat, post: loop repeat, 1: 5; post linear, 2: 7", [(-1, 1), (0.5, 4), (3.5, 10), (5, 13)]),
        ("pre: loop reset, post: loop reset, 1: 5; post linear, 2: 7", [(0.5, 6), (2, 5), (2.5, 6), (3, 5)]),
        ("pre: loop oscillate, post: loop oscillate, 1: 5; post linear, 2: 7", [(0, 7), (2.5, 6), (3, 5), (4, 7)]),
        (
            "loop: (1, 2, 1, 2, 0.5), 1: 5; post linear, 1.5: 9; post linear, 2: 7; post linear, 6: 8; post linear",
            [(0, 4.5), (0.5, 8.5), (2, 5.5), (2.5, 9.5), (3.5, 10), (4, 6.5), (5, 7.25)]
        ),
        (
            "1: 3 & 5; post linear, 2: 7 & 8; post linear, 3: 0 & 1; post linear",
            [(0, 3), (1, 5), (1.5, 6), (2, 8), (2.5, 4), (3, 1)]
        ),
        (
            "pre: loop reset, post: loop reset, 1: 3 & 5; post linear, 2: 7 & 9; post linear",
            [(0.5, 6), (1, 5), (1.5, 6), (2, 5), (2.5, 6), (3, 5)]
        ),
        (
            "pre: loop repeat, post: loop repeat, 1: 3 & 5; post linear, 2: 7 & 9; post linear",
            [(-0.5, -2), (0, 1), (0.5, 2), (1, 5), (1.5, 6), (2, 9), (2.5, 10), (3, 13)]
        ),
        (
            "pre: loop repeat, post: loop repeat, 1: 3 & 5.5; post linear, 2: 7; post linear",
            [(-0.5, -1.75), (0, 1.5), (0.5, 2.25), (1, 5.5), (2, 7), (2.5, 7.75), (3, 8.5)]
        ),
        (
            "pre: loop oscillate, post: loop oscillate, 1: 3 & 5; post linear, 2: 7 & 9; post linear",
            [(-0.5, 6), (0, 7), (1, 5), (1.5, 6), (2, 7), (2.5, 6), (3, 5)]
        ),
        (
            "pre: linear, post: linear, 1: 3 & 5; post linear, 2: 7 & 9; post linear",
            [(0, 3), (1, 5), (1.5, 6), (2, 9), (3, 9)]
        ),
        ("hermite, 1: 5; pre (0); post curve (3), 2: 7; pre (2); post held", [(1.5, 6.125), (2, 7)]),
    ]

    @Test(arguments: cases.indices)
    func piecesFollowTheCurve(index: Int) throws {
        let (text, expected) = Self.cases[index]
        let (keys, isWhole) = try #require(try spline(text).keys(in: -1...5))
        #expect(isWhole)
        for (key, next) in zip(keys, keys.dropFirst()) {
            #expect(key.time < next.time || key.time == next.time && key.isBefore && !next.isBefore)
        }
        for (time, wanted) in expected {
            let found = value(keys, time)
            #expect((found == nil) == (wanted == nil), "\(text) at \(time)")
            #expect(abs((found ?? 0) - (wanted ?? 0)) < 1e-4, "\(text) at \(time): \(found ?? 0)")
        }
    }

    @Test func whatGoesOnForeverIsNotWholeWithoutARange() throws {
        let keys = try #require(try spline("post: loop repeat, 1: 5; post linear, 2: 7").keys(in: nil))
        #expect(!keys.isWhole && keys.keys.count == 2)
        let huge = try #require(try spline("post: loop reset, 1: 5; post linear, 2: 7").keys(in: 0...1e12))
        #expect(!huge.isWhole && huge.keys.count == 2)
        #expect(try spline("loop: (1, 2, 0, 2000000000, 1), 1: 5, 2: 7").keys(in: nil) == nil)
        #expect(try spline("1: 5").keys(in: nil)?.keys.count == 1)
        var broken = try spline("1: 5")
        broken.knots[0].value = .nan
        #expect(broken.keys(in: nil) == nil)
    }

    @Test func aSplineMovesANode() throws {
        let text = """
            (
                timeCodesPerSecond = 10
            )
            def Xform "N" {
                double xformOp:translateX.spline = {
                    hermite,
                    0: 0; post curve (0),
                    10: 4; pre (0); post curve (0),
                }
                uniform token[] xformOpOrder = ["xformOp:translateX"]
            }
            """
        let document = try USDMotionFixture.read(text)
        #expect(document.residue.isEmpty && document.scene.clips.count == 1)
        let scene = PosedScene(scene: document.scene, second: 0.25)
        // 4 × (3 t² − 2 t³).
        #expect(abs(scene.local(try document.scene.node("N")).rows[12] - 0.625) < 4e-5)
    }

    /// The times of the stage are those of its root layer.
    @Test func aCurveOfASublayerGoesOnToBothEndsOfTheStage() throws {
        let stage = try USDStageFixture.stage(
            """
            (
                startTimeCode = 10
                endTimeCode = 16
                subLayers = [@sub.usda@ (offset = 10; scale = 2)]
            )

            """,
            [
                "sub.usda":
                    "def \"A\" {\n    double x.spline = { pre: linear, post: linear, 1: 5; post linear, 2: 7, }\n}\n"
            ])
        let samples = stage.samples(try #require(stage.prim(at: "/A")), "x")
        #expect(samples.map(\.time) == [10, 12, 14, 16] && samples.map(\.value.number) == [3, 5, 7, 9])
    }

    @Test func aCurveWithoutAValueBeyondItsKnotsEndsThere() throws {
        let keys = try #require(try spline("post: none, 1: 5; post linear, 2: 7").keys(in: -1...5))
        #expect(keys.isWhole && value(keys.keys, 1.5) == 6 && value(keys.keys, 2.5) == nil)
        #expect(keys.keys.suffix(2) == [.init(time: 2, value: 7, isBefore: true), .init(time: 2, value: nil)])
        // Before the first key, samples have its value.
        #expect(try #require(try spline("pre: none, 1: 5; post linear, 2: 7").keys(in: -1...5)).isWhole == false)
        let ended = try #require(try spline("post: none, 1: 5").keys(in: nil))
        #expect(ended.keys.map(\.value) == [5, nil])
    }

    @Test func aLoopEndsInTheMiddleOfACycleWhereTheStageDoes() throws {
        for mode in ["repeat", "reset", "oscillate"] {
            let text = "pre: loop \(mode), post: loop \(mode), 1: 5; post linear, 2: 7"
            let (keys, isWhole) = try #require(try spline(text).keys(in: -0.25...4.75))
            let ends = mode == "repeat" ? [2.5, 12.5] : mode == "reset" ? [6.5, 6.5] : [6.5, 5.5]
            #expect(isWhole && keys.first?.time == -0.25 && keys.last?.time == 4.75)
            #expect([keys.first?.value, keys.last?.value] == ends)
        }
    }

    /// Tangents with which time would run backwards are shortened, both by one factor, until it just doesn't: two that
    /// are twice as long as the piece to half of it, t = 3uv² + u³, one alone to the piece, t = 3uv² + 3u²v + u³. As they
    /// are level, the value is 3u²v + u³.
    @Test(arguments: [
        ("1: 0; post curve (2, 0), 2: 1; pre (2, 0)", 1.4375, 0.15625),
        ("1: 0; post curve (2, 0), 2: 1; pre (2, 0)", 1.5625, 0.84375),
        ("1: 0; post curve (3, 0), 2: 1; pre (0, 0)", 1.875, 0.5),
        // Less than that stays as it is: t = 3u²v ⅔ + 3uv² ⅔ + u³ at u = ½.
        ("1: 0; post curve (0.6666666666666666, 0), 2: 1; pre (0.3333333333333333, 0)", 1.625, 0.5),
    ])
    func timeNeverRunsBackwards(text: String, time: Double, expected: Double) throws {
        let keys = try #require(try spline(text).keys(in: nil)).keys
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(abs(try #require(value(keys, time)) - expected) < 1e-4)
    }
}
