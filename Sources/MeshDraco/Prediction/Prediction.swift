/// How an integer attribute's values are predicted, so that only corrections are stored.
enum Prediction: Int {
    /// From the value before.
    case difference = 0
    /// By the parallelogram over the edge opposite a corner.
    case parallelogram = 1
    /// By the mean of all parallelograms around a vertex (old versions).
    case multiParallelogram = 2
    /// Texture coordinates from positions, in floats (old versions).
    case texCoordsDeprecated = 3
    /// By the mean of those parallelograms around a vertex that flags select.
    case constrainedMultiParallelogram = 4
    /// Texture coordinates from positions, in integers.
    case texCoordsPortable = 5
    /// Normals from the faces around a vertex.
    case geometricNormal = 6
}

/// How corrections are added to predictions.
enum PredictionTransform: Int {
    case none = -1
    case delta = 0
    case wrap = 1
    case octahedron = 2
    case canonicalOctahedron = 3
}
