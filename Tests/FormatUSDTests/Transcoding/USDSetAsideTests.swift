import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

/// Values that an encoding has no form for are restored from the file alone.
struct USDSetAsideTests {
    private static let text = """
        #usda 1.0
        (
            customLayerData = {
                string note = "a\\x00b"
            }
        )
        def "A"
        {
            custom double length = 1 (
                displayUnit = cm
            )
            custom string other = </A>
            custom string changing.timeSamples = {
                1: </A>,
                2: "x\\x00y",
            }
            custom token[] words = ["a", "b\\x00c"]
            custom string early = "g\\x00\\xff"
            custom token late = "\\xff\\x00h"
            over "B" (
                variantSets = "v"
            )
            {
                variantSet "v" = {
                    "one" {
                        custom token inner = "e\\x00f"
                    }
                }
            }
        }
        """

    private static func layer(_ text: String) throws -> USDLayer { try USDTextReader.read(Array(text.utf8)).layer }

    /// The layer in the other encoding, and the values that were set aside.
    private static func crate(_ layer: USDLayer) throws -> (layer: USDLayer, aside: USDSetAside) {
        var fitted = layer
        var aside = USDSetAside()
        try aside.fit(&fitted, for: .crate)
        let sink = ByteSink()
        try USDCrateWriter.write(fitted, to: sink)
        return (try USDCrateReader.read(.bytes(sink.bytes, name: "copy.usdc")), aside)
    }

    @Test func unitsPathsAndZerosOutliveACrate() throws {
        let source = try Self.layer(Self.text)
        var (copy, aside) = try Self.crate(source)
        #expect(aside.counts == [.displayUnit: 1, .path: 2, .zero: 6])
        #expect(!USDLayerDifference.differences(source, copy).isEmpty)
        var back = USDSetAside()
        #expect(back.restore(&copy).isEmpty)
        #expect(back.counts == aside.counts)
        #expect(USDLayerDifference.differences(source, copy).isEmpty)
    }

    @Test func othersSeeTextsInFrontOfTheirZeros() throws {
        let copy = try Self.crate(try Self.layer(Self.text)).layer
        guard case .texts(_, let words)? = copy.value("/A.words") else {
            Issue.record("no words")
            return
        }
        #expect(words == ["a", "b"])
        #expect(copy.value("/A.other") == nil)
    }

    @Test func whatSomebodyChangedStays() throws {
        var copy = try Self.crate(try Self.layer(Self.text)).layer
        let place = try #require(copy.specs.indices.first { copy.path(of: $0) == "/A.words" })
        copy.specs[place]["default"] = .texts(.token, ["new"])
        var back = USDSetAside()
        let remarks = back.restore(&copy)
        #expect(remarks.map(\.code) == ["origin.ignored"] && remarks[0].message.contains("/A.words"))
        guard case .texts(_, let words)? = copy.value("/A.words") else {
            Issue.record("no words")
            return
        }
        #expect(words == ["new"])
        #expect(back.counts[.zero] == 5)
    }

    @Test func tangentsOfAnotherProgramOutliveText() throws {
        var spline = USDSpline()
        spline.type = .double
        for time in 0..<3 {
            var knot = USDSpline.Knot()
            (knot.time, knot.value, knot.interpolation) = (Double(time), 2, .curve)
            knot.flags = time == 1 ? 0b0001_1000 : 0
            spline.knots.append(knot)
        }
        var source = USDLayer()
        let prim = source.define("A", nil, below: 0)
        let place = source.attribute(prim, "x", "double", nil)
        source.specs[place]["spline"] = .spline(spline)
        var fitted = source
        var aside = USDSetAside()
        try aside.fit(&fitted, for: .text)
        #expect(aside.counts == [.tangent: 1])
        let sink = ByteSink()
        try USDTextWriter.write(fitted, to: sink)
        var copy = try USDTextReader.read(sink.bytes).layer
        var back = USDSetAside()
        #expect(back.restore(&copy).isEmpty)
        #expect(USDLayerDifference.differences(source, copy).isEmpty)
    }

    @Test func aRecordOfAnythingElseIsSaidAndLeft() throws {
        for record in [
            "[]", "{\"version\":2}", "{\"version\":1,\"layer\":\"#usda\"}", "{\"version\":1,\"knots\":[[]]}", "\u{1}",
        ] {
            var layer = USDLayer()
            USDLayerData.set(USDSetAside.member, .text(.string, record), in: &layer)
            var back = USDSetAside()
            #expect(back.restore(&layer).map(\.code) == ["origin.ignored"], "\(record)")
            #expect(back.residue.isEmpty)
        }
    }

    @Test func aFileOfTextSaysWhatACrateHasInARecord() throws {
        let document = try USDFormat().read(.bytes(Array(Self.text.utf8), name: "in.usda"), options: ReadOptions())
        let losses = try USDFormat().planTranscoding(document, variant: "usdc", options: WriteOptions())
        #expect(losses.map(\.code) == [.nativeReencoded, .nativeReencoded, .nativeReencoded])
        #expect(losses.allSatisfy { $0.severity == .reencoded && $0.remedy == .variant("usda") })
        let output = Output(memoryNamed: "out.usdc")
        try USDFormat().transcode(document, variant: "usdc", options: WriteOptions(), to: output)
        let back = try USDFormat().read(.bytes(output.mainBytes(), name: "out.usdc"), options: ReadOptions())
        #expect(document.native.differences(from: back.native)?.isEmpty == true)
        #expect(back.setAside.map(\.count) == losses.map(\.count))
        // The second time there is nothing new to report.
        #expect(try USDFormat().planTranscoding(back, variant: "usdc", options: WriteOptions()).isEmpty)
    }
}
