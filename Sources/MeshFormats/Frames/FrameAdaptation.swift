public import MeshModel

/// Converts a scene for formats with sRGB colours, texture coordinates from the bottom, and no normalized integers.
///
/// Values in another frame are converted here once, before planning. The originals are kept for the correspondence, the
/// origin record and the losses. Only `COLOR_0`, `TEXCOORD_0`, positions and normals are converted: the formats that
/// need this can't hold other sets. Where colours become codes, sizes and opacities of splats become logarithms.
public struct FrameAdaptation: Sendable {
    /// How colours are stored.
    public enum Target: Sendable {
        /// Codes with the source's number of bits (8 for floats); floats if other colours of the same elements are
        /// floats.
        case codes
        /// Decimals, with as many digits as give the value back.
        case text
    }

    /// The form of an attribute: how its numbers are interpreted.
    public struct Form: Sendable, Hashable {
        /// The type of the numbers.
        public var type: ScalarType
        /// Whether integers are fractions of their largest value.
        public var isNormalized: Bool
        /// The frame.
        public var frame: Frame

        /// Creates a form.
        public init(type: ScalarType, isNormalized: Bool, frame: Frame) {
            self.type = type
            self.isNormalized = isNormalized
            self.frame = frame
        }

        /// Creates the form of an attribute.
        public init(of attribute: Attribute) {
            self.init(type: attribute.values.type, isNormalized: attribute.normalized, frame: attribute.frame)
        }
    }

    /// The scene to be written.
    public private(set) var scene: Scene
    /// The source's attributes before conversion, by path.
    public private(set) var originals: [String: Attribute] = [:]

