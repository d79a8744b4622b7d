import MeshArchive
import MeshBytes

/// Packages with the given files, in their order.
enum USDPackageFixture {
    static func package(_ files: [(String, String)]) throws -> [UInt8] {
        try package(bytes: files.map { ($0.0, Array($0.1.utf8)) })
    }

    static func package(bytes files: [(String, [UInt8])]) throws -> [UInt8] {
        let sink = ByteSink()
        var zip = ZipWriter(to: sink, alignment: 64)
        for (name, bytes) in files { try zip.add(name, bytes) }
        try zip.finish()
        return sink.bytes
    }
}
