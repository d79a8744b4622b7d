import MeshBytes
import MeshFormats
import Testing

@testable import ScanPackages

/// What becomes of the folder that the app keeps on the device: its metadata, its map, and the persons in it.
@Suite struct DeviceFolderTests {
    private var consent: PackageWriteOptions {
        var options = PackageWriteOptions()
        options.consentsToImages = true
        return options
    }

    @Test func allMembersOfItsMetadataArrive() throws {
        let written = try WrittenPackage(DeviceFolder().package(), .scan4D, consent)
        let before = try #require(try JSONValue.parse(Array(DeviceFolder.plainMetadata.utf8)).object)
        let after = try #require(try written.json("scan/scan4d_metadata.json"))
        for (key, value) in before { #expect(after[key] == value, "\(key)") }
        #expect(after.object?.count == before.count + 1, "the member meshconv is new")
        #expect(!written.result.losses.contains { $0.severity == .generated && $0.subject == "/metadata" })
        // The place that the device writes comes first; one beside it is that of an older export.
        var both = DeviceFolder()
        both.others = [("scan4d_metadata.json", Array("{\"device\": \"old\"}".utf8))]
        #expect(try both.package().metadata?["device"]?.string == "My iPhone")
    }

    @Test func requiredMetadataThatNobodyKnowsIsReported() throws {
        var device = DeviceFolder()
        device.metadata = "{\"device\": \"d\", \"app_version\": \"0.5\"}"
        let written = try WrittenPackage(device.package(), .scan4D)
        let loss = try #require(written.result.losses.first { $0.subject == "/metadata" })
        #expect(loss.severity == .generated && loss.count == 4)
        #expect(loss.cause.contains("timestamp, os_name, os_version, build_type"))
        #expect(try written.json("scan/scan4d_metadata.json")?["device"]?.string == "d")
    }

    @Test func theMapGetsTheNameOfExportsAndWhatStaysOnTheDeviceStays() throws {
        let written = try WrittenPackage(DeviceFolder().package(), .scan4D, consent)
        #expect(try written.contents("scan/relocalization.worldmap") == [9, 8, 7])
        #expect(written.names.contains("scan/roomplan_raw.json") && written.names.contains("scan/registration.json"))
        #expect(written.names.contains("scan/mesh.obj"))
        for part in ["arworldmap", "derived", "thumbnail", "proxy", "raw_data", "masks"] {
            #expect(!written.names.contains { $0.contains(part) }, "\(part)")
        }
        let left = written.result.losses.filter { $0.severity == .dropped }.flatMap(\.items)
        #expect(Set(left) == ["derived_surfaces.json", "thumbnail.jpg", "mesh_proxy.obj"])
    }

    @Test func picturesOfACaptureWithTheFilterOnNeedConsent() throws {
        let on = DeviceFolder()
        var (broken, odd, off, silent, masked) = (
            DeviceFolder(), DeviceFolder(), DeviceFolder(), DeviceFolder(), DeviceFolder()
        )
        broken.metadata = "{\"timestamp\": "
        func metadata(_ flag: String) -> String {
            DeviceFolder.plainMetadata.replacing("\"privacy_filter\": true,", with: flag)
        }
        odd.metadata = metadata("\"privacy_filter\": 1,")
        off.metadata = metadata("\"privacy_filter\": false,")
        silent.metadata = metadata("")
        // Masks are only kept with the filter on.
        masked.metadata = off.metadata
        masked.hasMask = true
        let cases = [(on, true), (broken, true), (odd, true), (masked, true), (off, false), (silent, false)]
        for (device, needs) in cases {
            let package = try device.package()
            #expect((PackageWriter.needsConsent(package) != nil) == needs)
            #expect((package.privacy == .toBeHidden) == needs)
            guard needs else { continue }
            for variant in PackageVariant.allCases {
                let error = #expect(throws: PackageWriteError.self) { try WrittenPackage(package, variant) }
                #expect(error?.code == "output.consent-missing")
            }
            #expect(try WrittenPackage(package, .raw, consent).result.frames.count == 4)
            var rewriter = PackageWriteOptions()
            rewriter.rewriteImage = { _, bytes in bytes }
            #expect(try WrittenPackage(package, .raw, rewriter).result.frames.count == 4)
        }
    }

    @Test func anExportPassesAndSaysWhetherPersonsAreHidden() throws {
        for (value, privacy, code): (String, PackagePrivacy, String?) in [
            ("true", .hidden, nil), ("false", .shown, "privacy.off"), ("1", .unknown, "privacy.unknown"),
        ] {
            var small = SmallPackage()
            small.metadata = SmallPackage.plainMetadata.replacing(
                "\"privacy_filter\": false", with: "\"privacy_filter\": \(value)")
            let package = try small.package()
            #expect(package.privacy == privacy && PackageWriter.needsConsent(package) == nil)
            #expect(try WrittenPackage(package, .raw).result.notes.map(\.code) == [code].compactMap(\.self))
            let found = try PackageCheck(small.files()).findings.map(\.code).filter { $0.hasPrefix("privacy") }
            #expect(found == [code].compactMap(\.self))
        }
        var broken = SmallPackage()
        broken.metadata = "{\"timestamp\": "
        #expect(try broken.package().privacy == .unknown)
        // Masks of 360° stills are no masks of persons.
        var still = SmallPackage()
        still.others = [("masks/still_0001_front.png", [1])]
        #expect(try !still.package().isDeviceFolder)
    }

    @Test func masksThatMeshconvWroteAreNoMasksOfPersons() throws {
        // As in a package of Nerfstudio's: 255 = keep.
        let mask = try SmallPackage.png(64, 48, bytes: [UInt8](repeating: 255, count: 64 * 48))
        var small = SmallPackage()
        small.metadata = nil
        small.others = [("masks/frame_00000.png", mask)]
        var package = try small.package()
        package.kind = .polycamFlat
        let written = try WrittenPackage(package, .scan4D)
        #expect(written.names.contains("scan/masks/frame_00000.png"))
        let read = try written.read()
        #expect(read.frames[0].maskPath != nil && !read.hasMaskOfPersons(read.frames[0]) && !read.isDeviceFolder)
        // Without the mark of meshconv they would be taken for masks of persons.
        var options = PackageWriteOptions()
        options.profile = .scan4D05
        let old = try WrittenPackage(package, .scan4D, options)
        #expect(!old.names.contains { $0.contains("masks/") })
        #expect(old.result.losses.contains { $0.name == "masks" && $0.count == 1 })
    }
}
