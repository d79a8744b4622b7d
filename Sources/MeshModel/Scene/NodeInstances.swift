/// Copies of a node's mesh: one for each row of some columns.
///
/// Row i shows the mesh at the node's place after T · R · S, with the scale first. The mesh isn't shown without them, and
/// the node's children are not copied.
///
/// - Shape: all attributes have the same number of rows. `TRANSLATION` and `SCALE` have three components, `ROTATION`
///   four (x y z w); one that is missing moves nothing. Others, such as `_ID`, only describe the copies.
public struct NodeInstances: Sendable, Hashable {
    /// The most copies that a file may show: some programs and targets make a node of each.
    package static let most = 5_000_000

    /// The columns, in the source's order.
    public var attributes: [Attribute]

    /// Creates copies, one for each row.
    public init(_ attributes: [Attribute]) { self.attributes = attributes }

    /// The number of copies.
    public var count: Int { attributes.first?.count ?? 0 }

    /// Returns the attribute of this meaning.
    public func attribute(_ semantic: AttributeSemantic) -> Attribute? {
        attributes.first { $0.semantic == semantic }
    }

    /// The transforms of the copies relative to the node.
    public var transforms: [NodeTransform] {
        let moves = numbers(.translation, 3)
        let turns = numbers(.rotation, 4)
        let scales = numbers(.scale, 3)
        return (0..<count).map { row in
            var (move, turn, scale) = (SIMD3<Double>.zero, SIMD4<Double>(0, 0, 0, 1), SIMD3<Double>.one)
            for axis in 0..<4 {
                if let turns { turn[axis] = turns[row * 4 + axis] }
                guard axis < 3 else { continue }
                if let moves { move[axis] = moves[row * 3 + axis] }
                if let scales { scale[axis] = scales[row * 3 + axis] }
            }
            return .trs(translation: move, rotation: turn, scale: scale)
        }
    }

    /// The numbers of a column; nil: no column of this name has this width and a row for every copy.
    private func numbers(_ semantic: AttributeSemantic, _ width: Int) -> [Double]? {
        guard let attribute = attribute(semantic), attribute.offsets == nil, attribute.values.components == width,
            attribute.values.count >= count
        else { return nil }
        let numbers = attribute.values.doubles()
        guard attribute.normalized, let most = attribute.values.type.normalizedMaximum else { return numbers }
        return numbers.map { max($0 / most, -1) }
    }

    /// Whether both have the same columns with the same bits.
    public static func == (a: Self, b: Self) -> Bool {
        a.attributes.count == b.attributes.count
            && zip(a.attributes, b.attributes).allSatisfy { a, b in
                a.semantic == b.semantic && a.normalized == b.normalized && a.values.type == b.values.type
                    && a.values.components == b.values.components && a.values.count == b.values.count
                    && zip(a.values.doubles(), b.values.doubles()).allSatisfy { $0.bitPattern == $1.bitPattern }
            }
    }

    /// Hashes the names and the number of copies.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(attributes.map(\.semantic))
        hasher.combine(count)
    }
}

extension AttributeSemantic {
    /// The places of copies, in scene units.
    public static let translation = Self(name: "TRANSLATION")
    /// The rotations of copies: quaternions x y z w.
    public static let rotation = Self(name: "ROTATION")
    /// The scales of copies.
    public static let scale = Self(name: "SCALE")
    /// The numbers by which programs know copies.
    public static let instanceNumber = Self(name: "_ID")

    /// The number of components that moves copies; nil: the attribute moves nothing.
    package var widthOfInstances: Int? {
        switch self {
        case .translation, .scale: 3
        case .rotation: 4
        default: nil
        }
    }
}

extension MeshScene {
    /// Whether a node shows copies of its mesh.
    public var hasInstances: Bool { nodes.contains { $0.instances != nil } }

    /// Checks that the copies of a node have complete columns and a mesh that no skin moves.
    func checkInstances(_ node: Node, _ path: String) throws(SceneDefect) {
        guard let instances = node.instances else { return }
        guard node.mesh != nil, node.skin == nil else {
            throw SceneDefect(path, "expected instances of a mesh without a skin, found a node without such a mesh")
        }
        guard instances.count > 0 else { throw SceneDefect(path, "expected instances, found none") }
        var seen: Set<AttributeSemantic> = []
        for attribute in instances.attributes {
            let place = "\(path)/instances/\(attribute.semantic.name)"
            guard attribute.offsets == nil, attribute.count == instances.count else {
                throw SceneDefect(place, "expected \(instances.count) rows, found \(attribute.count)")
            }
            guard seen.insert(attribute.semantic).inserted else {
                throw SceneDefect(place, "expected each attribute once, found it twice")
            }
            let found = attribute.values.components
            if let width = attribute.semantic.widthOfInstances, found != width {
                throw SceneDefect(place, "expected \(width) components, found \(found)")
            }
        }
    }
}
