import MeshBytes
import MeshModel

/// A mapping of texture coordinates from the bottom left: a matrix and a translation.
struct ShaderPlacement: Sendable, Hashable {
    /// The factors of u, v and 1 for the new u.
    var u = [1.0, 0, 0]
    /// Those for the new v.
    var v = [0.0, 1, 0]

    /// This mapping, then a scale.
    mutating func scale(_ x: Double, _ y: Double) { (u, v) = (u.map { $0 * x }, v.map { $0 * y }) }

    /// This mapping, then a translation.
    mutating func move(_ x: Double, _ y: Double) {
        u[2] += x
        v[2] += y
    }

    /// This mapping, then a rotation, counterclockwise.
    mutating func turn(degrees: Double) {
        guard degrees != 0 else { return }
        let (s, c) = Angles.sinCos(degrees: degrees)
        let old = (u, v)
        u = old.0.indices.map { c * old.0[$0] - s * old.1[$0] }
        v = old.0.indices.map { s * old.0[$0] + c * old.1[$0] }
    }

    /// This mapping after another one.
    func after(_ other: ShaderPlacement) -> ShaderPlacement {
        func row(_ row: [Double]) -> [Double] {
            (0..<3).map { row[0] * other.u[$0] + row[1] * other.v[$0] + ($0 == 2 ? row[2] : 0) }
        }
        return ShaderPlacement(u: row(u), v: row(v))
    }

    /// The options of a texture slot, whose coordinates count from the top left; nil: scale and rotation can't say it.
    var options: [TextureOption]? {
        let numbers = u + v
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        // With v = 1 − w on both sides.
        let across = [u[0], -u[1], u[1] + u[2]]
        let down = [-v[0], v[1], 1 - v[1] - v[2]]
        let wide = (across[0] * across[0] + down[0] * down[0]).squareRoot()
        var high = (across[1] * across[1] + down[1] * down[1]).squareRoot()
        guard wide > 0, high > 0 else { return nil }
        if across[0] * down[1] - across[1] * down[0] < 0 { high = -high }
        // The columns are (cos, −sin)·width and (sin, cos)·height: they must be at right angles.
        let (cosine, sine) = (across[0] / wide, -down[0] / wide)
        guard abs(across[1] - sine * high) < 1e-6 * abs(high), abs(down[1] - cosine * high) < 1e-6 * abs(high) else {
            return nil
        }
        var options: [TextureOption] = []
        func add(_ name: String, _ numbers: [Double]) {
            options.append(TextureOption(name, numbers.map { JSONValue.number($0).text() }))
        }
        if across[2] != 0 || down[2] != 0 { add("offset", [across[2], down[2]]) }
        let angle = Angles.angle(sine: sine, cosine: cosine)
        if angle != 0 { add("rotation", [angle]) }
        if wide != 1 || high != 1 { add("scale", [wide, high]) }
        return options
    }
}
