import MeshModel

// Compares everything except numbers per element: bindings, subsets, nodes, names, materials, tables, metadata.

extension Comparison {
    // MARK: Bindings

    /// Compares the material of each element; a missing material is reported by the material itself.
    mutating func compareBindings() {
        for topology in Topology.allCases {
            let from = source[topology]
            let to = target[topology]
            let had = materials(source, topology)
            let has = materials(target, topology)
            let mapping = links.elements[topology] ?? .identity
            var images: [Int: Int] = [:]
            for (index, origin) in links.materials.enumerated() {
                if let origin { images[index] = origin }
            }
            let arrived = Set(images.values)
            var lost = [Int](repeating: 0, count: from.places.count)
            var wrong = [Int](repeating: 0, count: from.places.count)
            var generated = [Int](repeating: 0, count: from.places.count)
            func tell(_ number: Int, _ before: Int, _ now: Int, at place: Int) {
                // Who had no material has none, and who lost it looks as if it never had one.
                if before < 0 || (now < 0 && !arrived.contains(before)), !isBare(now) {
                    wrong[place] += number
                    return
                }
                let after = now >= 0 ? images[now] : nil
                if before >= 0, arrived.contains(before) {
                    if now < 0 { lost[place] += number } else if after != before { wrong[place] += number }
                } else if before < 0, now >= 0 {
                    // A material of another source element is a wrong one, not an added one.
                    if after == nil { generated[place] += number } else { wrong[place] += number }
                }
            }
            if case .identity = mapping, let before = had.common, let after = has.common {
                // One material on each side: all elements have the same result.
                for (index, place) in from.places.enumerated() {
                    let number = place.elements.clamped(to: 0..<to.count).count
                    tell(number, Int(before), Int(after), at: index)
                }
            } else {
                var isTold = ContiguousArray(repeating: false, count: from.count)
                for element in 0..<to.count {
                    let origin = mapping.source(of: element, count: from.count)
                    guard origin >= 0, origin < from.count, !isTold[origin], let place = from.place(of: origin) else {
                        continue
                    }
                    isTold[origin] = true
                    tell(1, Int(had[origin]), Int(has[element]), at: place)
                }
            }
            for (index, place) in from.places.enumerated() {
                let path = ScenePath.materialBinding(mesh: place.mesh, primitive: place.primitive)
                add(.presence, path, count: lost[index])
                add(.value, path, count: wrong[index], valueClass: .approximated)
                add(.generated, path, count: generated[index])
            }
        }
    }

    /// Whether a material of the target, or none (−1), shows what elements without a material look like in the source.
    func isBare(_ material: Int) -> Bool {
        let from = SceneMaterial(model: source.scene.bareModel)
        guard target.scene.materials.indices.contains(material) else {
            // Elsewhere nothing is defined, and nothing can be wrong.
            return target.scene.bareModel != .metallicRoughness || source.scene.bareModel == .metallicRoughness
        }
        let to = target.scene.materials[material]
        return ["baseColor", "metallic", "roughness"].allSatisfy { from.effective($0) == to.effective($0) }
    }

    /// The material of each element; −1: none.
    private struct MaterialNumbers {
        /// The material of all elements, if they share one.
        var common: Int32?
        var each = ContiguousArray<Int32>()

        subscript(_ element: Int) -> Int32 { common ?? each[element] }
    }

    private func materials(_ numbering: SceneNumbering, _ topology: Topology) -> MaterialNumbers {
        let all = numbering[topology]
        let bindings = all.places.map { numbering.primitive($0).material }
        switch bindings.first {
        case nil: return MaterialNumbers(common: -1)
        case MaterialBinding.none? where bindings.count == 1: return MaterialNumbers(common: -1)
        case MaterialBinding.one(let material)? where bindings.count == 1:
            return MaterialNumbers(common: Int32(clamping: material))
        default: break
        }
        var materials = ContiguousArray<Int32>(repeating: -1, count: all.count)
        for place in all.places {
            switch numbering.primitive(place).material {
            case .none: break
            case .one(let material):
                for element in place.elements { materials[element] = Int32(clamping: material) }
            case .perElement(let column):
                for (step, material) in column.integers().enumerated() where step < place.elements.count {
                    materials[place.elements.lowerBound + step] = Int32(clamping: material)
                }
            }
        }
        return MaterialNumbers(each: materials)
    }

    // MARK: Subsets

