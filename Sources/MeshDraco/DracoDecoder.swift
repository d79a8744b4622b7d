/// Decodes Draco bitstreams: what glTF's `KHR_draco_mesh_compression` stores in a buffer view.
///
/// Versions 1.0 to 2.2 of meshes, sequential and edgebreaker, and point clouds in their order (sequential) up to 2.3, with
/// all codings of attributes. Values are bit for bit those of the reference decoder. Metadata is skipped. Point clouds in
/// a k-d tree, which glTF does not use, are refused.
public enum DracoDecoder {
    /// Decodes one bitstream. Bytes behind its end are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The bitstream, from the signature `DRACO` on.
    ///   - limits: How much memory it may take.
    /// - Returns: The mesh; its indices are all below its `pointCount`.
    /// - Throws: `DracoError` for anything that is not a whole bitstream of a known version, or that exceeds the limits.
    public static func decode(
        _ bytes: some Sequence<UInt8>, limits: DracoLimits = DracoLimits()
    ) throws(DracoError) -> DracoMesh {
        var reader = ByteReader(Array(bytes), limits: limits)
        let header = try BitstreamHeader(&reader)
        if header.hasMetadata { try reader.skipMetadata() }
        switch header.method {
        case .pointCloud(kdTree: true):
            throw reader.unsupported("a mesh, or points in their order", found: "points in a k-d tree")
        case .pointCloud(kdTree: false):
            let pointCount = Int(try reader.uint32("number of points"))
            try reader.check(faces: 0, points: pointCount)
            let layout = ValueLayout(pointCount: pointCount)
            let groups = try AttributeGroups(&reader, isEdgebreaker: false)
            return DracoMesh(
                pointCount: pointCount, indices: [], attributes: try groups.decode(&reader) { _, _ in layout })
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
