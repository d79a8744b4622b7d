/// Options for simplification: how far to go. Without a count and without an error nothing changes.
public struct SimplifyOptions: Hashable, Sendable {
    /// The number of triangles to reach, over everything that the scene shows: a mesh shown twice counts twice.
    public var faces: Int?
    /// The largest distance, in scene units, of an original vertex from the new faces around the vertex that it becomes
    /// a part of, and of that vertex from the original planes (root mean square by area). Where morph targets or joints
    /// move vertices that become one, the distance between their ways counts as well, as far as it follows from these
    /// alone. Faces change once more when those next to them do, so the result is measured, see
    /// ``SimplificationChange/largestDistance``, and made again with less room if it is further away, three times at most.
    public var error: Double?
    /// The weight of colours: the length, in mean edges, that a change from black to white counts like. 0 leaves
    /// colours out of account; they are carried along all the same.
    public var colorWeight = 0.5

    /// Creates options.
    public init(faces: Int? = nil, error: Double? = nil, colorWeight: Double = 0.5) {
        self.faces = faces
        self.error = error
        self.colorWeight = colorWeight
    }
}

/// The changes of simplification in a primitive.
public struct SimplificationChange: Hashable, Sendable {
    /// The mesh.
    public var mesh: Int
    /// The primitive in the mesh.
    public var primitive: Int
    /// The number of triangles before, with polygons cut into triangles.
    public var before: Int
    /// The number of triangles after.
    public var after: Int
    /// The largest distance of an original vertex from the new faces, in scene units. It is measured near the vertex that
    /// it became a part of; anywhere else, the surface may be nearer still.
    public var largestDistance: Double
}
