public import MeshModel

/// A scene as files hold it that have sRGB colours, texture coordinates from the bottom and no fractions of integers.
///
/// What is in another frame is converted here, once, before anything else is planned; what it was is remembered for the
/// correspondence, the origin record and the losses. `COLOR_0`, `TEXCOORD_0`, positions and normals are looked at: the
/// formats that need this have no place for others.
public struct FrameAdaption: Sendable {
    /// What colours become.
    public enum Target: Sendable {
        /// Codes of the source's number of bits, of 8 for floats; floats where others of the same elements are.
        case codes
        /// Decimals, as many digits as give the value back.
        case text
    }

    /// The form of an attribute: how its numbers are to be understood.
    public struct Form: Sendable, Hashable {
        /// The type of the numbers.
        public var type: ScalarType
        /// Whether integers stand for fractions of their largest value.
        public var isNormalized: Bool
        /// The frame.
        public var frame: Frame

        /// A form from its parts.
        public init(type: ScalarType, isNormalized: Bool, frame: Frame) {
            self.type = type
            self.isNormalized = isNormalized
            self.frame = frame
        }

        /// The form that an attribute has.
        public init(of attribute: Attribute) {
            self.init(type: attribute.values.type, isNormalized: attribute.normalized, frame: attribute.frame)
        }
    }

    /// The scene to be written.
    public private(set) var scene: Scene
    /// What the source has at the paths of what was converted.
    public private(set) var originals: [String: Attribute] = [:]

