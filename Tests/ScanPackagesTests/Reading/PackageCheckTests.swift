import MeshBytes
import MeshFormats
import ScanFixtures
import ScanPackages
import Testing

/// The findings of checking a package, and the cost of opening one.
@Suite struct PackageCheckTests {
    private func findings(_ room: RoomPackage) throws -> [Diagnostic] {
        try PackageCheck(try Room.files(room)).findings
    }

    private func severity(_ findings: [Diagnostic], _ code: PackageCode) -> String? {
        findings.first { $0.packageCode == code }?.severity.rawValue
    }

    @Test func f25APackageAsItShouldBeHasNoFindings() throws {
        #expect(try findings(RoomPackage()) == [])
    }

    @Test func f25WhatEveryPackageFromTheFieldHasIsInfo() throws {
        var room = RoomPackage()
        room.profile = .raw
        room.hasColumns = true
        room.depthOrder = .mixed
        let found = try findings(room)
        #expect(severity(found, .poseColumns) == "note")
        #expect(severity(found, .depthSwapped) == "note")
        #expect(severity(found, .depthMixed) == "note")
        #expect(severity(found, .intrinsicsPerFrame) == "note")
        #expect(found.allSatisfy { $0.severity == .note })
        #expect(found.first { $0.packageCode == .depthSwapped }?.count == 6)
    }

    @Test func f25EachFaultHasItsCodeAndSeverity() throws {
        var room = RoomPackage()
        let zeros = RoomPackage.png([UInt16](repeating: 0, count: 64 * 48), width: 64, height: 48, swapped: false)
        let small = RoomPackage.png([UInt8](repeating: 1, count: 64), width: 8, height: 8)
        let camera = room.files().first { $0.path == "cameras/frame_00001.json" }?.bytes ?? []
        let dangling = String(decoding: camera, as: UTF8.self).replacing("depth/frame_00001", with: "depth/gone")
        room.extra = [
            ("depth/frame_00000.png", zeros), ("images/frame_00002.png", small),
            ("cameras/frame_00001.json", Array(dangling.utf8)), ("cameras/frame_00003.json", Array("{\"t_00\":".utf8)),
            ("depth/frame_00005.png", [1, 2, 3]), ("scan4d_metadata.json", Array("{}".utf8)),
            ("images/frame_00006.png", [0xFF]),
        ]
        let found = try findings(room)
        #expect(severity(found, .depthZero) == "warning")
        #expect(severity(found, .imageSizeMismatch) == "error")
        #expect(severity(found, .pathDangling) == "warning")
        #expect(severity(found, .frameUnreadable) == "error")
        #expect(severity(found, .depthUnreadable) == "error")
        #expect(severity(found, .imageUnreadable) == "error")
        #expect(severity(found, .privacyUnknown) == "note")
        #expect(found.first { $0.packageCode == .imageSizeMismatch }?.entry == "images/frame_00002.png")
        #expect(found.first { $0.packageCode == .frameUnreadable }?.entry == "cameras/frame_00003.json")
        #expect(found.map(\.severity) == found.map(\.severity).sorted())
    }

    /// Conversions scale the camera.
    @Test func aPictureOfAnotherSizeAndTheSameShapeIsAWarning() throws {
        let entries = try SmallPackage().files().entries.map { entry in
            entry.path == "images/frame_00001.jpg"
                ? PackageEntry(path: entry.path, bytes: SmallPackage.jpeg(240, 180)) : entry
        }
        let check = try PackageCheck(try PackageFiles(entries, name: "half"))
        let found = check.findings.filter { $0.packageCode == .imageSizeMismatch }
        #expect(found.map(\.severity) == [.warning] && check.badFrames.isEmpty)
        #expect(found.first?.message.hasSuffix("but its camera 480 × 360: the camera is scaled") == true)
    }

    @Test func depthAndConfidenceThatAreTurnedAreWarnings() throws {
        var room = RoomPackage()
        let depth = RoomPackage.png([UInt16](repeating: 2000, count: 48 * 64), width: 48, height: 64, swapped: false)
        let confidence = RoomPackage.png([UInt8](repeating: 2, count: 48 * 64), width: 48, height: 64)
        room.extra = [("depth/frame_00000.png", depth), ("confidence/frame_00001.png", confidence)]
        let found = try findings(room)
        // The confidence of the turned depth doesn't fit it, either.
        #expect(found.filter { $0.severity != .note }.map(\.count) == [1, 2])
        for (code, entry) in [
            (PackageCode.depthUnreadable, "depth/frame_00000.png"),
            (.confidenceUnreadable, "confidence/frame_00000.png"),
        ] {
            let finding = found.first { $0.packageCode == code }
            #expect(finding?.severity == .warning && finding?.entry == entry)
            #expect(finding?.message.contains("another shape") == true)
        }
    }