    /// Compares subset families: the primitive with the same elements must have the same subsets in the same order.
    mutating func compareSubsets() {
        for topology in Topology.allCases {
            let from = source[topology]
            let mapping = links.elements[topology] ?? .identity
            guard from.places.contains(where: { !source.primitive($0).subsetFamilies.isEmpty }) else { continue }
            let images = placesByFirstElement(mapping, topology)
            let allFamilies = families(of: images.all)
            for (number, place) in from.places.enumerated() {
                let primitive = source.primitive(place)
                guard !primitive.subsetFamilies.isEmpty else { continue }
                let path = ScenePath.primitive(mesh: place.mesh, place.primitive)
                guard !missingPrimitives.contains(path) else { continue }
                let candidates = place.elements.isEmpty ? allFamilies : families(of: images.of[number, default: []])
                for family in primitive.subsetFamilies {
                    let image = imageOfSubsets(candidates[family.name, default: []], mapping, topology)
                    let expected = family.subsets.map { subset in
                        Subset(name: subset.name, ranges: subset.ranges.map { shift($0, place.elements.lowerBound) })
                    }
                    let (arrived, wanted) = (Set(image), Set(expected))
                    let missing = expected.count { !arrived.contains($0) }
                    add(
                        .presence,
                        ScenePath.subsets(mesh: place.mesh, primitive: place.primitive, family: family.name),
                        count: missing)
                    if missing == 0, image.filter(wanted.contains) != expected {
                        add(
                            .order,
                            ScenePath.subsets(mesh: place.mesh, primitive: place.primitive, family: family.name),
                            count: 1)
                    }
                }
            }
        }
    }

    private func shift(_ range: Range<Int>, _ base: Int) -> Range<Int> {
        range.lowerBound + base..<range.upperBound + base
    }

    /// The target places that have elements, and for each source place those whose first element comes from it.
    private func placesByFirstElement(
        _ mapping: Correspondence.Mapping, _ topology: Topology
    ) -> (all: [SceneNumbering.Place], of: [Int: [SceneNumbering.Place]]) {
        let from = source[topology]
        var of: [Int: [SceneNumbering.Place]] = [:]
        let all = target[topology].places.filter { !$0.elements.isEmpty }
        for place in all {
            let origin = mapping.source(of: place.elements.lowerBound, count: from.count)
            if let own = from.place(of: origin) { of[own, default: []].append(place) }
        }
        return (all, of)
    }

    /// The subset families in places of the target, by name, each with its first element.
    private func families(of places: [SceneNumbering.Place]) -> [String: [(first: Int, family: SubsetFamily)]] {
        var families: [String: [(first: Int, family: SubsetFamily)]] = [:]
        for place in places {
            for family in target.primitive(place).subsetFamilies {
                families[family.name, default: []].append((place.elements.lowerBound, family))
            }
        }
        return families
    }

    /// The subsets of some families of the target, as source element indices.
    private func imageOfSubsets(
        _ families: [(first: Int, family: SubsetFamily)], _ mapping: Correspondence.Mapping, _ topology: Topology
    ) -> [Subset] {
        let count = source[topology].count
        return families.flatMap { first, family in
            family.subsets.map { subset in
                let elements = subset.ranges.joined().map { mapping.source(of: first + $0, count: count) }
                return Subset(name: subset.name, elements: elements.sorted())
            }
        }
    }

    // MARK: Structure

    mutating func compareStructure() {
        findOffsets()
        compareHierarchy()
        compareMaterials()
        compareVariants()
        compareImages()
        compareTextureNames()
        compareCameras()
        compareLights()
        compareMotion()
        compareTables()
        compareMetadata()
        if let axis = source.scene.upAxis, target.scene.upAxis != axis {
            add(target.scene.upAxis == nil ? .presence : .value, ScenePath.upAxis, count: 1)
        }
        if let unit = source.scene.metersPerUnit, target.scene.metersPerUnit != unit {
            add(target.scene.metersPerUnit == nil ? .presence : .value, ScenePath.metersPerUnit, count: 1)
        }
        if source.scene.upAxis == nil, target.scene.upAxis != nil { add(.generated, ScenePath.upAxis, count: 1) }
        if source.scene.metersPerUnit == nil, target.scene.metersPerUnit != nil {
            add(.generated, ScenePath.metersPerUnit, count: 1)
        }
    }

