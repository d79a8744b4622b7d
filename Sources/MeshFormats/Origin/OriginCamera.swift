package import MeshBytes
package import MeshModel

// Cameras and lights as origin records have them.

extension JSONValue {
    /// An array of numbers, with null for nil.
    fileprivate static func numbers(_ values: [Double?]) -> JSONValue {
        .array(values.map { $0.map { .number($0) } ?? .null })
    }

    fileprivate var numbers: [Double?] { (array ?? []).map(\.number) }
}

extension Camera {
    /// The camera as JSON of an origin record.
    package var json: JSONValue {
        var members: [(String, JSONValue)] = []
        if let name { members.append(("name", .string(name))) }
        switch projection {
        case .perspective(let yfov, let aspect, let znear, let zfar):
            members.append(("perspective", .numbers([yfov, aspect, znear, zfar])))
        case .orthographic(let xmag, let ymag, let znear, let zfar):
            members.append(("orthographic", .numbers([xmag, ymag, znear, zfar])))
        }
        return .object(members)
    }

    /// Reads the JSON of an origin record; nil if a number is missing.
    package init?(json: JSONValue) {
        let (wide, flat) = (json["perspective"]?.numbers ?? [], json["orthographic"]?.numbers ?? [])
        if wide.count == 4, let yfov = wide[0], let znear = wide[2] {
            self.init(
                name: json["name"]?.string,
                projection: .perspective(yfov: yfov, aspectRatio: wide[1], znear: znear, zfar: wide[3]))
        } else if flat.count == 4, let xmag = flat[0], let ymag = flat[1], let znear = flat[2], let zfar = flat[3] {
            self.init(
                name: json["name"]?.string,
                projection: .orthographic(xmag: xmag, ymag: ymag, znear: znear, zfar: zfar))
        } else {
            return nil
        }
    }
}

extension Light {
    /// The light as JSON of an origin record.
    package var json: JSONValue {
        var members: [(String, JSONValue)] = []
        if let name { members.append(("name", .string(name))) }
        switch kind {
        case .directional: members.append(("directional", true))
        case .point: break
        case .spot(let inner, let outer): members.append(("spot", .numbers([inner, outer])))
        }
        members.append(("color", .numbers([color.x, color.y, color.z])))
        members.append(("intensity", .number(intensity)))
        if let range { members.append(("range", .number(range))) }
        return .object(members)
    }

    /// Reads the JSON of an origin record; nil if a number is missing.
    package init?(json: JSONValue) {
        let color = (json["color"]?.numbers ?? []).compactMap(\.self)
        guard color.count == 3, let intensity = json["intensity"]?.number else { return nil }
        var kind = json["directional"]?.bool == true ? Kind.directional : .point
        if let spot = json["spot"]?.numbers {
            guard spot.count == 2, let inner = spot[0], let outer = spot[1] else { return nil }
            kind = .spot(innerConeAngle: inner, outerConeAngle: outer)
        }
        self.init(
            name: json["name"]?.string, kind: kind, color: SIMD3(color[0], color[1], color[2]), intensity: intensity,
            range: json["range"]?.number)
    }
}
