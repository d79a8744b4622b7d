/// The elements of one kind (faces, polylines or points) in file order.
struct OBJElementStream: ~Copyable {
    /// The row index that means no value.
    static let none: Int32 = -1

    /// The vertex of each corner, counted from 0.
    var vertices = GrowingArray<Int32>()
    /// The `vt` row of each corner, or `none`; empty as long as no corner has one.
    var texCoords = GrowingArray<Int32>()
    /// The `vn` row of each corner, or `none`; empty as long as no corner has one.
    var normals = GrowingArray<Int32>()
    /// The arity of each element, once arities differ.
    var arities = GrowingArray<Int32>()
    /// The arity of all elements; 0 before the first, −1 once arities differ.
    private(set) var uniform: Int32 = 0
    /// The number of elements.
    private(set) var count = 0
    /// The corners whose vertex, `vt` or `vn` is counted from the start of the chunk, not of the file.
    var relativeVertices = GrowingArray<Int32>()
    var relativeTexCoords = GrowingArray<Int32>()
    var relativeNormals = GrowingArray<Int32>()

    var hasFailed: Bool {
        vertices.hasFailed || texCoords.hasFailed || normals.hasFailed || arities.hasFailed
            || relativeVertices.hasFailed || relativeTexCoords.hasFailed || relativeNormals.hasFailed
    }

    /// Ends an element made of the last `arity` corners.
    @inline(__always) mutating func finishElement(arity: Int32) {
        if arity != uniform { startMixing(arity) }
        if uniform < 0 { arities.append(arity) }
        count &+= 1
    }

    @inline(never) private mutating func startMixing(_ arity: Int32) {
        if count == 0 {
            uniform = arity
        } else if uniform >= 0 {
            arities.append(repeating: uniform, count: count)
            uniform = -1
        }
    }

    /// Removes all elements and keeps the memory.
    mutating func removeAll() {
        vertices.truncate(to: 0)
        texCoords.truncate(to: 0)
        normals.truncate(to: 0)
        arities.truncate(to: 0)
        relativeVertices.truncate(to: 0)
        relativeTexCoords.truncate(to: 0)
        relativeNormals.truncate(to: 0)
        uniform = 0
        count = 0
    }

    /// Removes the corners after the first `kept`.
    mutating func truncate(corners kept: Int) {
        vertices.truncate(to: kept)
        if texCoords.count > kept { texCoords.truncate(to: kept) }
        if normals.count > kept { normals.truncate(to: kept) }
        Self.truncate(&relativeVertices, kept)
        Self.truncate(&relativeTexCoords, kept)
        Self.truncate(&relativeNormals, kept)
    }

    private static func truncate(_ corners: inout GrowingArray<Int32>, _ kept: Int) {
        while corners.count > 0, Int(corners[corners.count - 1]) >= kept { corners.truncate(to: corners.count - 1) }
    }
}
