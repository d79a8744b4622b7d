import MeshBytes
import MeshModel
import ScanFixtures
import Testing

@testable import ScanPackages

/// The checks of `--require-privacy`. Frame 3 of the test room shows a person.
@Suite struct PrivacyTests {
    private static let frame = "frame_00003"

    private func room() -> RoomPackage {
        var room = RoomPackage()
        room.scene = RoomScene(count: 5)
        return room
    }

    /// The person's frame, the position of the face (halfway to the wall), and its depth along the camera's axis.
    private func person(_ room: RoomPackage) throws -> (view: RoomScene.View, face: SIMD3<Double>, depth: Double) {
        let view = try #require(room.views.first { $0.name == Self.frame })
        let area = try #require(view.person)
        let size = RoomScene.depthSize
        let (x, y) = ((area.x.lowerBound + area.x.upperBound) / 2, (area.y.lowerBound + area.y.upperBound) / 2)
        let u = (Double(x) + 0.5) * Double(view.lens.size.x) / Double(size.x)
        let v = (Double(y) + 0.5) * Double(view.lens.size.y) / Double(size.y)
        let wall = RoomScene.hit(view, u: u, v: v)
        let camera = view.pose.applied(SIMD3(0, 0, 0))
        return (view, (camera + wall.point) / 2, wall.depth / 2)
    }

    /// The room with depth where the person is: of the person, or of the wall after the person has left.
    private func careless(hasGone: Bool = false) throws -> RoomPackage {
        var room = room()
        var (view, _, distance) = try person(room)
        let area = try #require(view.person)
        view.person = nil
        let size = RoomScene.depthSize
        var depth = RoomScene.depth(view)
        if !hasGone { for y in area.y { for x in area.x { depth[y * size.x + x] = UInt16(distance * 1000) } } }
        room.extra = [
            ("depth/\(Self.frame).png", RoomPackage.png(depth, width: size.x, height: size.y, swapped: false))
        ]
        return room
    }

    private func mask(_ area: (x: Range<Int>, y: Range<Int>)) -> (path: String, bytes: [UInt8]) {
        let size = RoomScene.depthSize
        // Half the size of depth: the nearest pixel counts.
        var bytes: [UInt8] = []
        for y in 0..<size.y / 2 {
            for x in 0..<size.x / 2 {
                let isPerson = area.x.contains(x * 2 + 1) && area.y.contains(y * 2 + 1)
                bytes.append(isPerson ? 255 : 0)
            }
        }
        return ("masks/\(Self.frame).png", RoomPackage.png(bytes, width: size.x / 2, height: size.y / 2))
    }

    /// An app's function has hidden the persons in pictures; depth is looked at nevertheless.
    private var options: PackageWriteOptions {
        var options = PackageWriteOptions()
        options.requiresPrivacy = true
        options.rewriteImage = { _, bytes in bytes }
        return options
    }

    private func refusal(
        _ room: RoomPackage, _ variant: PackageVariant = .scan4D, _ options: PackageWriteOptions? = nil
    ) throws -> String? {
        do {
            _ = try WrittenPackage(try Room.read(room), variant, options ?? self.options)
            return nil
        } catch let error as PackageWriteError {
            #expect(error.code == "output.persons-visible")
            return error.description
        }
    }

    @Test(arguments: PackageVariant.allCases) func f24APersonWithoutDepthPasses(variant: PackageVariant) throws {
        var room = room()
        room.hasPictures = true
        room.hasJPEGs = variant == .polycamKeyframes
        let (view, face, _) = try person(room)
        room.extra = [mask(try #require(view.person))]
        room.metadata = [("face_anchors", .array([Self.json(face)]))]
        let written = try WrittenPackage(try Room.read(room), variant, options)
        // The app's masks of persons are never written.
        #expect(!written.names.contains { $0.contains("masks/frame") })
        guard variant.holdsDepth else { return }
        // No depth is left where the picture is magenta.
        let package = try written.read()
        let shown = try #require(package.frames.dropFirst(3).first)
        let depth = try #require(try package.depthMap(of: shown))
        let area = try #require(view.person)
        for y in area.y { for x in area.x { #expect(depth.samples[y * depth.width + x] == 0) } }
    }

    @Test func f24DepthUnderAMaskOfAPersonIsRefused() throws {
        var room = try careless()
        // Without a mask and without faces nothing reveals the person.
        #expect(try refusal(room) == nil)
        room.extra.append(mask(try #require(try person(room).view.person)))
        for variant in PackageVariant.allCases where variant.holdsDepth && variant != .polycamKeyframes {
            let message = try #require(try refusal(room, variant))
            #expect(message.hasPrefix("depth/\(Self.frame).png: people must be hidden, but depth shows them in "))
        }
        #expect(try refusal(room, .colmap) == nil)
        var free = options
        free.requiresPrivacy = false
        #expect(try refusal(room, .scan4D, free) == nil)
        // With a rewriter that hides the person it is allowed.
        var rewriting = options
        let area = try #require(try person(room).view.person)
        rewriting.rewriteDepth = { owner, depth in
            guard owner.frame.name == Self.frame else { return depth }
            var depth = depth
            for y in area.y { for x in area.x { depth.samples[y * depth.width + x] = 0 } }
            return depth
        }
        #expect(try refusal(room, .scan4D, rewriting) == nil)
    }

    @Test func f24DepthOfAFaceIsRefused() throws {
        var room = try careless()
        let face = try person(room).face
        room.metadata = [("face_anchors", .array([Self.json(face)]))]
        #expect(try refusal(room) == "depth/\(Self.frame).png: people must be hidden, but depth shows them in 1 pixel")
        // The wall behind the face isn't a person, who has left.
        room = try careless(hasGone: true)
        room.metadata = [("face_anchors", .array([Self.json(face)]))]
        #expect(try refusal(room) == nil)
    }

    @Test func f24WhatDoesNotSayThatPersonsAreHiddenIsRefused() throws {
        var plain = options
        plain.rewriteImage = nil
        // Consent is no hiding.
        plain.consentsToImages = true
        let metadata = { (members: String) in
            [("scan4d_metadata.json", Array("{\"timestamp\": 1, \"device\": \"d\"\(members)}".utf8))]
        }
        var (off, silent, other, device) = (room(), room(), room(), room())
        off.extra = metadata(", \"privacy_filter\": false")
        silent.extra = metadata("")
        other.profile = .polycam
        device.extra = [("arworldmap.map", [1])]
        for (room, variant, words) in [
            (off, PackageVariant.scan4D, "filter was off"), (silent, .scan4D, "it is unknown"),
            (other, .raw, "it is unknown"), (device, .scan4D, "not hidden yet"),
        ] {
            #expect(try refusal(room, variant, plain)?.contains(words) == true)
            #expect(try refusal(room, variant) == nil, "a rewriter hides them")
        }
        #expect(try refusal(room(), .scan4D, plain) == nil)
    }

    private static func json(_ point: SIMD3<Double>) -> JSONValue {
        .object([("x", .number(point.x)), ("y", .number(point.y)), ("z", .number(point.z))])
    }
}
