import MeshModel
import Testing

@Suite struct ColorTransferTests {
    /// Values, and the results of arithmetic with 60 decimal digits, rounded once.
    private static let linear: [(Double, Double)] = [
        (0.0, 0.0),
        (1e-09, 7.739938080495356e-11),
        (0.001, 7.739938080495357e-05),
        (0.02, 0.0015479876160990713),
        (0.04, 0.0030959752321981426),
        (0.04045, 0.0031308049535603713),
        (0.040451, 0.0031308860048338875),
        (0.041, 0.003174278709166639),
        (0.05, 0.003935939504088965),
        (0.1, 0.010022825574869035),
        (0.2, 0.03310476657088505),
        (0.25, 0.05087608817155679),
        (0.3333333333333333, 0.09084171118340767),
        (0.5, 0.21404114048223244),
        (0.6, 0.3185467781250917),
        (0.7, 0.4479884124418831),
        (0.75, 0.5225215539683918),
        (0.8, 0.6038273388553376),
        (0.9, 0.7874122893956171),
        (0.99, 0.9774019338064515),
        (1.0, 1.0),
        (1.5, 2.537155239391517),
        (2.0, 4.95384575159204),
        (10.0, 223.82627996742144),
        (1000000.0, 220899205674267.12),
    ]

    private static let srgb: [(Double, Double)] = [
        (0.0, 0.0),
        (1e-09, 1.2920000000000001e-08),
        (0.001, 0.012920000000000001),
        (0.003, 0.03876),
        (0.0031308, 0.040449936),
        (0.00313081, 0.040450034513346),
        (0.0032, 0.04132335862709916),
        (0.004, 0.050708713977347976),
        (0.01, 0.09985282273412834),
        (0.05, 0.24780052799263166),
        (0.1, 0.34919021262829386),
        (0.18, 0.46135612950044164),
        (0.2, 0.48452920448170694),
        (0.25, 0.5370987304831942),
        (0.3333333333333333, 0.6125010248518401),
        (0.5, 0.7353569830524495),
        (0.7, 0.8543058315449401),
        (0.8, 0.9063317533440595),
        (0.9, 0.9546871718858663),
        (0.99, 0.995591277378595),
        (1.0, 1.0),
        (1.5, 1.194176534680845),
        (4.0, 1.8247962952761159),
        (100.0, 7.132631328561492),
        (1000000.0, 333.565293147764),
    ]

