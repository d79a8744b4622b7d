import MeshBytes
import MeshFormats
import Testing

@testable import ScanPackages

@Suite struct COLMAPDefectTests {
    private static let binary = [
        ("cameras.bin", SmallModel.camerasBinary), ("images.bin", SmallModel.imagesBinary),
        ("points3D.bin", SmallModel.pointsBinary),
    ]

    /// Reads a package with its points, and returns the path that the error names.
    private func faulty(_ name: String, _ bytes: [UInt8]) throws -> String? {
        let isBinary = name.hasSuffix("bin")
        let lenient = try SmallModel.package(["sparse/0/\(name)": bytes], isBinary: isBinary, isLenient: true)
        do {
            let package = try SmallModel.package(["sparse/0/\(name)": bytes], isBinary: isBinary)
            _ = try package.points()
            return nil
        } catch let error as ReadError {
            // Points are read later.
            let isNoted = lenient.diagnostics.contains { $0.packageCode == .fileUnreadable }
            #expect(isNoted || name.hasPrefix("points3D"))
            guard case .sideFile(let path, _) = error.location else { return "" }
            return path
        }
    }

    @Test func aBinaryFileThatIsCutAnywhereIsAnErrorThatNamesIt() throws {
        for (name, bytes) in Self.binary {
            for count in bytes.indices {
                #expect(try faulty(name, Array(bytes[..<count])) == "sparse/0/\(name)", "\(name) cut at \(count)")
            }
            #expect(try faulty(name, bytes + [0]) == "sparse/0/\(name)")
        }
    }

    @Test func claimedNumbersAreNeverBelieved() throws {
        for (name, bytes) in Self.binary {
            let many = SmallModel.little(UInt64(1) << 60) + bytes.dropFirst(8)
            #expect(try faulty(name, many) == "sparse/0/\(name)")
        }
        for count: UInt64 in [1, 1 << 60, .max] {
            let image = SmallModel.image(1, [1, 0, 0, 0, 0, 0, 0], 1, "a", []).dropLast(8)
            let file = SmallModel.little(UInt64(1)) + image + SmallModel.little(count)
            #expect(try faulty("images.bin", file) == "sparse/0/images.bin")
        }
    }

