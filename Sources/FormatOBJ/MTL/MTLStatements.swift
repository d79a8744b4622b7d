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
    static let colors = meanings(of: MTLSpelling.colors)
    /// Single numbers, except alpha, which two statements share.
    static let numbers = meanings(of: MTLSpelling.numbers)
    /// Images.
    static let maps = [
        "map_opacity": "alpha", "bump": "bump", "map_disp": "displacement", "map_refl": "reflection",
        "map_norm": "normal",
    ].reduce(into: meanings(of: MTLSpelling.maps)) { $0[$1.key] = $1.value }

    /// Whether a keyword in lower case can only be one of MTL: a single letter could be anything.
    static func isKnown(_ word: String) -> Bool {
        word == "newmtl" || word.utf8.count > 1 && (colors[word] ?? numbers[word] ?? maps[word]) != nil
    }

    private static func meanings(of keywords: [String: String]) -> [String: String] {
        Dictionary(keywords.map { ($1.lowercased(), $0) }) { first, _ in first }
    }

    /// The options of maps: the number of words, and whether these are numbers of which some may be missing.
    static let options: [String: (words: Int, areNumbers: Bool)] = [
        "-s": (3, true), "-o": (3, true), "-t": (3, true), "-mm": (2, true), "-bm": (1, true), "-boost": (1, true),
        "-texres": (1, true), "-blendu": (1, false), "-blendv": (1, false), "-clamp": (1, false), "-cc": (1, false),
        "-imfchan": (1, false), "-type": (1, false), "-colorspace": (1, false),
    ]
}
