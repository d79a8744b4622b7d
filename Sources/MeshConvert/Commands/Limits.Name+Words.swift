package import MeshFormats

// The limits that `--limit` sets, in words.

extension Limits.Name {
    /// The limit without the option.
    package var usual: String {
        switch self {
        case .fileSize, .elements: "none"
        case .sideFileSize: "1GiB"
        case .sideFiles: "10000"
        case .textSize: "64MiB"
        case .names: "100000"
        case .copies: "5000000"
        case .nesting: "256 in JSON, 128 in USD's text, 64 in USD's crates and in scans"
        case .entries: "1000000, 100000 in USDZ"
        case .inflation: "200, 1000 in USDZ"
        case .pixels: "67108864"
        }
    }

    /// What is limited.
    package var meaning: String {
        switch self {
        case .fileSize: "bytes of an input, and of each buffer that a glTF file names"
        case .sideFileSize: "bytes of another file that an input names, or of a file in an archive"
        case .sideFiles: "files that an input names: layers, material files, buffers, packages"
        case .textSize: "bytes of a header or of a line; of a JSON or CSV file of a scan"
        case .names: "elements, properties, materials, solids, comments or kinds of statements"
        case .elements: "vertices, or faces, lines and points, in one part of a scene"
        case .copies: "copies of meshes that instances show"
        case .nesting: "values inside of each other; at most 1000"
        case .entries: "files in an archive or in the folder of a scan"
        case .inflation: "bytes that each compressed byte of an archive becomes, from 1 MiB on"
        case .pixels: "pixels of a picture or of depth in a scan"
        }
    }

    /// A value below all that hold without the option is a tighter limit.
    package var strictestUsual: Int {
        switch self {
        case .nesting: 64
        case .entries: 100_000
        case .inflation: 200
        case .pixels: 1 << 26
        default: Limits()[self] ?? .max
        }
    }

    /// Returns the value that a word says.
    package func value(_ word: String) throws(Failure) -> Int {
        let value = isByteCount ? Quantity.bytes(word) : Int(word)
        guard let value, value > 0, self != .nesting || value <= 1000 else {
            let form =
                isByteCount
                ? "a size such as 500MB or 2GiB" : "a whole number of 1 \(self == .nesting ? "to 1000" : "or more")"
            throw Failure(usage: "expected --limit \(rawValue)= with \(form), found '\(word)'")
        }
        return value
    }

    /// Returns the limit of this name.
    static func named(_ word: String) throws(Failure) -> Self {
        if let name = Self(rawValue: word) { return name }
        if ["memory", "threads", "timeout"].contains(word) {
            throw Failure(usage: "'\(word)' is an option of its own: --\(word)")
        }
        let names = allCases.map(\.rawValue)
        throw Failure(
            usage: "expected --limit \(names.joined(separator: ", ")), found '\(word)'\(Spelling.hint(word, in: names))"
        )
    }
}
