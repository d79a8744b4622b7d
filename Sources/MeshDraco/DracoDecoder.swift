/// Decodes Draco bitstreams: what glTF's `KHR_draco_mesh_compression` stores in a buffer view.
///
/// Supports meshes of versions 1.0 to 2.2, sequential and edgebreaker, with all codings of attributes. Supports point
/// clouds: sequential up to version 2.3, and k-d trees of version 2.3. Values are bit for bit those of the reference
/// decoder. Metadata is skipped.
package enum DracoDecoder {
    /// Decodes one bitstream. Bytes after its end are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The bitstream, from the signature `DRACO` on.
    ///   - limits: The most memory, faces and points that it may take.
    /// - Returns: The mesh; its indices are all below its `pointCount`.
    /// - Throws: `DracoError` for anything that is not a whole bitstream of a known version, or exceeds the limits.
    package static func decode(
        _ bytes: some Sequence<UInt8>, limits: DracoLimits = DracoLimits()
    ) throws(DracoError) -> DracoMesh {
        var reader = ByteReader(Array(bytes), limits: limits)
        let header = try BitstreamHeader(&reader)
        if header.hasMetadata { try reader.skipMetadata() }
        switch header.method {
        case .pointCloud(let isTree):
            let pointCount = Int(try reader.uint32("number of points"))
            try reader.check(faces: 0, points: pointCount)
            let groups = try AttributeGroups(&reader, isEdgebreaker: false, isTree: isTree)
            var attributes: [DracoAttribute] = []
            if isTree {
                for group in groups.groups {
                    attributes += try PointTreeAttributes(group, pointCount: pointCount, reader).decode(&reader)
                }
            } else {
                let layout = ValueLayout(pointCount: pointCount)
                attributes = try groups.decode(&reader) { _, _ in layout }
            }
            return DracoMesh(pointCount: pointCount, indices: [], attributes: attributes)
        case .sequentialMesh:
            let connectivity = try SequentialConnectivity(&reader)
            let layout = ValueLayout(pointCount: connectivity.pointCount)
            let groups = try AttributeGroups(&reader, isEdgebreaker: false)
            let attributes = try groups.decode(&reader) { _, _ in layout }
            return DracoMesh(
                pointCount: connectivity.pointCount, indices: connectivity.indices, attributes: attributes)
        case .edgebreakerMesh:
            let connectivity = try EdgebreakerConnectivity(&reader)
            let groups = try AttributeGroups(&reader, isEdgebreaker: true)
            let attributes = try groups.decode(&reader) { (group, reader) throws(DracoError) in
                try connectivity.layout(of: group, &reader)
            }
            return DracoMesh(pointCount: connectivity.pointCount, indices: connectivity.points, attributes: attributes)
        }
    }
}
