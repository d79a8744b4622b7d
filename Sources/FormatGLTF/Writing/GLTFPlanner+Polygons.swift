import MeshFormats
import MeshModel

// Records polygons that an operation cut into triangles, in the origin record.

extension GLTFPlanner {
    /// Records the polygons that the triangles were cut from, unless one can't be restored: it has no triangles (two
    /// corners), or lost some (a corner is NaN or infinite). Then none is recorded.
    mutating func planPolygons() {
        // The cut must be the last step: normals made after it refer to its corners.
        guard case .triangulated(let triangulation)? = content.steps.last, !triangulation.cuts.isEmpty,
            triangulation.cuts.allSatisfy(\.hasAllPolygons)
        else { return }
        var cuts: [Int: [Int: Correspondence.Triangulation.Cut]] = [:]
        for cut in triangulation.cuts { cuts[cut.mesh, default: [:]][cut.primitive] = cut }
        var polygons = GLTFPolygons()
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() where primitive.topology == .polygons {
                guard let cut = cuts[mesh]?[index] else { continue }
                for (number, run) in runs[mesh].enumerated() where run.place.index == index {
                    guard let fileMesh = meshNumbers[mesh] else { return }
                    polygons.begin(GLTFOrigin.Place(mesh: fileMesh, primitive: number))
                    guard polygons.add(run, of: cut) else { return }
                }
            }
        }
        origin.polygons = polygons
        self.cuts = cuts
    }
}

extension Correspondence.Triangulation.Cut {
    /// Whether each polygon has a triangle.
    fileprivate var hasAllPolygons: Bool {
        var count = 0
        var last: Int32?
        for polygon in elements where polygon != last {
            count += 1
            last = polygon
        }
        return count == polygonCount
    }
}

extension GLTFPolygons {
    /// Adds the faces of a primitive of the file.
    ///
    /// - Returns: whether all triangles of each polygon are there.
    fileprivate mutating func add(_ run: GLTFFilePrimitive, of cut: Correspondence.Triangulation.Cut) -> Bool {
        let count = run.elementCount
        func triangle(_ step: Int) -> Int { run.elements.map { Int($0[step]) } ?? step }
        var corners: [Int32] = []
        var step = 0
        while step < count {
            let first = triangle(step)
            guard cut.elements.indices.contains(first) else { return false }
            let polygon = cut.elements[first]
            var end = first + 1
            while end < cut.elements.count, cut.elements[end] == polygon { end += 1 }
            let size = end - first
            guard first == 0 || cut.elements[first - 1] != polygon, step + size <= count,
                triangle(step + size - 1) == end - 1, cut.corners.count >= 3 * end
            else { return false }
            let own = cut.corners[3 * first..<3 * end]
            let start = own.min() ?? 0
            corners.removeAll(keepingCapacity: true)
            for corner in own { corners.append(corner &- start) }
            guard Self.cornerCount(corners) == size + 2, add(corners) else { return false }
            step += size
        }
        return true
    }
}
