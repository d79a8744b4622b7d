/// The connectivity of triangles: three corners per face, numbered 3 × face + 0…2.
///
/// A corner's opposite is the corner across the edge that does not touch it; −1 on the border. A vertex is one fan of
/// corners. `opposites` is kept an involution without fixed points, so every walk below ends or returns to its start.
struct CornerTable {
    /// The vertex of each corner.
    var vertices: [Int32]
    /// The corner across the edge, or −1.
    var opposites: [Int32]
    /// For each vertex, the corner where its fan begins, which is the last one counterclockwise; −1: not used.
    var leftmost: [Int32]

    var faceCount: Int { vertices.count / 3 }

    @inline(__always)
    static func next(_ corner: Int) -> Int {
        corner % 3 == 2 ? corner - 2 : corner + 1
    }

    @inline(__always)
    static func previous(_ corner: Int) -> Int {
        corner % 3 == 0 ? corner + 2 : corner - 1
    }

    @inline(__always)
    func vertex(_ corner: Int) -> Int {
        Int(vertices[corner])
    }

    /// The corner of the same vertex in the next face counterclockwise, or −1.
    @inline(__always)
    func swungLeft(_ corner: Int) -> Int {
        let across = Int(opposites[Self.next(corner)])
        return across < 0 ? -1 : Self.next(across)
    }

    /// The corner of the same vertex in the next face clockwise, or −1.
    @inline(__always)
    func swungRight(_ corner: Int) -> Int {
        let across = Int(opposites[Self.previous(corner)])
        return across < 0 ? -1 : Self.previous(across)
    }

    /// The corner across the edge on the right of `corner`, or −1.
    @inline(__always)
    func rightFace(_ corner: Int) -> Int {
        Int(opposites[Self.next(corner)])
    }

    /// The corner across the edge on the left of `corner`, or −1.
    @inline(__always)
    func leftFace(_ corner: Int) -> Int {
        Int(opposites[Self.previous(corner)])
    }

    /// Whether the vertex's fan is open.
    @inline(__always)
    func isOnBorder(_ vertex: Int) -> Bool {
        let corner = Int(leftmost[vertex])
        return corner < 0 || swungLeft(corner) < 0
    }

    @inline(__always)
    mutating func join(_ first: Int, _ second: Int) {
        opposites[first] = Int32(truncatingIfNeeded: second)
        opposites[second] = Int32(truncatingIfNeeded: first)
    }
}
