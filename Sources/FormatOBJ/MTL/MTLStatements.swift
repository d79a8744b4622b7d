import MeshFormats
import MeshModel

/// The parsed statements of an MTL file; no other file has been opened.
struct MTLStatements: Sendable {
    /// A material.
    struct Entry: Sendable {
        var name: String
        /// The byte offset of its `newmtl`.
        var offset: Int
        var parameters: [MaterialParameter] = []
        var maps: [Map] = []
    }

    /// A texture that a material names.
    struct Map: Sendable {
        var slot: String
        var options: [TextureOption]
        /// The candidates for the file name, the longest first.
        var names: [Name]
    }

    /// A name of an image, and its byte range.
    struct Name: Sendable, Hashable {
        var text: String
        var range: Range<Int>
    }

    var entries: [Entry] = []
    var diagnostics: [Diagnostic] = []
    var unknown = OBJKeywords()
}

/// The meaning of MTL's keywords, in lower case: writers spell `map_Kd` in three ways.
enum MTLKeywords {
    /// Colours; a single number is grey.
    static let colors: [String: String] = [
        "kd": "baseColor", "ka": "Ka", "ks": "Ks", "ke": "emissive", "tf": "Tf",
    ]
    /// Single numbers.
    static let numbers: [String: String] = [
        "ns": "Ns", "ni": "Ni", "illum": "illum", "sharpness": "sharpness", "pr": "roughness", "pm": "metallic",
        "ps": "sheen", "pc": "clearcoat", "pcr": "clearcoatRoughness", "aniso": "anisotropy",
        "anisor": "anisotropyRotation",
    ]
    /// Images.
    static let maps: [String: String] = [
        "map_kd": "baseColor", "map_ka": "Ka", "map_ks": "Ks", "map_ns": "Ns", "map_d": "alpha",
        "map_opacity": "alpha", "map_ke": "emissive", "map_bump": "bump", "bump": "bump", "disp": "displacement",
        "map_disp": "displacement", "decal": "decal", "refl": "reflection", "map_refl": "reflection",
        "norm": "normal", "map_norm": "normal", "map_pr": "roughness", "map_pm": "metallic", "map_ps": "sheen",
        "map_pc": "clearcoat", "map_pcr": "clearcoatRoughness", "map_po": "occlusion",
        "map_orm": "occlusionRoughnessMetallic", "map_rma": "roughnessMetallicOcclusion",
    ]
    /// The options of maps: the number of words, and whether these are numbers of which some may be missing.
    static let options: [String: (words: Int, areNumbers: Bool)] = [
        "-s": (3, true), "-o": (3, true), "-t": (3, true), "-mm": (2, true), "-bm": (1, true), "-boost": (1, true),
        "-texres": (1, true), "-blendu": (1, false), "-blendv": (1, false), "-clamp": (1, false), "-cc": (1, false),
        "-imfchan": (1, false), "-type": (1, false), "-colorspace": (1, false),
    ]
}
