package import MeshBytes

/// A list of files with facts from independent readers or their author.
package struct Manifest: Sendable {
    /// One file.
    package struct Entry: Sendable {
        /// The path relative to the manifest's folder.
        package var path: String
        /// The format: `obj`, `ply` …
        package var format: String
        /// The expectation: `load`, `diagnose`, `reject`, `either`, `unknown`, `fragment`.
        package var expect: String
        /// The facts about the file.
        package var facts: JSONValue
        /// The facts on which another reader disagrees; they are not asserted.
        package var disagreements: [String]
        /// Conversions of the file with their stated results.
        package var conversions: [StatedConversion]
        /// The complaints about other programs that the file illustrates.
        package var complaints: [Complaint]
    }

    /// A public thread in which people report what a program lost.
    package struct Complaint: Hashable, Sendable {
        /// The repository: `assimp/assimp`.
        package var repository: String
        /// The thread's number.
        package var number: Int

        init?(_ row: JSONValue) {
            guard let repository = row["repository"]?.string, let number = row["number"]?.int else { return nil }
            self.repository = repository
            self.number = Int(number)
        }
    }

    /// The files, in order.
    package var entries: [Entry]

    /// Reads `manifest.json`.
    package init(path: String) throws {
        let input = try Input.file(path)
        let json = try JSONValue.parse(try input.read(0..<input.byteCount))
        entries = (json["files"]?.array ?? []).compactMap { file in
            guard let path = file["path"]?.string, let format = file["format"]?.string else { return nil }
            return Entry(
                path: path, format: format, expect: file["expect"]?.string ?? "unknown",
                facts: file["facts"] ?? .object([]),
                disagreements: (file["disagreements"]?.array ?? []).compactMap(\.string),
                conversions: (file["conversions"]?.array ?? []).map(StatedConversion.init),
                complaints: (file["complaints"]?.array ?? []).compactMap(Complaint.init))
        }
    }
}
