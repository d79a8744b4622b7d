import MeshBytes

extension PackagePoint: COLMAPRecord {
    static var noun: String { "points" }

    static func read(_ bytes: inout COLMAPBytes) throws(COLMAPFault) -> PackagePoint? {
        guard let _: UInt64 = bytes.integer(), let numbers = bytes.numbers(3), let red: UInt8 = bytes.integer(),
            let green: UInt8 = bytes.integer(), let blue: UInt8 = bytes.integer(), let error = bytes.numbers(1),
            let count = try bytes.observations(of: 8)
        else { return nil }
        return try PackagePoint(numbers, SIMD3(red, green, blue), error[0], count)
    }

    static func read(_ line: inout TextCursor) throws(COLMAPFault) -> PackagePoint {
        _ = line.word()
        var numbers: [Double] = []
        for _ in 0..<3 { numbers.append(try line.number("3 numbers of a position")) }
        var color = SIMD3<UInt8>()
        for channel in 0..<3 { color[channel] = UInt8(try line.integer("a colour from 0 to 255", in: 0...255)) }
        let error = try line.number("an error")
        let words = line.countWords()
        guard words % 2 == 0 else {
            throw COLMAPFault("expected two numbers for each image that shows the point, found others")
        }
        return try PackagePoint(numbers, color, error, words / 2)
    }

    private init(
        _ numbers: [Double], _ color: SIMD3<UInt8>, _ error: Double, _ trackLength: Int
    ) throws(COLMAPFault) {
        guard numbers.allSatisfy(\.isFinite), error.isFinite else {
            throw COLMAPFault("expected a position and an error that are finite, found others")
        }
        self.init(position: SIMD3(numbers[0], numbers[1], numbers[2]), color: color)
        self.error = error
        self.trackLength = trackLength
    }
}
