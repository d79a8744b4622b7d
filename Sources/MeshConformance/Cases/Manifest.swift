public import MeshBytes

/// A list of files with facts from independent readers or their author.
public struct Manifest: Sendable {
    /// One file.
    public struct Entry: Sendable {
        /// The path relative to the manifest's folder.
        public var path: String
        /// The format: `obj`, `ply` …
        public var format: String
        /// The expectation: `load`, `diagnose`, `reject`, `either`, `unknown`, `fragment`.
        public var expect: String
        /// The facts about the file.
        public var facts: JSONValue
        /// The facts on which another reader disagrees; they are not asserted.
        public var disagreements: [String]
        /// Conversions of the file with their stated results.
        public var conversions: [StatedConversion]
        /// The complaints about other programs that the file illustrates.
        public var complaints: [Complaint]
    }

    /// A public thread in which people report what a program lost.
    public struct Complaint: Hashable, Sendable {
        /// The repository: `assimp/assimp`.
        public var repository: String
        /// The thread's number.
        public var number: Int

        init?(_ row: JSONValue) {
            guard let repository = row["repository"]?.string, let number = row["number"]?.int else { return nil }
            self.repository = repository
            self.number = Int(number)
        }
    }

    /// The files, in order.
    public var entries: [Entry]

    /// Reads `manifest.json`.
    public init(path: String) throws {
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