    private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 6 * b.ulp }

    @Test func bothWaysAreThoseOfTheStandardToTheLastDigits() {
        for (value, wanted) in Self.linear {
            #expect(isNear(ColorTransfer.linear(fromSRGB: value), wanted), "\(value)")
        }
        for (value, wanted) in Self.srgb { #expect(isNear(ColorTransfer.srgb(fromLinear: value), wanted), "\(value)") }
    }

    @Test func negativeValuesAreMirroredAndWhatIsNoNumberStays() {
        for value in [0.01, 0.3, 0.9, 3] {
            #expect(ColorTransfer.linear(fromSRGB: -value) == -ColorTransfer.linear(fromSRGB: value))
            #expect(ColorTransfer.srgb(fromLinear: -value) == -ColorTransfer.srgb(fromLinear: value))
        }
        #expect(ColorTransfer.linear(fromSRGB: .nan).isNaN && ColorTransfer.srgb(fromLinear: .nan).isNaN)
        #expect(ColorTransfer.linear(fromSRGB: -.infinity) == -.infinity)
        #expect(ColorTransfer.srgb(fromLinear: .infinity) == .infinity)
    }

    @Test func bothWaysAreMonotone() {
        // Every float32 around the knee, and every 971st elsewhere.
        for (start, end, step) in [(0x3D20_0000, 0x3D30_0000, 1), (0x3B40_0000, 0x3B60_0000, 1), (0, 0x4080_0000, 971)]
        {
            var last = (linear: -1.0, srgb: -1.0)
            for bits in stride(from: UInt32(start), to: UInt32(end), by: step) {
                let value = Double(Float(bitPattern: bits))
                let now = (linear: ColorTransfer.linear(fromSRGB: value), srgb: ColorTransfer.srgb(fromLinear: value))
                if now.linear < last.linear || now.srgb < last.srgb {
                    Issue.record("\(value)")
                    return
                }
                last = now
            }
        }
    }

    @Test(arguments: [ScalarType.uint8, .uint16])
    func everyCodeSurvivesTheWayThroughLinearFloat32(_ type: ScalarType) {
        let most = type == .uint8 ? 255 : 65_535
        let codes =
            type == .uint8
            ? Column((0...255).map { UInt8($0) }) : Column((0...65_535).map { UInt16($0) })
        let source = Attribute(.color(0), codes, normalized: true, frame: .srgb)
        let floats = ColorTransfer.converted(source, to: .linear, type: .float32)
        let linear = Attribute(.color(0), floats, frame: .linear)
        let back = ColorTransfer.converted(linear, to: .srgb, type: type, normalized: true)
        #expect(back.integers() == (0...Int64(most)).map { $0 })
        #expect(zip(floats.doubles(), floats.doubles().dropFirst()).allSatisfy(<))
    }

    @Test func alphaIsNeverTransformedAndScalesAreHonoured() {
        let source = Attribute(
            .color(0), Column([255, 0, 127.5, 51] as [Float], components: 4),
            frame: Frame(colorSpace: .srgb, scale: 255))
        let linear = ColorTransfer.converted(source, to: .linear, type: .float32).doubles()
        let wanted: [Double] = [1, 0, 0.21404114, 0.2]
        let distances = zip(linear, wanted).map { abs($0 - $1) }
        #expect(distances.allSatisfy { $0 < 1e-7 })
        let codes = ColorTransfer.converted(source, to: .linear, type: .uint8, normalized: true)
        #expect(codes.integers() == [255, 0, 55, 51])
    }

    /// Large columns of floats are converted with a memory of recent values: as many as there are slots, and more.
    @Test(arguments: [ScalarType.float32, .uint8])
    func aRememberedColorIsTheOneOfItsOwnConversion(_ type: ScalarType) {
        var numbers: [Float] = [0, -0.0, .nan, Float(bitPattern: .max), .infinity, -1, 2, 0.5]
        numbers += (0..<20_000).map { Float($0) / 20_000 } + numbers
        let rows = numbers.count / 4
        let source = Attribute(.color(0), Column(numbers, components: 4), frame: .srgb)
        func converted(_ rows: Range<Int>) -> [Double] {
            var part = source
            part.values = source.values.rows(rows)
            return ColorTransfer.converted(part, to: .linear, type: type, normalized: type == .uint8).doubles()
        }
        let apart = stride(from: 0, to: rows, by: 64).flatMap { converted($0..<min($0 + 64, rows)) }
        #expect(rows > 256 && converted(0..<rows).map(\.bitPattern) == apart.map(\.bitPattern))
    }

    @Test func codesAreClampedAndNaNHasNone() {
        let source = Attribute(.color(0), Column([-1, 2, .nan] as [Float], components: 3), frame: .linear)
        #expect(
            ColorTransfer.converted(source, to: .srgb, type: .uint8, normalized: true).integers() == [0, 255, 0])
    }

    @Test func floatsSnapToCodesWhereAsked() {
        let codes = (0...255).map { Float(Double($0) / 255) }
        let source = Attribute(.color(0), Column(codes), frame: .srgb)
        let linear = Attribute(
            .color(0), ColorTransfer.converted(source, to: .linear, type: .float32), frame: .linear)
        let back = ColorTransfer.converted(linear, to: .srgb, type: .float32, snapsToCodes: true)
        #expect(back.doubles() == codes.map { Double($0) })
    }
}
