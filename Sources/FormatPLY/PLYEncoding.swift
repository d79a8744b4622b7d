import MeshModel

/// The encoding of the body.
enum PLYEncoding: String, Sendable, Hashable {
    case ascii
    case binaryLittleEndian = "binary_little_endian"
    case binaryBigEndian = "binary_big_endian"

    var variant: String {
        switch self {
        case .ascii: "ply.ascii"
        case .binaryLittleEndian: "ply.binary"
        case .binaryBigEndian: "ply.binary-big-endian"
        }
    }

    /// The encoding of a variant; `ply` alone is the usual binary one.
    init?(variant: String) {
        switch variant {
        case "ply", "ply.binary": self = .binaryLittleEndian
        case "ply.ascii": self = .ascii
        case "ply.binary-big-endian": self = .binaryBigEndian
        default: return nil
        }
    }

    /// The byte order once the body is in memory: a text body is parsed into little-endian rows.
    var byteOrder: ByteOrder { self == .binaryBigEndian ? .big : .little }
}
