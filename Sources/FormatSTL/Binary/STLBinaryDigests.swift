import MeshModel

/// Digests facets a block at a time, so that memory does not grow with the file.
enum STLBinaryDigests {
    /// The columns. Normals are left out if they can be computed from the corners.
    static let paths = ["facet.normal", "facet.corners", "facet.word"]

    /// Adds the facets in some memory to the digests.
    ///
    /// - Bounds: `facets` has ``STLDocument/facetByteCount`` bytes for each of `count`, until the call ends.
    static func add(_ facets: UnsafeRawPointer, _ count: Int, to digests: inout RowDigests) {
        let size = STLDocument.facetByteCount
        let bytes = unsafe UnsafeRawBufferPointer(start: facets, count: count * size)
        let storage = unsafe ByteStorage(viewing: bytes, keptAliveBy: nil)
        let places: [(offset: Int, components: Int, type: ScalarType)] = [
            (0, 3, .float32), (12, 9, .float32), (48, 1, .uint16),
        ]
        for (index, place) in places.enumerated() {
            guard
                let column = Column(
                    viewing: storage, offset: place.offset, stride: size, count: count, components: place.components,
                    type: place.type, byteOrder: .little)
            else { continue }
            digests.add(column, toPart: index)
        }
    }
}

extension RowDigests {
    /// The digests of facets, without normals if these can be computed from the corners.
    func saying(ownNormals: Bool) -> RowDigests { ownNormals ? self : removing(STLBinaryDigests.paths[0]) }
}
