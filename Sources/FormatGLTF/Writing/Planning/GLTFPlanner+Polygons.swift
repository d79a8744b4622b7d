import MeshFormats
import MeshModel

// Records polygons that an operation cut into triangles, in the origin record.

extension GLTFPlanner {
    /// Records the polygons that the triangles were cut from, unless one can't be restored: it has no triangles (two
    /// corners), or lost some (a corner is NaN or infinite). Then none is recorded.
    ///
    /// - Returns: the cuts that reading back restores, by mesh and primitive.
    mutating func planPolygons(_ elements: GLTFElements) -> GLTFRestored.Cuts {
        // The cut must be the last step: normals made after it refer to its corners.
        guard case .triangulated(let triangulation)? = content.steps.last, !triangulation.cuts.isEmpty,
            triangulation.cuts.allSatisfy(\.hasAllPolygons)
        else { return [:] }
        var cuts: GLTFRestored.Cuts = [:]
        for cut in triangulation.cuts { cuts[cut.mesh, default: [:]][cut.primitive] = cut }
        var polygons = GLTFPolygons()
        for source in elements.sources(.polygons) {
            guard let cut = cuts[source.place.mesh]?[source.place.index] else { continue }
            for (place, part) in zip(elements.places(of: source), elements.parts(of: source)) {
                polygons.begin(place)
                guard polygons.add(part, of: cut) else { return [:] }
            }
        }
        origin.polygons = polygons
        return cuts
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
    fileprivate mutating func add(_ part: GLTFFilePrimitive, of cut: Correspondence.Triangulation.Cut) -> Bool {
        let count = part.elementCount
        var corners: [Int32] = []
        var step = 0
        while step < count {
            let first = part.element(step)
            guard cut.elements.indices.contains(first) else { return false }
            let polygon = cut.elements[first]
            var end = first + 1
            while end < cut.elements.count, cut.elements[end] == polygon { end += 1 }
            let size = end - first
            guard first == 0 || cut.elements[first - 1] != polygon, step + size <= count,
                part.element(step + size - 1) == end - 1, cut.corners.count >= 3 * end
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
