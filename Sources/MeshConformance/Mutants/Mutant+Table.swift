import MeshConvert
import MeshFormats
import MeshModel

extension Mutant {
    /// Faults of writers, readers and of the comparison itself.
    package static let table: [Mutant] =
        frameValues + values + structure + parts + reports + certificates + codecs + untold
        + (StandardFormats.format(named: "glb", in: StandardFormats.all) == nil
            ? [] : cameras + offsets + matrices + motions + instances + settings + variants)
        + operations
    /// The number of mutants that change numbers; they come first.
    static let valueCount = frameValues.count + values.count

    // MARK: Values

    static let values: [Mutant] = [
        Mutant("a coordinate's sign is lost") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .position }) {
                $0.values = $0.values.changed { index, value in index == 0 ? -value : value }
            }
        },
        Mutant("positions are a hundred times too large") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .position && !$0.values.type.isInteger }) {
                $0.values = $0.values.changed { _, value in value * 100 }
            }
        },
        Mutant("the last coordinate is off by one step") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .position && $0.values.type == .float32 }) {
                attribute in
                let last = attribute.values.count * attribute.values.components - 1
                attribute.values = attribute.values.changed { index, value in
                    index == last ? Double(Float(value).nextUp.nextUp) : value
                }
            }
        },
        Mutant("x and z are exchanged") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .position }) { attribute in
                let before = attribute.values.doubles()
                attribute.values = attribute.values.changed { index, value in
                    index % 3 == 0 ? before[index + 2] : index % 3 == 2 ? before[index - 2] : value
                }
            }
        },
        Mutant("NaN becomes zero") { scene in
            scene.changeVertexAttribute(where: { $0.values.doubles().contains { $0.isNaN } }) {
                $0.values = $0.values.changed { _, value in value.isNaN ? 0 : value }
            }
        },
        Mutant("red and blue are exchanged") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .color(0) }) { attribute in
                let before = attribute.values.doubles()
                let width = attribute.values.components
                attribute.values = attribute.values.changed { index, value in
                    index % width == 0 ? before[index + 2] : index % width == 2 ? before[index - 2] : value
                }
            }
        },
        Mutant("alpha becomes opaque") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .color(0) && $0.values.components == 4 }) { attribute in
                let most = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
                attribute.values = attribute.values.changed { index, value in index % 4 == 3 ? most : value }
            }
        },
        Mutant("a colour is off by one") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .color(0) && $0.normalized }) {
                $0.values = $0.values.changed { _, value in value > 0 ? value - 1 : 1 }
            }
        },
        Mutant("colours are converted to linear") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .color(0) && !$0.values.type.isInteger }) {
                $0.values = $0.values.changed { _, value in value * value }
            }
        },
        Mutant("v is not flipped") { scene in
            guard scene.hasPlainTexCoords else { return false }
            return scene.changeVertexAttribute(where: { $0.semantic == .texCoord(0) }) {
                $0.values = $0.values.changed { index, value in index % 2 == 1 ? 1 - value : value }
            }
        },
        Mutant("normals are zeroed") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .normal }) {
                $0.values = $0.values.changed { _, _ in 0 }
            }
        },
        Mutant("custom values are others") { scene in
            scene.changeVertexAttribute(where: { $0.semantic.isCustom && $0.offsets == nil && $0.values.type != .int64 }
            ) {
                $0.values = $0.values.changed { _, value in value > 0 ? value / 2 - 1 : value + 1 }
            }
        },
        Mutant("one item of a list is lost") { scene in
            scene.changeVertexAttribute(where: { $0.offsets != nil && $0.values.count > 0 }) { attribute in
                let last = attribute.values.count
                attribute.offsets = attribute.offsets?.changed { _, value in min(value, Double(last - 1)) }
                attribute.values = attribute.values.rows(0..<last - 1)
            }
        },
        Mutant("normals are widened") { scene in
            scene.changeVertexAttribute(where: { $0.semantic == .normal && $0.values.type == .float32 }) {
                $0.values = Column($0.values.doubles(), components: $0.values.components)
            }
        },
        Mutant("an attribute is dropped") { scene in
            for set in scene.vertexSets.indices where scene.vertexSets[set].attributes.count > 1 {
                guard (scene.vertexSets[set].attributes.last?.count ?? 0) > 0 else { continue }
                scene.vertexSets[set].attributes.removeLast()
                return true
            }
            return false
        },
        Mutant("the last vertex is lost") { scene in
            for set in scene.vertexSets.indices where scene.vertexSets[set].count > 0 {
                let count = scene.vertexSets[set].count - 1
                scene.vertexSets[set].count = count
                for index in scene.vertexSets[set].attributes.indices
                where scene.vertexSets[set].attributes[index].offsets == nil {
                    scene.vertexSets[set].attributes[index].values =
                        scene.vertexSets[set].attributes[index].values.rows(0..<count)
                }
                return true
            }
            return false
        },
        Mutant("face attributes are others") { scene in
            // Zeros may be fill values of faces without a value.
            let saysSomething = { (primitive: Primitive) in
                primitive.elementAttributes.first?.values.doubles().contains { $0 != 0 } ?? false
            }
            return scene.changePrimitive(where: { $0.elementCount > 0 && saysSomething($0) }) {
                let before = $0.elementAttributes[0].values
                $0.elementAttributes[0].values = before.changed { _, value in value > 0 ? value / 2 - 1 : value + 1 }
                return before.differs(from: $0.elementAttributes[0].values)
            }
        },
        Mutant("faces lose their own normals") { scene in
            scene.changePrimitive(where: { $0.elementCount > 0 && $0.hasElementAttribute(.normal) }) {
                $0.elementAttributes.removeAll { $0.semantic == .normal }
                return true
            }
        },
        Mutant("normals of faces point the other way") { scene in
            scene.changeElementAttribute(.normal) { $0.changed { _, value in -value } }
        },
        Mutant("attribute words are off by one") { scene in
            scene.changeElementAttribute(AttributeSemantic(name: "stl_attribute")) {
                $0.changed { _, value in value > 0 ? value - 1 : 1 }
            }
        },
        Mutant("red and blue of faces are exchanged") { scene in
            scene.changeElementAttribute(.color(0)) { values in
                let before = values.doubles()
                let width = values.components
                return values.changed { index, value in
                    index % width == 0 ? before[index + 2] : index % width == 2 ? before[index - 2] : value
                }
            }
        },
        Mutant("a row of a pool is changed") { scene in
            for set in scene.vertexSets.indices {
                for pool in scene.vertexSets[set].pools.indices where scene.vertexSets[set].pools[pool].count > 0 {
                    let before = scene.vertexSets[set].pools[pool].values
                    scene.vertexSets[set].pools[pool].values = before.changed { _, value in value == 0.5 ? 0.25 : 0.5 }
                    return before.differs(from: scene.vertexSets[set].pools[pool].values)
                }
            }
            return false
        },
    ]

    // MARK: Structure

    private static let structure: [Mutant] = [
        Mutant("an index is one too large") { scene in changeIndex(&scene) { $0 + 1 < $1 ? $0 + 1 : 0 } },
        Mutant("an index is zero") { scene in changeIndex(&scene) { index, _ in index == 0 ? 1 : 0 } },
        Mutant("a face is turned around") { scene in
            scene.changePrimitive(where: { $0.topology == .polygons && $0.elementCount > 0 && $0.cornerCount >= 3 }) {
                guard var corners = $0.vertices?.integers(), Set(corners.prefix(3)).count == 3 else { return false }
                corners.swapAt(1, 2)
                $0.vertices = Column(corners)
                return true
            }
        },
        Mutant("the last face is lost") { scene in
            scene.changePrimitive(where: { $0.topology == .polygons && $0.elementCount > 0 }) {
                $0.elementCount -= 1
                return true
            }
        },
        Mutant("the first face is lost and the rest moves up") { scene in
            scene.changePrimitive(where: { $0.topology == .polygons && $0.elementCount > 1 && $0.isTriangles }) {
                guard let corners = $0.vertices?.integers() else { return false }
                let rest = Array(corners.dropFirst(3))
                if rest == Array(corners.dropLast(3)) { return false }
                $0.vertices = Column(rest)
                $0.elementCount -= 1
                return true
            }
        },
        Mutant("a corner without a value gets the first one") { scene in
            scene.changePrimitive(where: { primitive in
                primitive.cornerAttributes.contains { $0.indices?.integers().contains(-1) ?? false }
            }) {
                for index in $0.cornerAttributes.indices {
                    guard let rows = $0.cornerAttributes[index].indices, rows.integers().contains(-1) else { continue }
                    $0.cornerAttributes[index].indices = Column(rows.integers().map { max($0, 0) })
                    return true
                }
                return false
            }
        },
        Mutant("corners lose their values") { scene in
            scene.changePrimitive(where: { primitive in
                primitive.cornerAttributes.contains {
                    $0.indices.map { $0.integers().contains { $0 >= 0 } } ?? (primitive.cornerCount > 0)
                }
            }) {
                $0.cornerAttributes.removeAll()
                return true
            }
        },
        Mutant("a subset is lost") { scene in
            scene.changePrimitive(where: { !$0.subsetFamilies.isEmpty }) {
                $0.subsetFamilies[0].subsets.removeLast()
                return true
            }
        },
        Mutant("a subset has one element less") { scene in
            scene.changePrimitive(where: { !$0.subsetFamilies.isEmpty }) {
                guard let range = $0.subsetFamilies[0].subsets.first?.ranges.first else { return false }
                $0.subsetFamilies[0].subsets[0].ranges[0] = range.lowerBound..<range.upperBound - 1
                return true
            }
        },
        Mutant("faces have another material") { scene in
            guard scene.materials.count > 1 else { return false }
            let isMade = scene.materials.map(\.isMadeByWriter)
            return scene.changePrimitive(where: {
                if case .one(let material) = $0.material { $0.elementCount > 0 && !isMade[material] } else { false }
            }) {
                guard case .one(let material) = $0.material else { return false }
                $0.material = .one(material == 0 ? 1 : 0)
                return true
            }
        },
        Mutant("a material's setting is changed") { scene in
            for index in scene.materials.indices {
                let names = scene.materials[index].parameters.map(\.name)
                guard let place = names.firstIndex(where: { !SceneMaterial.madeByWriters.contains($0) }) else {
                    continue
                }
                scene.materials[index].parameters[place].values[0] += 0.125
                return true
            }
            return false
        },
        Mutant("a material is renamed") { scene in
            for index in scene.materials.indices
            where scene.materials[index].name != nil && !scene.materials[index].isMadeByWriter {
                scene.materials[index].name = "another"
                return true
            }
            return false
        },
        // All names, since names of nodes that a writer added are not compared.
        Mutant("nodes' names are lost") { scene in
            let had = scene.nodes.contains { $0.name != nil }
            for index in scene.nodes.indices { scene.nodes[index].name = nil }
            return had
        },
        Mutant("an image is another one") { scene in
            guard !scene.images.isEmpty else { return false }
            scene.images[0].uri += "x"
            scene.images.append(SceneImage(uri: "more.png"))
            return true
        },
        Mutant("a comment is lost") { scene in
            guard !scene.metadata.isEmpty else { return false }
            scene.metadata.removeFirst()
            return true
        },
        Mutant("a comment is invented") { scene in
            scene.metadata.append(MetadataEntry(key: "comment", value: "not in the source"))
            return true
        },
        Mutant("the up axis is invented") { scene in
            guard scene.upAxis == nil else { return false }
            scene.upAxis = .z
            return true
        },
        Mutant("a table loses its last row") { scene in
            for index in scene.tables.indices where scene.tables[index].rowCount > 0 {
                scene.tables[index].rowCount -= 1
                return true
            }
            return false
        },
        Mutant("a table's column is renamed") { scene in
            for index in scene.tables.indices where scene.tables[index].rowCount > 0 {
                scene.tables[index].columns[0].semantic = AttributeSemantic(name: "renamed")
                return true
            }
            return false
        },
    ]

    private static func changeIndex(_ scene: inout MeshScene, _ change: (Int64, Int64) -> Int64) -> Bool {
        let counts = scene.vertexSets.map { Int64($0.count) }
        return scene.changePrimitive(where: { $0.elementCount > 0 && $0.vertices != nil }) {
            guard var corners = $0.vertices?.integers(), counts.indices.contains($0.vertexSet),
                counts[$0.vertexSet] > 1, !corners.isEmpty
            else { return false }
            corners[corners.count - 1] = change(corners[corners.count - 1], counts[$0.vertexSet])
            $0.vertices = Column(corners)
            return true
        }
    }

    // MARK: The report

    private static let reports: [Mutant] = [
        .misreported("a loss is not reported") { losses, _ in losses.removeLast() },
        Mutant(
            "a loss is reported that did not happen",
            report: { losses in
                losses.append(
                    Loss(
                        .attributeDropped, .dropped, subject: "/vertexSets/0/ghost", name: "ghost", count: 1,
                        unit: "vertices",
                        cause: "mutant"))
                return true
            }),
        .misreported("a loss counts one too many") { $0[$1].count += 1 },
        .misreported("a loss names another part") { $0[$1].subject += "x" },
        .misreported("an error is told too small", where: { ($0.largestError ?? 0) > 0 }) {
            $0[$1].largestError = ($0[$1].largestError ?? 0) / 2
        },
        .misreported(
            "an approximation is called rounding",
            where: { $0.code.facet == .value && $0.severity == .approximated }, { $0[$1].severity = .rounded }),
    ]

    // MARK: The correspondence

    private static let certificates: [Mutant] = [
        Mutant(
            "the certificate forgets an attribute",
            links: { links, _ in
                guard !links.attributes.isEmpty else { return false }
                links.attributes.removeFirst()
                return true
            }),
        Mutant(
            "the certificate says that no vertex arrived",
            links: { links, _ in
                if case .gather(let rows) = links.vertices, rows.isEmpty { return false }
                guard links.attributes.contains(where: { $0.source.hasPrefix("/vertexSets/") }) else { return false }
                links.vertices = .gather([])
                return true
            }),
        Mutant(
            "the certificate exchanges two materials",
            links: { links, _ in
                guard links.materials.count > 1, links.materials[0] != links.materials[1] else { return false }
                links.materials.swapAt(0, 1)
                return true
            }),
        Mutant(
            "the certificate forgets a table",
            links: { links, _ in
                guard !links.tables.isEmpty else { return false }
                links.tables.removeAll()
                return true
            }),
    ]
}
