import MeshArchive
import MeshBytes
import MeshFormats
import MeshImages
import ScanFixtures
import ScanPackages
import Testing

/// The byte order of depth, image by image, and the coding of confidence.
@Suite struct DepthTests {
    @Test(arguments: [RoomPackage.DepthOrder.big, .little, .mixed])
    func f3EachImageIsReadInItsOwnOrder(order: RoomPackage.DepthOrder) throws {
        var room = RoomPackage()
        room.depthOrder = order
        let package = try Room.read(room)
        for (index, (frame, view)) in zip(package.frames, room.views).enumerated() {
            let map = try #require(try package.depthMap(of: frame))
            #expect(map.samples == RoomScene.depth(view))
            let isLittle = order == .little || (order == .mixed && index % 2 == 0)
            #expect(map.byteOrder == (isLittle ? .little : .big))
            #expect(map.decision == .found)
        }
    }

    @Test(arguments: [RoomPackage.DepthOrder.big, .little])
    func f3AFlatWallIsReadAsTheOthers(order: RoomPackage.DepthOrder) throws {
        var room = RoomPackage()
        room.depthOrder = order
        room.flatWall = 2830
        let package = try Room.read(room)
        let frame = try #require(package.frame(named: "frame_00099"))
        let map = try #require(try package.depthMap(of: frame))
        #expect(map.samples.allSatisfy { $0 == 2830 })
        #expect(map.decision == .majority)
    }

    @Test func f3ThePersonOfAFlatWallDoesNotTellItsOrder() throws {
        var room = RoomPackage()
        room.depthOrder = .little
        room.flatWall = 2830
        var samples = [UInt16](repeating: 2830, count: 64 * 48)
        for index in 500..<1500 { samples[index] = 0 }
        room.extra = [("depth/frame_00099.png", RoomPackage.png(samples, width: 64, height: 48, swapped: true))]
        let package = try Room.read(room)
        let frame = try #require(package.frame(named: "frame_00099"))
        let map = try #require(try package.depthMap(of: frame))
        #expect(map.samples == samples)
    }

    /// A façade 17 to 38 m away and the inside of a box of some centimetres: more of what the bytes would give in the wrong
    /// order looks like a room.
    @Test(arguments: [(17_000, 300, 100), (30_000, 1, 0), (17_000, 0, 400), (80, 1, 0), (4000, 90, 30)])
    func depthThatIsNoRoomIsReadInPNGsOrder(nearest: Int, right: Int, down: Int) throws {
        var samples: [UInt16] = []
        for row in 0..<48 {
            for column in 0..<64 {
                let distance: Int = nearest + column * right + row * down
                samples.append(UInt16(distance))
            }
        }
        var room = RoomPackage()
        room.extra = [("depth/frame_00000.png", RoomPackage.png(samples, width: 64, height: 48, swapped: false))]
        let package = try Room.read(room)
        let map = try #require(try package.depthMap(of: package.frames[0]))
        #expect(map.samples == samples && map.byteOrder == .big)
    }

    /// As data sets of 1/5000 m have it.
    @Test func theRoomIsMeasuredInTheUnitOfDepth() throws {
        var samples: [UInt16] = []
        for _ in 0..<48 {
            for column in 0..<64 { samples.append(UInt16(25_000 + column * 100)) }
        }
        var room = RoomPackage()
        room.extra = [("depth/frame_00000.png", RoomPackage.png(samples, width: 64, height: 48, swapped: true))]
        let package = try Room.read(room)
        var options = PackageOptions()
        options.depthScale = 0.0002
        let map = try #require(try package.depthMap(of: package.frames[0], options: options))
        #expect(map.samples == samples && map.depth(x: 0, y: 0) == 5)
    }

    @Test func meshconvsOwnPackagesSayTheirOrder() throws {
        var room = RoomPackage()
        room.flatWall = 2830
        room.depthOrder = .little
        var package = try Room.read(room)
        package.metadata?["meshconv"] = ["depth_byte_order": "big"]
        let map = try #require(try package.depthMap(of: package.frames[0]))
        #expect(map.byteOrder == .big && map.decision == .given)
    }