    @Test func aCameraWithoutAnImageIsAWarning() throws {
        var room = RoomPackage()
        room.extra = [("cameras/frame_00098.json", Array("{\"t_00\": 1, \"t_11\": 1, \"t_22\": 1}".utf8))]
        let found = try findings(room).filter { $0.packageCode == .pathDangling }
        #expect(found.map(\.entry) == ["cameras/frame_00098.json"] && found.map(\.severity) == [.warning])
        #expect(found.first?.message == "the camera has no image")
    }

    @Test func f25FewDepthImagesAreAWarning() throws {
        var files = RoomPackage().files()
        var left = 5
        files.removeAll { file in
            guard file.path.hasPrefix("depth/") else { return false }
            left -= 1
            return left < 0
        }
        let check = try PackageCheck(
            try PackageFiles(files.map { PackageEntry(path: $0.path, bytes: $0.bytes) }, name: "few"))
        #expect(severity(check.findings, .depthFew) == "warning")
        #expect(severity(check.findings, .pathDangling) == "warning")
        #expect(!check.hasErrors)
    }

    @Test func f25ConfidenceOfZerosIsAWarning() throws {
        var room = RoomPackage()
        room.confidence = .zero
        let found = try findings(room)
        #expect(severity(found, .confidenceZero) == "warning")
        #expect(found.first { $0.packageCode == .confidenceZero }?.count == 12)
    }

    @Test func confidenceInColourIsANote() throws {
        var room = RoomPackage()
        room.confidence = .colors
        let found = try findings(room)
        #expect(severity(found, .confidenceColors) == "note")
        #expect(found.first { $0.packageCode == .confidenceColors }?.count == 12)
    }

    /// A wall at one distance has no digits that tell the byte order: the other images do, if there are any.
    @Test(arguments: [0, 6])
    func aByteOrderThatIsAssumedIsANote(others: Int) throws {
        var room = RoomPackage()
        room.scene = RoomScene(seed: 3, count: others)
        room.flatWall = 2830
        let note = try #require(try findings(room).first { $0.packageCode == .depthOrderAssumed })
        #expect(note.severity == .note && note.entry == "depth/frame_00099.png")
        #expect(note.message.hasSuffix(others == 0 ? "PNG's own is used" : "that of the others is used"))
    }

    /// Four float32 for each vertex.
    @Test(arguments: [32, 31])
    func coloursOfAMeshHaveSixteenBytesForEachVertex(byteCount: Int) throws {
        var room = RoomPackage()
        room.extra = [("colors.bin", [UInt8](repeating: 0, count: byteCount))]
        let found = try findings(room).filter { $0.entry == "colors.bin" }
        #expect(found.map(\.packageCode) == (byteCount == 32 ? [] : [.fileUnreadable]))
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    /// Without a pose a still gives no faces, so that nobody decodes it.
    @Test func aStillThatGivesNoFacesIsNotDecoded() throws {
        var room = RoomPackage()
        room.extra = [("equirect_stills/still_0001.png", [1, 2, 3])]
        let check = try PackageCheck(try Room.files(room))
        #expect(check.package.stills.map(\.imagePath) == ["equirect_stills/still_0001.png"])
        #expect(!check.findings.contains { $0.entry == "equirect_stills/still_0001.png" })
    }

    @Test func f27OpeningDecodesNothing() throws {
        var room = RoomPackage()
        // Each image is broken: decoding one would fail.
        room.extra = room.files().filter { $0.path.hasSuffix(".png") }.map { ($0.path, [0xDE, 0xAD]) }
        let package = try Room.read(zip: room.zip())
        #expect(package.frames.count == 12)
        #expect(package.frames.allSatisfy { $0.hasUsablePose && $0.depthPath != nil && $0.confidencePath != nil })
    }

    @Test func f27ACheckIsCancelledBetweenTwoFiles() throws {
        let work = Work()
        let zip = RoomPackage().zip()
        let files = try PackageFiles.zip(.bytes(zip, name: "x.zip", work: work))
        work.cancel()
        let error = #expect(throws: ReadError.self) { try PackageCheck(files, work: work) }
        #expect(error?.code == .cancelled)
    }
}
