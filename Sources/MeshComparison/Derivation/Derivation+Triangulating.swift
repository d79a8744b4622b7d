import MeshModel

extension Derivation {
    /// Replaces polygons by the claimed triangles.
    mutating func triangulate(_ triangulation: Correspondence.Triangulation) {
        var isDone: Set<String> = []
        // Many primitives may share one set.
        var points: (set: Int, width: Int, numbers: ContiguousArray<Double>)?
        for cut in triangulation.cuts {
            let path = ScenePath.primitive(mesh: cut.mesh, cut.primitive)
            let corners = ScenePath.corners(mesh: cut.mesh, cut.primitive)
            guard isDone.insert(path).inserted, scene.meshes.indices.contains(cut.mesh),
                scene.meshes[cut.mesh].primitives.indices.contains(cut.primitive),
                scene.meshes[cut.mesh].primitives[cut.primitive].topology == .polygons,
                cut.corners.count == 3 * cut.elements.count
            else {
                add(.value, corners, count: 1, valueClass: .approximated)
                continue
            }
            let primitive = scene.meshes[cut.mesh].primitives[cut.primitive]
            if points?.set != primitive.vertexSet { points = positions(of: primitive) }
            var check = TriangleCheck(primitive, cut, positions: points?.numbers ?? [], width: points?.width ?? 0)
            check.run()
            add(.value, path, count: check.cutFaces, valueClass: .approximated)
            add(.presence, path, count: check.droppedFaces)
            add(.value, path, count: check.foldedFaces, valueClass: .approximated)
            add(.value, corners, count: check.wrongFaces, valueClass: .approximated)
            var triangles = primitive.picking(elements: cut.elements, corners: cut.corners, arity: .uniform(3))
            if cut.elements.isEmpty {
                // The whole primitive is missing, which is the only thing reported.
                triangles.elementAttributes = []
                triangles.subsetFamilies = []
                triangles.material = .none
                triangles.variantMaterials = []
            }
            scene.meshes[cut.mesh].primitives[cut.primitive] = triangles
        }
    }

    /// The positions of a primitive's vertex set; nil if it has none.
    private func positions(of primitive: Primitive) -> (set: Int, width: Int, numbers: ContiguousArray<Double>)? {
        guard scene.vertexSets.indices.contains(primitive.vertexSet),
            let column = scene.vertexSets[primitive.vertexSet].attribute(.position)?.values, column.components > 0
        else { return nil }
        var numbers = ContiguousArray<Double>()
        column.read(0..<column.count, into: &numbers)
        return (primitive.vertexSet, column.components, numbers)
    }
}

/// Checks the triangles of each face: they use its own corners, in cyclic order, and cover it once.
///
/// With the corners on a circle, triangles in cyclic order cover the polygon once if their edges add up to its border:
/// each edge of the polygon once, each diagonal in both directions. Edges are grouped by their lower corner, so the
/// check takes linear time.
private struct TriangleCheck {
    private let primitive: Primitive
    private let cut: Correspondence.Triangulation.Cut
    private let positions: ContiguousArray<Double>
    private let width: Int
    private(set) var cutFaces = 0
    private(set) var droppedFaces = 0
    private(set) var foldedFaces = 0
    private(set) var wrongFaces = 0
    private var local = ContiguousArray<Int32>()
    private var starts = ContiguousArray<Int>()
    private var ends = ContiguousArray<Int32>()
    private var signs = ContiguousArray<Int>()
    private var sum = ContiguousArray<Int>()

    /// - Parameter positions: those of all vertices, `width` numbers each.
    init(
        _ primitive: Primitive, _ cut: Correspondence.Triangulation.Cut, positions: ContiguousArray<Double>, width: Int
    ) {
        (self.primitive, self.cut, self.positions, self.width) = (primitive, cut, positions, width)
    }