    private mutating func compareHierarchy() {
        let from = source.scene
        let to = target.scene
        let nodeImages = Set(links.nodes.compactMap { $0 })
        let meshImages = Set(links.meshes.compactMap { $0 })
        if !from.hasImplicitHierarchy {
            add(.presence, ScenePath.nodes, count: from.nodes.indices.filter { !nodeImages.contains($0) }.count)
        }
        if !from.hasImplicitHierarchy || from.meshes.count != 1 || to.meshes.isEmpty {
            // A mesh without elements and name contains nothing.
            let missing = from.meshes.indices.filter { index in
                !meshImages.contains(index)
                    && (from.meshes[index].name != nil
                        || from.meshes[index].primitives.contains { $0.elementCount > 0 })
            }
            add(.presence, ScenePath.meshes, count: missing.count)
        }
        if !to.hasImplicitHierarchy {
            let generated = to.nodes.indices.filter { $0 >= links.nodes.count || links.nodes[$0] == nil }
            add(.generated, ScenePath.nodes, count: generated.count)
        }
        let arrived = Arrived(
            meshes: meshImages, cameras: Set(links.cameras.compactMap { $0 }),
            lights: Set(links.lights.compactMap { $0 }), skins: Set(links.skins.compactMap { $0 }))
        let isComparedByPoints = nodesComparedByPoints
        let isInScene = from.nodesOfShownScene
        let isInTarget = to.nodesOfShownScene
        let isHiddenInTarget = to.hiddenNodes
        // Names that the source doesn't have count together.
        var named = 0
        for (index, origin) in links.nodes.enumerated() {
            guard let origin, from.nodes.indices.contains(origin), to.nodes.indices.contains(index) else { continue }
            if from.nodes[origin].name == nil {
                if to.nodes[index].name != nil { named += 1 }
            } else if !ExactText.areSame(from.nodes[origin].name, to.nodes[index].name) {
                add(.names, ScenePath.node(origin), count: 1)
            }
            if from.nodes[origin].mesh.map({ meshImages.contains($0) }) ?? true {
                let shown = joined(to.nodes[index], as: from.nodes[origin]).node
                compareInstances(from.nodes[origin].instances, instances(of: shown, from.nodes[origin]), node: origin)
            }
            if isComparedByPoints.contains(origin) { continue }
            compareNode(from.nodes[origin], origin, to.nodes[index], arrived)
            // What other scenes have, or none, is not shown, and must not be.
            if !isInScene[origin], !isHiddenInTarget[index] {
                add(.value, ScenePath.visibility(ofNode: origin), count: 1, valueClass: .approximated)
            }
            if isInScene[origin], !isInTarget[index] { add(.presence, ScenePath.node(origin), count: 1) }
            if isInScene[origin], from.nodes[origin].isVisible != to.nodes[index].isVisible {
                add(.value, ScenePath.visibility(ofNode: origin), count: 1, valueClass: .approximated)
            }
        }
        add(.names, ScenePath.nodes, count: named)
        for (index, origin) in links.meshes.enumerated() {
            guard let origin, from.meshes.indices.contains(origin), to.meshes.indices.contains(index) else { continue }
            if !ExactText.areSame(from.meshes[origin].name, to.meshes[index].name) {
                add(.names, ScenePath.mesh(origin), count: 1)
            }
        }
        let hadNames = from.scenes.contains { $0.name != nil } || from.scenes.count > 1
        if hadNames, from.scenes.map(\.name) != to.scenes.map(\.name) {
            add(.presence, "/scenes", count: from.scenes.count)
        }
    }

    private mutating func compareMaterials() {
        let from = source.scene
        let to = target.scene
        let images = Set(links.materials.compactMap { $0 })
        for index in from.materials.indices where !images.contains(index) {
            add(.presence, ScenePath.material(index), count: 1)
        }
        for (index, material) in to.materials.enumerated() {
            guard index < links.materials.count, let origin = links.materials[index],
                from.materials.indices.contains(origin)
            else {
                add(.generated, ScenePath.material(index), count: 1)
                continue
            }
            compareMaterial(from.materials[origin], origin, material, index)
        }
    }

    private mutating func compareMaterial(_ from: SceneMaterial, _ origin: Int, _ to: SceneMaterial, _ index: Int) {
        if !ExactText.areSame(from.name, to.name) { add(.names, ScenePath.material(origin), count: 1) }
        let change = MaterialChange(from: from, to: to, textures: links.textures)
        add(.presence, ScenePath.material(origin), count: change.missing)
        add(.value, ScenePath.material(origin), count: change.changed)
        add(.value, ScenePath.material(origin), count: change.rounded, valueClass: .rounded)
        add(.generated, ScenePath.material(index), count: change.generated)
    }

    /// Compares texture names only; everything else is reported by the materials that use them.
    private mutating func compareTextureNames() {
        for (index, texture) in target.scene.textures.enumerated() {
            guard index < links.textures.count, let origin = links.textures[index],
                source.scene.textures.indices.contains(origin)
            else { continue }
            if !ExactText.areSame(source.scene.textures[origin].name, texture.name) {
                add(.names, ScenePath.texture(origin), count: 1)
            }
        }
    }

    /// What the lengths of cameras and lights are multiplied with: both are metres then, where the units differ.
    private var lengthScales: (source: Double, target: Double) {
        guard let own = source.scene.metersPerUnit, let other = target.scene.metersPerUnit, own != other else {
            return (1, 1)
        }
        return (own, other)
    }

