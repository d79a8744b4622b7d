/// A mesh or point cloud as a Draco bitstream holds it: faces of point ids, and attributes with one value per point.
///
/// Faces and points have the order of the reference decoder.
package struct DracoMesh: Sendable, Equatable {
    /// The number of points. Indices refer to points, and every attribute has one value for each.
    package var pointCount: Int

    /// Three point ids per triangle, counterclockwise as encoded; empty for a point cloud.
    ///
    /// Every index is below `pointCount`.
    package var indices: [UInt32]

    /// The attributes in the order of the bitstream.
    package var attributes: [DracoAttribute]

    /// The attribute with this unique id, by which glTF refers to attributes; nil if no attribute has it.
    package func attribute(uniqueID: Int) -> DracoAttribute? {
        attributes.first { $0.uniqueID == uniqueID }
    }
}
