/// Compares rows of two attributes after converting the target's values back with the codec.
package enum ValueComparison {
    package struct Result {
        package var count = 0
        package var largestError = 0.0
        /// Whether each difference is within ``tolerance(_:largest:)``.
        package var isRounding = true
        /// The largest absolute value of the source, if it was needed.
        package var largest: Double?
    }

    private static let rowsPerPiece = 1 << 16

    /// The rounding that the precision rules allow: 2⁻²⁴ for colours, half a float32 step of the largest coordinate for
    /// positions, ``rounding(ofTexCoord:)`` for texture coordinates, nothing for anything else.
    private static func tolerance(_ semantic: AttributeSemantic, largest: @autoclosure () -> Double) -> Double {
        if semantic.isColor { return 0x1p-24 }
        if semantic == .position { return Double(Float(largest()).ulp) / 2 }
        return 0
    }

    /// The rounding that the precision rules allow for a texture coordinate: a float32 step of it, or of what it is when
    /// it is flipped, and at least 2⁻²⁴, which is that of coordinates from 0 to 1.
    package static func rounding(ofTexCoord value: Double) -> Double {
        let size = max(abs(value), abs(1 - value))
        return size > 1 && size.isFinite ? Double(Float(size).ulp) : 0x1p-24
    }

    /// The largest absolute value of a column's finite numbers; ∞ if there is none.
    private static func largest(of column: Column) -> Double {
        var largest = -1.0
        for (_, buffer) in column.blocks(of: Double.self) {
            for value in buffer {
                let distance = abs(value)
                if distance > largest, distance < .infinity { largest = distance }
            }
        }
        return largest < 0 ? .infinity : largest
    }

    /// Compares source rows 0 ..< `count` with target rows from `targetStart`.
    ///
    /// When one source is compared with many targets, pass `largest` of an earlier result. `workers` compare chunks of
    /// rows.
    package static func compareAligned(
        _ from: Attribute, _ to: Attribute, targetStart: Int, count: Int, _ codec: Correspondence.Codec,
        largest: Double? = nil, workers: any Workers = OneWorker()
    ) -> Result {
        // A target with too few rows was not read correctly: the result is a difference of any size.
        guard targetStart >= 0, targetStart + count <= to.count, count <= from.count else {
            return Result(count: count, largestError: .infinity, isRounding: false)
        }
        if from.offsets != nil || to.offsets != nil {
            var pairs = ContiguousArray<(Int32, Int32)>()
            pairs.reserveCapacity(count)
            for row in 0..<count { pairs.append((Int32(clamping: row), Int32(clamping: targetStart + row))) }
            return compareRagged(from, to, pairs)
        }
        if areWide(from, to) {
            return compareWide(from, to, count: count) { (Int($0), targetStart + Int($0)) }
        }
        let judge = Judge(from, to, codec, largest: largest)
        let equality = judge.rowEquality(from, to)
        let tallies = workers.map(pieces: rowsPerPiece, of: count) { (rows) -> Judge.Tally in
            var judge = judge
            var a = ContiguousArray<Double>()
            var b = ContiguousArray<Double>()
            for block in from.values.blocks(in: rows) {
                let start = targetStart + block.lowerBound
                if equality?.areEqual(block, from: start) == true { continue }
                from.values.read(block, into: &a)
                to.values.read(start..<start + block.count, into: &b)
                for index in 0..<block.count { judge.add(a, index, b, index) }
            }
            return judge.tally
        }
        return judge.result(of: tallies.reduce(into: Judge.Tally()) { $0.add($1) })
    }

    /// Compares pairs of (source row, target row).
    package static func compare(
        _ from: Attribute, _ to: Attribute, _ pairs: ContiguousArray<(Int32, Int32)>, _ codec: Correspondence.Codec,
        largest: Double? = nil
    ) -> Result {
        var pairs = pairs
        let isInside = { (pair: (Int32, Int32)) in Int(pair.0) < from.count && Int(pair.1) < to.count }
        let outside = pairs.reduce(0) { $0 + (isInside($1) ? 0 : 1) }
        if outside > 0 { pairs = ContiguousArray(pairs.filter(isInside)) }
        var result = compareInside(from, to, pairs, codec, largest)
        if outside > 0 { result = Result(count: result.count + outside, largestError: .infinity, isRounding: false) }
        return result
    }

    private static func compareInside(
        _ from: Attribute, _ to: Attribute, _ pairs: ContiguousArray<(Int32, Int32)>, _ codec: Correspondence.Codec,
        _ largest: Double?
    ) -> Result {
        if from.offsets != nil || to.offsets != nil { return compareRagged(from, to, pairs) }
        if areWide(from, to) {
            return compareWide(from, to, count: pairs.count) { (Int(pairs[$0].0), Int(pairs[$0].1)) }
        }
        guard var running = Running(from, to, codec, largest: largest) else { return Result() }
        for block in pairs.indices.blocks(of: Running.blockSize) { running.addInside(ContiguousArray(pairs[block])) }
        return running.result
    }

    /// A comparison of pairs that arrive in blocks, so that neither pairs nor values are in memory as a whole.
    package struct Running {
        package static let blockSize = 8192
        private let from: Attribute
        private let to: Attribute
        private var judge: Judge
        package let equality: RowEquality?
        private var a = ContiguousArray<Double>()
        private var b = ContiguousArray<Double>()
        /// The rows of one side.
        private var rows = ContiguousArray<Int32>()
        private var outside = 0

        /// Nil for lists and for 64-bit integers, which are compared as a whole.
        package init?(_ from: Attribute, _ to: Attribute, _ codec: Correspondence.Codec, largest: Double? = nil) {
            guard from.offsets == nil, to.offsets == nil, !ValueComparison.areWide(from, to) else { return nil }
            self.from = from
            self.to = to
            judge = Judge(from, to, codec, largest: largest)
            equality = judge.rowEquality(from, to)
        }

        package var result: Result {
            guard outside > 0 else { return judge.result(of: judge.tally) }
            return Result(count: judge.tally.count + outside, largestError: .infinity, isRounding: false)
        }

        /// Adds pairs of (source row, target row).
        package mutating func add(_ pairs: ContiguousArray<(Int32, Int32)>) {
            let isInside = { [from, to] (pair: (Int32, Int32)) in Int(pair.0) < from.count && Int(pair.1) < to.count }
            if pairs.allSatisfy(isInside) { return addInside(pairs) }
            let inside = ContiguousArray(pairs.filter(isInside))
            outside += pairs.count - inside.count
            addInside(inside)
        }

        fileprivate mutating func addInside(_ pairs: ContiguousArray<(Int32, Int32)>) {
            var pairs = pairs
            if let equality {
                equality.removeEqual(&pairs)
                if pairs.isEmpty { return }
            }
            // Copied to arrays: reading rows through views of the pairs isn't specialised, and takes three times as
            // long.
            rows.removeAll(keepingCapacity: true)
            for pair in pairs { rows.append(pair.0) }
            Self.read(rows, of: from.values, into: &a)
            rows.removeAll(keepingCapacity: true)
            for pair in pairs { rows.append(pair.1) }
            Self.read(rows, of: to.values, into: &b)
            for row in 0..<pairs.count { judge.add(a, row, b, row) }
        }

        /// Reads rows in the order of a list; most often they are consecutive.
        @inline(__always)
        private static func read(
            _ rows: ContiguousArray<Int32>, of column: Column, into buffer: inout ContiguousArray<Double>
        ) {
            guard let first = rows.first, let last = rows.last else {
                buffer.removeAll(keepingCapacity: true)
                return
            }
            var next = first
            var areNext = Int(last) - Int(first) == rows.count - 1
            if areNext {
                for row in rows {
                    if row != next {
                        areNext = false
                        break
                    }
                    next &+= 1
                }
            }
            // A repetition is not expanded for this.
            if areNext, first >= 0, column.repetition == nil {
                column.read(Int(first)..<Int(first) + rows.count, into: &buffer)
            } else {
                let picked = column.picked(rows)
                picked.read(0..<picked.count, into: &buffer)
            }
        }
    }

    /// Whether both are 64-bit integers: beyond 2⁵³ they can't be compared as float64.
    fileprivate static func areWide(_ from: Attribute, _ to: Attribute) -> Bool {
        func isWide(_ type: ScalarType) -> Bool { type == .int64 || type == .uint64 }
        return isWide(from.values.type) && isWide(to.values.type) && from.values.components == to.values.components
    }

    private static func compareWide(
        _ from: Attribute, _ to: Attribute, count: Int, _ pair: (Int) -> (Int, Int)
    ) -> Result {
        let a = from.values.integers()
        let b = to.values.integers()
        let width = from.values.components
        var result = Result()
        for index in 0..<count {
            let (x, y) = pair(index)
            var differs = false
            for component in 0..<width {
                let (p, q) = (a[x * width + component], b[y * width + component])
                if p != q {
                    differs = true
                    result.largestError = max(result.largestError, abs(Double(p) - Double(q)))
                }
            }
            if differs {
                result.count += 1
                result.isRounding = false
            }
        }
        return result
    }

    private static func compareRagged(
        _ from: Attribute, _ to: Attribute, _ pairs: ContiguousArray<(Int32, Int32)>
    ) -> Result {
        var result = Result()
        guard let fromOffsets = from.offsets?.integers(), let toOffsets = to.offsets?.integers() else {
            return Result(count: pairs.count, largestError: .infinity, isRounding: false)
        }
        let a = from.values.doubles()
        let b = to.values.doubles()
        func row(_ offsets: [Int64], _ index: Int32, _ count: Int) -> Range<Int>? {
            let (start, end) = (Int(offsets[Int(index)]), Int(offsets[Int(index) + 1]))
            return start >= 0 && start <= end && end <= count ? start..<end : nil
        }
        for (x, y) in pairs {
            guard let rowA = row(fromOffsets, x, a.count), let rowB = row(toOffsets, y, b.count) else {
                result = Result(count: result.count + 1, largestError: .infinity, isRounding: false)
                continue
            }
            var differs = rowA.count != rowB.count
            if differs {
                result.largestError = .infinity
            } else {
                for (p, q) in zip(a[rowA], b[rowB]) where !(p == q || (p.isNaN && q.isNaN)) {
                    differs = true
                    let distance = abs(p - q)
                    result.largestError = max(result.largestError, distance.isNaN ? .infinity : distance)
                }
            }
            if differs {
                result.count += 1
                result.isRounding = false
            }
        }
        return result
    }

    /// Compares pairs of rows of plain attributes.
    struct Judge {
        struct Tally: Sendable {
            var count = 0
            var largestError = 0.0
            /// Whether a texture coordinate is off by more than rounding.
            var isBeyond = false

            mutating func add(_ other: Tally) {
                count += other.count
                largestError = max(largestError, other.largestError)
                isBeyond = isBeyond || other.isBeyond
            }
        }

        let widthFrom: Int
        let widthTo: Int
        let shared: Int
        let scaleFrom: Double
        let scaleTo: Double
        let codec: Correspondence.Codec
        var decoding: Decoding
        let semantic: AttributeSemantic
        let column: Column
        /// The largest absolute value of the source, if known.
        private let largest: Double?
        /// For a source of bytes: the last target value of each code, for each of four components; NaN before the
        /// first. Empty for other sources, and if no conversion is needed.
        private var known = ContiguousArray<Double>()
        /// Whether that target value is equal to the code.
        private var isKnownEqual = ContiguousArray<Bool>()
        private(set) var tally = Tally()

        init(_ from: Attribute, _ to: Attribute, _ codec: Correspondence.Codec, largest: Double? = nil) {
            widthFrom = from.values.components
            widthTo = to.values.components
            shared = min(widthFrom, widthTo)
            semantic = from.semantic
            // Values in the source's own form need no decoding.
            let isSameForm =
                from.normalized == to.normalized && from.values.type == to.values.type && from.frame == to.frame
            self.codec = isSameForm ? .identity : codec
            decoding = Decoding(from, to, self.codec)
            func scale(_ attribute: Attribute) -> Double {
                attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
            }
            // Stored numbers are compared directly if both sides have the same form.
            let isSame = from.normalized == to.normalized && from.values.type == to.values.type
            scaleFrom = isSame ? 1 : scale(from)
            scaleTo = isSame ? 1 : scale(to)
            column = from.values
            self.largest = largest
            if from.values.type == .uint8, self.codec != .identity {
                known = ContiguousArray(repeating: .nan, count: 4 * 256)
                isKnownEqual = ContiguousArray(repeating: false, count: 4 * 256)
            }
        }

        /// A comparison of bits that finds rows in which ``add(_:_:_:_:)`` would find no difference; nil if that can't
        /// be known.
        func rowEquality(_ from: Attribute, _ to: Attribute) -> RowEquality? {
            codec == .identity && scaleFrom == scaleTo ? RowEquality(from.values, to.values) : nil
        }

        @inline(__always)
        mutating func add(
            _ a: ContiguousArray<Double>, _ rowA: Int, _ b: ContiguousArray<Double>, _ rowB: Int
        ) {
            var differs = false
            for component in 0..<shared {
                let x = a[rowA * widthFrom + component]
                let y = b[rowB * widthTo + component]
                if x == y, codec == .identity, scaleFrom == scaleTo { continue }
                if !isEqual(x, y, component) { differs = true }
            }
            if differs { tally.count += 1 }
        }

        @inline(__always)
        private mutating func isEqual(_ x: Double, _ y: Double, _ component: Int) -> Bool {
            guard !known.isEmpty, component < 4 else { return isEqualAnew(x, y, component) }
            let place = Int(x) &* 4 &+ component
            if known[place] != y {
                isKnownEqual[place] = isEqualAnew(x, y, component)
                known[place] = y
            }
            return isKnownEqual[place]
        }

        private mutating func isEqualAnew(_ x: Double, _ y: Double, _ component: Int) -> Bool {
            if x.isNaN && y.isNaN { return true }
            let error: Double
            // What the source's number stands for.
            var value = x
            switch codec {
            // Offsets were added before: ``Comparison/recentered(_:like:set:by:)``.
            case .identity, .offset:
                let p = x / scaleFrom
                let q = y / scaleTo
                if p == q { return true }
                // The float nearest to a code equals that code.
                if scaleFrom == 1, scaleTo > 1, Float(q) == Float(p) { return true }
                value = p
                error = abs(p - q)
            case .normalized(let type):
                let most = type.normalizedMaximum ?? 1
                // The float nearest to a code equals that code.
                if (y * most).rounded() == x, Float(x / most) == Float(y) { return true }
                value = x / most
                error = abs(value - y)
            case .scaled(let factor):
                if (y * factor).rounded() == x, Float(x / factor) == Float(y) { return true }
                if x == y * factor { return true }
                value = x / factor
                error = abs(value - y)
            case .decimal:
                if x == y || Double("\(Float(y))") == x { return true }
                error = abs(x - y)
            case .transferred, .flippedV, .encoded:
                let z = decoding.value(y, component)
                if x == z { return true }
                error = abs(x - z)
            }
            tally.largestError = max(tally.largestError, error.isNaN ? .infinity : error)
            if semantic.isTexCoord, !(error <= ValueComparison.rounding(ofTexCoord: value)) { tally.isBeyond = true }
            return false
        }

        /// Returns the result of a tally: all differences are rounding if each is.
        func result(of tally: Tally) -> Result {
            guard tally.count > 0 else { return Result(largest: largest) }
            var known = largest
            if known == nil, semantic == .position { known = ValueComparison.largest(of: column) }
            let limit = ValueComparison.tolerance(semantic, largest: known ?? 0)
            return Result(
                count: tally.count, largestError: tally.largestError,
                isRounding: semantic.isTexCoord ? !tally.isBeyond : tally.largestError <= limit, largest: known)
        }
    }
}
