import Foundation
import MeshBytes
import MeshFormats
import MeshImages
import MeshModel
import Testing

@testable import ScanPackages

/// Faces of a cube that are cut from 360° stills. The world has a colour in each direction, which a still and its faces
/// must agree about: the still is painted by the formula of *360° stills*, a face is asked through its camera.
@Suite struct StillFacesTests {
    /// The colour of the world in a direction.
    private static func color(_ d: SIMD3<Double>) -> SIMD3<Double> {
        let length = (d * d).sum().squareRoot()
        let u = d / length
        return 127.5 + 100 * SIMD3(u.x, sin(3 * u.y), u.z * u.x + 0.3 * u.y)
    }

    /// A pose turned about two axes, away from the origin.
    private static let pose = SmallPackage.pose(2)

    /// A still of that world, as PNG, with its horizon `elevation` degrees below the middle.
    private static func still(width: Int = 1024, elevation: Double = 0) throws -> [UInt8] {
        let height = width / 2
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let yaw = (Double(column) + 0.5) / Double(width) * 2 * .pi - .pi
                let pitch = .pi / 2 + elevation * .pi / 180 - (Double(row) + 0.5) / Double(height) * .pi
                let ray = SIMD3(cos(pitch) * sin(yaw), sin(pitch), -cos(pitch) * cos(yaw))
                var turn = pose
                turn.translation = .zero
                let color = color(turn.applied(to: ray))
                for channel in 0..<3 { pixels.append(UInt8(color[channel].rounded())) }
            }
        }
        return try PNGWriter(width: width, height: height, layout: .rgb).file(pixels)
    }

    private static let plain = Result { try still() }

    private static func sidecar(_ others: String = "", model: String = "RICOH THETA X") -> [UInt8] {
        let numbers = pose.columnMajor.map { "\($0)" }.joined(separator: ", ")
        return Array(
            """
            {"sequence": 1, "still_source": "\(model)", "cam_transform": [\(numbers)],
            "rig_calibration_source": "solved_v13"\(others)}
            """.utf8)
    }

    private func package(_ parts: [(String, [UInt8])]) throws -> ScanPackage {
        var small = SmallPackage()
        small.others = parts.map { ("equirect_\($0.0)", $0.1) }
        return try small.package()
    }

    /// The peak signal-to-noise ratio in dB of a written face, whose camera says where it looks.
    private func quality(_ written: WrittenPackage, _ name: String) throws -> Double {
        let camera = try #require(try written.json("scan/cameras/\(name).json"))
        func number(_ key: String) throws -> Double { try #require(camera[key]?.number) }
        let file = try #require(try written.contents("scan/images/\(name).jpg"))
        let image = try PixelImage(file.span)
        let side = image.width
        #expect(try number("width") == Double(side) && number("height") == Double(side) && image.height == side)
        #expect(try number("fx") == Double(side) / 2 && number("cy") == Double(side) / 2)
        guard case .bytes(let bytes) = image.samples else { return 0 }
        var sum = 0.0
        for row in 0..<side {
            for column in 0..<side {
                let x = (Double(column) + 0.5 - (try number("cx"))) / (try number("fx"))
                let y = -(Double(row) + 0.5 - (try number("cy"))) / (try number("fy"))
                var ray = SIMD3<Double>()
                for axis in 0..<3 {
                    ray[axis] =
                        try number("t_\(axis)0") * x + number("t_\(axis)1") * y - number("t_\(axis)2")
                }
                let expected = Self.color(ray)
                for channel in 0..<3 {
                    let error = Double(bytes[(row * side + column) * 3 + channel]) - expected[channel]
                    sum += error * error
                }
            }
        }
        return 10 * log10(255 * 255 / (sum / Double(side * side * 3)))
    }

    @Test(arguments: [0, 7.5]) func f23FacesShowTheWorldWhereTheirCamerasLook(elevation: Double) throws {
        let package = try package([
            ("stills/still_0001.png", Self.still(elevation: elevation)),
            ("stills/still_0001.json", Self.sidecar(", \"elevation_offset_deg\": \(elevation)")),
        ])
        let written = try WrittenPackage(package, .scan4D)
        #expect(written.names.count { $0.contains("images/still_0001_") } == 6)
        for face in ["front", "right", "back", "left", "up", "down"] {
            let quality = try quality(written, "still_0001_\(face)")
            #expect(quality > 35, "\(face): \(quality) dB")
            let camera = try written.json("scan/cameras/still_0001_\(face).json")
            #expect(camera?["face"]?.string == face && camera?["camera_pose_source"]?.string == "rig_calibrated")
            #expect(camera?["still_source"]?.string == "RICOH THETA X" && camera?["is_keyframe"] == true)
            #expect(camera?["t_13"]?.number == Self.pose.translation.y && camera?["blur_score"]?.number == 1)
        }
        // Where they are, the numbers about the phone's pictures stay.
        #expect(try written.json("scan/mesh_info.json")?["num_frames"]?.int == 4)
        #expect(try written.json("scan/scan4d_metadata.json")?["keyframe_count"]?.int == 1)
        let losses = written.result.losses.filter { $0.severity == .generated }
        #expect(losses.contains { $0.name == "faces of 360° stills" && $0.count == 6 })
        // A package that has faces gets no others.
        #expect(try !WrittenPackage(written.read(), .scan4D).result.losses.contains { $0.severity == .generated })
    }

    @Test func eachFaceLooksWhereItsNameSays() {
        let ways: [String: SIMD3<Double>] = [
            "front": [0, 0, -1], "right": [1, 0, 0], "back": [0, 0, 1], "left": [-1, 0, 0], "up": [0, 1, 0],
            "down": [0, -1, 0],
        ]
        #expect(CubeFace.all.count == 6)
        for face in CubeFace.all {
            #expect(face.turn.applied(to: [0, 0, -1]) == ways[face.name], "\(face.name)")
            #expect(face.turn.determinant == 1 && face.turn.isRigid)
        }
        // The horizon is level in the four around; the others are tilted from the front one.
        for face in CubeFace.all.prefix(4) { #expect(face.turn.applied(to: [0, 1, 0]) == [0, 1, 0]) }
        for face in CubeFace.all.suffix(2) { #expect(face.turn.applied(to: [1, 0, 0]) == [1, 0, 0]) }
    }

    @Test func facesAreFramesOfEveryLayoutThatTakesThem() throws {
        let mask = try SmallPackage.png(
            64, 32, bytes: [UInt8](repeating: 0, count: 64 * 16) + [UInt8](repeating: 255, count: 64 * 16))
        let package = try package([
            ("stills/still_0001.png", Self.plain.get()), ("stills/still_0001.json", Self.sidecar()),
            ("masks/still_0001.png", mask),
        ])
        for variant in PackageVariant.allCases {
            var options = PackageWriteOptions()
            options.points = .none
            let written = try WrittenPackage(package, variant, options)
            #expect(written.result.frames.count == 10, "\(variant)")
            options.includesCubeFaces = false
            #expect(try WrittenPackage(package, variant, options).result.frames.count == 4)
            options.includesCubeFaces = true
            options.profile = .scan4D05
            let old = try WrittenPackage(package, variant, options)
            #expect(old.result.frames.count == (variant == .scan4D ? 10 : 4), "\(variant)")
        }
        // The upper half of the sphere is not to be used: neither is the upper face, nor half of the others.
        let written = try WrittenPackage(package, .scan4D)
        for (face, share) in [("up", 0.0), ("down", 1), ("front", 0.5), ("left", 0.5)] {
            let file = try #require(try written.contents("scan/masks/still_0001_\(face).png"))
            let image = try PixelImage(file.span)
            #expect(image.width == 128 && image.height == 128)
            guard case .bytes(let bytes) = image.samples else { continue }
            #expect(Double(bytes.count { $0 == 255 }) / Double(bytes.count) == share, "\(face)")
        }
        // Nerfstudio and COLMAP want masks of the pictures' size.
        let colmap = try WrittenPackage(package, .colmap)
        let file = try #require(try colmap.contents("scan/masks/still_0001_front.jpg.png"))
        #expect(try PixelImage(file.span).width == 256)
    }

    @Test func facesShowWhatTheRewriterLetsBeSeen() throws {
        let package = try package([
            ("stills/still_0001.png", Self.plain.get()), ("stills/still_0001.json", Self.sidecar()),
            ("stills/still_0002.png", Self.plain.get()), ("stills/still_0002.json", Self.sidecar()),
        ])
        let gray = try PNGWriter(width: 1024, height: 512, layout: .gray).file(
            [UInt8](repeating: 99, count: 1024 * 512))
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in
            guard case .still(let still) = image.owner else { return bytes }
            return still.name == "still_0001" ? gray : nil
        }
        let written = try WrittenPackage(package, .scan4D, options)
        let file = try #require(try written.contents("scan/images/still_0001_left.jpg"))
        guard case .bytes(let bytes) = try PixelImage(file.span).samples else { return }
        #expect(bytes.allSatisfy { abs(Int($0) - 99) < 3 })
        #expect(!written.names.contains { $0.contains("still_0002") })
        #expect(Set(written.result.leftOut).isSuperset(of: ["still_0002", "still_0002_up"]))
    }

    @Test func aStillWithoutASurePoseGivesNone() throws {
        let (picture, numbers) = (try Self.plain.get(), Self.pose.columnMajor.map { "\($0)" }.joined(separator: ", "))
        func written(_ sidecar: [UInt8], _ picture: [UInt8]) throws -> WrittenPackage {
            try WrittenPackage(
                package([("stills/still_0001.png", picture), ("stills/still_0001.json", sidecar)]), .scan4D)
        }
        for (sidecar, picture) in [
            (Self.sidecar(model: "Unknown 360"), picture), (Array("{\"still_source\": \"THETA X\"}".utf8), picture),
            (Self.sidecar(), try Self.still(width: 1020)),
            (Self.sidecar(", \"elevation_offset_deg\": 1e300"), picture),
            (Self.sidecar(", \"elevation_offset_deg\": -91"), picture),
        ] {
            let written = try written(sidecar, picture)
            #expect(written.result.frames.count == 4 && written.result.notes.contains { $0.code == "faces.none" })
        }
        // Without a pose of its own it stands as it is usually mounted: level, above an upright phone.
        let old = try written(
            Array("{\"still_source\": \"THETA Z1\", \"phone_transform\": [\(numbers)]}".utf8), picture)
        let camera = try #require(try old.json("scan/cameras/still_0001_front.json"))
        #expect(camera["camera_pose_source"]?.string == "rig_prior")
        #expect(camera["t_11"]?.number == 1 && camera["t_01"]?.number == 0)
        let place = Self.pose.applied(to: SIMD3(-0.75, 0, 0))
        #expect(abs((camera["t_03"]?.number ?? 0) - place.x) < 1e-12)
        // It looks where the phone does, along the ground.
        let (x, z) = (-Self.pose.x.z, -Self.pose.z.z)
        let size = (x * x + z * z).squareRoot()
        #expect(abs(-(camera["t_02"]?.number ?? 0) - x / size) < 1e-12)
        #expect(abs(-(camera["t_22"]?.number ?? 0) - z / size) < 1e-12)
    }

    @Test func aBrokenStillIsAnErrorOrLeftOut() throws {
        let whole = try Self.plain.get()
        let package = try package([
            ("stills/still_0001.png", Array(whole.dropLast(whole.count / 2))),
            ("stills/still_0001.json", Self.sidecar()),
        ])
        let check = try PackageCheck(package.files)
        #expect(check.findings.contains { $0.severity == .error && $0.entry == "equirect_stills/still_0001.png" })
        // A plan cuts nothing, and knows the frames nevertheless.
        #expect(try PackageWriter(.raw).plan(package).frames.count == 10)
        let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(package, .raw) }
        #expect(error?.description.hasPrefix("equirect_stills/still_0001.png") == true)
        var options = PackageWriteOptions()
        options.reading.lenient = true
        let written = try WrittenPackage(package, .raw, options)
        #expect(written.result.unreadable.count == 6 && written.result.frames.count == 4)
    }

    @Test func aRewrittenStillThatIsTooSmallIsRefused() throws {
        let package = try package([
            ("stills/still_0001.png", Self.plain.get()), ("stills/still_0001.json", Self.sidecar()),
        ])
        let small = try PNGWriter(width: 512, height: 256, layout: .gray).file([UInt8](repeating: 9, count: 512 * 256))
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in
            if case .still = image.owner { small } else { bytes }
        }
        let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(package, .scan4D, options) }
        #expect(error?.description.contains("512 pixels wide, but needs at least 1024") == true)
    }

    /// Six bytes for each pixel: three of it and three of the planes that it is decoded into.
    @Test func theMemoryForFacesIsThatOfTheLargestStill() throws {
        var package = try package([("stills/still_0001.png", Self.plain.get()), ("stills/b.jpg", [1, 2])])
        #expect(package.files.memoryForFaces == 1024 * 512 * 6)
        package = try self.package([])
        #expect(package.files.memoryForFaces == 0)
    }

    @Test func aSidecarSaysHowLargeThePictureIs() throws {
        let package = try package([
            ("stills/still_0001.png", Self.plain.get()),
            ("stills/still_0001.json", Self.sidecar(", \"width\": 11008, \"height\": 5504")),
        ])
        #expect(package.stills.map(\.size) == [SIMD2(11_008, 5504)])
    }

    @Test func aSidecarThatIsNoObjectIsRefused() throws {
        var small = SmallPackage()
        small.others = [("equirect_stills/still_0001.json", Array("[1]".utf8))]
        let error = #expect(throws: ReadError.self) { try ScanPackage.read(small.files()) }
        #expect(error?.location == .sideFile("equirect_stills/still_0001.json", .whole))
        #expect(error?.message == "expected an object, found another value")
        let found = try small.package().diagnostics.filter { $0.entry == "equirect_stills/still_0001.json" }
        #expect(found.map(\.packageCode) == [.fileUnreadable])
    }

    @Test func anglesAreThoseOfTheMachine() {
        for step in 0..<3000 {
            let turn = Double(step) / 3000 * 2 * .pi - .pi
            let (x, y) = (cos(turn) * 3.7, sin(turn) * 3.7)
            #expect(abs(Double.angle(y: y, x: x) - atan2(y, x)) < 1e-14)
        }
        #expect(Double.angle(y: 0, x: 0) == 0 && Double.angle(y: 0, x: -1) == .pi)
    }
}
