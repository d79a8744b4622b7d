import MeshFormats
import MeshModel

extension Info.Totals {
    /// Counts all stored data once.
    init(storedIn scene: MeshScene) {
        for set in scene.vertexSets where set.attribute(.position) != nil { positions += set.count }
        for mesh in scene.meshes {
            for primitive in mesh.primitives { add(primitive) }
        }
    }

    mutating func add(_ primitive: Primitive) {
        switch primitive.topology {
        case .points: points += primitive.cornerCount
        case .lines: lines += primitive.elementCount
        case .polygons:
            faces += primitive.elementCount
            corners += primitive.cornerCount
            if case .uniform(let arity) = primitive.arity {
                triangles += primitive.elementCount * max(arity - 2, 0)
            } else {
                var walk = ElementWalk(primitive)
                while let block = walk.next() {
                    for arity in block.arities { triangles += max(arity - 2, 0) }
                }
            }
        }
    }
}

extension Info.PrimitiveFacts {
    /// Returns the facts of all primitives. Shared values are examined once.
    static func all(in scene: MeshScene) -> [Info.PrimitiveFacts] {
        let content = Content(scene)
        var ranges: [String: Content.ValueFacts] = [:]
        func attribute(
            _ path: String, _ value: Attribute, _ interpolation: Interpolation, indexed: Bool = false
        ) -> Info.AttributeFacts {
            let facts = ranges[path] ?? content.facts(of: value.values)
            ranges[path] = facts
            return Info.AttributeFacts(
                semantic: value.semantic, interpolation: interpolation, type: value.values.type,
                components: value.values.components, normalized: value.normalized,
                colorSpace: value.semantic.isColor ? value.frame.colorSpace : nil, count: value.count,
                indexed: indexed, range: facts.minimum <= facts.maximum ? facts.minimum...facts.maximum : nil,
                nonFiniteCount: facts.nonFiniteCount)
        }
        var all: [Info.PrimitiveFacts] = []
        for (meshIndex, index, primitive) in scene.placedPrimitives {
            var attributes: [Info.AttributeFacts] = []
            let number = primitive.vertexSet
            if scene.vertexSets.indices.contains(number) {
                let set = scene.vertexSets[number]
                for value in set.attributes {
                    attributes.append(
                        attribute(ScenePath.vertexAttribute(set: number, value.semantic), value, .vertex))
                }
                for use in primitive.cornerAttributes where set.pools.indices.contains(use.pool) {
                    attributes.append(
                        attribute(
                            ScenePath.pool(set: number, use.pool), set.pools[use.pool], .faceVarying,
                            indexed: use.indices != nil))
                }
            }
            for value in primitive.elementAttributes {
                let path = ScenePath.elementAttribute(mesh: meshIndex, primitive: index, value.semantic)
                attributes.append(attribute(path, value, .uniform))
            }
            let materials = primitive.materials
            all.append(
                Info.PrimitiveFacts(
                    mesh: meshIndex, vertexSet: number,
                    topology: primitive.isTriangles ? "triangles" : primitive.topology.rawValue,
                    count: primitive.elementCount, material: materials.one, materials: materials.used,
                    attributes: attributes,
                    families: primitive.subsetFamilies.map {
                        Info.FamilyFacts(name: $0.name, count: $0.subsets.count)
                    }))
        }
        return all
    }
}

extension Primitive {
    /// The material that all elements share, if any, and all used materials.
    fileprivate var materials: (one: Int?, used: [Int]) {
        switch material {
        case .none: return (nil, [])
        case .one(let material): return (material, [material])
        case .perElement(let column):
            var used: Set<Int> = []
            for (_, buffer) in column.blocks(of: Int64.self) {
                for value in buffer { used.insert(Int(clamping: value)) }
            }
            let one = used.count == 1 ? used.first.flatMap { $0 >= 0 ? $0 : nil } : nil
            return (one, used.filter { $0 >= 0 }.sorted())
        }
    }
}

extension Info.AttributeFacts {
    /// The name for people: `colours`.
    public var plainName: String { semantic.plainName }
}