    /// Adapts a scene. One that needs no conversion is kept at no cost.
    ///
    /// - Parameters:
    ///   - scene: the scene to be written.
    ///   - target: how colours are stored.
    ///   - hasColors: whether the format can hold colours. If not, they are left out and need no conversion.
    public init(_ scene: Scene, to target: Target, hasColors: Bool = true) {
        self.scene = scene
        let sets = scene.vertexSets
        let vertexColors = Neighbours(sets.compactMap { $0.attribute(.color(0)) })
        for (index, set) in sets.enumerated() {
            let areSplats = set.splatDegree != nil
            for (place, attribute) in set.attributes.enumerated() {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard hasColors || !attribute.semantic.isColor else { continue }
                let own = areSplats ? Self.splats(attribute, target) : nil
                guard let adapted = own ?? Self.adapted(attribute, target, beside: vertexColors) else { continue }
                originals[path] = attribute
                self.scene.vertexSets[index].attributes[place] = adapted
            }
            for (pool, attribute) in set.pools.enumerated() {
                guard hasColors || !attribute.semantic.isColor else { continue }
                guard let adapted = Self.adapted(attribute, target, beside: Neighbours([])) else { continue }
                originals[ScenePath.pool(set: index, pool)] = attribute
                self.scene.vertexSets[index].pools[pool] = adapted
            }
        }
        var elementColors: [Topology: [Attribute]] = [:]
        for primitive in scene.meshes.flatMap(\.primitives) {
            let own = primitive.elementAttributes.filter { $0.semantic == .color(0) }
            if !own.isEmpty { elementColors[primitive.topology, default: []] += own }
        }
        guard hasColors, !elementColors.isEmpty else { return }
        let neighbours = elementColors.mapValues { Neighbours($0) }
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() {
                for (place, attribute) in primitive.elementAttributes.enumerated() where attribute.semantic.isColor {
                    let others = neighbours[primitive.topology] ?? Neighbours([])
                    guard let adapted = Self.adapted(attribute, target, beside: others) else { continue }
                    let path = ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic)
                    originals[path] = attribute
                    self.scene.meshes[mesh].primitives[index].elementAttributes[place] = adapted
                }
            }
        }
    }

    // MARK: Forth

    private static func adapted(
        _ attribute: Attribute, _ target: Target, beside others: Neighbours
    ) -> Attribute? {
        guard attribute.offsets == nil else { return nil }
        let type = attribute.values.type
        let isFraction = attribute.normalized && type.normalizedMaximum != nil
        switch attribute.semantic {
        case .color(0):
            guard attribute.frame.colorSpace == .linear, isFraction || !type.isInteger else { return nil }
            switch target {
            case .codes: return codes(attribute, others)
            case .text: return decimals(attribute)
            }
        case .texCoord(0):
            guard attribute.frame.uvOrigin == .topLeft || isFraction else { return nil }
            return coordinates(attribute, target)
        case .position, .normal:
            guard isFraction else { return nil }
            var result = attribute
            result.normalized = false
            result.values = ColorTransfer.converted(
                attribute, to: attribute.frame, type: type.byteCount > 2 ? .float64 : .float32)
            return result
        default: return nil
        }
    }

    /// Converts a splat attribute to the usual encoding; nil if it has it already.
    private static func splats(_ attribute: Attribute, _ target: Target) -> Attribute? {
        guard case .codes = target else { return nil }
        var result = attribute
        result.frame.encoding = SplatNames.encoding(attribute.semantic.name)
        guard result.frame.encoding != attribute.frame.encoding else { return nil }
        result.values = encoded(attribute, as: result.frame.encoding, type: attribute.values.type)
        return result
    }

    /// Converts stored numbers to another encoding.
    private static func encoded(_ attribute: Attribute, as encoding: Frame.Encoding, type: ScalarType) -> Column {
        var numbers = ContiguousArray<Double>()
        attribute.values.read(0..<attribute.values.count, into: &numbers)
        for index in numbers.indices {
            numbers[index] = encoding.encoded(attribute.frame.encoding.decoded(numbers[index]))
        }
        let width = attribute.values.components
        if type == .float64 { return Column(numbers, components: width) }
        return Column(ContiguousArray(numbers.map { Float($0) }), components: width)
    }

    /// Facts about all colours of the same kind of element, gathered once. In the file they become one property.
    private struct Neighbours {
        /// Whether some are not linear, so that they stay as they are; whether some of those are floats or have more
        /// than 8 bits.
        var hasFixed = false
        var hasFixedFloats = false
        var hasFixedWords = false
        /// Whether some linear ones have more than 8 bits.
        var hasLinearWords = false

        init(_ attributes: [Attribute]) {
            for attribute in attributes {
                let type = attribute.values.type
                let isWord = type.isInteger && type.byteCount > 1
                if attribute.frame.colorSpace == .linear {
                    if isWord { hasLinearWords = true }
                } else if attribute.values.components >= 3 {
                    hasFixed = true
                    if !type.isInteger { hasFixedFloats = true }
                    if isWord { hasFixedWords = true }
                }
            }
        }
    }

    private static func codes(_ attribute: Attribute, _ others: Neighbours) -> Attribute {
        if others.hasFixedFloats {
            let values = ColorTransfer.converted(attribute, to: .srgb, type: .float32).clampedToUnit()
            return Attribute(attribute.semantic, values, frame: .srgb)
        }
        let type: ScalarType = (others.hasFixed ? others.hasFixedWords : others.hasLinearWords) ? .uint16 : .uint8
        return Attribute(
            attribute.semantic, ColorTransfer.converted(attribute, to: .srgb, type: type, normalized: true),
            normalized: true, frame: .srgb)
    }

    private static func decimals(_ attribute: Attribute) -> Attribute {
        var sample = attribute
        // Testing each code that occurs once is enough.
        if attribute.values.type == .uint8, attribute.normalized { sample.values = codesUsed(attribute.values) }
        // Tries the shortest digits that give each value back: those of codes, then of float32, else float64. In most
        // columns the first rows already rule out the shorter ones.
        var first = sample
        first.values = sample.values.rows(0..<4096)
        for snapsToCodes in [true, false] {
            let attempt = restored(decimals(first, .float32, snapsToCodes: snapsToCodes), to: Form(of: attribute))
            guard attempt.map({ Errors.areEqual(first.values, $0, width: 3) }) ?? false else { continue }
            let candidate = decimals(sample, .float32, snapsToCodes: snapsToCodes)
            let back = restored(candidate, to: Form(of: attribute))
            if back.map({ Errors.areEqual(sample.values, $0, width: 3) }) ?? false {
                return decimals(attribute, .float32, snapsToCodes: snapsToCodes)
            }
        }
        return decimals(attribute, .float64, snapsToCodes: false)
    }

    /// The distinct bytes in the first three components, ascending, one a row.
    private static func codesUsed(_ column: Column) -> Column {
        var isUsed = ContiguousArray(repeating: false, count: 256)
        var buffer = ContiguousArray<UInt8>()
        let width = column.components
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            for index in 0..<rows.count {
                for component in 0..<min(width, 3) { isUsed[Int(buffer[index * width + component])] = true }
            }
        }
        return Column(ContiguousArray<UInt8>((0...255).filter { isUsed[Int($0)] }))
    }

    private static func decimals(_ attribute: Attribute, _ type: ScalarType, snapsToCodes: Bool) -> Attribute {
        let values = ColorTransfer.converted(attribute, to: .srgb, type: type, snapsToCodes: snapsToCodes)
        return Attribute(attribute.semantic, values.clampedToUnit(), frame: .srgb)
    }

    private static func coordinates(_ attribute: Attribute, _ target: Target) -> Attribute {
        let type = attribute.values.type
        var result = attribute
        result.normalized = false
        result.frame.uvOrigin = .bottomLeft
        let isWide = type == .float64 || (type.isInteger && type.byteCount > 2)
        let own: ScalarType = attribute.normalized || type == .float16 ? (isWide ? .float64 : .float32) : type
        guard attribute.frame.uvOrigin == .topLeft else {
            result.values = ColorTransfer.converted(attribute, to: attribute.frame, type: own)
            return result
        }
        result.values = UVFlip.flipped(attribute.values, type: own, normalized: attribute.normalized)
        if case .text = target, own == .float32 {
            let back = restored(result, to: Form(of: attribute))
            if !(back.map({ Errors.areEqual(attribute.values, $0, width: 3) }) ?? false) {
                result.values = UVFlip.flippedDecimals(attribute.values, normalized: attribute.normalized)
            }
        }
        return result
    }

    // MARK: Back

    /// Converts an attribute of a file back to its original form, as a reader does that finds an origin record.
    ///
    /// - Returns: nil where the form can't be restored.
    public static func restored(_ attribute: Attribute, to form: Form) -> Column? {
        guard form.type != .float16, attribute.offsets == nil else { return nil }
        if attribute.semantic.isTexCoord, form.frame.uvOrigin == .topLeft, attribute.frame.uvOrigin != .topLeft {
            return UVFlip.restored(attribute, type: form.type, normalized: form.isNormalized)
        }
        if attribute.semantic.isColor {
            return ColorTransfer.converted(
                attribute, to: form.frame, type: form.type, normalized: form.isNormalized)
        }
        if attribute.frame.encoding != form.frame.encoding, form.type == .float32 || form.type == .float64 {
            return encoded(attribute, as: form.frame.encoding, type: form.type)
        }
        guard form.isNormalized else { return nil }
        return ColorTransfer.converted(attribute, to: attribute.frame, type: form.type, normalized: true)
    }

    /// Returns the codec that turns a file's value back into the source's.
    public static func codec(_ original: Attribute) -> Correspondence.Codec {
        if original.semantic.isColor { return .transferred }
        if SplatNames.isShape(original.semantic.name) { return .encoded }
        return original.frame.uvOrigin == .topLeft ? .flippedV : .normalized(original.values.type)
    }

    /// The distance between each source row and the row restored from the file, measured like the comparison does.
    public struct Errors: Sendable {
        /// The largest distance in each row, in codes, where both sides are codes.
        private var codes: ContiguousArray<UInt8> = []
        /// The number of non-zero entries in `codes`, and the largest.
        private var codeErrors = (count: 0, largest: UInt8(0))
        /// The largest distance in each row, where the values are not codes.
        private var values: ContiguousArray<Double> = []
        /// Whether the precision rules allow every distance.
        public private(set) var isRounding = true
        /// Whether all values are restored exactly.
        public var isEmpty: Bool { codes.isEmpty && values.isEmpty }
        /// The compared rows; empty if no value differs.
        public var rows: Range<Int> { codes.isEmpty ? values.indices : codes.indices }

        /// Creates an empty result.
        public init() {}

        /// - Parameters:
        ///   - original: the source's attribute.
        ///   - stored: the attribute as readers find it that don't know the record.
        ///   - width: the number of components that are written.
        public init(_ original: Attribute, _ stored: Attribute, width: Int) {
            if let table = Self.codesBack(original, stored) {
                compare(original.values, stored.values, table, width)
                return
            }
            // Slice by slice: the restored values aren't needed afterwards.
            var part = stored
            for rows in (0..<original.count).blocks(of: Self.rowsAtOnce) {
                part.values = stored.values.rows(rows)
                guard let back = FrameAdaptation.restored(part, to: Form(of: original)) else { return }
                compare(original, rows, back, width)
            }
        }

        private static let rowsAtOnce = 1 << 17

        /// Compares some rows of the source with the restored ones.
        private mutating func compare(_ original: Attribute, _ rows: Range<Int>, _ back: Column, _ width: Int) {
            var (a, b) = (ContiguousArray<Double>(), ContiguousArray<Double>())
            let (widthA, widthB) = (original.values.components, back.components)
            let shared = min(width, widthA, widthB)
            for block in original.values.blocks(in: rows) {
                original.values.read(block, into: &a)
                back.read(block.lowerBound - rows.lowerBound..<block.upperBound - rows.lowerBound, into: &b)
                for index in 0..<block.count {
                    var largest = 0.0
                    for component in 0..<shared {
                        let (x, y) = (a[index * widthA + component], b[index * widthB + component])
                        if x != y { largest = max(largest, Self.distance(x, y)) }
                    }
                    guard largest > 0 else { continue }
                    if !(largest <= 0x1p-24) { isRounding = false }
                    if values.isEmpty { values = ContiguousArray(repeating: 0, count: original.count) }
                    values[block.lowerBound + index] = largest
                }
            }
        }

        private static func distance(_ x: Double, _ y: Double) -> Double {
            if x.isNaN && y.isNaN { return 0 }
            let error = abs(x - y)
            return error.isNaN ? .infinity : error
        }

        // MARK: Codes

        /// The code that each stored colour code is restored to, 256 for each component; nil if the colours are not
        /// codes.
        private static func codesBack(_ original: Attribute, _ stored: Attribute) -> ContiguousArray<UInt8>? {
            let (before, after) = (original.values, stored.values)
            guard stored.semantic.isColor, before.type == .uint8, after.type == .uint8, before.count == after.count,
                before.components > 0, after.components > 0
            else { return nil }
            var sample = stored
            let codes = ContiguousArray((0..<256 * after.components).map { UInt8($0 / after.components) })
            sample.values = Column(codes, components: after.components)
            guard let back = FrameAdaptation.restored(sample, to: Form(of: original)), back.type == .uint8,
                back.components == after.components
            else { return nil }
            var table = ContiguousArray<UInt8>()
            back.read(0..<256, into: &table)
            return table
        }

        /// Compares codes as integers: the fast path, since most colours of scans are codes.
        private mutating func compare(
            _ original: Column, _ stored: Column, _ table: ContiguousArray<UInt8>, _ width: Int
        ) {
            var (a, b) = (ContiguousArray<UInt8>(), ContiguousArray<UInt8>())
            let (widthA, widthB) = (original.components, stored.components)
            let shared = min(width, widthA, widthB)
            var errors = ContiguousArray<UInt8>(repeating: 0, count: original.count)
            var (count, most) = (0, UInt8(0))
            for rows in original.blocks {
                original.read(rows, into: &a)
                stored.read(rows, into: &b)
                // Branch-free on the values.
                for index in 0..<rows.count {
                    var largest: UInt8 = 0
                    for component in 0..<shared {
                        let x = a[index &* widthA &+ component]
                        let y = table[Int(b[index &* widthB &+ component]) &* widthB &+ component]
                        largest = max(largest, x > y ? x &- y : y &- x)
                    }
                    errors[rows.lowerBound &+ index] = largest
                    count &+= largest > 0 ? 1 : 0
                    most = max(most, largest)
                }
            }
            guard count > 0 else { return }
            (codes, codeErrors, isRounding) = (errors, (count, most), false)
        }

        /// The distance of a row; 0 for an index out of range.
        private func error(_ row: Int) -> Double {
            if codes.indices.contains(row) { return Double(codes[row]) }
            return values.indices.contains(row) ? values[row] : 0
        }

        /// Returns the number of rows that differ, and the largest distance.
        public func summary() -> (count: Int, largest: Double, isRounding: Bool) {
            var (count, largest) = (0, 0.0)
            for error in values where error > 0 {
                count += 1
                if error > largest { largest = error }
            }
            count += codeErrors.count
            largest = max(largest, Double(codeErrors.largest))
            return (count, largest, largest <= 0x1p-24)
        }

        /// Returns the number of differing rows among `indices`, and their largest distance. Ignores indices out of
        /// range.
        public func summary(_ indices: some Sequence<Int>) -> (count: Int, largest: Double, isRounding: Bool) {
            var summary = (count: 0, largest: 0.0, isRounding: true)
            guard !isEmpty else { return summary }
            for index in indices {
                let error = error(index)
                guard error > 0 else { continue }
                summary.count += 1
                summary.largest = max(summary.largest, error)
                if !(error <= 0x1p-24) { summary.isRounding = false }
            }
            return summary
        }
    }
}

