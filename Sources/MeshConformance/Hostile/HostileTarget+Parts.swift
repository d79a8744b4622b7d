import MeshArchive
import MeshBytes
import MeshCompression
import MeshConvert
import MeshDraco
import MeshFormats
import MeshImages
import ScanPackages

extension HostileTarget {
    /// What lies inside of files: material libraries, compressed streams, archives, pictures, scan packages.
    static let parts: [HostileTarget] = [
        HostileTarget("mtl") { bytes in
            var options = Self.options(bytes)
            options.reading.sideFiles["m.mtl"] = .bytes(bytes)
            let text = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n"
            return read(Array(text.utf8), "hostile.obj", options).failures
        },
        HostileTarget("meshopt", meshopt),
        HostileTarget("draco", seeds: ["drc"]) { bytes in
            do throws(DracoError) {
                let mesh = try DracoDecoder.decode(bytes, limits: DracoLimits(decodedBytes: 64 << 20))
                return mesh.indices.allSatisfy { Int($0) < mesh.pointCount } ? [] : ["an index is beyond the points"]
            } catch {
                return error.expected.isEmpty ? ["refused without a word"] : []
            }
        },
        HostileTarget("lz4") { bytes in
            guard let decoded = try? LZ4Block.decode(bytes, most: 1 << 20) else { return [] }
            return decoded.count <= 1 << 20 ? [] : ["more bytes than allowed"]
        },
        HostileTarget("zip", seeds: ["zip", "usdz"], zip),
        HostileTarget("png", seeds: ["png"], picture),
        HostileTarget("jpg", seeds: ["jpg"], picture),
        HostileTarget("package", seeds: ["zip"], package),
    ]

    /// The first four bytes are mode and filter, stride and count; the rest is the stream.
    private static func meshopt(_ bytes: [UInt8]) -> [String] {
        guard bytes.count > 4 else { return [] }
        let modes = MeshoptStream.Mode.allCases
        let filters = MeshoptStream.Filter.allCases
        let stream = MeshoptStream(
            mode: modes[Int(bytes[0] & 15) % modes.count], filter: filters[Int(bytes[0] >> 4) % filters.count],
            count: Int(bytes[2]) | Int(bytes[3]) << 8, stride: Int(bytes[1]))
        guard let decoded = try? MeshoptDecoder.decode(Array(bytes[4...]), as: stream) else { return [] }
        let expected = try? stream.byteCount()
        return decoded.count == expected ? [] : ["decoded \(decoded.count) bytes, not \(expected ?? -1)"]
    }

    private static func zip(_ bytes: [UInt8]) -> [String] {
        var limits = ZipLimits()
        limits.entry.maximumOutput = 16 << 20
        let input = Input.bytes(bytes, name: folder + "hostile.zip")
        guard let reader = try? ZipReader(input, limits: limits) else { return [] }
        var failures: [String] = []
        for entry in reader.entries {
            guard let contents = try? reader.contents(of: entry, in: input) else { continue }
            if contents.count != entry.byteCount { failures.append("an entry has not the bytes that it states") }
            var checksum = CRC32()
            checksum.update(contents, from: 0)
            if checksum.value != entry.checksum { failures.append("an entry has not the checksum that it states") }
        }
        return failures
    }

    private static func picture(_ bytes: [UInt8]) -> [String] {
        var limits = ImageLimits()
        limits.pixelCount = 1 << 22
        _ = ImageHeader(bytes)
        do throws(ImageError) {
            let image = try PixelImage(bytes, limits: limits)
            let count = image.width * image.height * image.layout.rawValue
            let found =
                switch image.samples {
                case .bytes(let samples): samples.count
                case .words(let samples): samples.count
                }
            return found == count ? [] : ["\(found) samples, not \(count)"]
        } catch {
            return error.message.isEmpty ? ["refused without a word"] : []
        }
    }

    /// A zip archive of a capture: its JSON, CSV and COLMAP files, and all of its pictures.
    private static func package(_ bytes: [UInt8]) -> [String] {
        var options = PackageOptions()
        options.limits.pixelCount = 1 << 22
        do throws(ReadError) {
            let files = try PackageFiles.zip(.bytes(bytes, name: folder + "hostile.zip"), limits: options.limits)
            _ = try PackageCheck(files, options: options)
            let package = try ScanPackage.read(files, options: options)
            _ = try? package.points()
            return []
        } catch {
            return error.message.isEmpty ? ["refused without a word"] : []
        }
    }
}
