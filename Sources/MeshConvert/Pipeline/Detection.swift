public import MeshBytes
public import MeshFormats

/// Finds the format of an input: what the caller says, else its signature, else its extension, else what its text begins
/// with.
public enum Detection {
    /// The format of `input`.
    public static func format(
        of input: Input, named name: String?, among formats: [any Format]
    ) throws(ReadError) -> any ReadableFormat {
        if let name {
            guard let format = StandardFormats.format(named: name, in: formats) as? any ReadableFormat else {
                throw ReadError(
                    .unknownFormat, .whole,
                    "expected one of \(names(formats)), found the format name '\(name)'")
            }
            return format
        }
        let head: [UInt8]
        do throws(SystemError) { head = try input.read(0..<min(64, input.byteCount)) } catch {
            throw ReadError(error)
        }
        for format in formats where format.descriptor.signatures.contains(where: { head.starts(with: $0) }) {
            if let readable = format as? any ReadableFormat { return readable }
        }
        if let ending = input.name.pathExtension,
            let format = StandardFormats.format(extension: ending, in: formats) as? any ReadableFormat
        {
            return format
        }
        let more: [UInt8]
        do throws(SystemError) { more = try input.read(0..<min(4096, input.byteCount)) } catch {
            throw ReadError(error)
        }
        for case let format as any ReadableFormat in formats where format.recognizes(more) { return format }
        throw ReadError(
            .unknownFormat, .byte(0),
            "expected a file of one of \(names(formats)), found neither their first bytes nor their extension")
    }

    private static func names(_ formats: [any Format]) -> String {
        formats.map(\.descriptor.id).joined(separator: ", ")
    }
}
