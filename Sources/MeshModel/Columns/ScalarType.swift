/// The type of one stored number, named as numpy, USD and this library's reports name it.
///
/// `float16` is a storage type only: it is read as the `UInt16` that holds its bits, since no Intel Mac has `Float16`.
public enum ScalarType: UInt8, Sendable, Hashable, CaseIterable {
    case int8, uint8, int16, uint16, int32, uint32, int64, uint64, float16, float32, float64

    /// The size of one value in bytes: 1, 2, 4 or 8.
    public var byteCount: Int {
        switch self {
        case .int8, .uint8: 1
        case .int16, .uint16, .float16: 2
        case .int32, .uint32, .float32: 4
        case .int64, .uint64, .float64: 8
        }
    }

    /// The name in reports: `float32`, `uint8` …
    public var name: String {
        switch self {
        case .int8: "int8"
        case .uint8: "uint8"
        case .int16: "int16"
        case .uint16: "uint16"
        case .int32: "int32"
        case .uint32: "uint32"
        case .int64: "int64"
        case .uint64: "uint64"
        case .float16: "float16"
        case .float32: "float32"
        case .float64: "float64"
        }
    }

    /// The type with this name, or nil.
    public init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }

    /// Whether values are whole numbers of 64 bits.
    public var isWideInteger: Bool { self == .int64 || self == .uint64 }

    /// Whether values are whole numbers.
    public var isInteger: Bool {
        switch self {
        case .float16, .float32, .float64: false
        default: true
        }
    }

    /// Whether values are whole numbers that may be negative.
    public var isSignedInteger: Bool {
        switch self {
        case .int8, .int16, .int32, .int64: true
        default: false
        }
    }

    /// The smallest type that holds every value of both; float64 if none does.
    package func joined(with other: ScalarType) -> ScalarType {
        if self == other { return self }
        guard isInteger, other.isInteger else {
            let types = [self, other]
            return types.allSatisfy { $0.byteCount <= 2 || $0 == .float32 } ? .float32 : .float64
        }
        let isSigned = isSignedInteger || other.isSignedInteger
        // An unsigned type needs a signed one of twice its size.
        func bytes(_ type: Self) -> Int { type.byteCount * (isSigned && !type.isSignedInteger ? 2 : 1) }
        switch (max(bytes(self), bytes(other)), isSigned) {
        case (2, true): return .int16
        case (4, true): return .int32
        case (8, true): return .int64
        case (2, false): return .uint16
        case (4, false): return .uint32
        case (8, false): return .uint64
        default: return .float64
        }
    }

    /// The integer that represents 1 in a normalised attribute (255 for `uint8`); nil for floats and 64-bit integers.
    public var normalizedMaximum: Double? {
        switch self {
        case .int8: 127
        case .uint8: 255
        case .int16: 32767
        case .uint16: 65535
        case .int32: 2_147_483_647
        case .uint32: 4_294_967_295
        default: nil
        }
    }
}

/// The order of the bytes of one number.
public enum ByteOrder: UInt8, Sendable, Hashable {
    case little, big

    /// The order of the machine that runs this code (every supported one is little-endian).
    public static var native: ByteOrder { 1.littleEndian == 1 ? .little : .big }
}
