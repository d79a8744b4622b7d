/// The headers of an entry being written: local, and in the directory (APPNOTE.TXT 4.3.7, 4.3.12).
struct ZipWriterEntry {
    let name: String
    /// The offset of the local header in the archive.
    let offset: Int
    private let method: ZipMethod
    private let nameBytes: [UInt8]
    private let padding: Int
    /// Whether the sizes go into a zip64 extra field.
    let isLarge: Bool
    /// Whether the offset goes there too; only the directory has it.
    private let isFar: Bool

    /// The size of the record that ends an archive, in bytes.
    static let endByteCount = 22
    private static let localByteCount = 30
    private static let recordByteCount = 46
    /// The id of the extra field that OpenUSD uses to align data.
    private static let paddingID: UInt16 = 0x1986

    /// The size of a zip64 extra field before its numbers.
    private static let fieldHeaderByteCount = 4

    /// Creates headers for a local header at `offset` and data at a multiple of `alignment`.
    init(
        _ name: String, _ method: ZipMethod, offset: Int, alignment: Int, isLarge: Bool = false,
        largest: Int = 0xFFFF_FFFE
    ) {
        self.isLarge = isLarge
        isFar = offset > largest
        self.name = name
        self.method = method
        self.offset = offset
        nameBytes = Array(name.utf8)
        let large = isLarge ? Self.fieldHeaderByteCount + 16 : 0
        let over = (offset + Self.localByteCount + nameBytes.count + large) % alignment
        var padding = over == 0 ? 0 : alignment - over
        // An extra field has at least four bytes.
        while (1...3).contains(padding) { padding += alignment }
        self.padding = padding
    }

    var localByteCount: Int { Self.localByteCount + nameBytes.count + localLargeByteCount + padding }
    /// The size of the record in the directory in bytes.
    var directoryByteCount: Int { Self.recordByteCount + nameBytes.count + directoryLargeByteCount }
    /// The offset of zip64's sizes in the local header.
    var largeSizesOffset: Int { Self.localByteCount + nameBytes.count + Self.fieldHeaderByteCount }

    private var localLargeByteCount: Int { isLarge ? Self.fieldHeaderByteCount + 16 : 0 }
    private var directoryLargeByteCount: Int {
        isLarge || isFar ? Self.fieldHeaderByteCount + (isLarge ? 16 : 0) + (isFar ? 8 : 0) : 0
    }

    /// The local header, with checksum and sizes 0.
    var local: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(localByteCount)
        bytes.append(littleEndian: UInt32(ZipSignature.localHeader.rawValue))
        appendCommon(sizes: [UInt8](repeating: 0, count: 12), extra: localLargeByteCount + padding, to: &bytes)
        bytes += nameBytes
        if isLarge {
            bytes.append(littleEndian: UInt16(ZipExtra.zip64))
            bytes.append(littleEndian: UInt16(16))
            bytes.append(contentsOf: repeatElement(0, count: 16))
        }
        if padding > 0 {
            bytes.append(littleEndian: Self.paddingID)
            bytes.append(littleEndian: UInt16(truncatingIfNeeded: padding - 4))
            bytes.append(contentsOf: repeatElement(0, count: padding - 4))
        }
        return bytes
    }

    /// Appends the record in the directory.
    ///
    /// - Parameters:
    ///   - sizes: checksum and sizes, as in both headers.
    ///   - largeSizes: both sizes in 64 bits, used if needed.
    func appendDirectory(sizes: [UInt8], largeSizes: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt32(ZipSignature.directoryEntry.rawValue))
        // Made on Unix: if made on DOS, Info-ZIP's unzip would read even UTF-8 names as code page 437.
        bytes.append(littleEndian: versionNeeded | 3 << 8)
        appendCommon(sizes: sizes, extra: directoryLargeByteCount, to: &bytes)
        // No comment, the first disk; a regular file, readable by all.
        bytes.append(contentsOf: repeatElement(0, count: 6))
        bytes.append(littleEndian: UInt32(0o100644) << 16)
        bytes.append(littleEndian: isFar ? .max : UInt32(truncatingIfNeeded: offset))
        bytes += nameBytes
        guard isLarge || isFar else { return }
        bytes.append(littleEndian: UInt16(ZipExtra.zip64))
        bytes.append(littleEndian: UInt16(directoryLargeByteCount - Self.fieldHeaderByteCount))
        if isLarge { bytes += largeSizes }
        if isFar { bytes.append(littleEndian: UInt64(offset)) }
    }

    private var versionNeeded: UInt16 { isLarge || isFar ? 45 : method == .stored ? 10 : 20 }

    /// Appends the part that both headers share, from the version needed to the length of the extra field.
    private func appendCommon(sizes: [UInt8], extra: Int, to bytes: inout [UInt8]) {
        bytes.append(littleEndian: versionNeeded)
        // Bit 11: the name is UTF-8.
        bytes.append(littleEndian: UInt16(nameBytes.allSatisfy { $0 < 0x80 } ? 0 : 0x800))
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: method.rawValue))
        // Midnight of 1 January 1980, the earliest possible time.
        bytes.append(littleEndian: UInt16(0))
        bytes.append(littleEndian: UInt16(0x21))
        bytes += sizes
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: nameBytes.count))
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: extra))
    }
}

extension [UInt8] {
    /// Appends an integer, least significant byte first.
    mutating func append<Integer: FixedWidthInteger>(littleEndian value: Integer) {
        for shift in stride(from: 0, to: Integer.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
