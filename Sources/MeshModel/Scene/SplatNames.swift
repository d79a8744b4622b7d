/// Attribute names of Gaussian splats: those of the PLY files of 3D Gaussian Splatting, one number per vertex for each
/// name.
///
/// Coefficients of spherical harmonics are `f_dc_0…2` (degree 0: red, green, blue) and `f_rest_…`: all of red, then
/// green, then blue, each ordered by degree and order.
public enum SplatNames {
    /// The spherical harmonic of degree 0: √(1 ÷ 4π).
    public static let constant = 0.2820947917738781
    /// The coefficients of degree 0.
    public static let base = ["f_dc_0", "f_dc_1", "f_dc_2"]
    /// The opacity.
    public static let opacity = "opacity"
    /// The sizes along the three axes.
    public static let scales = ["scale_0", "scale_1", "scale_2"]
    /// The rotation as a quaternion, w first.
    public static let rotations = ["rot_0", "rot_1", "rot_2", "rot_3"]

    /// The name of a colour's coefficient above degree 0.
    ///
    /// - Parameters:
    ///   - index: counted from 0 by degree and order.
    ///   - color: 0 red, 1 green, 2 blue.
    ///   - degree: the highest degree of the splats.
    public static func rest(_ index: Int, color: Int, degree: Int) -> String {
        "f_rest_\(color * restCount(degree) + index)"
    }

    /// The number of coefficients above degree 0 of each colour.
    public static func restCount(_ degree: Int) -> Int { (degree + 1) * (degree + 1) - 1 }

    /// Whether a name is that of a size, an opacity or a rotation component.
    public static func isShape(_ name: String) -> Bool {
        name == opacity || scales.contains(name) || rotations.contains(name)
    }

    /// Whether a name is that of any value of splats.
    public static func isName(_ name: String) -> Bool {
        isShape(name) || base.contains(name) || name.hasPrefix("f_rest_")
    }

    /// The encoding in which the usual files store a quantity.
    public static func encoding(_ name: String) -> Frame.Encoding {
        name == opacity ? .logit : scales.contains(name) ? .log : .linear
    }

    /// All names of splats of a degree, in the order of the usual files.
    public static func all(degree: Int) -> [String] {
        base + (0..<3 * restCount(degree)).map { "f_rest_\($0)" } + [opacity] + scales + rotations
    }
}

extension VertexSet {
    /// The highest degree of the spherical harmonics, 0 to 3; nil if the vertices aren't splats.
    ///
    /// Splats have all values as floats, rotations marked as quaternions, and complete sets of coefficients.
    public var splatDegree: Int? {
        var names: Set<String> = []
        for attribute in attributes
        where attribute.offsets == nil && !attribute.normalized && attribute.values.components == 1
            && !attribute.values.type.isInteger
        {
            let name = attribute.semantic.name
            if name.hasPrefix("rot_"), attribute.frame.quaternionOrder != .wxyz { continue }
            names.insert(name)
        }
        guard names.contains(SplatNames.opacity) else { return nil }
        let restCount = attributes.count { $0.semantic.name.hasPrefix("f_rest_") }
        guard let degree = (0...3).first(where: { 3 * SplatNames.restCount($0) == restCount }),
            SplatNames.all(degree: degree).allSatisfy(names.contains)
        else { return nil }
        return degree
    }
}

extension MeshScene {
    /// Adds colours to splats that have none: the view-independent ½ + f_dc ÷ √4π, with their opacity.
    ///
    /// For targets that can't express splats, and only where the caller asks for it.
    ///
    /// - Returns: the number of vertices that got a colour.
    public mutating func addSplatColors() -> Int {
        var count = 0
        for set in vertexSets.indices where vertexSets[set].attribute(.color(0)) == nil {
            guard let colors = vertexSets[set].splatColors else { continue }
            vertexSets[set].attributes.append(colors)
            count += vertexSets[set].count
        }
        return count
    }
}

extension VertexSet {
    /// The view-independent colours of splats: red, green, blue and opacity from 0 to 1; nil if the vertices aren't
    /// splats.
    fileprivate var splatColors: Attribute? {
        guard splatDegree != nil else { return nil }
        let names = SplatNames.base + [SplatNames.opacity]
        let own = names.compactMap { attribute(AttributeSemantic(name: $0)) }
        guard own.count == 4, own.allSatisfy({ $0.count == count }) else { return nil }
        var values = ContiguousArray<Float>(repeating: 0, count: count * 4)
        var numbers = ContiguousArray<Double>()
        for (component, attribute) in own.enumerated() {
            attribute.values.read(0..<count, into: &numbers)
            for (row, number) in numbers.enumerated() {
                let value =
                    component < 3 ? 0.5 + SplatNames.constant * number : attribute.frame.encoding.decoded(number)
                values[row * 4 + component] = value > 0 ? Float(min(value, 1)) : 0
            }
        }
        let isLinear = own.prefix(3).allSatisfy { $0.frame.colorSpace == .linear }
        return Attribute(.color(0), Column(values, components: 4), frame: isLinear ? .linear : .srgb)
    }
}
