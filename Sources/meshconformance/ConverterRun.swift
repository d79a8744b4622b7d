import MeshConformance
import MeshConvert
import MeshFormats

// Bounds: the command is a text that ends with a zero.

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Measures a converter given as a command line: `assimp export {in} {out}`.
struct ConverterRun {
    let command: String
    let from: [String]?
    let to: [String]?

    func run() throws {
        let formats = StandardFormats.all.map(\.descriptor)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "meshconformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let command = command
        let table = try ConverterTable(
            sources: from ?? formats.compactMap(\.variants.first?.id),
            targets: to ?? formats.compactMap(\.extensions.first), folder: folder.path
        ) { input, output in
            let line = command.replacing("{in}", with: "'\(input)'").replacing("{out}", with: "'\(output)'")
            // Ignore its output and status; only the written file counts.
            _ = unsafe system("\(line) >/dev/null 2>&1 </dev/null")
        }
        print(table.markdown, terminator: "")
    }
}
