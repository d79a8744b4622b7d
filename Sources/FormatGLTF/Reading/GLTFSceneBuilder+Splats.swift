import MeshBytes
import MeshFormats
import MeshModel

// Reads splats as attributes with the scene's names.

extension GLTFSceneBuilder {
    /// The frame of a primitive's coefficients; nil: it has no splats that we can read.
    ///
    /// - Parameter members: the primitive's attributes: name and accessor.
    mutating func splatFrame(
        _ entry: JSONValue, _ members: [(name: String, accessor: Int)], _ pointer: String
    ) throws(ReadError) -> Frame? {
        guard let member = entry["extensions"]?[GLTFSplats.name] else { return nil }
        let place = "\(pointer)/extensions/\(GLTFSplats.name)"
        let isPlain = GLTFSplats.isPlain(member)
        guard member["kernel"]?.string == "ellipse", let word = member["colorSpace"]?.string,
            let frame = GLTFSplats.space(word), member["extensions"] == nil
        else {
            tree.warn(
                "gltf.splats", place, "splats of an unknown kind; their attributes are read unchanged",
                .note)
            return nil
        }
        var reason: Wording?
        if entry["mode"]?.int != 0 { reason = "splats must be points (mode 0)" }
        if let degree = GLTFSplats.degree(of: Set(members.map(\.name))) {
            for (name, parts) in GLTFSplats.members(degree: degree) {
                guard let member = members.first(where: { $0.name == name }) else { continue }
                let width = try accessors.column(member.accessor).components
                if width != parts.count { reason = "expected \(parts.count) components of \(name), found \(width)" }
            }
            if members.contains(where: { SplatNames.all(degree: degree).contains($0.name) }) {
                reason = "other attributes use the names of splat attributes"
            }
        } else {
            reason = "splats need rotations, scales, opacities and coefficients of degree 0"
        }
        guard let reason else { return frame }
        if isPlain {
            leaveOut("/meshes/*/primitives/*/extensions/\(GLTFSplats.name)", "gltf.splats", place, reason)
        } else {
            tree.warn("gltf.splats", place, reason)
        }
        return nil
    }

    /// Adds the attributes of splats after all others.
    mutating func addSplats(
        _ members: [(name: String, accessor: Int)], _ frame: Frame, to set: inout VertexSet, _ pointer: String
    ) throws(ReadError) {
        guard let degree = GLTFSplats.degree(of: Set(members.map(\.name))) else { return }
        var columns: [String: Column] = [:]
        for (name, parts) in GLTFSplats.members(degree: degree) {
            guard let member = members.first(where: { $0.name == name }) else { continue }
            let stored = try accessors.column(member.accessor)
            try Self.check(stored, set, "\(pointer)/attributes/\(name)")
            // Integers are quantised floats, as in positions and directions.
            let column = accessors.numbers(stored, of: member.accessor)
            for (component, part) in parts.enumerated() { columns[part] = column.component(component) }
        }
        set.attributes += PlainSplats.attributes(columns, degree: degree, colors: frame)
    }
}