extension FrameAdaptation.Errors {
    /// Whether the first `width` components of two columns have the same values.
    fileprivate static func areEqual(_ a: Column, _ b: Column, width: Int) -> Bool {
        var x = ContiguousArray<Double>()
        var y = ContiguousArray<Double>()
        for rows in a.blocks {
            a.read(rows, into: &x)
            b.read(rows, into: &y)
            for index in x.indices where index % a.components < width {
                if x[index] != y[index], !(x[index].isNaN && y[index].isNaN) { return false }
            }
        }
        return true
    }
}

extension LossPlanning {
    /// Reports how many of these converted rows are restored with other values.
    public mutating func loseErrors(
        _ errors: FrameAdaptation.Errors, at rows: some Sequence<Int>, _ path: String, _ original: Attribute,
        _ unit: String, remedy: Remedy? = nil
    ) {
        loseErrors(errors.summary(rows), path, original, unit, remedy: remedy)
    }

    /// Reports that converted values are restored as others.
    public mutating func loseErrors(
        _ found: (count: Int, largest: Double, isRounding: Bool), _ path: String, _ original: Attribute, _ unit: String,
        remedy: Remedy? = nil
    ) {
        let name = original.semantic.plainName
        let isShape = SplatNames.isShape(original.semantic.name)
        let cause =
            isShape
            ? "\(Self.formatName) has sizes and opacities of splats as logarithms"
            : original.semantic.isColor
                ? "\(Self.formatName) has sRGB colours: they were linear"
                : "\(Self.formatName) counts texture coordinates from the bottom: v is 1 − v"
        let isRounding = found.isRounding && !isShape
        lose(
            isRounding ? .precisionReduced : .attributeNarrowed, isRounding ? .rounded : .narrowed, path,
            name, found.count, unit, error: found.largest, cause, remedy: remedy)
    }
}

extension Attribute {
    /// Returns the attribute with its numbers in the type that a file stores.
    ///
    /// - Parameters:
    ///   - type: the type; integers stay as they are.
    ///   - asCodes: whether floats become codes, fractions of an integer type's largest value.
    public func stored(as type: ScalarType, asCodes: Bool = false) -> Attribute {
        guard values.type != type, !normalized else { return self }
        var result = self
        result.values = ColorTransfer.converted(self, to: frame, type: type, normalized: asCodes)
        result.normalized = asCodes
        return result
    }
}
