package import MeshModel

/// Codes of 8 bits as programs print them: fractions of 255, rounded to a number of decimals, such as 0.749020 for 191.
package struct DecimalCodes {
    /// The numbers of decimals that are looked for.
    static let usual = 4...12

    /// The number of decimals.
    package let decimals: Int
    /// The largest difference between the numbers of the column, as they are stored, and the fractions of its codes.
    package private(set) var largestError = 0.0
    /// The number of each code.
    private let numbers: ContiguousArray<Double>

    init(decimals: Int) {
        self.decimals = decimals
        let unit = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        numbers = ContiguousArray((0...255).map { (Double($0) / 255 * unit).rounded() / unit })
    }

    /// The codes that all numbers of a column are printed from, with the fewest decimals; nil: they are others.
    ///
    /// - Parameter column: numbers of type float32 or float64.
    package init?(of column: Column) {
        let first = column.rows(0..<min(column.count, 1024))
        for decimals in Self.usual {
            self.init(decimals: decimals)
            switch column.type {
            case .float32:
                let stored = ContiguousArray(numbers.map { Float($0) })
                guard Self.largestError(of: first.blocks(of: Float.self), stored) != nil,
                    let error = Self.largestError(of: column.blocks(of: Float.self), stored)
                else { continue }
                largestError = error
            case .float64:
                guard Self.largestError(of: first.blocks(of: Double.self), numbers) != nil,
                    let error = Self.largestError(of: column.blocks(of: Double.self), numbers)
                else { continue }
                largestError = error
            default: return nil
            }
            return
        }
        return nil
    }

    /// The largest difference between the numbers that occur and the fractions of their codes; nil: others occur, too.
    private static func largestError<T: BinaryFloatingPoint>(
        of blocks: ValueBlocks<T>, _ numbers: ContiguousArray<T>
    ) -> Double? {
        var occurs = ContiguousArray(repeating: false, count: numbers.count)
        for block in blocks {
            for value in block.values {
                guard value >= 0, value <= 1 else { return nil }
                let code = Int(value * 255 + 0.5)
                guard numbers[code] == value else { return nil }
                occurs[code] = true
            }
        }
        return numbers.indices.reduce(0) { occurs[$1] ? max($0, abs(Double($1) / 255 - Double(numbers[$1]))) : $0 }
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
