import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel
import ScanFixtures
import ScanPackages
import Testing

/// Broken packages end in an error or a diagnostic that names the entry.
@Suite struct MutationTests {
    private static let profiles = RoomPackage.Profile.allCases

    private static func files(_ profile: RoomPackage.Profile) -> [(path: String, bytes: [UInt8])] {
        var room = RoomPackage()
        room.scene = RoomScene(seed: 5, count: 3)
        room.profile = profile
        room.registration = RigidRows(halfYaw: 0.3, center: SIMD3(1, 0, 2))
        room.hasRoomPlan = true
        room.stitching = [
            "version": 1, "layout": "column_major",
            "links": [link],
        ]
        return room.files().sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private static let link: JSONValue = {
        let here: JSONValue = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0.5, 0, 2, 1]]
        return [
            "id": "A", "linkType": "cross_session",
            "sourceLocationId": "B", "sourceScanId": "C", "sourceAnchorId": "D", "sourceAnchorTransform": here,
            "targetLocationId": "E", "targetScanId": "F", "targetAnchorId": "G", "targetAnchorTransform": here,
        ]
    }()

    private static let all = profiles.map(files)

    /// One fault in the bytes of a file.
    private static func mutate(_ bytes: [UInt8], _ path: String, _ random: inout FixtureRandom) -> [UInt8] {
        var bytes = bytes
        let isText = path.hasSuffix("json") || path.hasSuffix("csv")
        switch random.below(6) {
        case 0: return Array(bytes.prefix(random.below(bytes.count)))
        case 1:
            for _ in 0..<4 where !bytes.isEmpty {
                bytes[random.below(bytes.count)] ^= UInt8(truncatingIfNeeded: 1 + random.below(255))
            }
            return bytes
        case 2 where isText:
            let words = ["NaN", "1e999", "-1e308", "null", "[]", "{}", "\"\"", "99999999999999999999", "-0", "true"]
            let text = words[random.below(words.count)]
            // Replaces a number.
            let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
            guard !digits.isEmpty else { return Array(text.utf8) }
            let at = digits[random.below(digits.count)]
            bytes.replaceSubrange(at..<at + 1, with: Array(text.utf8))
            return bytes
        case 3 where isText:
            let depth = 1 + random.below(5000)
            return [UInt8](repeating: UInt8(ascii: "["), count: depth)
        case 2, 3:
            // Dimensions that no memory could hold, with a valid checksum.
            guard bytes.count > 33, bytes[1] == UInt8(ascii: "P") else { return [] }
            for place in 16..<24 { bytes[place] = UInt8(truncatingIfNeeded: random.below(256)) & 0x7F }
            let header = ContiguousArray(bytes[12..<29])
            let value = CRC32(header.span).value
            for index in 0..<4 { bytes[29 + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(index))) }
            return bytes
        case 4: return []
        default: return [UInt8](repeating: isText ? 0x20 : 0, count: 4 << 20)
        }
    }

    /// Uses everything that a package offers.
    private static func use(_ files: PackageFiles) throws -> PackageCheck {
        let check = try PackageCheck(files)
        _ = check.package.otherPaths
        _ = check.package.roomPlan(in: .raw)
        _ = ScanPlacement([LinkedScan(check.package)].compactMap { $0 }, links: check.package.links)
        for frame in check.package.frames {
            _ = check.package.pose(of: frame, in: .canonical)
            _ = frame.intrinsics?.scaled(toWidth: 64, height: 48)
        }
        return check
    }

    @Test(arguments: 0..<10)
    func f26FiveHundredBrokenPackagesNeitherCrashNorHideTheEntry(part: Int) throws {
        for number in 0..<50 {
            var random = FixtureRandom(UInt64(part * 50 + number) &* 7919 &+ 3)
            var files = Self.all[random.below(Self.all.count)]
            let index = random.below(files.count)
            let (path, bytes) = files[index]
            files[index].bytes = Self.mutate(bytes, path, &random)
            var container = FixtureZip()
            container.deflates = random.below(2) == 1
            container.hasDescriptors = random.below(2) == 1
            let zip = container.archive(files)
            // Strictly: an error names the entry.
            do {
                let package = try Room.read(zip: zip)
                for frame in package.frames {
                    _ = try package.depthMap(of: frame)
                    _ = try package.confidenceMap(of: frame)
                }
            } catch let error as ReadError {
                guard case .sideFile(let entry, _) = error.location else {
                    // Without the file that marks its kind it isn't a package.
                    #expect(error.code == .unknownFormat, "\(number) of \(part), \(path): \(error)")
                    continue
                }
                #expect(entry == path, "\(number) of \(part): \(error)")
            }
            // Leniently: everything is reported.
            do {
                let check = try Self.use(try PackageFiles.zip(.bytes(zip, name: "x.zip")))
                for finding in check.findings where finding.severity == .error {
                    #expect(finding.entry != nil, "\(number) of \(part), \(path): \(finding)")
                }
            } catch let error as ReadError {
                #expect(error.code != .cancelled)
            }
        }
    }

    @Test(arguments: 0..<4)
    func f26BrokenArchivesEndInAnError(part: Int) throws {
        for number in 0..<50 {
            var random = FixtureRandom(UInt64(part * 1000 + number))
            var container = FixtureZip()
            container.deflates = part & 1 == 1
            container.isZip64 = part & 2 == 2
            var zip = container.archive(Self.all[number % Self.all.count])
            if random.below(3) == 0 {
                zip.removeLast(random.below(zip.count))
            } else {
                for _ in 0..<3 { zip[zip.count - 1 - random.below(min(zip.count, 4000))] = UInt8(random.below(256)) }
            }
            _ = try? Self.use(try PackageFiles.zip(.bytes(zip, name: "x.zip")))
        }
    }
}
