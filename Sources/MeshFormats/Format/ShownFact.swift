/// Something that viewers show and that only files of its own format can hold, as far as meshconv knows.
public enum ShownFact: Sendable, Hashable {
    case animation, skewedMotion, skeleton, skinningMethod, morphTargets, materialVariants, materialAssignments, shaders
    case domeLight, light, lightShares, curvesAndSurfaces, smoothCurves, linesAndPoints, subdivision, material
    case objectColor
    /// An attribute that changes with time, by name.
    case change(String)
    /// Values that stay while the positions are rotated and scaled, by their plain name.
    case unturned(String)
    /// A set of variants, by name, of which one is chosen.
    case variantSet(String)
    /// An extension of materials, by name.
    case materialExtension(String)
    /// A node of a shader network, or an input of its surface, by what and where it is.
    case shaderNode(String)

    /// The name for people.
    public var name: String {
        switch self {
        case .animation: "animation"
        case .skewedMotion: "shear of what moves"
        case .skeleton: "skeleton"
        case .skinningMethod: "method of bending at joints"
        case .morphTargets: "morph targets"
        case .materialVariants: "material variants"
        case .materialAssignments: "materials of objects"
        case .shaders: "shaders"
        case .domeLight: "dome light"
        case .light: "light"
        case .lightShares: "diffuse and specular shares of lights"
        case .curvesAndSurfaces: "curves and surfaces"
        case .smoothCurves: "smoothness of curves"
        case .linesAndPoints: "lines and points"
        case .subdivision: "smoothness of subdivision surfaces"
        case .material: "material"
        case .objectColor: "colour of the object"
        case .change(let name): "animation of \(name)"
        case .variantSet(let name): "other variants of \(name)"
        case .materialExtension(let name): "\(name) of materials"
        case .shaderNode(let name), .unturned(let name): name
        }
    }

    /// What the loss of it means.
    public var effect: String {
        switch self {
        case .animation: "nothing moves"
        case .skewedMotion: "what is drawn askew while it moves is shown straight"
        case .change: "it keeps one value"
        case .unturned: "kept as it was: not rotated or scaled with the positions"
        case .variantSet: "only the chosen one is kept; --variant chooses another"
        case .skeleton: "the figure keeps its rest pose"
        case .skinningMethod: "parts that twist get narrower at their joints"
        case .morphTargets: "the shape doesn't change"
        case .materialVariants: "only one look is kept"
        case .materialAssignments: "these objects are plain"
        case .shaders: "materials with them may look plain"
        case .domeLight, .light: "the scene has less light"
        case .lightShares: "these lights brighten matt and glossy surfaces alike"
        case .smoothCurves: "they are written as straight lines between their points"
        case .curvesAndSurfaces, .linesAndPoints: "these shapes are missing"
        case .subdivision: "they are written as coarse meshes and look blockier"
        case .material, .objectColor: "the object is plain"
        case .materialExtension, .shaderNode: "materials with it may look different"
        }
    }
}
