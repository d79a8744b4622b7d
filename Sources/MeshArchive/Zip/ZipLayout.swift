/// The layout of an archive: local headers, their order, and the bytes between entries.
struct ZipLayout {
    private(set) var entries: [ZipEntry] = []
    private(set) var findings: [ZipFinding] = []
    /// The indices of the entries in the order of their data.
    private(set) var order: [Int] = []
    /// The index of the first entry with each name.
    private(set) var places: [String: Int] = [:]
    private let directory: [ZipDirectoryEntry]

    /// Creates the layout of these entries, before any of them is checked.
    init(_ directory: [ZipDirectoryEntry]) {
        self.directory = directory
    }

    /// Reads each local header and compares it with the directory.
    mutating func readHeaders(_ source: ZipBytes, before limit: Int) throws(ZipError) {
        entries.reserveCapacity(directory.count)
        places.reserveCapacity(directory.count)
        for (place, record) in directory.enumerated() {
            let header = try ZipLocalHeader(source, record, before: limit)
            let start = header.dataOffset
            let entry = ZipEntry(
                name: record.name, method: record.method, flags: record.flags, checksum: record.checksum,
                byteCount: record.byteCount, headerOffset: record.headerOffset,
                data: start..<start + record.storedCount, versionNeeded: record.versionNeeded)
            guard entry.method != .stored || record.byteCount == record.storedCount else {
                throw .archive(
                    ArchiveError(
                        code: .invalidValue, byte: record.place,
                        message: "expected a stored entry of one size, found \(record.byteCount) bytes in "
                            + "\(record.storedCount)", entry: record.name))
            }
            entries.append(entry)
            for difference in header.differences { find(difference.kind, place, difference.message) }
            lookAt(entry, place)
        }
    }

    private mutating func lookAt(_ entry: ZipEntry, _ place: Int) {
        if places[entry.name] == nil {
            places[entry.name] = place
        } else {
            find(.duplicateName, place, "expected one entry of a name, found another before")
        }
        if entry.isFolder {
            find(.folder, place, "expected a file, found a folder's entry")
        } else if !entry.isAligned() {
            find(
                .unaligned, place, "expected data at a multiple of 64 bytes, found it at byte \(entry.data.lowerBound)")
        }
        switch entry.method {
        case .stored: break
        case .deflated: find(.deflated, place, "expected a stored entry, found a deflated one")
        default: find(.unknownMethod, place, "expected a stored or deflated entry, found \(entry.method)")
        }
        if entry.hasDataDescriptor {
            find(.dataDescriptor, place, "expected sizes before the data, found them behind it")
        }
    }

    /// Checks the order of the data: shared bytes are an error, bytes of no entry a finding.
    mutating func checkOrder(before limit: Int) throws(ZipError) {
        order = entries.indices.sorted { (entries[$0].headerOffset, $0) < (entries[$1].headerOffset, $1) }
        var isInOrder = true
        var end = 0
        var hasDescriptor = false
        for (position, place) in order.enumerated() {
            let entry = entries[place]
            guard entry.headerOffset >= end else {
                throw .archive(
                    ArchiveError(
                        code: .invalidValue, byte: entry.headerOffset,
                        message: "expected bytes of one entry, found bytes that also belong to "
                            + String(reflecting: position > 0 ? entries[order[position - 1]].name : ""),
                        entry: entry.name))
            }
            checkGap(end..<entry.headerOffset, hasDescriptor, before: place)
            if position != place { isInOrder = false }
            end = entry.data.upperBound
            hasDescriptor = entry.hasDataDescriptor
        }
        checkGap(end..<max(end, limit), hasDescriptor, before: nil)
        if !isInOrder {
            findings.append(
                ZipFinding(
                    kind: .outOfOrder, byte: limit,
                    message: "expected the directory in the order of the data, found another"))
        }
    }

    private mutating func checkGap(_ gap: Range<Int>, _ hasDescriptor: Bool, before place: Int?) {
        // A data descriptor has a checksum and two sizes of 4 or 8 bytes, usually preceded by a signature.
        guard !gap.isEmpty, !(hasDescriptor && [12, 16, 20, 24].contains(gap.count)) else { return }
        findings.append(
            ZipFinding(
                kind: .gap, entry: place, byte: gap.lowerBound,
                message: "expected \(place == nil ? "the directory" : "an entry"), "
                    + "found \(gap.count) bytes that belong to none"))
    }

    private mutating func find(_ kind: ZipFinding.Kind, _ place: Int, _ message: String) {
        findings.append(
            ZipFinding(kind: kind, entry: place, byte: directory[place].headerOffset, message: message))
    }
}
