import MeshFormats
import MeshModel

// Colours of an instancer's copies. No format has them for rows in a way that viewers know, so the copies of one colour
// show a mesh of that colour.

/// The colours of an instancer's copies.
struct USDInstanceColors {
    static let color = AttributeSemantic(name: "_displayColor")
    static let opacity = AttributeSemantic(name: "_displayOpacity")

    /// Red, green, blue and, where copies have an opacity, alpha of each copy.
    private let rows: Column

    /// Finds them among the values of the copies; nil: there are none.
    init?(_ values: [Attribute]) {
        guard let colors = values.first(where: { $0.semantic == Self.color })?.values, colors.components == 3,
            !colors.type.isInteger
        else { return nil }
        let alphas = values.first { $0.semantic == Self.opacity }?.values.doubles()
        let hasAlpha = alphas?.count == colors.count
        var numbers = ContiguousArray<Float>()
        for (place, value) in colors.doubles().enumerated() {
            numbers.append(Float(value))
            if place % 3 == 2, hasAlpha, let alphas { numbers.append(Float(alphas[place / 3])) }
        }
        rows = Column(numbers, components: hasAlpha ? 4 : 3)
    }

    /// The places in a list of copies that have each colour, in the order of the first of them.
    func places(of copies: ContiguousArray<Int32>) -> [(color: Column, places: ContiguousArray<Int32>)] {
        var numbers = ContiguousArray<Float>()
        rows.read(0..<rows.count, into: &numbers)
        let width = rows.components
        var order: [(color: Column, places: ContiguousArray<Int32>)] = []
        var known: [[UInt32]: Int] = [:]
        for (place, copy) in copies.enumerated() {
            let row = Int(copy)
            let key = numbers[row * width..<row * width + width].map(\.bitPattern)
            if known[key] == nil {
                known[key] = order.count
                order.append((rows.rows(row..<row + 1), []))
            }
            order[known[key] ?? 0].places.append(Int32(clamping: place))
        }
        return order
    }
}

extension USDSceneBuilder {
    /// More colours than that stay values of copies, which viewers of other formats don't show.
    private static let mostColors = 1_000

    /// Divides a node of copies by their colours.
    ///
    /// - Parameters:
    ///   - copies: the copies that the node shows, as rows of the instancer.
    ///   - values: the values of all copies that move nothing.
    mutating func nodes(
        dividing node: Node, _ copies: ContiguousArray<Int32>, _ values: [Attribute], of prim: Int
    ) -> [Node] {
        guard let colors = USDInstanceColors(values), let mesh = node.mesh, takesColors(mesh),
            case let parts = colors.places(of: copies)
        else { return [node.adding(values, copies)] }
        guard parts.count <= Self.mostColors else {
            warn(
                "usd.instance-colors", prim,
                "copies have \(parts.count) colours: above \(Self.mostColors) they are values that viewers don't show")
            return [node.adding(values, copies)]
        }
        let others = values.filter { ![USDInstanceColors.color, USDInstanceColors.opacity].contains($0.semantic) }
        recolored.insert(mesh)
        return parts.map { color, places in
            var part = node
            part.mesh = colored(mesh, color)
            part.instances?.attributes = (node.instances?.attributes ?? []).map { $0.picked(places) }
            return part.adding(others, ContiguousArray(places.map { copies[Int($0)] }))
        }
    }

    /// Whether a mesh has no colours of its own and no material that hides them.
    private func takesColors(_ mesh: Int) -> Bool {
        scene.meshes[mesh].primitives.allSatisfy { primitive in
            let set = scene.vertexSets[primitive.vertexSet]
            let worn = primitive.wornMaterials
            return set.attribute(.color(0)) == nil && !set.pools.contains { $0.semantic == .color(0) }
                && !primitive.elementAttributes.contains { $0.semantic == .color(0) }
                && (worn.isEmpty || worn.contains { !readsColors.indices.contains($0) || readsColors[$0] })
        }
    }

    /// The mesh with a colour on all faces, or on all points of a cloud.
    private mutating func colored(_ mesh: Int, _ color: Column) -> Int {
        var copy = scene.meshes[mesh]
        for index in copy.primitives.indices {
            func colors(_ count: Int) -> Attribute { Attribute(.color(0), color.repeated(count), frame: .linear) }
            if copy.primitives[index].topology == .points {
                var set = scene.vertexSets[copy.primitives[index].vertexSet]
                set.attributes.append(colors(set.count))
                copy.primitives[index].vertexSet = scene.vertexSets.count
                scene.vertexSets.append(set)
            } else if copy.primitives[index].elementCount > 0 {
                copy.primitives[index].elementAttributes.append(colors(copy.primitives[index].elementCount))
            }
            noteColors(scene.vertexSets[copy.primitives[index].vertexSet], copy.primitives[index])
        }
        scene.meshes.append(copy)
        return scene.meshes.count - 1
    }
}

extension Node {
    /// The node with further values of its copies, which are these rows of all.
    fileprivate func adding(_ values: [Attribute], _ rows: ContiguousArray<Int32>) -> Node {
        var node = self
        node.instances?.attributes += values.map { $0.picked(rows) }
        return node
    }
}

extension Attribute {
    /// Some of its rows.
    fileprivate func picked(_ rows: ContiguousArray<Int32>) -> Attribute {
        var attribute = self
        attribute.values = values.picked(rows)
        return attribute
    }
}
