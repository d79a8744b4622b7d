extension Limits {
    /// The name of a limit, as `--limit NAME=VALUE` has it.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        /// ``Limits/fileByteCount``.
        case fileSize = "file-size"
        /// ``Limits/sideFileByteCount``.
        case sideFileSize = "side-file-size"
        /// ``Limits/sideFileCount``.
        case sideFiles = "side-files"
        /// ``Limits/lineByteCount``.
        case textSize = "text-size"
        /// ``Limits/headerEntries``.
        case names
        /// ``Limits/elementCount``.
        case elements
        /// ``Limits/copyCount``.
        case copies
        /// ``Limits/nesting``.
        case nesting
        /// ``Limits/entryCount``.
        case entries
        /// ``Limits/compressionRatio``.
        case inflation
        /// ``Limits/pixelCount``.
        case pixels

        /// Whether the value is a number of bytes.
        package var isByteCount: Bool { [.fileSize, .sideFileSize, .textSize].contains(self) }
    }

    /// The value of a limit; nil: the reader's own.
    package subscript(name: Name) -> Int? {
        get {
            switch name {
            case .fileSize: fileByteCount
            case .sideFileSize: sideFileByteCount
            case .sideFiles: sideFileCount
            case .textSize: lineByteCount
            case .names: headerEntries
            case .elements: elementCount
            case .copies: copyCount
            case .nesting: nesting
            case .entries: entryCount
            case .inflation: compressionRatio
            case .pixels: pixelCount
            }
        }
        set {
            let usual = Self()
            switch name {
            case .fileSize: fileByteCount = newValue ?? usual.fileByteCount
            case .sideFileSize: sideFileByteCount = newValue ?? usual.sideFileByteCount
            case .sideFiles: sideFileCount = newValue ?? usual.sideFileCount
            case .textSize: lineByteCount = newValue ?? usual.lineByteCount
            case .names: headerEntries = newValue ?? usual.headerEntries
            case .elements: elementCount = newValue ?? usual.elementCount
            case .copies: copyCount = newValue ?? usual.copyCount
            case .nesting: nesting = newValue
            case .entries: entryCount = newValue
            case .inflation: compressionRatio = newValue
            case .pixels: pixelCount = newValue
            }
        }
    }
}

extension ReadError {
    /// Creates the error of a limit that was reached, which says how to raise it.
    ///
    /// - Parameter message: what was expected and found: `expected at most 100000 solids, found more`.
    package init(beyond limit: Limits.Name, _ location: InputLocation, _ message: String) {
        self.init(.limitExceeded, location, wording: Self.wording(beyond: limit, message))
    }

    /// Creates the error of an archive, which names codes and limits as reading does.
    ///
    /// - Parameters:
    ///   - code: the code of reading.
    ///   - byte: the position in the archive; without an entry, in compressed data.
    ///   - limit: the name that `--limit` has for the limit that was reached; nil: no limit of the caller was reached.
    package init(ofArchive code: String, byte: Int, entry: String?, limit: String?, _ message: String) {
        let place = InputLocation.byte(byte)
        self.init(
            Code(rawValue: code), entry.map { .sideFile($0, place) } ?? place,
            wording: limit.flatMap(Limits.Name.init).map { Self.wording(beyond: $0, message) } ?? Wording(message))
    }

    /// Returns the message of a limit that was reached, which says how to raise it.
    private static func wording(beyond limit: Limits.Name, _ message: String) -> Wording {
        "\(message); to allow more: \(.limit, "\(limit.rawValue)=\(limit.isByteCount ? "SIZE" : "N")")"
    }
}
