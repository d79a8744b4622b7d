import ArgumentParser
import MeshConvert

/// Options that change points and faces before they are converted.
struct ShapingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep only what is inside of a box, given by two corners.", valueName: "x,y,z:x,y,z"))
    var crop: String?

    @Option(
        help: ArgumentHelp(
            "Turn faces into this number of random points.",
            valueName: "count[:seed]"))
    var sample: String?

    @Option(
        help: ArgumentHelp(
            "Remove stray points: statistical[:neighbors[:ratio]] (20, 2) or radius:distance[:neighbors] (16).",
            valueName: "rule"))
    var outliers: String?

    @Option(
        help: ArgumentHelp(
            "Merge the points in each cube of this edge length, such as 2cm.",
            valueName: "distance"))
    var thin: String?

    @Option(
        help: ArgumentHelp(
            "Make meshes simpler: reduce them to this number of triangles.",
            valueName: "count"))
    var faces: Int?

    @Option(
        help: ArgumentHelp(
            "Make meshes simpler up to this error, such as 5mm.",
            valueName: "distance"))
    var faceError: String?

    /// What the options say.
    var words: ShapingWords {
        var words = ShapingWords()
        (words.crop, words.sample, words.outliers, words.thin) = (crop, sample, outliers, thin)
        (words.faces, words.faceError) = (faces, faceError)
        return words
    }
}
