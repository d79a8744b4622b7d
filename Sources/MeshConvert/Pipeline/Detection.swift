public import MeshBytes
public import MeshFormats

/// Finds the format of an input: by the caller's choice, else its signature, else its extension, else its first bytes.
public enum Detection {
    /// Returns the format of `input`.
    public static func format(
        of input: Input, named name: String?, among formats: [any Format]
    ) throws(ReadError) -> any ReadableFormat {
        // A format that the caller names says itself what it makes of no bytes.
        guard input.byteCount > 0 || name != nil else {
            throw ReadError(.truncated, .byte(0), "the file is empty: there is nothing to convert")
        }
        if let name {
            guard let format = StandardFormats.format(named: name, in: formats) as? any ReadableFormat else {
                throw ReadError(
                    .unknownFormat, .whole,
                    "'\(name)' is not a format that can be read; there are \(names(formats))")
            }
            return format
        }
        let head = try ReadError.of(input.read(0..<min(64, input.byteCount)))
        for format in formats where format.descriptor.signatures.contains(where: { head.starts(with: $0) }) {
            if let readable = format as? any ReadableFormat { return readable }
        }
        if let ending = input.name.pathExtension,
            let format = StandardFormats.format(extension: ending, in: formats) as? any ReadableFormat
        {
            return format
        }
        let more = try ReadError.of(input.read(0..<min(4096, input.byteCount)))
        for case let format as any ReadableFormat in formats where format.recognizes(more) { return format }
        throw ReadError(
            .unknownFormat, .byte(0),
            "not a 3D file that meshconv knows (\(names(formats)), or a scan package)")
    }

    private static func names(_ formats: [any Format]) -> String {
        formats.map(\.descriptor.id).joined(separator: ", ")
    }
}