    @Test func linesOfTextThatAreNoneOfTheModelAreErrors() throws {
        let cameras = [
            "1 PINHOLE -480 360 1 1 1 1", "1 PINHOLE 480 99999999999999999999 1 1 1 1", "1 HOLE 480 360 1 1 1 1",
            "1 PINHOLE 480 360 1 1 1", "1 PINHOLE 480 360 1 1 1 1 1", "1 PINHOLE 480 360 nan 1 1 1",
            "x PINHOLE 4 3 1 1 1 1", "1 PINHOLE 4 3 1 1 1 1\n1 PINHOLE 4 3 1 1 1 1", "-1 PINHOLE 4 3 1 1 1 1",
        ]
        for line in cameras { #expect(try faulty("cameras.txt", line.bytes) == "sparse/0/cameras.txt", "\(line)") }
        let images = [
            "1 1 0 0 0 0 0 0 99 a.jpg\n\n", "1 1 0 0 0 0 0 0 1 a.jpg\n\n2 1 0 0 0 0 0 0 1 a.jpg\n\n",
            "1 1 0 0 0 0 0 0 1 a.jpg\n\n1 1 0 0 0 0 0 0 1 b.jpg\n\n", "1 1 0 0 0 0 0 0 1\n\n",
            "1 1 0 0 0 0 0 1 a.jpg\n\n", "1 1 0 0 0 0 0 0 1 a.jpg\n1 2\n",
            "1 1 0 0 0 0 0 0 1 a.jpg\n2 1 0 0 0 0 0 0 1 b.jpg\n", "1 1 0 0 0 0 0 0x 1 a.jpg\n\n",
        ]
        for line in images { #expect(try faulty("images.txt", line.bytes) == "sparse/0/images.txt", "\(line)") }
        let points = [
            "1 0 0 0 256 0 0 0", "1 0 0 0 1 2 3", "1 0 nan 0 1 2 3 0", "1 0 0 0 1 2 3 0 4", "1 0 0 0 -1 2 3 0",
        ]
        for line in points { #expect(try faulty("points3D.txt", line.bytes) == "sparse/0/points3D.txt", "\(line)") }
    }

    @Test func anUnknownModelOfACameraIsAnError() throws {
        var bytes = SmallModel.camerasBinary
        for number: Int32 in [-1, 18, .max] {
            bytes.replaceSubrange(12..<16, with: SmallModel.little(number))
            #expect(try faulty("cameras.bin", bytes) == "sparse/0/cameras.bin")
        }
    }

    @Test func textWithOtherLineEndsCommentsAndWithoutTheLastLineIsRead() throws {
        let text = "#\r\n\r\n  # c\r\n1 1 0 0 0 0 0 0 1 a b.jpg  \r\n\r\n# d\r\n2 1 0 0 0 0 0 0 7 c.jpg\r\n1 2 3\r\n"
        let package = try SmallModel.package(["sparse/0/images.txt": text.bytes])
        #expect(package.frames.compactMap { $0.hasUsablePose ? $0.name : nil } == ["a b", "c"])
        #expect(package.sparseModel?.observationCount == 1)
        let short = try SmallModel.package(["sparse/0/images.txt": "1 1 0 0 0 0 0 0 1 a.jpg".bytes])
        #expect(short.sparseModel?.imageCount == 1)
    }

    @Test(arguments: ["nan 0 0 0", "0 0 0 0", "inf 0 0 0", "1e-200 0 0 0", "1e200 0 0 0", "0 nan 1 0"])
    func aQuaternionThatIsNoTurnGivesNoUsablePose(quaternion: String) throws {
        let package = try SmallModel.package(["sparse/0/images.txt": "1 \(quaternion) 1 2 3 1 b c.jpg\n\n".bytes])
        let frame = try #require(package.frame(named: "b c"))
        #expect(frame.pose != nil && !frame.hasUsablePose)
        #expect(package.diagnostics.contains { $0.packageCode == .poseNotRigid })
    }

    @Test func aQuaternionOfAnyLengthIsTheTurnOfItsDirection() throws {
        let package = try SmallModel.package(["sparse/0/images.txt": "1 3e7 0 0 3e7 1 2 3 1 b c.jpg\n\n".bytes])
        let pose = try #require(package.frame(named: "b c")?.pose)
        let expected: [Double] = [0, -1, 0, -2, -1, 0, 0, 1, 0, 0, -1, -3, 0, 0, 0, 1]
        for (found, wanted) in zip(pose.rowMajor, expected) { #expect(abs(found - wanted) < 1e-15) }
    }

    @Test func inLenientModeWhatComesBeforeTheFaultIsKept() throws {
        let bytes = Array(SmallModel.imagesBinary.dropLast(1))
        let package = try SmallModel.package(["sparse/0/images.bin": bytes], isBinary: true, isLenient: true)
        #expect(package.sparseModel?.imageCount == 2)
        let lost = try SmallModel.package(["sparse/0/cameras.txt": "1 HOLE".bytes], isLenient: true)
        #expect(lost.frames.allSatisfy { $0.intrinsics == nil })
    }

    /// Every byte of a small model is changed in three ways; nothing may trap, and no memory is taken for claims.
    @Test func changedBytesNeverTrap() throws {
        for (name, bytes) in Self.binary {
            for place in bytes.indices {
                for change: UInt8 in [0xFF, 0x80, 0x01] {
                    var changed = bytes
                    changed[place] ^= change
                    _ = try faulty(name, changed)
                }
            }
        }
    }

    @Test func chunksGiveTheSameRecordsAsTheWhole() throws {
        for size in [1, 7, 64] {
            var binary = COLMAPBinary<COLMAPImage>(byteCount: SmallModel.imagesBinary.count)
            var text = COLMAPText<COLMAPImage>(lineLimit: 1 << 20)
            var found: [[COLMAPImage]] = [[], []]
            for start in stride(from: 0, to: SmallModel.imagesBinary.count, by: size) {
                try binary.take(Array(SmallModel.imagesBinary[start...].prefix(size))) { found[0].append($0) }
            }
            try binary.finish { found[0].append($0) }
            for start in stride(from: 0, to: SmallModel.images.bytes.count, by: size) {
                try text.take(Array(SmallModel.images.bytes[start...].prefix(size))) { found[1].append($0) }
            }
            try text.finish { found[1].append($0) }
            for images in found {
                #expect(images.map(\.name) == ["left/a.jpg", "right/a.jpg", "b c.jpg"])
                #expect(images.map(\.observationCount) == [2, 0, 1])
            }
        }
    }
}
