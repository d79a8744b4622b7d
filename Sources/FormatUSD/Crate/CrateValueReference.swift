/// The eight bytes that say what a value is and where: its type, three flags, and the value itself or its offset.
struct CrateValueReference: Hashable {
    var bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(_ type: CrateType, isArray: Bool = false, isInline: Bool = false, isCompressed: Bool = false, payload: UInt64)
    {
        bits =
            (isArray ? 1 << 63 : 0) | (isInline ? 1 << 62 : 0) | (isCompressed ? 1 << 61 : 0)
            | UInt64(type.rawValue) << 48 | payload & Self.payloadMask
    }

    /// Changes of an array.
    init(edit type: CrateType, payload: UInt64) {
        bits = 1 << 60 | UInt64(type.rawValue) << 48 | payload & Self.payloadMask
    }

    private static let payloadMask: UInt64 = 1 << 48 - 1

    /// Whether it is an array of its type.
    var isArray: Bool { bits >> 63 != 0 }
    /// Whether the payload is the value.
    var isInline: Bool { bits >> 62 & 1 != 0 }
    /// Whether the array is compressed.
    var isCompressed: Bool { bits >> 61 & 1 != 0 }
    /// Whether it is an edit of an array (since 0.14).
    var isArrayEdit: Bool { bits >> 60 & 1 != 0 }
    /// The number of the type.
    var typeNumber: UInt8 { UInt8(truncatingIfNeeded: bits >> 48) }
    /// The value or its offset: 48 bits.
    var payload: UInt64 { bits & Self.payloadMask }
    /// The low four bytes of the payload: what is inline.
    var inline: UInt32 { UInt32(truncatingIfNeeded: bits) }
    /// The payload as an offset.
    var offset: Int { Int(payload) }
}

/// The types of values in a crate; those below 31, timecode and pathExpression are ``USDType``'s.
enum CrateType: UInt8 {
    case bool = 1
    case uchar, int, uint, int64, uint64, half, float, double, string, token, asset, matrix2d, matrix3d, matrix4d
    case quatd, quatf, quath, double2, float2, half2, int2, double3, float3, half3, int3, double4, float4, half4, int4
    case dictionary, tokenListOp, stringListOp, pathListOp, referenceListOp, intListOp, int64ListOp, uintListOp
    case uint64ListOp, pathVector, tokenVector, specifier, permission, variability, variantSelectionMap, timeSamples
    case payload, doubleVector, layerOffsetVector, stringVector, valueBlock, value, unregisteredValue
    case unregisteredValueListOp, payloadListOp, timecode, pathExpression, relocates, spline, animationBlock, duration

    /// The type of a number or word.
    init(_ type: USDType) { self = CrateType(rawValue: type.rawValue) ?? .bool }

    /// The number or word that it is a type of; nil for what only crates know.
    var scalar: USDType? { USDType(rawValue: rawValue) }
}

/// The version of a crate file.
struct CrateVersion: Comparable {
    var minor: UInt8

    static func < (one: CrateVersion, other: CrateVersion) -> Bool { one.minor < other.minor }

    /// Structural sections are compressed from here on: the oldest that is read.
    static let oldest = CrateVersion(minor: 4)
    /// Arrays have no rank any more, and whole numbers may be compressed.
    static let compressedIntegers = CrateVersion(minor: 5)
    static let compressedFloats = CrateVersion(minor: 6)
    /// Counts of arrays have eight bytes.
    static let wideCounts = CrateVersion(minor: 7)
    /// Payloads have time offsets. What is written unless a value needs more.
    static let payloadOffsets = CrateVersion(minor: 8)
    static let timecodes = CrateVersion(minor: 9)
    static let pathExpressions = CrateVersion(minor: 10)
    static let relocates = CrateVersion(minor: 11)
    static let splines = CrateVersion(minor: 12)
    static let splineTangents = CrateVersion(minor: 13)
    static let arrayEdits = CrateVersion(minor: 14)
    /// Splines of times.
    static let timedSplines = CrateVersion(minor: 15)
    static let durations = CrateVersion(minor: 16)
    /// The newest that is known.
    static let newest = durations
}
