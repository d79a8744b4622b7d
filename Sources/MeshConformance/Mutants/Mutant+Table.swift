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
        .numbers("a coordinate's sign is lost", .position) { $0 == 0 ? -$1 : $1 },
        .numbers("positions are a hundred times too large", .position, where: { !$0.values.type.isInteger }) {
            $1 * 100
        },
        .attribute("the last coordinate is off by one step", .position, where: { $0.values.type == .float32 }) {
            let last = $0.values.count * $0.values.components - 1
            $0.values = $0.values.changed { index, value in index == last ? Double(Float(value).nextUp.nextUp) : value }
        },
        .attribute("x and z are exchanged", .position) { $0.values = $0.values.exchanged },
        .numbers("NaN becomes zero", where: { $0.values.doubles().contains { $0.isNaN } }) { $1.isNaN ? 0 : $1 },
        .attribute("red and blue are exchanged", .color(0)) { $0.values = $0.values.exchanged },
        .attribute("alpha becomes opaque", .color(0), where: { $0.values.components == 4 }) { attribute in
            let most = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
            attribute.values = attribute.values.changed { index, value in index % 4 == 3 ? most : value }
        },
        .numbers("a colour is off by one", .color(0), where: \.normalized) { $1 > 0 ? $1 - 1 : 1 },
        .numbers("colours are converted to linear", .color(0), where: { !$0.values.type.isInteger }) { $1 * $1 },
        .numbers("v is not flipped", .texCoord(0), in: \.hasPlainTexCoords) { $0 % 2 == 1 ? 1 - $1 : $1 },
        .numbers("normals are zeroed", .normal) { _, _ in 0 },
        .numbers(
            "custom values are others",
            where: { $0.semantic.isCustom && $0.offsets == nil && $0.values.type != .int64 },
            { $1 > 0 ? $1 / 2 - 1 : $1 + 1 }),
        .attribute("one item of a list is lost", where: { $0.offsets != nil && $0.values.count > 0 }) { attribute in
            let last = attribute.values.count
            attribute.offsets = attribute.offsets?.changed { _, value in min(value, Double(last - 1)) }
            attribute.values = attribute.values.rows(0..<last - 1)
        },
        .attribute("normals are widened", .normal, where: { $0.values.type == .float32 }) {
            $0.values = Column($0.values.doubles(), components: $0.values.components)
        },
        Mutant("an attribute is dropped") { scene in
            scene.vertexSets.alterFirst(where: { $0.attributes.count > 1 && ($0.attributes.last?.count ?? 0) > 0 }) {
                $0.attributes.removeLast()
            }
        },
        Mutant("the last vertex is lost") { scene in
            scene.vertexSets.alterFirst(where: { $0.count > 0 }) { set in
                set.count -= 1
                for index in set.attributes.indices where set.attributes[index].offsets == nil {
                    set.attributes[index].values = set.attributes[index].values.rows(0..<set.count)
                }
            }
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
        .primitive(
            "faces lose their own normals", where: { $0.elementCount > 0 && $0.hasElementAttribute(.normal) },
            { $0.elementAttributes.lose { $0.semantic == .normal } }),
        Mutant("normals of faces point the other way") { scene in
            scene.changeElementAttribute(.normal) { $0.changed { _, value in -value } }
        },
        Mutant("attribute words are off by one") { scene in
            scene.changeElementAttribute(AttributeSemantic(name: "stl_attribute")) {
                $0.changed { _, value in value > 0 ? value - 1 : 1 }
            }
        },
        Mutant("red and blue of faces are exchanged") { scene in
            scene.changeElementAttribute(.color(0)) { $0.exchanged }
        },
        Mutant("a row of a pool is changed") { scene in
            scene.vertexSets.alterAny { set in
                set.pools.alterAny { pool in
                    let before = pool.values
                    pool.values = before.changed { _, value in value == 0.5 ? 0.25 : 0.5 }
                    return before.differs(from: pool.values)
                }
            }
        },
    ]

    // MARK: Structure

    private static let structure: [Mutant] = [
        Mutant("an index is one too large") { scene in changeIndex(&scene) { $0 + 1 < $1 ? $0 + 1 : 0 } },
        Mutant("an index is zero") { scene in changeIndex(&scene) { index, _ in index == 0 ? 1 : 0 } },
        .primitive(
            "a face is turned around",
            where: { $0.topology == .polygons && $0.elementCount > 0 && $0.cornerCount >= 3 },
            {
                guard var corners = $0.vertices?.integers(), Set(corners.prefix(3)).count == 3 else { return false }
                corners.swapAt(1, 2)
                $0.vertices = Column(corners)
                return true
            }),
        .primitive("the last face is lost", where: { $0.topology == .polygons && $0.elementCount > 0 }) {
            $0.elementCount -= 1
            return true
        },
        .primitive(
            "the first face is lost and the rest moves up",
            where: { $0.topology == .polygons && $0.elementCount > 1 && $0.isTriangles },
            {
                guard let corners = $0.vertices?.integers() else { return false }
                let rest = Array(corners.dropFirst(3))
                if rest == Array(corners.dropLast(3)) { return false }
                $0.vertices = Column(rest)
                $0.elementCount -= 1
                return true
            }),
        Mutant("a corner without a value gets the first one") { scene in
            scene.meshes.alterAny { mesh in
                mesh.primitives.alterAny { primitive in
                    primitive.cornerAttributes.alterFirst(where: { $0.indices?.integers().contains(-1) ?? false }) {
                        $0.indices = $0.indices.map { rows in Column(rows.integers().map { max($0, 0) }) }
                    }
                }
            }
        },
        .primitive(
            "corners lose their values",
            where: { primitive in
                primitive.cornerAttributes.contains {
                    $0.indices.map { $0.integers().contains { $0 >= 0 } } ?? (primitive.cornerCount > 0)
                }
            },
            {
                $0.cornerAttributes.removeAll()
                return true
            }),
        .primitive("a subset is lost", where: { !$0.subsetFamilies.isEmpty }) {
            $0.subsetFamilies[0].subsets.loseLast()
        },
        .primitive("a subset has one element less", where: { !$0.subsetFamilies.isEmpty }) {
            guard let range = $0.subsetFamilies[0].subsets.first?.ranges.first else { return false }
            $0.subsetFamilies[0].subsets[0].ranges[0] = range.lowerBound..<range.upperBound - 1
            return true
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
            scene.materials.alterAny { material in
                material.parameters.alterFirst(where: { !SceneMaterial.madeByWriters.contains($0.name) }) {
                    $0.values[0] += 0.125
                }
            }
        },
        Mutant("a material is renamed") { scene in
            scene.materials.alterFirst(where: { $0.name != nil && !$0.isMadeByWriter }) { $0.name = "another" }
        },
        // All names, since names of nodes that a writer added are not compared.
        Mutant("nodes' names are lost") { scene in
            let had = scene.nodes.contains { $0.name != nil }
            for index in scene.nodes.indices { scene.nodes[index].name = nil }
            return had
        },
        Mutant("an image is another one") { scene in
            guard scene.images.alterFirst({ $0.uri += "x" }) else { return false }
            scene.images.append(SceneImage(uri: "more.png"))
            return true
        },
        Mutant("a comment is lost") { $0.metadata.loseFirst() },
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
            scene.tables.alterFirst(where: { $0.rowCount > 0 }) { $0.rowCount -= 1 }
        },
        Mutant("a table's column is renamed") { scene in
            scene.tables.alterFirst(where: { $0.rowCount > 0 }) {
                $0.columns[0].semantic = AttributeSemantic(name: "renamed")
            }
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
        Mutant("a loss is not reported", report: { $0.loseLast() }),
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
        .misreported("a loss counts one too many") { $0.count += 1 },
        .misreported("a loss names another part") { $0.subject += "x" },
        .misreported("an error is told too small", where: { ($0.largestError ?? 0) > 0 }) {
            $0.largestError = ($0.largestError ?? 0) / 2
        },
        .misreported(
            "an approximation is called rounding",
            where: { $0.code.facet == .value && $0.severity == .approximated }, { $0.severity = .rounded }),
    ]

    // MARK: The correspondence

    private static let certificates: [Mutant] = [
        .certificate("the certificate forgets an attribute") { $0.attributes.loseFirst() },
        .certificate("the certificate says that no vertex arrived") { links in
            if case .gather(let rows) = links.vertices, rows.isEmpty { return false }
            guard links.attributes.contains(where: { $0.source.hasPrefix("/vertexSets/") }) else { return false }
            links.vertices = .gather([])
            return true
        },
        .certificate("the certificate exchanges two materials") { $0.materials.exchangeFirst() },
        .certificate("the certificate forgets a table") { $0.tables.lose { _ in true } },
    ]
}
