import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import ScanPackages

/// Poses in several files, and what `transforms.json` names besides pictures.
@Suite struct SplitTransformsTests {
    private func transforms(_ members: String, _ paths: [String]) -> [UInt8] {
        let frames = paths.enumerated().map { index, path in
            "{\"file_path\": \"./\(path)\", \"transform_matrix\": "
                + "[[1, 0, 0, \(index)], [0, 0, -1, \(path.utf8.count)], [0, 1, 0, 2], [0, 0, 0, 1]]}"
        }
        return "{\(members), \"frames\": [\(frames.joined(separator: ", "))]}".bytes
    }

    private func files(_ files: [(String, [UInt8])]) throws -> PackageFiles {
        try PackageFiles(files.map { PackageEntry(path: $0.0, bytes: $0.1) }, name: "nerf")
    }

    private func scene(train: String, val: String) throws -> ScanPackage {
        let pictures = ["train/r_0.png", "train/r_1.png", "val/r_0.png"]
        return try ScanPackage.read(
            files(
                try pictures.map { ($0, try SmallPackage.png(4, 4, bytes: Array(repeating: 0, count: 16))) } + [
                    ("transforms_train.json", transforms(train, ["train/r_0", "train/r_1"])),
                    ("transforms_val.json", transforms(val, ["val/r_0"])),
                ]))
    }

    @Test func framesOfAllSplitsAreOneScene() throws {
        let angle = "\"camera_angle_x\": 1.5707963267948966"
        let package = try scene(train: angle, val: angle)
        #expect(package.kind == .nerfstudio && package.otherPaths.isEmpty)
        #expect(
            Set(package.frames.compactMap(\.imagePath)) == ["train/r_0.png", "train/r_1.png", "val/r_0.png"])
        #expect(Set(package.frames.map(\.name)) == ["r_0", "r_1", "r_0-2"])
        #expect(package.frames.allSatisfy { abs(($0.intrinsics?.fx ?? 0) - 2) < 1e-12 && $0.hasUsablePose })
        let written = try WrittenPackage(package, .raw)
        let json = try #require(try written.json("scan/transforms.json"))
        #expect(json["train_filenames"] == .array(["images/r_0.png", "images/r_1.png"]))
        #expect(json["val_filenames"] == .array(["images/r_0-2.png"]) && json["test_filenames"] == nil)
        let colmap = try WrittenPackage(package, .colmap)
        #expect(colmap.names.contains("scan/images/val/r_0.png"))
        #expect(colmap.result.losses.contains { $0.name == "members of transforms.json" && $0.count == 2 })
    }

    /// A number for all frames must hold for all.
    @Test func whatSplitsSayOfTheirOwnLensesIsNotForAll() throws {
        let shared = "\"fl_x\": 2, \"cx\": 2, \"cy\": 2, \"w\": 4, \"h\": 4, \"k2\": 0.02"
        let package = try scene(train: shared + ", \"k1\": 0.1", val: shared)
        #expect(package.transformsMembers.map(\.0) == ["k2", "train_filenames", "val_filenames"])
        let back = try WrittenPackage(package, .raw).read()
        #expect(back.frame(named: "r_0")?.lens == ScanLens(.openCV, [0.1, 0.02]))
        #expect(back.frame(named: "r_0-2")?.lens == ScanLens(.openCV, [0, 0.02]))
    }

    @Test func besideTransformsSplitsAreFilesAsOthers() throws {
        let angle = "\"camera_angle_x\": 1"
        let package = try ScanPackage.read(
            files([
                ("transforms.json", transforms(angle, ["a.jpg"])), ("a.jpg", SmallPackage.jpeg(4, 4)),
                ("transforms_train.json", transforms(angle, ["b.jpg"])),
            ]))
        #expect(package.frames.map(\.name) == ["a"] && package.otherPaths == ["transforms_train.json"])
    }

    @Test func aCloudThatIsMissingIsReported() throws {
        let members = "\"camera_angle_x\": 1, \"ply_file_path\": \"gone.ply\""
        let package = try ScanPackage.read(
            files([("transforms.json", transforms(members, ["a.jpg"])), ("a.jpg", SmallPackage.jpeg(4, 4))]))
        #expect(package.diagnostics.contains { $0.packageCode == .pathDangling && $0.entry == "gone.ply" })
        let written = try WrittenPackage(package, .raw)
        #expect(try written.json("scan/transforms.json")?["ply_file_path"] == nil)
        #expect(written.result.losses.contains { $0.name == "ply_file_path" && $0.severity == .dropped })
    }
}
