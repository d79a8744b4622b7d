import MeshFormats
import MeshModel

// Bounds: eight bytes are loaded only where as many are left; pieces are those of the column.

/// The arrays written so far, so that equal arrays are written once.
struct CrateArrayTable {
    private var written: [UInt64: [(array: USDArray, rep: CrateValueReference)]] = [:]
    /// The maximum number of arrays per hash to compare. Further ones are simply written again.
    private static let mostCompared = 8
    /// The number of rows to hash at the beginning, in the middle and at the end.
    private static let sampledRows = 512

    /// A hash of the type, the count and sampled rows.
    func hash(_ array: USDArray) throws(WriteError) -> UInt64 {
        let column = array.values
        var hash = UInt64(array.type.rawValue) &+ UInt64(column.count) &* 0x9E37_79B9_7F4A_7C15
        let middle = column.count / 2
        for first in column.count <= 3 * Self.sampledRows ? [0] : [0, middle, column.count - Self.sampledRows] {
            let rows = column.count <= 3 * Self.sampledRows ? column.count : Self.sampledRows
            try unsafe column.rows(first..<first + rows).forEachPiece { (piece) throws(WriteError) in
                hash = unsafe Self.mix(hash, piece)
            }
        }
        return hash
    }

    private static func mix(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = hash
        var at = 0
        while at <= bytes.count - 8 {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            hash = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
            hash ^= hash >> 32
            at += 8
        }
        while at < bytes.count {
            hash = unsafe (hash ^ UInt64(bytes[at])) &* 0x9FB2_1C65_1E98_DF25
            hash ^= hash >> 32
            at += 1
        }
        return hash
    }

    /// The rep of an equal array, or nil if there is none.
    func find(_ array: USDArray, _ hash: UInt64) throws(WriteError) -> CrateValueReference? {
        for (other, rep) in written[hash] ?? [] where other.type == array.type {
            if try Self.areEqual(array.values, other.values) { return rep }
        }
        return nil
    }

    mutating func add(_ array: USDArray, _ hash: UInt64, _ rep: CrateValueReference) {
        if written[hash, default: []].count < Self.mostCompared { written[hash, default: []].append((array, rep)) }
    }

    /// Whether two columns of one type have the same bytes.
    private static func areEqual(_ one: Column, _ other: Column) throws(WriteError) -> Bool {
        guard one.count == other.count else { return false }
        if one.isSameView(as: other) { return true }
        // Compare chunk by chunk, so that columns with gaps need no full copy.
        let rows = max(1, (1 << 20) / max(1, one.components * one.type.byteCount))
        for range in (0..<one.count).blocks(of: rows) {
            var isEqual = false
            try unsafe one.rows(range).forEachPiece { (piece) throws(WriteError) in
                try unsafe other.rows(range).forEachPiece { (counterpart) throws(WriteError) in
                    isEqual = unsafe piece.elementsEqualBytes(counterpart)
                }
            }
            guard isEqual else { return false }
        }
        return true
    }
}

extension UnsafeRawBufferPointer {
    /// Whether two memory regions have the same bytes.
    fileprivate func elementsEqualBytes(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var at = 0
        while at <= count - 8 {
            let one = unsafe loadUnaligned(fromByteOffset: at, as: UInt64.self)
            if unsafe one != other.loadUnaligned(fromByteOffset: at, as: UInt64.self) { return false }
            at += 8
        }
        while at < count {
            if unsafe self[at] != other[at] { return false }
            at += 1
        }
        return true
    }
}
