/// A value rep (`ValueRep` in OpenUSD): eight bytes with a type, flags, and the value itself or its offset.
struct CrateValueReference: Hashable {
    var bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(_ type: CrateType, isArray: Bool = false, isInline: Bool = false, isCompressed: Bool = false, payload: UInt64)
    {
        bits =
            (isArray ? 1 << 63 : 0) | (isInline ? 1 << 62 : 0) | (isCompressed ? 1 << 61 : 0)
            | UInt64(type.rawValue) << 48 | payload & Self.payloadMask
    }

    /// Creates the rep of an array edit.
    init(edit type: CrateType, payload: UInt64) {
        bits = 1 << 60 | UInt64(type.rawValue) << 48 | payload & Self.payloadMask
    }

    private static let payloadMask: UInt64 = 1 << 48 - 1

    var isArray: Bool { bits >> 63 != 0 }
    /// Whether the payload is the value itself.
    var isInline: Bool { bits >> 62 & 1 != 0 }
    /// Whether the array is compressed.
    var isCompressed: Bool { bits >> 61 & 1 != 0 }
    /// Whether it is an edit of an array (since 0.14).
    var isArrayEdit: Bool { bits >> 60 & 1 != 0 }
    /// The number of the type.
    var typeNumber: UInt8 { UInt8(truncatingIfNeeded: bits >> 48) }
    /// The value or its offset, in 48 bits.
    var payload: UInt64 { bits & Self.payloadMask }
    /// The low four bytes of the payload, which hold an inline value.
    var inline: UInt32 { UInt32(truncatingIfNeeded: bits) }
    /// The payload as an offset.
    var offset: Int { Int(payload) }
}

/// The value types of crates. Those below 31, timecode and pathExpression equal those of ``USDType``.
enum CrateType: UInt8 {
    case bool = 1
    case uchar, int, uint, int64, uint64, half, float, double, string, token, asset, matrix2d, matrix3d, matrix4d
    case quatd, quatf, quath, double2, float2, half2, int2, double3, float3, half3, int3, double4, float4, half4, int4
    case dictionary, tokenListOp, stringListOp, pathListOp, referenceListOp, intListOp, int64ListOp, uintListOp
    case uint64ListOp, pathVector, tokenVector, specifier, permission, variability, variantSelectionMap, timeSamples
    case payload, doubleVector, layerOffsetVector, stringVector, valueBlock, value, unregisteredValue
    case unregisteredValueListOp, payloadListOp, timecode, pathExpression, relocates, spline, animationBlock, duration

    init(_ type: USDType) { self = CrateType(rawValue: type.rawValue) ?? .bool }

    /// The scalar type, or nil for types that only crates have.
    var scalar: USDType? { USDType(rawValue: rawValue) }
}

/// The version of a crate file.
struct CrateVersion: Comparable {
    var minor: UInt8

    static func < (one: CrateVersion, other: CrateVersion) -> Bool { one.minor < other.minor }

    /// Structural sections are compressed since this version, the oldest that we read.
    static let oldest = CrateVersion(minor: 4)
    /// Arrays have no rank since this version, and integers may be compressed.
    static let compressedIntegers = CrateVersion(minor: 5)
    static let compressedFloats = CrateVersion(minor: 6)
    /// Array counts have eight bytes since this version.
    static let wideCounts = CrateVersion(minor: 7)
    /// Payloads have time offsets since this version, which we write unless a value needs a newer one.
    static let payloadOffsets = CrateVersion(minor: 8)
    static let timecodes = CrateVersion(minor: 9)
    static let pathExpressions = CrateVersion(minor: 10)
    static let relocates = CrateVersion(minor: 11)
    static let splines = CrateVersion(minor: 12)
    static let splineTangents = CrateVersion(minor: 13)
    static let arrayEdits = CrateVersion(minor: 14)
    /// Splines of time codes.
    static let timedSplines = CrateVersion(minor: 15)
    static let durations = CrateVersion(minor: 16)
    /// The newest version that we know.
    static let newest = durations
}