    private mutating func compareCameras() {
        let scales = lengthScales
        compareParts(source.scene.cameras, target.scene.cameras, links.cameras, ScenePath.camera) { from, to in
            (
                ExactText.areSame(from.name, to.name),
                from.scaled(by: scales.source).projection == to.scaled(by: scales.target).projection
            )
        }
    }

    private mutating func compareLights() {
        let scales = lengthScales
        compareParts(source.scene.lights, target.scene.lights, links.lights, ScenePath.light) { from, to in
            (
                ExactText.areSame(from.name, to.name),
                from.kind == to.kind && from.color == to.color && from.intensity == to.intensity
                    && from.scaled(by: scales.source).range == to.scaled(by: scales.target).range
            )
        }
    }

    /// Compares small parts by presence, name and values.
    private mutating func compareParts<Part>(
        _ from: [Part], _ to: [Part], _ origins: [Int?], _ path: (Int) -> String,
        _ areEqual: (Part, Part) -> (names: Bool, values: Bool)
    ) {
        var isThere = [Bool](repeating: false, count: from.count)
        for (index, part) in to.enumerated() {
            guard index < origins.count, let origin = origins[index], from.indices.contains(origin), !isThere[origin]
            else {
                add(.generated, path(index), count: 1)
                continue
            }
            isThere[origin] = true
            let equal = areEqual(from[origin], part)
            if !equal.names { add(.names, path(origin), count: 1) }
            if !equal.values { add(.value, path(origin), count: 1, valueClass: .approximated) }
        }
        for index in from.indices where !isThere[index] { add(.presence, path(index), count: 1) }
    }

    private mutating func compareTables() {
        let from = source.scene.tables
        let to = target.scene.tables
        let images = Set(links.tables.compactMap { $0 })
        for index in from.indices where !images.contains(index) {
            // A table without rows still counts as one.
            add(.presence, ScenePath.table(index), count: max(from[index].rowCount, 1))
        }
        for (index, table) in to.enumerated() {
            guard index < links.tables.count, let origin = links.tables[index], from.indices.contains(origin) else {
                add(.generated, ScenePath.table(index), count: max(table.rowCount, 1))
                continue
            }
            compareTable(from[origin], origin, table)
        }
    }

    private mutating func compareTable(_ from: SceneTable, _ origin: Int, _ to: SceneTable) {
        let path = ScenePath.table(origin)
        if !ExactText.areSame(from.name, to.name) { add(.names, path, count: 1) }
        if from.rowCount != to.rowCount {
            add(.presence, path, count: abs(from.rowCount - to.rowCount))
            return
        }
        let others = Dictionary(to.columns.map { ($0.semantic, $0) }) { first, _ in first }
        for column in from.columns {
            let columnPath = "\(path)/\(column.semantic.name)"
            guard let other = others[column.semantic] else {
                add(.presence, columnPath, count: from.rowCount)
                continue
            }
            if column.values.type != other.values.type || (column.offsets == nil) != (other.offsets == nil) {
                add(.type, columnPath, count: from.rowCount)
            }
            report(
                columnPath,
                ValueComparison.compareAligned(
                    column, other, targetStart: 0, count: from.rowCount, .identity, workers: workers))
        }
        if from.columns.map(\.semantic) != to.columns.map(\.semantic), from.columns.count == to.columns.count {
            add(.order, path, count: 1)
        }
    }

    /// Metadata by its bytes.
    private struct ExactEntry: Hashable {
        let key: ExactText
        let value: ExactText

        init(_ entry: MetadataEntry) { (key, value) = (ExactText(entry.key), ExactText(entry.value)) }
    }

    private mutating func compareMetadata() {
        let from = source.scene.metadata
        let to = target.scene.metadata
        var balance: [ExactEntry: Int] = [:]
        for entry in from { balance[ExactEntry(entry), default: 0] += 1 }
        for entry in to { balance[ExactEntry(entry), default: 0] -= 1 }
        var missing: [String: Int] = [:]
        var generated: [String: Int] = [:]
        for (entry, count) in balance {
            if count > 0 { missing[entry.key.text, default: 0] += count }
            if count < 0 { generated[entry.key.text, default: 0] -= count }
        }
        for key in missing.keys.sorted() { add(.presence, ScenePath.metadata(key), count: missing[key] ?? 0) }
        for key in generated.keys.sorted() { add(.generated, ScenePath.metadata(key), count: generated[key] ?? 0) }
        if missing.isEmpty, generated.isEmpty {
            // Order matters within a key, as for lines of a text. Entries may be grouped by key.
            for key in Set(from.map(\.key)).sorted()
            where from.filter({ $0.key == key }) != to.filter({ $0.key == key }) {
                add(.order, ScenePath.metadata(key), count: 1)
            }
        }
    }
}
