public import MeshModel

extension FrameAdaptation {
    /// How far each row of a source is from what the way back makes of what is stored, as the comparison measures it.
    public struct Errors: Sendable {
        /// The largest distance of each row, where they are those of codes.
        private var codes: ContiguousArray<UInt8> = []
        /// How many of them are not 0, and the largest.
        private var codeErrors = (count: 0, largest: UInt8(0))
        /// The largest distance of each row, where they are no codes.
        private var values: ContiguousArray<Double> = []
        /// Whether that distance is more than rounding.
        private var areBeyond: ContiguousArray<Bool> = []
        /// The distance of each pair of numbers, where those are few: rows are looked up only when they are asked for.
        private var few: (pairs: NumberPairs, errors: ContiguousArray<Double>, beyond: ContiguousArray<Double>)?
        /// Whether each of them is one that the precision rules allow.
        public private(set) var isRounding = true
        /// Whether all values come back as they were.
        public var isEmpty: Bool { rows.isEmpty }
        /// The rows that were looked at; none where no value differs.
        public var rows: Range<Int> {
            if let few { return 0..<few.pairs.rowCount }
            return codes.isEmpty ? values.indices : codes.indices
        }

        /// No errors.
        public init() {}

        /// - Parameters:
        ///   - original: the source's attribute.
        ///   - stored: what readers that know no record find.
        ///   - width: how many components are written.
        public init(_ original: Attribute, _ stored: Attribute, width: Int) {
            if let table = Self.codesBack(original, stored) {
                compare(original.values, stored.values, table, width)
                return
            }
            if width >= original.values.components, let few = Column.pairs(original.values, stored.values) {
                var (sample, written) = (original, stored)
                (sample.values, written.values) = (few.one, few.other)
                let errors = Errors(sample, written, width: 1)
                if !errors.isEmpty {
                    isRounding = errors.isRounding
                    let pairs = 0..<few.one.count
                    self.few = (
                        few, ContiguousArray(pairs.map { errors.error($0, errors.values) }),
                        ContiguousArray(pairs.map { errors.isBeyond($0, errors.areBeyond) ? 1 : 0 })
                    )
                }
                return
            }
            // Part by part: nobody else needs the values that come back.
            var part = stored
            for start in stride(from: 0, to: original.count, by: Self.rowsAtOnce) {
                let rows = start..<min(start + Self.rowsAtOnce, original.count)
                part.values = stored.values.rows(rows)
                guard let back = OriginForm(of: original).values(of: part) else { return }
                compare(original, rows, back, width)
            }
        }

        private static let rowsAtOnce = 1 << 17

        /// Compares some rows of the source with what comes back of them.
        private mutating func compare(_ original: Attribute, _ rows: Range<Int>, _ back: Column, _ width: Int) {
            var (a, b) = (ContiguousArray<Double>(), ContiguousArray<Double>())
            let step = max(1, 8192 / max(original.values.components, 1))
            let (widthA, widthB) = (original.values.components, back.components)
            let shared = min(width, widthA, widthB)
            let most = original.normalized ? original.values.type.normalizedMaximum ?? 1 : 1
            let isTexCoord = original.semantic.isTexCoord
            var row = rows.lowerBound
            while row < rows.upperBound {
                let end = min(row + step, rows.upperBound)
                original.values.read(row..<end, into: &a)
                back.read(row - rows.lowerBound..<end - rows.lowerBound, into: &b)
                for index in 0..<end - row {
                    var (largest, isBeyond) = (0.0, false)
                    for component in 0..<shared {
                        let (x, y) = (a[index * widthA + component], b[index * widthB + component])
                        guard x != y else { continue }
                        let error = Self.distance(x, y)
                        largest = max(largest, error)
                        let limit = isTexCoord ? ValueComparison.rounding(ofTexCoord: x / most) * most : 0x1p-24
                        if !(error <= limit) { isBeyond = true }
                    }
                    guard largest > 0 else { continue }
                    if isBeyond { isRounding = false }
                    if values.isEmpty {
                        values = ContiguousArray(repeating: 0, count: original.count)
                        areBeyond = ContiguousArray(repeating: false, count: original.count)
                    }
                    values[row + index] = largest
                    areBeyond[row + index] = isBeyond
                }
                row = end
            }
        }

        private static func distance(_ x: Double, _ y: Double) -> Double {
            if x.isNaN && y.isNaN { return 0 }
            let error = abs(x - y)
            return error.isNaN ? .infinity : error
        }

        // MARK: Codes

        /// What each code of stored colours comes back as, 256 for each component; nil where they are no codes.
        private static func codesBack(_ original: Attribute, _ stored: Attribute) -> ContiguousArray<UInt8>? {
            let (before, after) = (original.values, stored.values)
            guard stored.semantic.isColor, before.type == .uint8, after.type == .uint8, before.count == after.count,
                before.components > 0, after.components > 0
            else { return nil }
            var sample = stored
            let codes = ContiguousArray((0..<256 * after.components).map { UInt8($0 / after.components) })
            sample.values = Column(codes, components: after.components)
            guard let back = OriginForm(of: original).values(of: sample), back.type == .uint8,
                back.components == after.components
            else { return nil }
            var table = ContiguousArray<UInt8>()
            back.read(0..<256, into: &table)
            return table
        }

