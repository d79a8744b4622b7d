/// A mesh or point cloud as a Draco bitstream holds it: faces of point ids, and attributes with one value per point.
///
/// Faces come in the order of the bitstream's decoder, points in the order in which it numbers them; both are those of
/// the reference decoder.
public struct DracoMesh: Sendable, Equatable {
    /// The number of points: what indices speak of and what every attribute has one value for.
    public var pointCount: Int

    /// Three point ids per triangle, counterclockwise as encoded; empty for a point cloud.
    ///
    /// Every index is below `pointCount`.
    public var indices: [UInt32]

    /// The attributes in the order of the bitstream.
    public var attributes: [DracoAttribute]

    /// A mesh of these parts.
    public init(pointCount: Int, indices: [UInt32], attributes: [DracoAttribute]) {
        self.pointCount = pointCount
        self.indices = indices
        self.attributes = attributes
    }

    /// The attribute with this unique id, by which glTF refers to attributes; nil when there is none.
    public func attribute(uniqueID: Int) -> DracoAttribute? {
        attributes.first { $0.uniqueID == uniqueID }
    }
}
