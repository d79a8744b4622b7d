public import MeshModel

/// The two frames of a scan: see *Raw and canonical frames* in the Scan packages article.
public enum ScanSpace: String, Hashable, Sendable, CaseIterable {
    /// The capture's own frame: cameras, depth, anchors, 360° stills.
    case raw
    /// The location's frame: meshes and `roomplan.json`. Equal to raw without an applied registration.
    case canonical
}

extension ScanPackage {
    /// A frame's camera-to-world pose in the given space; nil if the frame has none.
    public func pose(of frame: ScanFrame, in space: ScanSpace) -> Affine? {
        guard let pose = frame.pose else { return nil }
        return space == .raw ? pose : rawToCanonical * pose
    }

    /// `roomplan.json` in the given space.
    public func roomPlan(in space: ScanSpace) -> RoomPlan? {
        guard var plan = roomPlan, space == .raw else { return roomPlan }
        let back = rawToCanonical.rigidInverse
        for index in plan.surfaces.indices { plan.surfaces[index].transform = back * plan.surfaces[index].transform }
        for index in plan.objects.indices { plan.objects[index].transform = back * plan.objects[index].transform }
        return plan
    }
}
