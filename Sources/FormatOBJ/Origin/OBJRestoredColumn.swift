import MeshBytes
import MeshModel

// Bounds: the cursor sees the bytes of the text buffer, which lives longer and doesn't change meanwhile.

/// Converts numbers of a text to the type that they were printed from.
///
/// A text column holds float32 or float64; the printed value is the decimal that its shortest digits spell.
struct OBJRestoredColumn {
    /// The values in the wanted type; nil when one of them can't have been printed from it.
    let column: Column?

    /// - Parameters:
    ///   - type: the wanted type.
    ///   - factor: the integer that a text's 1 means in a normalised integer type, else 1.
    ///   - scale: the value that a text's 1 means in floats, else 1.
    init(_ text: Column, type: ScalarType, factor: Double, scale: Double) {
        guard text.type == .float32 || text.type == .float64 else {
            column = type == text.type ? text : Self.fromWhole(text, type)
            return
        }
        if factor != 1 || scale != 1 {
            column = Self.fromFractions(text, type, factor == 1 ? scale : factor)
        } else if type == text.type {
            column = text
        } else {
            column = Self.fromDecimals(text, type)
        }
    }

    private static func fromWhole(_ text: Column, _ type: ScalarType) -> Column? {
        var values = ContiguousArray<Double>()
        text.read(0..<text.count, into: &values)
        return packed(values, type, text.components)
    }

    /// Restores codes, where each text value is nearest to a fraction: of float32, or for floats as the text has them.
    private static func fromFractions(_ text: Column, _ type: ScalarType, _ most: Double) -> Column? {
        var values = ContiguousArray<Double>()
        text.read(0..<text.count, into: &values)
        let isExact = text.type == .float64 && !type.isInteger
        for index in values.indices {
            let (code, value) = ((values[index] * most).rounded(), values[index])
            guard isExact ? code / most == value : Float(code / most) == Float(value) else {
                // Floats on a wider scale than 0…1 need not be whole.
                guard !type.isInteger, !values[index].isNaN else { return nil }
                values[index] *= most
                continue
            }
            values[index] = code
        }
        return packed(values, type, text.components)
    }

    private static func fromDecimals(_ text: Column, _ type: ScalarType) -> Column? {
        var values = ContiguousArray<Double>()
        text.read(0..<text.count, into: &values)
        if text.type == .float32, type == .float64 || type.isInteger {
            for index in values.indices { values[index] = decimal(Float(values[index])) }
        }
        return packed(values, type, text.components)
    }

    /// The float64 that the shortest digits of a float32 spell.
    static func decimal(_ value: Float) -> Double {
        if !value.isFinite || (value.magnitude < 0x1p24 && value.rounded(.towardZero) == value) {
            return Double(value)
        }
        var text = TextBuffer(capacity: 64)
        text.append(value)
        var cursor = unsafe TextCursor(unsafe: text.bytes)
        let result = cursor.readFloat64() ?? Double(value)
        return result
    }

    private static func packed(
        _ values: ContiguousArray<Double>, _ type: ScalarType, _ components: Int
    ) -> Column? {
        func whole<T: FixedWidthInteger & ColumnScalar>(_: T.Type) -> Column? {
            var result = ContiguousArray<T>()
            result.reserveCapacity(values.count)
            for value in values {
                guard let exact = T(exactly: value) else { return nil }
                result.append(exact)
            }
            return Column(result, components: components)
        }
        switch type {
        case .int8: return whole(Int8.self)
        case .uint8: return whole(UInt8.self)
        case .int16: return whole(Int16.self)
        case .uint16: return whole(UInt16.self)
        case .int32: return whole(Int32.self)
        case .uint32: return whole(UInt32.self)
        case .int64: return whole(Int64.self)
        case .uint64: return whole(UInt64.self)
        case .float64: return Column(values, components: components)
        case .float32:
            guard values.allSatisfy({ Double(Float($0)) == $0 || $0.isNaN }) else { return nil }
            return Column(ContiguousArray(values.map { Float($0) }), components: components)
        case .float16: return halves(values, components)
        }
    }

    private static func halves(_ values: ContiguousArray<Double>, _ components: Int) -> Column? {
        var result = ContiguousArray<UInt16>()
        result.reserveCapacity(values.count)
        for value in values {
            guard let half = half(value) else { return nil }
            result.append(half)
        }
        let bits = Column(result, components: components)
        return Column(
            viewing: bits.storage, offset: bits.offset, stride: bits.stride, count: bits.count, components: components,
            type: .float16)
    }

    /// The bits of `value` as binary16; nil if it has no exact binary16.
    private static func half(_ value: Double) -> UInt16? {
        let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
        if value.isNaN { return 0x7E00 }
        if value.isInfinite { return sign | 0x7C00 }
        if value == 0 { return sign }
        let exponent = max(Int(value.exponent), -14)
        guard exponent <= 15 else { return nil }
        // In units of the last place: 11 bits for normal numbers, fewer below.
        let units = value.magnitude * Double(sign: .plus, exponent: 10 - exponent, significand: 1)
        guard let whole = UInt16(exactly: units), whole < 2048 else { return nil }
        if whole < 1024 { return sign | whole }
        return sign | UInt16(exponent + 15) << 10 | (whole - 1024)
    }
}