    mutating func run() {
        var next = 0
        var vertices = ContiguousArray<Int64>()
        var ring = ContiguousArray<SIMD3<Double>>()
        var walk = ElementWalk(primitive)
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            var first = 0
            for (step, arity) in block.arities.enumerated() {
                let element = block.elements.lowerBound + step
                local.removeAll(keepingCapacity: true)
                while next < cut.elements.count, Int(cut.elements[next]) == element {
                    for corner in cut.corners[3 * next..<3 * next + 3] {
                        local.append(Int32(clamping: Int(corner) - block.corners.lowerBound - first))
                    }
                    next += 1
                }
                if arity < 3 {
                    droppedFaces += 1
                    if !local.isEmpty { wrongFaces += 1 }
                } else {
                    if arity > 3 {
                        cutFaces += 1
                        ring.removeAll(keepingCapacity: true)
                        for corner in first..<first + arity { ring.append(place(vertices, corner)) }
                        if Correspondence.Triangulation.isFolded(ring, local) { foldedFaces += 1 }
                    }
                    if !covers(arity) { wrongFaces += 1 }
                }
                first += max(arity, 0)
            }
        }
        // Triangles out of order, or without a face.
        if next < cut.elements.count { wrongFaces += 1 }
    }

    private func place(_ vertices: ContiguousArray<Int64>, _ corner: Int) -> SIMD3<Double> {
        guard vertices.indices.contains(corner), width > 0 else { return SIMD3() }
        let start = Int(clamping: vertices[corner]) &* width
        guard vertices[corner] >= 0, start >= 0, start + width <= positions.count else {
            return SIMD3(repeating: .nan)
        }
        return SIMD3(
            positions[start], width > 1 ? positions[start + 1] : 0, width > 2 ? positions[start + 2] : 0)
    }

    /// Whether the triangles in `local` cover a face of `count` corners once.
    private mutating func covers(_ count: Int) -> Bool {
        guard local.count == 3 * (count - 2), local.allSatisfy({ $0 >= 0 && Int($0) < count }) else { return false }
        starts.removeAll(keepingCapacity: true)
        starts.append(contentsOf: repeatElement(0, count: count + 1))
        for step in stride(from: 0, to: local.count, by: 3) {
            let (a, b, c) = (local[step], local[step + 1], local[step + 2])
            guard a < b && b < c || b < c && c < a || c < a && a < b else { return false }
            starts[Int(min(a, b))] += 1
            starts[Int(min(b, c))] += 1
            starts[Int(min(c, a))] += 1
        }
        var total = 0
        for corner in starts.indices {
            total += starts[corner]
            starts[corner] = total
        }
        ends.removeAll(keepingCapacity: true)
        ends.append(contentsOf: repeatElement(0, count: total))
        signs.removeAll(keepingCapacity: true)
        signs.append(contentsOf: repeatElement(0, count: total))
        for step in stride(from: 0, to: local.count, by: 3) {
            insert(local[step], local[step + 1])
            insert(local[step + 1], local[step + 2])
            insert(local[step + 2], local[step])
        }
        sum.removeAll(keepingCapacity: true)
        sum.append(contentsOf: repeatElement(0, count: count))
        for low in 0..<count {
            let edges = starts[low]..<starts[low + 1]
            for edge in edges { sum[Int(ends[edge])] += signs[edge] }
            if low + 1 < count { sum[low + 1] -= 1 }
            if low == 0 { sum[count - 1] += 1 }
            if low + 1 < count, sum[low + 1] != 0 { return false }
            if low == 0, sum[count - 1] != 0 { return false }
            for edge in edges where sum[Int(ends[edge])] != 0 { return false }
        }
        return true
    }

    private mutating func insert(_ from: Int32, _ to: Int32) {
        let low = Int(min(from, to))
        starts[low] -= 1
        ends[starts[low]] = max(from, to)
        signs[starts[low]] = from < to ? 1 : -1
    }
}