        /// Codes are compared as codes, which most of what scans hold are.
        private mutating func compare(
            _ original: Column, _ stored: Column, _ table: ContiguousArray<UInt8>, _ width: Int
        ) {
            var (a, b) = (ContiguousArray<UInt8>(), ContiguousArray<UInt8>())
            let (widthA, widthB) = (original.components, stored.components)
            let shared = min(width, widthA, widthB)
            var errors = ContiguousArray<UInt8>(repeating: 0, count: original.count)
            var (count, most) = (0, UInt8(0))
            var row = 0
            while row < original.count {
                let end = min(row + 4096, original.count)
                original.read(row..<end, into: &a)
                stored.read(row..<end, into: &b)
                // No branch depends on a code.
                for index in 0..<end - row {
                    var largest: UInt8 = 0
                    for component in 0..<shared {
                        let x = a[index &* widthA &+ component]
                        let y = table[Int(b[index &* widthB &+ component]) &* widthB &+ component]
                        largest = max(largest, x > y ? x &- y : y &- x)
                    }
                    errors[row &+ index] = largest
                    count &+= largest > 0 ? 1 : 0
                    most = max(most, largest)
                }
                row = end
            }
            guard count > 0 else { return }
            (codes, codeErrors, isRounding) = (errors, (count, most), false)
        }

        /// How far a row is off; 0 for one that there is not.
        ///
        /// - Parameter values: those of all rows, where they are no codes.
        private func error(_ row: Int, _ values: ContiguousArray<Double>) -> Double {
            if codes.indices.contains(row) { return Double(codes[row]) }
            return values.indices.contains(row) ? values[row] : 0
        }

        /// Whether a row is off by more than rounding.
        ///
        /// - Parameter areBeyond: that of all rows, where they are no codes.
        private func isBeyond(_ row: Int, _ areBeyond: ContiguousArray<Bool>) -> Bool {
            if codes.indices.contains(row) { return codes[row] > 0 }
            return areBeyond.indices.contains(row) && areBeyond[row]
        }

        /// How many rows differ, and the largest distance.
        public func summary() -> (count: Int, largest: Double, isRounding: Bool) {
            if let few {
                let largest = few.errors.max() ?? 0
                let count = few.pairs.rowCount(with: ContiguousArray(few.errors.map { $0 > 0 ? 1 : 0 }))
                return (count, largest, isRounding)
            }
            var (count, largest) = (0, 0.0)
            for error in values where error > 0 {
                count += 1
                if error > largest { largest = error }
            }
            count += codeErrors.count
            largest = max(largest, Double(codeErrors.largest))
            return (count, largest, isRounding)
        }

        /// How often rows that differ are among these, and the largest distance; an index outside is none.
        public func summary(_ indices: some Sequence<Int>) -> (count: Int, largest: Double, isRounding: Bool) {
            var summary = (count: 0, largest: 0.0, isRounding: true)
            guard !isEmpty else { return summary }
            let values = few.map { $0.pairs.spread($0.errors) } ?? self.values
            let areBeyond =
                few.map { ContiguousArray($0.pairs.spread($0.beyond).map { $0 > 0 }) } ?? self.areBeyond
            for index in indices {
                let error = error(index, values)
                guard error > 0 else { continue }
                summary.count += 1
                summary.largest = max(summary.largest, error)
                if isBeyond(index, areBeyond) { summary.isRounding = false }
            }
            return summary
        }
    }
}

extension LossPlanning {
    /// Says how many of these rows of what was converted come back with other values.
    public mutating func loseErrors(
        _ errors: FrameAdaptation.Errors, at rows: some Sequence<Int>, _ path: String, _ original: Attribute,
        _ unit: String, remedy: Remedy? = nil
    ) {
        loseErrors(errors.summary(rows), path, original, unit, remedy: remedy)
    }

    /// Says that values of what was converted come back as others.
    public mutating func loseErrors(
        _ found: (count: Int, largest: Double, isRounding: Bool), _ path: String, _ original: Attribute, _ unit: String,
        remedy: Remedy? = nil
    ) {
        let name = original.semantic.plainName
        let isShape = SplatNames.isShape(original.semantic.name)
        let cause =
            isShape
            ? "converted to logarithms, as \(Self.formatName) stores sizes and opacities of splats"
            : original.semantic.isColor
                ? "converted from linear to sRGB colours, as \(Self.formatName) uses"
                : "flipped (v to 1 − v), as \(Self.formatName) counts from the bottom"
        let isRounding = found.isRounding && !isShape
        lose(
            isRounding ? .precisionReduced : .attributeNarrowed, isRounding ? .rounded : .narrowed, path,
            name, found.count, unit, error: found.largest, cause, remedy: remedy)
    }
}
