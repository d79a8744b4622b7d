internal import MeshArchive

/// A zip archive made by hand, in forms that archivers use but our own writer doesn't (APPNOTE.TXT 4.3).
package struct FixtureZip: Hashable, Sendable {
    /// Whether entries are deflated.
    package var deflates = false
    /// Whether sizes follow the data, as macOS writes them (bit 3).
    package var hasDescriptors = false
    /// Whether sizes and offsets are in zip64 fields, and the directory has a zip64 end.
    package var isZip64 = false
    /// The upper half of the external attributes of the last entry: a Unix mode, such as that of a symbolic link.
    package var lastMode = 0o100644

    package init() {}

    /// Returns the archive of some files.
    package func archive(_ files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        var out: [UInt8] = []
        var directory: [UInt8] = []
        for (index, file) in files.enumerated() {
            let data = deflates ? Self.deflated(file.bytes) : file.bytes
            let contents = ContiguousArray(file.bytes)
            let checksum = CRC32(contents.span)
            let offset = out.count
            let name = Array(file.path.utf8)
            let flags = (hasDescriptors ? 8 : 0) | 0x800
            let head: [UInt8] =
                two(isZip64 ? 45 : 20) + two(flags) + two(deflates ? 8 : 0) + two(0) + two(0x21)
            let sizes: [UInt8] =
                isZip64
                ? four(0xFFFF_FFFF) + four(0xFFFF_FFFF) : four(data.count) + four(file.bytes.count)
            let local: [UInt8] = hasDescriptors && !isZip64 ? four(0) + four(0) : sizes
            let localCRC = hasDescriptors ? four(0) : four(Int(checksum.value))
            let zeros = hasDescriptors
            let localExtra: [UInt8] =
                isZip64
                ? two(1) + two(16) + eight(zeros ? 0 : file.bytes.count) + eight(zeros ? 0 : data.count) : []
            out += four(0x0403_4B50) + head + localCRC + local + two(name.count) + two(localExtra.count) + name
            out += localExtra + data
            if hasDescriptors {
                out += four(0x0807_4B50) + four(Int(checksum.value))
                out += isZip64 ? eight(data.count) + eight(file.bytes.count) : four(data.count) + four(file.bytes.count)
            }
            let extra: [UInt8] =
                isZip64 ? two(1) + two(24) + eight(file.bytes.count) + eight(data.count) + eight(offset) : []
            let mode = index == files.count - 1 ? lastMode : 0o100644
            directory += four(0x0201_4B50) + two(3 << 8 | 20) + head + four(Int(checksum.value)) + sizes
            directory += two(name.count) + two(extra.count) + two(0) + two(0) + two(0) + four(mode << 16)
            directory += four(isZip64 ? 0xFFFF_FFFF : offset) + name + extra
        }
        let start = out.count
        out += directory
        if isZip64 {
            let end = out.count
            out += four(0x0606_4B50) + eight(44) + two(45) + two(45) + four(0) + four(0)
            out += eight(files.count) + eight(files.count) + eight(directory.count) + eight(start)
            out += four(0x0706_4B50) + four(0) + eight(end) + four(1)
        }
        let count = isZip64 ? 0xFFFF : files.count
        out += four(0x0605_4B50) + two(0) + two(0) + two(count) + two(count)
        out += four(isZip64 ? 0xFFFF_FFFF : directory.count) + four(isZip64 ? 0xFFFF_FFFF : start) + two(0)
        return out
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let contents = ContiguousArray(bytes)
        return (try? Deflater.deflate(contents.span, .raw)) ?? []
    }

    private func two(_ value: Int) -> [UInt8] { (0..<2).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    private func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    private func eight(_ value: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}
