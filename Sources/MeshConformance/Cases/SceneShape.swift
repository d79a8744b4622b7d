import MeshBytes
import MeshModel

/// What facts about any scene are compared with: numbers of elements, attributes by name, the box of the positions.
struct SceneShape {
    /// The number of polygons of at least three corners.
    private(set) var faces = 0
    /// The number of all polygons.
    private(set) var polygons = 0
    /// The number of triangles in fans of all polygons.
    private(set) var triangles = 0
    private(set) var lines = 0
    private(set) var points = 0
    /// The number of polygons by number of corners.
    private(set) var arities: [Int: Int] = [:]
    /// The names of the attributes of vertices and corners.
    private(set) var semantics: Set<String> = []
    /// The names of those that corners of polygons have.
    private(set) var faceSemantics: Set<String> = []
    /// The attributes of vertices, in order: `COLOR_0 uint8 4`.
    private(set) var vertexAttributes: [String] = []
    /// The attributes of elements, in order.
    private(set) var faceAttributes: [String] = []
    private let scene: MeshScene

    init(_ scene: MeshScene) {
        self.scene = scene
        for set in scene.vertexSets {
            for attribute in set.attributes { semantics.insert(attribute.semantic.name) }
            vertexAttributes += set.attributes.map(Self.words)
        }
        for primitive in scene.meshes.flatMap(\.primitives) { add(primitive) }
    }

    private static func words(_ attribute: Attribute) -> String {
        "\(attribute.semantic.name) \(attribute.values.type.name) \(attribute.values.components)"
    }

    private mutating func add(_ primitive: Primitive) {
        let set = scene.vertexSets[primitive.vertexSet]
        let names = primitive.cornerAttributes.map { set.pools[$0.pool].semantic.name }
        semantics.formUnion(names)
        faceAttributes += primitive.elementAttributes.map(Self.words)
        switch primitive.topology {
        case .points: points += primitive.elementCount
        case .lines: lines += primitive.elementCount
        case .polygons:
            faceSemantics.formUnion(names)
            faceSemantics.formUnion(set.attributes.map(\.semantic.name))
            polygons += primitive.elementCount
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                for arity in block.arities {
                    arities[arity, default: 0] += 1
                    if arity >= 3 { faces += 1 }
                    triangles += max(arity - 2, 0)
                }
            }
        }
    }

    /// The numbers of the first vertex (`COLOR_0`) or the first face (`face COLOR_0`); none: there is no such attribute.
    func firstRow(_ name: String) -> [Double] {
        let prefix = "face "
        let ofFaces = scene.meshes.flatMap(\.primitives).flatMap(\.elementAttributes)
        let attribute =
            name.hasPrefix(prefix)
            ? ofFaces.first { $0.semantic.name == name.dropFirst(prefix.count) }
            : scene.vertexSets.flatMap(\.attributes).first { $0.semantic.name == name }
        return attribute?.values.rows(0..<1).doubles() ?? []
    }

    // MARK: The box

    /// Compares the box of the finite positions with a stated one.
    ///
    /// The facts of a text are decimals, those of a binary file the numbers as stored, so that a float32 may be what it
    /// is or the decimal of its shortest digits.
    func mismatches(_ name: String, _ box: JSONValue) -> [String] {
        let stored = bounds { value, _ in value }
        let decimal = bounds { value, type in type == .float32 ? Double("\(Float(value))") ?? value : value }
        var found: [String] = []
        for (side, stored, decimal) in [
            ("min", stored.minimum, decimal.minimum), ("max", stored.maximum, decimal.maximum),
        ] {
            guard let wanted = box[side]?.array?.compactMap(\.number), wanted.count == 3 else { continue }
            for axis in 0..<3 {
                // Facts have nine digits.
                let tolerance = max(abs(wanted[axis]) * 1e-8, 1e-12)
                let isClose = [stored, decimal].contains { abs(wanted[axis] - $0[axis]) <= tolerance }
                if !isClose {
                    found.append("\(name).\(side)[\(axis)]: expected \(wanted[axis]), found \(stored[axis])")
                }
            }
        }
        return found
    }

    private func bounds(_ change: (Double, ScalarType) -> Double) -> (minimum: [Double], maximum: [Double]) {
        var minimum = [Double](repeating: .infinity, count: 3)
        var maximum = [Double](repeating: -.infinity, count: 3)
        for set in scene.vertexSets {
            guard let positions = set.attribute(.position)?.values else { continue }
            for (index, stored) in positions.doubles().enumerated() where stored.isFinite {
                let value = change(stored, positions.type)
                minimum[index % 3] = min(minimum[index % 3], value)
                maximum[index % 3] = max(maximum[index % 3], value)
            }
        }
        return (minimum, maximum)
    }
}
