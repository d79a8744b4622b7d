import MeshFormats
import MeshModel

// Colour spaces that attributes and prims say (UsdColorSpaceAPI).

extension USDSceneBuilder {
    /// The name of an attribute's colour space: its own, or that of the nearest prim that says one; nil: none does.
    ///
    /// Names that the scene has a word for are marked as read.
    ///
    /// - Parameter names: the attribute, in each of its spellings.
    mutating func colorSpace(of names: [String], _ prim: Int) -> String? {
        for name in names {
            guard let word = field(prim, name, "colorSpace")?.word else { continue }
            if Self.colorSpaces[word] != nil { use(prim, name, "colorSpace") }
            return word
        }
        return inheritedColorSpace(prim)
    }

    private mutating func inheritedColorSpace(_ prim: Int) -> String? {
        var (owner, passed, found) = (prim, [Int](), String?.none)
        while owner > 0 {
            if let known = colorSpacesAbove[owner] {
                found = known
                break
            }
            passed.append(owner)
            if hasAPI(owner, "ColorSpaceAPI"), let word = stage.value(owner, "colorSpace:name")?.word {
                if Self.colorSpaces[word] != nil { use(owner, "colorSpace:name", "default") }
                found = word
                break
            }
            owner = stage.prims[owner].parent
        }
        for prim in passed { colorSpacesAbove[prim] = .some(found) }
        return found
    }

    /// The names of the colour spaces that the scene has: those of ColorSpaceAPI, and older ones.
    static let colorSpaces: [String: Frame.ColorSpace] = [
        "lin_rec709_scene": .linear, "lin_rec709": .linear, "srgb_rec709_scene": .srgb, "srgb_texture": .srgb,
        "sRGB": .srgb,
    ]
}
