import MeshBytes
import MeshModel

/// A 4 × 4 matrix as JSON nests it: four inner arrays of four numbers, which may be rows or columns.
struct NestedMatrix {
    /// The 16 numbers, one inner array after the other.
    let numbers: [Double]

    /// The matrix of a value; a 3 × 4 one gets the row `0 0 0 1`. Nil for other values.
    init?(_ value: JSONValue) {
        guard let outer = value.array, outer.count == 4 || outer.count == 3 else { return nil }
        var numbers: [Double] = []
        for inner in outer {
            guard let inner = inner.array, inner.count == 4 else { return nil }
            for element in inner {
                guard let number = element.number else { return nil }
                numbers.append(number)
            }
        }
        if outer.count == 3 { numbers += [0, 0, 0, 1] }
        self.numbers = numbers
    }

    /// The transform that the numbers give in a layout.
    func transform(_ layout: PoseLayout) -> Affine? {
        layout == .rows ? Affine(rowMajor: numbers) : Affine(columnMajor: numbers)
    }

    /// The largest deviation of the last inner array from `0 0 0 1`: 0 for rows.
    var lastArrayError: Double { Self.error(numbers[12], numbers[13], numbers[14], numbers[15]) }

    /// The largest deviation of the inner arrays' last numbers from `0 0 0 1`: 0 for columns.
    var lastNumbersError: Double { Self.error(numbers[3], numbers[7], numbers[11], numbers[15]) }

    private static func error(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        max(max(a.magnitude, b.magnitude), max(c.magnitude, (d - 1).magnitude))
    }
}

extension JSONValue {
    /// The numbers, if this is an array of nothing else.
    var numbers: [Double]? {
        guard let array else { return nil }
        var numbers: [Double] = []
        for element in array {
            guard let number = element.number else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// The number as a pixel count: whole, positive, at most 2³¹ − 1; otherwise nil.
    var pixelCount: Int? {
        guard let number, number >= 1, number <= 0x7FFF_FFFF, number == number.rounded(.down) else { return nil }
        return Int(number)
    }
}
