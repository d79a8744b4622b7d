import FormatGLTF
import FormatOBJ
import FormatOFF
import FormatPLY
import FormatSTL
import FormatUSD
public import MeshFormats

/// The formats of the library. To add a format, add one line here.
public enum StandardFormats {
    /// All formats, in the order in which they are listed and tried.
    public static let all: [any Format] = [
        PLYFormat(),
        OBJFormat(),
        STLFormat(),
        OFFFormat(),
        GLTFFormat(),
        USDFormat(),
    ]

    /// Returns the format with a variant or an id.
    public static func format(named name: String, in formats: [any Format] = all) -> (any Format)? {
        formats.first { $0.descriptor.id == name || $0.descriptor.variants.contains { $0.id == name } }
    }

    /// Returns the format for an extension (without the dot, any case).
    public static func format(extension ending: String, in formats: [any Format] = all) -> (any Format)? {
        let ending = ending.lowercased()
        return formats.first { $0.descriptor.extensions.contains(ending) }
    }

    /// Returns the variant for a name: the variant itself, or the first of the format with this id.
    public static func variant(named name: String, in formats: [any Format] = all) -> String? {
        for format in formats {
            if format.descriptor.variants.contains(where: { $0.id == name }) { return name }
            if format.descriptor.id == name { return format.descriptor.variants.first?.id }
        }
        return nil
    }
}
