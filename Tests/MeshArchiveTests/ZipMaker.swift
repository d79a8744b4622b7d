import MeshArchive

/// Makes archives record by record, valid and invalid ones; written from APPNOTE.TXT, independently of the writer.
struct ZipMaker {
    /// An entry; values that are nil get the correct ones.
    struct Entry {
        var name: [UInt8]
        var data: [UInt8]
        var method = 0
        var flags = 0
        var localFlags: Int?
        var localMethod: Int?
        var localName: [UInt8]?
        var checksum: UInt32?
        var byteCount: Int?
        var storedCount: Int?
        var localSizes: (checksum: UInt32, stored: Int, count: Int)?
        var offset: Int?
        var localExtra: [UInt8] = []
        var extra: [UInt8] = []
        var madeBy = 20
        var attributes = 0
        /// Bytes between the data and the next record.
        var behind: [UInt8] = []

        init(_ name: String, _ data: [UInt8] = []) {
            self.name = Array(name.utf8)
            self.data = data
        }
    }

    var entries: [Entry] = []
    /// The order of the directory; nil: of the entries.
    var order: [Int]?
    var comment: [UInt8] = []
    var entryCount: Int?
    var directoryOffset: Int?
    var directorySize: Int?
    var disk = 0
    var leading: [UInt8] = []
    var beforeEnd: [UInt8] = []

    init(_ entries: Entry...) { self.entries = entries }

    func archive() -> [UInt8] {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for entry in entries {
            offsets.append(bytes.count)
            let sizes =
                entry.localSizes
                ?? (checksum(entry), entry.storedCount ?? entry.data.count, entry.byteCount ?? entry.data.count)
            let name = entry.localName ?? entry.name
            bytes += little(0x0403_4B50, 4) + little(10, 2) + little(entry.localFlags ?? entry.flags, 2)
            bytes += little(entry.localMethod ?? entry.method, 2) + little(0, 4) + little(Int(sizes.checksum), 4)
            bytes += little(sizes.stored, 4) + little(sizes.count, 4) + little(name.count, 2)
            bytes += little(entry.localExtra.count, 2) + name + entry.localExtra + entry.data + entry.behind
        }
        let start = bytes.count
        for index in order ?? Array(entries.indices) {
            let entry = entries[index]
            bytes += little(0x0201_4B50, 4) + little(entry.madeBy, 2) + little(10, 2) + little(entry.flags, 2)
            bytes += little(entry.method, 2) + little(0, 4) + little(Int(checksum(entry)), 4)
            bytes += little(entry.storedCount ?? entry.data.count, 4) + little(entry.byteCount ?? entry.data.count, 4)
            bytes += little(entry.name.count, 2) + little(entry.extra.count, 2) + little(0, 2) + little(0, 2)
            bytes += little(0, 2) + little(entry.attributes, 4) + little(entry.offset ?? offsets[index], 4)
            bytes += entry.name + entry.extra
        }
        let size = bytes.count - start
        bytes += beforeEnd
        let count = entryCount ?? (order ?? Array(entries.indices)).count
        bytes += little(0x0605_4B50, 4) + little(disk, 2) + little(0, 2) + little(count, 2) + little(count, 2)
        bytes += little(directorySize ?? size, 4) + little(directoryOffset ?? start, 4)
        return leading + bytes + little(comment.count, 2) + comment
    }

    private func checksum(_ entry: Entry) -> UInt32 { entry.checksum ?? CRC32(entry.data.span).value }

    private func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

extension ZipReader {
    init(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws(ArchiveError) {
        self = try unsafe bytes.withUnsafeBufferPointer { (raw) throws(ArchiveError) in
            try unsafe ZipReader(UnsafeRawBufferPointer(raw), limits: limits)
        }
    }

    func contents(of entry: ZipEntry, in bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        try unsafe bytes.withUnsafeBufferPointer { (raw) throws(ArchiveError) in
            try unsafe contents(of: entry, in: UnsafeRawBufferPointer(raw))
        }
    }

    func storedRange(of entry: ZipEntry, in bytes: [UInt8]) throws(ArchiveError) -> Range<Int> {
        try unsafe bytes.withUnsafeBufferPointer { (raw) throws(ArchiveError) in
            try unsafe storedRange(of: entry, in: UnsafeRawBufferPointer(raw))
        }
    }
}
