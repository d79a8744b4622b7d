public import MeshBytes

/// A list of files with what independent readers or their author say of them.
public struct Manifest: Sendable {
    /// One file.
    public struct Entry: Sendable {
        /// The path from the manifest's folder.
        public var path: String
        /// `obj`, `ply` …
        public var format: String
        /// `load`, `diagnose`, `reject`, `either`, `unknown`, `fragment`.
        public var expect: String
        /// What is in the file.
        public var facts: JSONValue
        /// Where another reader says otherwise: facts of that kind are not asserted.
        public var disagreements: [String]
        /// What conversions of the file must give.
        public var conversions: [StatedConversion]
        /// The complaints about other programs that the file shows.
        public var complaints: [Complaint]
    }

    /// A public thread in which people say what a program lost.
    public struct Complaint: Hashable, Sendable {
        /// The repository: `assimp/assimp`.
        public var repository: String
        /// The thread's number.
        public var number: Int

        /// A thread from its row in a manifest.
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
