import MeshArchive
import MeshBytes
import Testing

private typealias Entry = ZipMaker.Entry

@Suite struct ZipReaderTests {
    private func kinds(_ bytes: [UInt8]) throws -> [ZipFinding.Kind] { try ZipReader(bytes).findings.map(\.kind) }

    private func error(_ bytes: [UInt8]) -> ArchiveError? {
        #expect(throws: ArchiveError.self) { try ZipReader(bytes) }
    }

    // MARK: Archives of other programs

    @Test func readsWhatPythonWrites() throws {
        let bytes = ZipFixtures.python
        let archive = try ZipReader(bytes)
        #expect(archive.entries.map(\.name) == ["models/t.obj", "größe.txt", "folder/"])
        #expect(archive.entries.map(\.method) == [.deflated, .stored, .stored])
        #expect(archive.comment == Array("made for a test".utf8))
        let text = try #require(archive["models/t.obj"])
        #expect(try archive.contents(of: text, in: bytes) == ZipFixtures.text)
        let other = try #require(archive["größe.txt"])
        #expect(try archive.contents(of: other, in: bytes) == Array("ok".utf8))
        #expect(archive.entries[2].isFolder)
        #expect(Set(archive.findings.map(\.kind)) == [.unaligned, .deflated, .folder])
    }

    @Test func readsWhatInfoZipWrites() throws {
        let archive = try ZipReader(ZipFixtures.infoZip)
        #expect(archive.entries.map(\.name) == ["t.obj", "t.png"])
        #expect(try archive.contents(of: archive.entries[0], in: ZipFixtures.infoZip) == ZipFixtures.text)
        let image = try archive.contents(of: archive.entries[1], in: ZipFixtures.infoZip)
        #expect(image.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    }

    @Test func readsSizesBehindTheData() throws {
        let archive = try ZipReader(ZipFixtures.infoZipStream)
        #expect(archive.entries.map(\.name) == ["-"])
        #expect(archive.entries[0].hasDataDescriptor)
        #expect(try archive.contents(of: archive.entries[0], in: ZipFixtures.infoZipStream) == ZipFixtures.text)
        #expect(archive.findings.map(\.kind).contains(.dataDescriptor))
        #expect(!archive.findings.map(\.kind).contains(.gap))
    }

    @Test func findsNothingInAPackageOfUSD() throws {
        let archive = try ZipReader(ZipFixtures.usd)
        #expect(archive.entries.map(\.name) == ["a.usda", "0/t.png"])
        #expect(archive.findings == [])
        #expect(archive.entries.allSatisfy { $0.isAligned() && $0.method == .stored })
        let range = try archive.storedRange(of: archive.entries[0], in: ZipFixtures.usd)
        #expect(range.lowerBound == 64)
        #expect(ZipFixtures.usd[range].starts(with: Array("#usda 1.0\n".utf8)))
    }

    @Test(arguments: [ZipFixtures.zip64, ZipFixtures.pythonZip64])
    func readsSizesOf64Bits(bytes: [UInt8]) throws {
        let archive = try ZipReader(bytes)
        #expect(archive.entries.map(\.name) == ["t.obj"])
        #expect(try archive.contents(of: archive.entries[0], in: bytes) == ZipFixtures.text)
        #expect(!archive.findings.map(\.kind).contains(.headerMismatch))
    }

    @Test(arguments: [ZipFixtures.python, ZipFixtures.infoZip, ZipFixtures.usd, ZipFixtures.zip64])
    func readsAnInputAsItReadsMemory(bytes: [UInt8]) throws {
        let input = Input.bytes(bytes, name: "a.zip")
        let (archive, other) = (try ZipReader(bytes), try ZipReader(input))
        #expect(archive.entries == other.entries)
        #expect(archive.findings == other.findings)
        for entry in archive.entries {
            #expect(try archive.contents(of: entry, in: bytes) == other.contents(of: entry, in: input))
        }
    }

    /// The sizes of ZIP64 lie behind more bytes of extra fields than are usual.
    @Test(arguments: [3, 4])
    func sizesBehindALongExtraFieldAreCompared(size: UInt8) throws {
        let data: [UInt8] = [1, 2, 3]
        var entry = Entry("a.bin", data)
        entry.localSizes = (CRC32(data.span).value, 0xFFFF_FFFF, 0xFFFF_FFFF)
        let header: [UInt8] = [0x86, 0x19, 196, 0]
        let padding = header + [UInt8](repeating: 0, count: 196)
        let sizes: [UInt8] = [1, 0, 16, 0, size, 0, 0, 0, 0, 0, 0, 0, size, 0, 0, 0, 0, 0, 0, 0]
        entry.localExtra = padding + sizes
        let bytes = ZipMaker(entry).archive()
        let archive = try ZipReader(bytes)
        #expect(try archive.contents(of: archive.entries[0], in: bytes) == data)
        #expect(archive.findings.map(\.kind).filter { $0 == .headerMismatch }.count == (size == 3 ? 0 : 2))
    }

    @Test func aFileThatIsShorterThanItsDirectorySaysIsTruncated() throws {
        let bytes = ZipMaker(Entry("a.bin", [UInt8](repeating: 7, count: 100))).archive()
        let archive = try ZipReader(bytes)
        let cut = Input.bytes(Array(bytes[..<40]), name: "a.zip")
        let error = #expect(throws: ZipError.self) {
            try archive.beginning(of: archive.entries[0], count: 100, in: cut)
        }
        guard case .archive(let fault) = error else {
            Issue.record("expected an error of the archive")
            return
        }
        #expect(fault.code == .truncated && fault.byte == 40)
    }

