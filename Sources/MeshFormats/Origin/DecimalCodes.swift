package import MeshModel

/// Codes of 8 bits as programs print them: fractions of 255, rounded to a number of decimals, such as 0.749020 for 191.
package struct DecimalCodes {
    /// The numbers of decimals that are looked for.
    static let usual = 4...12

    /// The number of decimals.
    package let decimals: Int
    /// The number of each code.
    private let numbers: [Double]

    init(decimals: Int) {
        self.decimals = decimals
        let unit = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        numbers = (0...255).map { (Double($0) / 255 * unit).rounded() / unit }
    }

    /// The codes that all numbers of a column are printed from, with the fewest decimals; nil: they are others.
    ///
    /// - Parameter column: numbers of type float32 or float64.
    package init?(of column: Column) {
        guard column.type == .float32 || column.type == .float64 else { return nil }
        let first = column.rows(0..<min(column.count, 1024))
        for decimals in Self.usual {
            self.init(decimals: decimals)
            if fit(first), fit(column) { return }
        }
        return nil
    }

    private func fit(_ column: Column) -> Bool {
        let isSingle = column.type == .float32
        return column.blocks(of: Double.self).allSatisfy { block in
            block.values.allSatisfy { value in
                guard value >= 0, value <= 1 else { return false }
                let number = numbers[Int((value * 255).rounded())]
                return (isSingle ? Double(Float(number)) : number) == value
            }
        }
    }

    /// The largest difference between numbers that were printed from codes and fractions of 255.
    package static func largestError(of column: Column) -> Double {
        column.blocks(of: Double.self).reduce(0) { most, block in
            block.values.reduce(most) { max($0, abs(($1 * 255).rounded() / 255 - $1)) }
        }
    }

    /// The numbers of codes, as float32 or float64; nil for other columns than codes.
    func values(of codes: Column, _ type: ScalarType) -> Column? {
        guard codes.type == .uint8, type == .float32 || type == .float64 else { return nil }
        var bytes = ContiguousArray<UInt8>()
        codes.read(0..<codes.count, into: &bytes)
        if type == .float64 {
            return Column(ContiguousArray(bytes.map { numbers[Int($0)] }), components: codes.components)
        }
        return Column(ContiguousArray(bytes.map { Float(numbers[Int($0)]) }), components: codes.components)
    }
}
