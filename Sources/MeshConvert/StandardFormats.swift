import FormatGLTF
import FormatOBJ
import FormatPLY
import FormatSTL
import FormatUSD
public import MeshFormats

/// The formats that come with the library. Adding a format is one line here.
public enum StandardFormats {
    /// All of them, in the order in which they are listed and tried.
    public static let all: [any Format] = [
        PLYFormat(),
        OBJFormat(),
        STLFormat(),
        GLTFFormat(),
        USDFormat(),
    ]

    /// The format that has a variant or an id.
    public static func format(named name: String, in formats: [any Format] = all) -> (any Format)? {
        formats.first { $0.descriptor.id == name || $0.descriptor.variants.contains { $0.id == name } }
    }

    /// The format that an extension (without the dot, any case) belongs to.
    public static func format(extension ending: String, in formats: [any Format] = all) -> (any Format)? {
        let ending = ending.lowercased()
        return formats.first { $0.descriptor.extensions.contains(ending) }
    }

    /// The variant that is meant by a name: itself, or the first of the format with this id.
    public static func variant(named name: String, in formats: [any Format] = all) -> String? {
        for format in formats {
            if format.descriptor.variants.contains(where: { $0.id == name }) { return name }
            if format.descriptor.id == name { return format.descriptor.variants.first?.id }
        }
        return nil
    }
}