    // MARK: Differences that are reported

    @Test func readsAnArchiveWithoutEntries() throws {
        let archive = try ZipReader(ZipMaker().archive())
        #expect(archive.entries == [])
        #expect(archive.findings == [])
        #expect(archive["a"] == nil)
    }

    @Test func findsGapsBeforeEntriesAndTheDirectory() throws {
        var first = Entry("a", [1])
        first.behind = [9, 9, 9]
        var second = Entry("b", [2])
        second.behind = [9]
        let bytes = ZipMaker(first, second).archive()
        let gaps = try ZipReader(bytes).findings.filter { $0.kind == .gap }
        #expect(gaps.map(\.entry) == [1, nil])
        #expect(gaps.map(\.byte) == [32, 67])
    }

    @Test func findsAnotherOrder() throws {
        var maker = ZipMaker(Entry("a", [1]), Entry("b", [2]))
        maker.order = [1, 0]
        let archive = try ZipReader(maker.archive())
        #expect(archive.entries.map(\.name) == ["b", "a"])
        #expect(archive.storageOrder == [1, 0])
        #expect(archive.findings.map(\.kind).contains(.outOfOrder))
    }

    @Test func findsTwoEntriesOfAName() throws {
        let bytes = ZipMaker(Entry("a", [1]), Entry("a", [2])).archive()
        let archive = try ZipReader(bytes)
        #expect(archive.findings.filter { $0.kind == .duplicateName }.map(\.entry) == [1])
        #expect(archive.index(of: "a") == 0)
    }

    @Test func findsHeadersThatDiffer() throws {
        var entry = Entry("a", [1])
        entry.localName = Array("b".utf8)
        entry.localMethod = 8
        entry.localFlags = 2
        entry.localSizes = (7, 8, 9)
        let bytes = ZipMaker(entry).archive()
        let archive = try ZipReader(bytes)
        #expect(archive["a"] != nil)
        let kinds = archive.findings.map(\.kind)
        #expect(kinds.count { $0 == .nameMismatch } == 1)
        #expect(kinds.count { $0 == .headerMismatch } == 5)
        #expect(try archive.contents(of: archive.entries[0], in: bytes) == [1])
    }

    @Test func findsBytesBeforeAndBehind() throws {
        var maker = ZipMaker(Entry("a", [1, 2, 3]))
        maker.leading = [7, 7, 7, 7, 7]
        let bytes = maker.archive() + [0, 0]
        let archive = try ZipReader(bytes)
        #expect(archive.findings.prefix(2).map(\.kind) == [.trailingBytes, .leadingBytes])
        #expect(archive.entries[0].headerOffset == 5)
        #expect(try archive.contents(of: archive.entries[0], in: bytes) == [1, 2, 3])
    }

