import MeshBytes
import MeshFormats
import ScanFixtures
import ScanPackages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Packages for checks in other languages: the test scene as files, and a writer with rewriters.
enum PackageRuns {
    /// Writes the test scene as packages of every kind and form, with `truth.json` beside them.
    static func writeScene(to folder: String, hasPictures: Bool) throws {
        var generator = RoomGenerator()
        generator.hasPictures = hasPictures
        let home = URL(fileURLWithPath: folder)
        func write(_ bytes: [UInt8], _ path: String) throws {
            let place = home.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: place)
        }
        let variants = generator.variants
        for variant in variants {
            if let container = variant.container {
                try write(variant.room.zip(container), "\(variant.name).zip")
            } else {
                for file in variant.room.files() { try write(file.bytes, "\(variant.name)/\(file.path)") }
            }
        }
        try write(generator.truth.bytes(.compact), "truth.json")
        print("\(variants.count) packages in \(folder)")
    }

    /// Writes a package with rewriters for images and depth that only leave frames out.
    static func rewrite(_ source: String, to target: String, variant: String, leavingOut names: Set<String>) throws {
        var options = PackageWriteOptions()
        options.rewriteImage = { image, bytes in names.contains(image.frame?.name ?? "") ? nil : bytes }
        options.rewriteDepth = { _, depth in depth }
        guard let variant = PackageVariant(rawValue: variant) else {
            throw ReadError(.usage, .whole, "expected a variant of packages, found '\(variant)'")
        }
        let package = try ScanPackage.open(source)
        let result = try PackageWriter(variant, options).write(
            package, to: target.hasSuffix(".zip") ? .zip(target) : .folder(target))
        print("\(result.frames.count) frames, \(result.leftOut.count) left out, \(result.byteCount) bytes")
    }
}