    /// Adapts a scene; one that needs nothing is left as it is, at no cost.
    ///
    /// - Parameters:
    ///   - scene: what is to be written.
    ///   - target: what colours become.
    ///   - hasColors: whether the format has a place for colours: those that are left out need no conversion.
    public init(_ scene: Scene, to target: Target, hasColors: Bool = true) {
        self.scene = scene
        let sets = scene.vertexSets
        let vertexColors = sets.compactMap { $0.attribute(.color(0)) }
        for (index, set) in sets.enumerated() {
            for (place, attribute) in set.attributes.enumerated() {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard hasColors || !attribute.semantic.isColor else { continue }
                guard let adapted = Self.adapted(attribute, target, beside: vertexColors) else { continue }
                originals[path] = attribute
                self.scene.vertexSets[index].attributes[place] = adapted
            }
            for (pool, attribute) in set.pools.enumerated() {
                guard hasColors || !attribute.semantic.isColor else { continue }
                guard let adapted = Self.adapted(attribute, target, beside: []) else { continue }
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
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() {
                for (place, attribute) in primitive.elementAttributes.enumerated() where attribute.semantic.isColor {
                    let others = elementColors[primitive.topology] ?? []
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
        _ attribute: Attribute, _ target: Target, beside others: [Attribute]
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

    private static func codes(_ attribute: Attribute, _ others: [Attribute]) -> Attribute {
        let fixed = others.filter { $0.frame.colorSpace != .linear && $0.values.components >= 3 }
        func codeType(_ attribute: Attribute) -> ScalarType {
            attribute.values.type.isInteger && attribute.values.type.byteCount > 1 ? .uint16 : .uint8
        }
        if fixed.contains(where: { !$0.values.type.isInteger }) {
            let values = ColorTransfer.converted(attribute, to: .srgb, type: .float32).clampedToUnit()
            return Attribute(attribute.semantic, values, frame: .srgb)
        }
        let wanted = fixed.isEmpty ? others.filter { $0.frame.colorSpace == .linear } : fixed
        let type: ScalarType = wanted.contains { codeType($0) == .uint16 } ? .uint16 : .uint8
        return Attribute(
            attribute.semantic, ColorTransfer.converted(attribute, to: .srgb, type: type, normalized: true),
            normalized: true, frame: .srgb)
    }

    private static func decimals(_ attribute: Attribute) -> Attribute {
        var sample = attribute
        // What is true of each code that there is, is true of any number of them.
        if attribute.values.type == .uint8, attribute.normalized { sample.values = codesUsed(attribute.values) }
        // The shortest digits that give each value back: those of codes, of float32, else of float64.
        for snapsToCodes in [true, false] {
            let candidate = decimals(sample, .float32, snapsToCodes: snapsToCodes)
            let back = restored(candidate, to: Form(of: attribute))
            if back.map({ Errors.areEqual(sample.values, $0, width: 3) }) ?? false {
                return decimals(attribute, .float32, snapsToCodes: snapsToCodes)
            }
        }
        return decimals(attribute, .float64, snapsToCodes: false)
    }

    /// The bytes that the first three components of any row have, ascending, as rows of one.
    private static func codesUsed(_ column: Column) -> Column {
        var isUsed = ContiguousArray(repeating: false, count: 256)
        var buffer = ContiguousArray<UInt8>()
        let width = column.components
        var row = 0
        while row < column.count {
            let end = min(row + 4096, column.count)
            column.read(row..<end, into: &buffer)
            for index in 0..<end - row {
                for component in 0..<min(width, 3) { isUsed[Int(buffer[index * width + component])] = true }
            }
            row = end
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

    /// What an attribute of a file was in the form that it had before: the way back, as readers that find a record do it.
    ///
    /// - Returns: nil where the form is one that nothing is restored to.
    public static func restored(_ attribute: Attribute, to form: Form) -> Column? {
        guard form.type != .float16, attribute.offsets == nil else { return nil }
        if attribute.semantic.isTexCoord, form.frame.uvOrigin == .topLeft, attribute.frame.uvOrigin != .topLeft {
            return UVFlip.restored(attribute, type: form.type, normalized: form.isNormalized)
        }
        if attribute.semantic.isColor {
            return ColorTransfer.converted(
                attribute, to: form.frame, type: form.type, normalized: form.isNormalized)
        }
        guard form.isNormalized else { return nil }
        return ColorTransfer.converted(attribute, to: attribute.frame, type: form.type, normalized: true)
    }

    /// How a value of a file is turned back into one of the source that was converted.
    public static func codec(_ original: Attribute) -> Correspondence.Codec {
        if original.semantic.isColor { return .transferred }
        return original.frame.uvOrigin == .topLeft ? .flippedV : .normalized(original.values.type)
    }

    /// How far each row of a source is from what the way back makes of what is stored, as the comparison measures it.
    public struct Errors: Sendable {
        /// The largest distance of each row; 0: none. Empty: none at all.
        public private(set) var rows: ContiguousArray<Double> = []
        /// Whether each of them is one that the precision rules allow.
        public private(set) var isRounding = true

        /// No errors.
        public init() {}

        /// - Parameters:
        ///   - original: the source's attribute.
        ///   - stored: what readers that know no record find.
        ///   - width: how many components are written.
        public init(_ original: Attribute, _ stored: Attribute, width: Int) {
            guard let back = FrameAdaption.restored(stored, to: Form(of: original)) else { return }
            // Codes are compared as codes: most of what scans hold.
            if original.values.type == .uint8, back.type == .uint8 {
                var (a, b) = (ContiguousArray<UInt8>(), ContiguousArray<UInt8>())
                compare(
                    original.values, back, width, &a, &b, { $0.read($1, into: &$2) }, { abs(Double($0) - Double($1)) })
            } else {
                var (a, b) = (ContiguousArray<Double>(), ContiguousArray<Double>())
                compare(
                    original.values, back, width, &a, &b, { $0.read($1, into: &$2) },
                    { x, y in
                        if x.isNaN && y.isNaN { return 0 }
                        let error = abs(x - y)
                        return error.isNaN ? .infinity : error
                    })
            }
        }

        private mutating func compare<Value: Equatable>(
            _ original: Column, _ back: Column, _ width: Int, _ a: inout ContiguousArray<Value>,
            _ b: inout ContiguousArray<Value>, _ read: (Column, Range<Int>, inout ContiguousArray<Value>) -> Void,
            _ distance: (Value, Value) -> Double
        ) {
            let step = max(1, 8192 / max(original.components, 1))
            let (widthA, widthB) = (original.components, back.components)
            let shared = min(width, widthA, widthB)
            var row = 0
            while row < original.count {
                let end = min(row + step, original.count)
                read(original, row..<end, &a)
                read(back, row..<end, &b)
                for index in 0..<end - row {
                    var largest = 0.0
                    for component in 0..<shared {
                        let (x, y) = (a[index * widthA + component], b[index * widthB + component])
                        if x != y { largest = max(largest, distance(x, y)) }
                    }
                    guard largest > 0 else { continue }
                    if !(largest <= 0x1p-24) { isRounding = false }
                    if rows.isEmpty { rows = ContiguousArray(repeating: 0, count: original.count) }
                    rows[row + index] = largest
                }
                row = end
            }
        }

        /// How many rows differ, and the largest distance.
        public func summary() -> (count: Int, largest: Double, isRounding: Bool) {
            var (count, largest) = (0, 0.0)
            for error in rows where error > 0 {
                count += 1
                if error > largest { largest = error }
            }
            return (count, largest, largest <= 0x1p-24)
        }

        /// How often rows that differ are among these, and the largest distance; an index outside is none.
        public func summary(_ indices: some Sequence<Int>) -> (count: Int, largest: Double, isRounding: Bool) {
            var summary = (count: 0, largest: 0.0, isRounding: true)
            guard !rows.isEmpty else { return summary }
            for index in indices where rows.indices.contains(index) && rows[index] > 0 {
                summary.count += 1
                summary.largest = max(summary.largest, rows[index])
                if !(rows[index] <= 0x1p-24) { summary.isRounding = false }
            }
            return summary
        }
    }
}

extension FrameAdaption.Errors {
    /// Whether the first `width` components of two columns have the same values.
    fileprivate static func areEqual(_ a: Column, _ b: Column, width: Int) -> Bool {
        var x = ContiguousArray<Double>()
        var y = ContiguousArray<Double>()
        var row = 0
        while row < a.count {
            let end = min(row + 4096, a.count)
            a.read(row..<end, into: &x)
            b.read(row..<end, into: &y)
            for index in x.indices where index % a.components < width {
                if x[index] != y[index], !(x[index].isNaN && y[index].isNaN) { return false }
            }
            row = end
        }
        return true
    }
}

extension LossPlanning {
    /// Says how many of these rows of what was converted come back with other values.
    public mutating func loseErrors(
        _ errors: FrameAdaption.Errors, at rows: some Sequence<Int>, _ path: String, _ original: Attribute,
        _ unit: String, remedy: String? = nil
    ) {
        loseErrors(errors.summary(rows), path, original, unit, remedy: remedy)
    }

    /// Says that values of what was converted come back as others.
    public mutating func loseErrors(
        _ found: (count: Int, largest: Double, isRounding: Bool), _ path: String, _ original: Attribute, _ unit: String,
        remedy: String? = nil
    ) {
        let name = original.semantic.plainName
        let cause =
            original.semantic.isColor
            ? "\(Self.formatName) has sRGB colours: they were linear"
            : "\(Self.formatName) counts texture coordinates from the bottom: v is 1 − v"
        lose(
            found.isRounding ? .precisionReduced : .attributeNarrowed, found.isRounding ? .rounded : .narrowed, path,
            name, found.count, unit, error: found.largest, cause, remedy: remedy)
    }
}

extension Attribute {
    /// The attribute with its numbers in another type, as a file stores them.
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