    @Test func readsBehindADirectorysSignature() throws {
        var maker = ZipMaker(Entry("a", [1]))
        maker.beforeEnd = [1, 2, 3]
        #expect(try kinds(maker.archive()).contains(.gap))
    }

    @Test func findsASecondEndInTheComment() throws {
        var maker = ZipMaker(Entry("a", [1]))
        maker.comment = ZipMaker().archive()
        #expect(try kinds(maker.archive()).contains(.ambiguousEnd))
    }

    @Test func readsTheLongestComment() throws {
        var maker = ZipMaker(Entry("a", [1]))
        maker.comment = [UInt8](repeating: 0x50, count: 0xFFFF)
        let bytes = maker.archive()
        #expect(try ZipReader(bytes).comment.count == 0xFFFF)
        #expect(try ZipReader(bytes).entries.count == 1)
    }

    @Test func readsNamesOfEveryEncoding() throws {
        var declared = Entry("ö")
        declared.flags = 0x800
        var page = Entry("")
        page.name = [0x94]  // ö of code page 437
        var infoZip = Entry("?")
        infoZip.extra = [0x75, 0x70, 7, 0, 1, 0, 0, 0, 0] + Array("ö".utf8)
        let checksum = CRC32(infoZip.name.span).value
        for index in 0..<4 { infoZip.extra[5 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index))) }
        for (entry, isGuess) in [(declared, false), (Entry("ö"), true), (page, true), (infoZip, false)] {
            let archive = try ZipReader(ZipMaker(entry).archive())
            #expect(archive.entries.map(\.name) == ["ö"])
            #expect(archive.findings.contains { $0.kind == .undeclaredEncoding } == isGuess)
        }
    }

    @Test func saysWhatAnExtraFieldLacks() throws {
        var entry = Entry("a", [1])
        entry.extra = [1, 2, 9, 0, 0]
        #expect(try kinds(ZipMaker(entry).archive()).contains(.malformedExtra))
    }

    @Test func listsMethodsThatItDoesNotRead() throws {
        var entry = Entry("a", [1])
        entry.method = 93
        entry.byteCount = 5
        let bytes = ZipMaker(entry).archive()
        let archive = try ZipReader(bytes)
        #expect(archive.findings.map(\.kind).contains(.unknownMethod))
        let error = #expect(throws: ArchiveError.self) {
            try archive.contents(of: archive.entries[0], in: bytes)
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.entry == "a")
    }

    // MARK: Archives that are refused

    @Test(
        arguments: ["../a", "a/../../b", "..", "/a", "\\a", "C:/a", "c:a", "a\\..\\..\\b", "", "a\0b", "..\\a"])
    func refusesNamesThatLeaveTheArchive(name: String) {
        let error = error(ZipMaker(Entry("ok"), Entry(name)).archive())
        #expect(error?.code == .invalidValue)
        #expect(error?.entry == name)
        #expect(error?.message.hasPrefix("expected a name inside of the archive, found ") ?? false)
    }

    @Test(arguments: ["..a", "a..", "a/..b/c", "...", "./a", "a//b", "1:2"])
    func readsNamesThatOnlyLookLikeIt(name: String) throws {
        #expect(try ZipReader(ZipMaker(Entry(name)).archive()).entries.map(\.name) == [name])
    }

    @Test(arguments: [1, 0x40, 0x2000])
    func refusesEncryption(flag: Int) {
        var entry = Entry("a", [1])
        entry.flags = flag
        #expect(error(ZipMaker(entry).archive())?.code == .unsupported)
    }

    @Test func refusesSymbolicLinks() {
        var entry = Entry("a", Array("/etc".utf8))
        entry.madeBy = 3 << 8 | 20
        entry.attributes = 0xA1FF << 16
        #expect(error(ZipMaker(entry).archive())?.code == .unsupported)
    }

    @Test func refusesEntriesThatOverlap() {
        var same = Entry("b", [2])
        same.offset = 0
        same.localName = Array("b".utf8)
        #expect(error(ZipMaker(Entry("a", [2]), same).archive())?.message.contains("also belong to \"a\"") ?? false)
        // A local header inside the data of another entry, as in zip bombs.
        let inner = ZipMaker(Entry("b", [2])).archive()
        var second = Entry("b", [2])
        second.offset = 31
        #expect(error(ZipMaker(Entry("a", inner), second).archive())?.code == .invalidValue)
    }

    @Test func refusesEntriesThatShareAByte() {
        var long = Entry("a", [2])
        (long.storedCount, long.byteCount) = (2, 2)
        #expect(error(ZipMaker(long, Entry("b")).archive())?.entry == "b")
    }

    @Test func refusesEntriesThatAreNotThere() {
        var far = Entry("a", [1])
        far.offset = 5_000
        #expect(error(ZipMaker(far).archive())?.code == .invalidValue)
        var shifted = Entry("a", [1])
        shifted.offset = 1
        #expect(error(ZipMaker(shifted).archive())?.message == "expected a local header, found something else")
        var long = Entry("a", [1])
        long.storedCount = 1_000
        long.byteCount = 1_000
        #expect(error(ZipMaker(long).archive())?.message == "expected 1000 bytes of data, found 1")
    }

    @Test(arguments: [0, 2, 3, 60_000])
    func refusesAnotherNumberOfEntries(count: Int) {
        var maker = ZipMaker(Entry("a", [1]))
        maker.entryCount = count
        #expect(error(maker.archive())?.code == .invalidValue)
    }

    @Test func refusesAPartOfSeveralFiles() {
        var maker = ZipMaker(Entry("a", [1]))
        maker.disk = 1
        #expect(error(maker.archive())?.code == .unsupported)
    }

    @Test func saysThatAnArchiveIsCutOff() {
        for bytes in [ZipFixtures.python, ZipFixtures.usd] {
            for count in 4..<bytes.count where count != bytes.count - 15 {
                let error = error(Array(bytes[..<count]))
                #expect(error?.code == .truncated, "\(count) bytes")
            }
        }
        #expect(error([])?.code == .invalidValue)
        #expect(error(Array("v 0 0 0\n".utf8))?.message == "expected a zip archive, found no record of one")
    }

    @Test func saysThatTheBeginningIsMissing() {
        #expect(error(Array(ZipFixtures.usd.dropFirst(10)))?.code == .truncated)
    }

    @Test func keepsToItsLimits() throws {
        var limits = ZipLimits()
        limits.entryCount = 1
        let two = ZipMaker(Entry("a"), Entry("b")).archive()
        #expect(throws: ArchiveError.self) { try ZipReader(two, limits: limits) }
        limits.entryCount = 2
        #expect(try ZipReader(two, limits: limits).entries.count == 2)
        limits.directoryByteCount = 93
        #expect(throws: ArchiveError.self) { try ZipReader(two, limits: limits) }
        limits = ZipLimits()
        limits.entry.maximumOutput = 31
        let archive = try ZipReader(ZipFixtures.python, limits: limits)
        let error = #expect(throws: ArchiveError.self) {
            try archive.contents(of: archive.entries[0], in: ZipFixtures.python)
        }
        #expect(error?.code == .limitExceeded)
    }

    // MARK: Taking entries

    @Test func checksTheChecksum() throws {
        var entry = Entry("a", [1, 2, 3])
        entry.checksum = 5
        let bytes = ZipMaker(entry).archive()
        let archive = try ZipReader(bytes)
        let message = "expected bytes with the checksum 5, found 55bc801d"
        var error = #expect(throws: ArchiveError.self) {
            try archive.contents(of: archive.entries[0], in: bytes)
        }
        #expect(error == ArchiveError(code: .invalidValue, byte: 31, message: message, entry: "a"))
        error = #expect(throws: ArchiveError.self) { try archive.storedRange(of: archive.entries[0], in: bytes) }
        #expect(error?.message == message)
    }

    @Test(arguments: [31, 33, 0, 100_000])
    func checksTheSize(count: Int) throws {
        let text = ZipFixtures.text
        var entry = Entry("a", try Deflater.deflate(text.span, .raw))
        entry.method = 8
        entry.byteCount = count
        let bytes = ZipMaker(entry).archive()
        let archive = try ZipReader(bytes)
        #expect(throws: ArchiveError.self) { try archive.contents(of: archive.entries[0], in: bytes) }
    }

    @Test func refusesBytesBehindAStream() throws {
        let text = ZipFixtures.text
        var entry = Entry("a", try Deflater.deflate(text.span, .raw) + [0])
        entry.method = 8
        entry.byteCount = 32
        entry.checksum = CRC32(text.span).value
        let bytes = ZipMaker(entry).archive()
        let archive = try ZipReader(bytes)
        let error = #expect(throws: ArchiveError.self) {
            try archive.contents(of: archive.entries[0], in: bytes)
        }
        #expect(error?.message == "expected the end of the data, found 1 more bytes")
    }

    @Test func refusesABomb() throws {
        let zeros = [UInt8](repeating: 0, count: 20 << 20)
        var entry = Entry("a", try Deflater.deflate(zeros.span, .raw, level: 9))
        entry.method = 8
        entry.byteCount = zeros.count
        entry.checksum = CRC32(zeros.span).value
        let bytes = ZipMaker(entry).archive()
        let archive = try ZipReader(bytes)
        let error = #expect(throws: ArchiveError.self) {
            try archive.contents(of: archive.entries[0], in: bytes)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.entry == "a")
    }

    @Test func readsLargeEntriesInPieces() throws {
        var seed: UInt32 = 3
        let data = (0..<3_000_000).map { _ -> UInt8 in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return UInt8(48 + (seed >> 24) % 10)
        }
        var deflated = Entry("a", try Deflater.deflate(data.span, .raw, level: 1))
        deflated.method = 8
        deflated.byteCount = data.count
        deflated.checksum = CRC32(data.span).value
        let bytes = ZipMaker(deflated, Entry("b", data)).archive()
        let input = Input.bytes(bytes, name: "a.zip")
        let archive = try ZipReader(input)
        for entry in archive.entries {
            #expect(try archive.contents(of: entry, in: input) == data)
            #expect(try archive.contents(of: entry, in: bytes) == data)
        }
    }

    @Test func findsOneOfThousandsByName() throws {
        var maker = ZipMaker()
        for index in 0..<5_000 { maker.entries.append(Entry("images/frame_\(index).jpg", [UInt8(index % 256)])) }
        let bytes = maker.archive()
        let archive = try ZipReader(bytes)
        let entry = try #require(archive["images/frame_4711.jpg"])
        #expect(try archive.contents(of: entry, in: bytes) == [UInt8(4711 % 256)])
    }

    // MARK: Any bytes

    private func take(_ bytes: [UInt8]) {
        var limits = ZipLimits()
        limits.entry.maximumOutput = 1 << 20
        guard let archive = try? ZipReader(bytes, limits: limits) else { return }
        for entry in archive.entries { _ = try? archive.contents(of: entry, in: bytes) }
    }

    @Test(arguments: [
        ZipFixtures.python, ZipFixtures.pythonZip64, ZipFixtures.infoZip, ZipFixtures.infoZipStream, ZipFixtures.usd,
        ZipFixtures.zip64,
    ])
    func survivesEveryChangedByte(bytes: [UInt8]) {
        for position in bytes.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, bytes[position] ^ 1, bytes[position] ^ 0x10] {
                var wrong = bytes
                wrong[position] = value
                take(wrong)
            }
        }
        for count in bytes.indices {
            take(Array(bytes[..<count]))
            take(Array(bytes[count...]))
        }
    }

    @Test func survivesManyChanges() {
        var seed: UInt64 = 11
        func random(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        let all = [
            ZipFixtures.python, ZipFixtures.infoZip, ZipFixtures.infoZipStream, ZipFixtures.usd, ZipFixtures.zip64,
        ]
        for round in 0..<5_000 {
            var bytes = all[round % all.count]
            for _ in 0...random(6) {
                let at = random(bytes.count)
                switch random(4) {
                case 0: bytes[at] = UInt8(random(256))
                case 1: bytes[at] = 0xFF
                case 2: bytes.remove(at: at)
                default: bytes.insert(UInt8(random(256)), at: at)
                }
            }
            take(bytes)
        }
    }
}