    @Test(arguments: [DepthByteOrder.big, .little])
    func f3TheOptionOverridesWhatTheImageSays(order: DepthByteOrder) throws {
        let package = try Room.read(RoomPackage())
        var options = PackageOptions()
        options.depthByteOrder = order
        let map = try #require(try package.depthMap(of: package.frames[0], options: options))
        let truth = RoomScene.depth(RoomScene().views[0])
        #expect(map.samples == (order == .big ? truth : truth.map(\.byteSwapped)))
        #expect(map.decision == .given)
    }

    @Test func personsHaveNoDepth() throws {
        let package = try Room.read(RoomPackage())
        let map = try #require(try package.depthMap(of: package.frames[3]))
        #expect(map.depth(x: 20, y: 14) == nil)
        #expect(map.depth(x: 19, y: 14) != nil)
        #expect(map.samples.count { $0 == 0 } == 260)
    }

    @Test func depthOfEightBitsIsRefusedByName() throws {
        var room = RoomPackage()
        room.extra = [("depth/frame_00000.png", RoomPackage.png([UInt8](repeating: 9, count: 4), width: 2, height: 2))]
        let package = try Room.read(room)
        let error = #expect(throws: ReadError.self) { try package.depthMap(of: package.frames[0]) }
        #expect(error?.location == .sideFile("depth/frame_00000.png", .whole))
    }

    @Test(arguments: [RoomPackage.Confidence.levels, .wide, .colors])
    func confidenceOfAnyCodingGivesTheSameLevels(coding: RoomPackage.Confidence) throws {
        var room = RoomPackage()
        room.confidence = coding
        let package = try Room.read(room)
        let map = try #require(try package.confidenceMap(of: package.frames[0]))
        #expect(map.levels == RoomScene.confidence())
        #expect(map.coding == (coding == .wide ? .thresholds : .levels))
        #expect(map.hasColors == (coding == .colors))
    }

    /// Levels as they are, or stretched to all 16 bits.
    @Test(arguments: [[0, 1, 2, 2], [0, 20_000, 65_535, 49_152]] as [[UInt16]])
    func confidenceOfSixteenBitsGivesLevels(samples: [UInt16]) throws {
        var room = RoomPackage()
        room.extra = [
            ("confidence/frame_00000.png", RoomPackage.png(samples, width: 4, height: 1, swapped: false))
        ]
        let package = try Room.read(room)
        let map = try #require(try package.confidenceMap(of: package.frames[0]))
        #expect(map.levels == [0, 1, 2, 2])
        #expect(map.coding == (samples[1] == 1 ? .levels : .thresholds) && !map.hasColors)
    }

    /// A PNG of two bits each, by hand: a decoder makes 0, 85 and 170 of the levels.
    @Test func confidenceOfTwoBitsGivesTheLevelsThatAreStored() throws {
        func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let body = name.utf8 + data
            return word(UInt32(data.count)) + body + word(CRC32(body.span).value)
        }
        // The row without a filter, in a block that isn't compressed, and its Adler-32.
        let stream: [UInt8] = [0x78, 1, 1, 2, 0, 0xFD, 0xFF, 0, 0b0001_1010, 0, 0x1C, 0, 0x1B]
        let file: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", word(4) + word(1) + [2, 0, 0, 0, 0])
            + chunk("IDAT", stream) + chunk("IEND", [])
        var room = RoomPackage()
        room.extra = [("confidence/frame_00000.png", file)]
        let package = try Room.read(room)
        let map = try #require(try package.confidenceMap(of: package.frames[0]))
        #expect(map.levels == [0, 1, 2, 2] && map.coding == .levels)
    }

    @Test func confidenceOfZerosIsUnknownAndAMissingOneIsNone() throws {
        var room = RoomPackage()
        room.confidence = .zero
        let zero = try Room.read(room)
        #expect(try zero.confidenceMap(of: zero.frames[0])?.coding == .unknown)
        room.confidence = .none
        let none = try Room.read(room)
        #expect(try none.confidenceMap(of: none.frames[0]) == nil)
    }
}
