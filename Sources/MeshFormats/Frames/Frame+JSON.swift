public import MeshBytes
public import MeshModel

// Frames in origin records; default values are left out.

extension Frame {
    /// The frame as members of a record.
    public var recordMembers: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        if let space = colorSpace { members.append(("colorSpace", .string(space.rawValue))) }
        if let origin = uvOrigin { members.append(("uvOrigin", .string(origin.rawValue))) }
        if encoding != .linear { members.append(("encoding", .string(encoding.rawValue))) }
        if let order = quaternionOrder { members.append(("quaternionOrder", .string(order.rawValue))) }
        if scale != 1 { members.append(("scale", .number(scale))) }
        return members
    }

    /// Creates the frame from members of a record.
    public init(record json: JSONValue) {
        self.init(
            colorSpace: json["colorSpace"]?.string.flatMap(ColorSpace.init(rawValue:)),
            uvOrigin: json["uvOrigin"]?.string.flatMap(UVOrigin.init(rawValue:)),
            encoding: json["encoding"]?.string.flatMap(Encoding.init(rawValue:)) ?? .linear,
            quaternionOrder: json["quaternionOrder"]?.string.flatMap(QuaternionOrder.init(rawValue:)))
        if let scale = json["scale"]?.number, scale.isFinite, scale > 0 { self.scale = scale }
    }
}
