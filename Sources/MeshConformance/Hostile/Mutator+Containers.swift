import MeshArchive
import MeshBytes
import MeshCompression
import MeshFormats

extension Mutator {
    /// Changes the JSON or the buffer of a GLB, and mends its lengths.
    mutating func binaryGLTF(_ bytes: [UInt8], _ depth: Int, _ bytewise: (([UInt8]) -> [UInt8])?) -> [UInt8]? {
        guard let count = Self.word(bytes, 12), 20 + count <= bytes.count else { return nil }
        var json = Array(bytes[20..<20 + count])
        var rest = Array(bytes[(20 + count)...])
        if random.oneIn(3), rest.count > 8 {
            let length = min(rest.count - 8, Self.word(rest, 0) ?? 0)
            let data = bytesChanged(Array(rest[8..<8 + length]), bytewise)
            rest = Self.bytes(data.count) + rest[4..<8] + data + rest[(8 + length)...]
        } else {
            json = text(json)
        }
        while json.count % 4 != 0 { json.append(UInt8(ascii: " ")) }
        let total = 20 + json.count + rest.count
        return bytes[..<8] + Self.bytes(total) + Self.bytes(json.count) + bytes[16..<20] + json + rest
    }

    /// Changes one entry of a zip archive and writes the archive anew: sizes and checksums are right.
    mutating func archive(_ bytes: [UInt8], _ depth: Int, _ bytewise: (([UInt8]) -> [UInt8])?) -> [UInt8]? {
        let input = Input.bytes(bytes, name: "archive.zip")
        var limits = ZipLimits()
        limits.entry.maximumOutput = 4 << 20
        guard let reader = try? ZipReader(input, limits: limits), !reader.entries.isEmpty else { return nil }
        let chosen = random.int(0...reader.entries.count - 1)
        let output = Output(memoryNamed: "archive.zip")
        guard let sink = try? output.main() else { return nil }
        var writer = ZipWriter(to: sink, alignment: 64)
        for (index, entry) in reader.entries.enumerated() {
            guard var contents = try? reader.contents(of: entry, in: input) else { continue }
            var name = entry.name
            if index == chosen {
                if random.oneIn(12) {
                    let other = reader.entries[random.int(0...reader.entries.count - 1)].name
                    name = random.pick(other, "../" + name, name + "/", "a/" + name)
                } else if random.oneIn(12) {
                    continue
                } else {
                    contents = changed(contents, depth: depth + 1, bytewise) ?? bytesChanged(contents, bytewise)
                }
            }
            guard (try? writer.add(name, contents, random.oneIn(4) ? .deflated(level: 6) : .stored)) != nil else {
                return nil
            }
        }
        guard (try? writer.finish()) != nil else { return nil }
        return output.mainBytes()
    }

    /// Changes a chunk of a PNG and mends its length and checksum.
    mutating func picture(_ bytes: [UInt8], _ bytewise: (([UInt8]) -> [UInt8])?) -> [UInt8]? {
        var chunks: [Range<Int>] = []
        var place = 8
        while place + 12 <= bytes.count, chunks.count < 1000 {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            chunks.append(place..<place + 12 + length)
            place += 12 + length
        }
        guard !chunks.isEmpty else { return nil }
        let chunk = chunks[random.int(0...chunks.count - 1)]
        let data = bytesChanged(Array(bytes[chunk.lowerBound + 8..<chunk.upperBound - 4]), bytewise)
        let body = Array(bytes[chunk.lowerBound + 4..<chunk.lowerBound + 8]) + data
        var checksum = CRC32()
        checksum.update(body, from: 0)
        let whole =
            Self.bytes(data.count).reversed() + body + Self.bytes(Int(checksum.value)).reversed()
        return bytes[..<chunk.lowerBound] + whole + bytes[chunk.upperBound...]
    }

    /// Changes a section of a crate: one that is compressed is decoded, changed, and put at the end of the file.
    mutating func crate(_ bytes: [UInt8], _ bytewise: (([UInt8]) -> [UInt8])?) -> [UInt8]? {
        guard let table = Self.long(bytes, 16), let count = Self.long(bytes, table), (1...64).contains(count) else {
            return nil
        }
        let row = table + 8 + 32 * random.int(0...count - 1)
        guard let start = Self.long(bytes, row + 16), let size = Self.long(bytes, row + 24), size > 0,
            start <= bytes.count - size
        else { return nil }
        var result = bytes
        let section = Array(bytes[start..<start + size])
        // Compressed parts begin with their size; the first of the tokens lies behind two counts, others behind one.
        let offsets = [8, 16, 0].filter { offset in
            guard let length = Self.long(section, offset) else { return false }
            return length > 1 && offset + 8 + length <= section.count && section[offset + 8] == 0
        }
        guard let offset = offsets.first, !random.oneIn(4), let length = Self.long(section, offset),
            let decoded = try? LZ4Block.decode(Array(section[offset + 9..<offset + 8 + length]), most: 1 << 20)
        else {
            guard let place = random.oneIn(4) ? row + 16 : start + random.int(0...size - 1) as Int? else { return nil }
            let end = min(bytes.count, place + random.pick(1, 4, 8, 8))
            guard place < end else { return nil }
            let same = end - place
            let piece = bytesChanged(Array(bytes[place..<end]))
            result.replaceSubrange(place..<end, with: (piece + [UInt8](repeating: 0, count: same)).prefix(same))
            return result
        }
        let altered = bytesChanged(decoded, bytewise)
        guard let packed = LZ4Block.encode(altered) else { return nil }
        var head = Array(section[..<offset])
        // The size of all tokens is before that of the compressed ones.
        if offset == 16, Self.long(section, 8) == decoded.count {
            head.replaceSubrange(8..<16, with: Self.bytes8(altered.count))
        }
        let made = head + Self.bytes8(packed.count + 1) + [0] + packed + section[(offset + 8 + length)...]
        result.replaceSubrange(row + 16..<row + 32, with: Self.bytes8(result.count) + Self.bytes8(made.count))
        return result + made
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> Int? {
        guard place >= 0, place <= bytes.count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private static func long(_ bytes: [UInt8], _ place: Int) -> Int? {
        guard place >= 0, place <= bytes.count - 8, let low = word(bytes, place), word(bytes, place + 4) == 0 else {
            return nil
        }
        return low
    }

    private static func bytes(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private static func bytes8(_ value: Int) -> [UInt8] { bytes(value) + [0, 0, 0, 0] }
}
