import MeshFormats
import MeshModel

// Polygons, their texture coordinates and the image that each uses.

extension PLYPlanner {
    mutating func planFaces() {
        let places = primitives(.polygons)
        guard !places.isEmpty else { return }
        reportElements(places, hasTextures: true)
        var element = PLYElementLayout(
            name: "face", rowCount: places.reduce(0) { $0 + $1.primitive.elementCount })
        let starts = cornerStarts(places)
        element.fields.append(indexField(places, starts))
        if let field = texCoordField(places, starts) { element.fields.append(field) }
        if let field = texNumberField(places) { element.fields.append(field) }
        let target = primitiveCount
        primitiveCount += 1
        element.fields += elementFields(
            places, .faces, target: target, reserved: element.properties, rows: places.map { _ in nil })
        layout.elements.append(element)
    }

    /// The start of each face's corners over all primitives; nil when all faces have `uniformArity` corners.
    private func cornerStarts(_ places: [PrimitivePlace]) -> ContiguousArray<Int64>? {
        if uniformArity(places) != nil { return nil }
        var starts: ContiguousArray<Int64> = [0]
        starts.reserveCapacity(places.reduce(1) { $0 + $1.primitive.elementCount })
        var next: Int64 = 0
        for place in places {
            var walk = ElementWalk(place.primitive)
            while let block = walk.next() {
                for arity in block.arities {
                    next += Int64(arity)
                    starts.append(next)
                }
            }
        }
        return starts
    }

    private func uniformArity(_ places: [PrimitivePlace]) -> Int? {
        var found: Int?
        for place in places {
            guard case .uniform(let arity) = place.primitive.arity, found == nil || found == arity, arity > 0 else {
                return nil
            }
            found = arity
        }
        return found
    }

    private func indexField(_ places: [PrimitivePlace], _ starts: ContiguousArray<Int64>?) -> PLYField {
        let width = starts == nil ? uniformArity(places) ?? 3 : 1
        let parts = places.map { place in
            PLYValues.Part(
                count: starts == nil ? place.primitive.elementCount : place.primitive.cornerCount,
                source: vertexSource(place, width: width))
        }
        return PLYField(
            list: PLYSceneBuilder.indexNames[0], indexType, starts.map { .offsets($0) } ?? .uniform(width),
            components: width, parts)
    }

    // MARK: Texture coordinates

    private mutating func texCoordField(
        _ places: [PrimitivePlace], _ starts: ContiguousArray<Int64>?
    ) -> PLYField? {
        let pools = scene.vertexSets.indices.compactMap { set in
            choices[set].list.map { scene.vertexSets[set].pools[$0] }
        }
        guard !pools.isEmpty else { return nil }
        let type = PLYAttributes.widest(pools.map { Self.stored($0.values.type) })
        var uses: [PLYTexCoordUse] = []
        for place in places {
            let set = place.primitive.vertexSet
            let use = place.primitive.cornerAttributes.first { $0.pool == choices[set].list }
            uses.append(
                PLYTexCoordUse(
                    place.primitive, use, rowCount: use.map { scene.vertexSets[set].pools[$0.pool].count } ?? 0))
        }
        reportTexCoords(places, uses, type)
        func pairs(_ place: PrimitivePlace) -> Column {
            let set = place.primitive.vertexSet
            guard let pool = choices[set].list else { return .empty(type, components: 2) }
            let values = scene.vertexSets[set].pools[pool].values
            let two =
                values.components == 1
                ? Column.interleaved(
                    [values, Column(ContiguousArray<Float>(repeating: 0, count: values.count))], type: type)
                : values.prefix(2)
            return two.converted(to: type)
        }
        if starts == nil, let arity = uniformArity(places), uses.allSatisfy(\.isFull) {
            let parts = zip(places, uses).map { place, use in
                let column = pairs(place)
                let source: PLYValues.Source =
                    if let indices = use.indices { .gather(column, by: indices.rowsOf(arity)) } else {
                        .rows(column.rowsOf(arity * 2))
                    }
                return PLYValues.Part(count: place.primitive.elementCount, source: source)
            }
            return PLYField(list: "texcoord", type, .uniform(arity * 2), components: arity * 2, parts)
        }
        var lengths: ContiguousArray<Int64> = [0]
        var parts: [PLYValues.Part] = []
        for (place, use) in zip(places, uses) {
            let base = lengths[lengths.count - 1]
            for start in use.starts.dropFirst() { lengths.append(base + start) }
            parts.append(PLYValues.Part(count: use.rows.count, source: .picks(pairs(place), use.rows)))
        }
        return PLYField(list: "texcoord", type, .offsets(lengths), components: 2, parts)
    }

    private mutating func reportTexCoords(_ places: [PrimitivePlace], _ uses: [PLYTexCoordUse], _ type: ScalarType) {
        let written = uses.reduce(0) { $0 + $1.rows.count }
        // Scenes may have as many sets as meshes, so uses are grouped by set once and not searched for each set.
        let usesOfSets = Dictionary(grouping: zip(places, uses), by: \.0.primitive.vertexSet)
        let othersOfSets = Dictionary(
            grouping: primitives(.lines) + primitives(.points), by: \.primitive.vertexSet)
        let pools = scene.vertexSets.indices.compactMap { set in
            choices[set].list.map { pool in
                Piece(
                    count: 0, sourceCount: 0, path: { _ in ScenePath.pool(set: set, pool) },
                    attribute: scene.vertexSets[set].pools[pool])
            }
        }
        let commonForm = commonForm(.texCoord(0), pools)
        for set in scene.vertexSets.indices {
            guard let pool = choices[set].list else { continue }
            let attribute = scene.vertexSets[set].pools[pool]
            var tally = TexCoordTally(rowCount: attribute.count)
            for (_, use) in usesOfSets[set] ?? [] { tally.add(use) }
            for place in othersOfSets[set] ?? [] { tally.leaveOut(place.primitive, pool) }
            reportTexCoords(tally, attribute, ScenePath.pool(set: set, pool), type, written: written, commonForm)
        }
    }

    /// Reports what happens to the pool at `path`, which faces have as a list.
    ///
    /// - Parameters:
    ///   - written: the number of pairs in the lists of all pools.
    ///   - commonForm: the form of all pools, if it is the same.
    private mutating func reportTexCoords(
        _ tally: TexCoordTally, _ attribute: Attribute, _ path: String, _ type: ScalarType, written: Int,
        _ commonForm: OriginForm?
    ) {
        let target = ScenePath.pool(set: 0, 0)
        let name = attribute.semantic.plainName
        let original = originals[path]
        let errors = original.map { FrameAdaptation.Errors($0, attribute.stored(as: type), width: 2) }
        links.attributes.append(
            Correspondence.AttributeLink(path, target, codec: original.map(FrameAdaptation.codec) ?? .identity))
        lose(
            .attributeDropped, .dropped, path, name, tally.lost, "corners",
            "PLY can store texture coordinates for faces only", remedy: .ending("obj"))
        lose(
            .attributeFilled, .generated, path, name, tally.filled, "corners",
            "filled in, as PLY needs a value for each corner of a face")
        let isWhole = (errors?.isRounding ?? true) && arrivesWhole(attribute, tally.order, tally.isUsed)
        if let original, let errors {
            loseErrors(errors, at: tally.order.lazy.map { Int($0) }, path, original, "corners", remedy: .ending("glb"))
        }
        let used = tally.usedCount
        // Readers that merge rows keep only those that corners use, so unused rows would be lost; and a second component
        // that is filled in would be so in fewer rows than the report says.
        let isMergeable =
            tally.arrived != used && scene.vertexSets.count == 1 && tally.filled == 0
            && attribute.values.components > 1
            && tally.lost == 0 && (used == attribute.count || !isWhole)
            && PLYRowMerge.areDistinct(attribute.values.prefix(2), tally.isUsed)
        if isMergeable { origin.mergesTexCoords = true }
        lose(
            .interpolationFlattened, isMergeable ? .reencoded : .approximated, path, name, abs(tally.arrived - used),
            "values",
            "values that corners share are repeated, as PLY stores one for each corner",
            remedy: isMergeable ? nil : .ending("obj"))
        if !isWhole {
            lose(
                .valuesUnreferenced, .dropped, path, name, attribute.count - used, "values", "no corner uses them",
                remedy: .ending("obj"))
        }
        for component in 2..<max(attribute.values.components, 2) {
            lose(
                .attributeDropped, .dropped, ScenePath.component(path, component),
                "component \(component) of \(name)", attribute.count, "values", "PLY stores two numbers here",
                remedy: .ending("obj"))
        }
        if attribute.values.components == 1 {
            lose(
                .attributeFilled, .generated, ScenePath.component(target, 1), "component 1 of \(name)", written,
                "values", "filled in with 0, as PLY stores two numbers here")
        }
        let form = OriginForm(of: original ?? attribute)
        let stored = OriginForm(type: type, isNormalized: false, frame: .bottomLeftUV)
        guard form != stored else { return }
        let isRestored = original != nil && commonForm == form && form.type != .float16
        if isRestored { remember(form, at: target) }
        lose(
            .attributeReencoded, isRestored ? .reencoded : .approximated, path, name, attribute.count, "values",
            Self.cause(form, stored))
    }

    /// Whether the list begins with all rows of the pool, in order. The zeros of a corner without a value don't count
    /// as a row that no corner uses.
    private func arrivesWhole(
        _ attribute: Attribute, _ order: ContiguousArray<Int32>, _ isUsed: ContiguousArray<Bool>
    ) -> Bool {
        guard order.count >= attribute.count else { return false }
        let values = attribute.values.doubles()
        let width = attribute.values.components
        for row in 0..<attribute.count where Int(order[row]) != row {
            if order[row] < 0, !isUsed[row] { return false }
            for component in 0..<min(width, 2) {
                let other = order[row] < 0 ? 0 : values[Int(order[row]) * width + component]
                let own = values[row * width + component]
                if own != other, !(own.isNaN && other.isNaN) { return false }
            }
        }
        return true
    }

    // MARK: Materials

    mutating func planMaterials() {
        var numbers: [Int: Int] = [:]
        for (index, material) in scene.materials.enumerated() {
            guard let slot = material.texture("baseColor"), scene.textures.indices.contains(slot.texture),
                scene.images.indices.contains(scene.textures[slot.texture].image),
                Self.isWritable(scene.images[scene.textures[slot.texture].image])
            else {
                lose(
                    .materialDropped, .dropped, ScenePath.material(index),
                    "material \(material.name ?? "\(index + 1)")", 1,
                    "materials", "PLY can't store materials, only base colour textures", remedy: .ending("obj"))
                continue
            }
            let image = scene.textures[slot.texture].image
            let number: Int
            if let known = numbers[image] {
                number = known
            } else {
                number = layout.images.count
                numbers[image] = number
                layout.images.append(scene.images[image])
                links.images.append(image)
                links.textures.append(slot.texture)
            }
            layout.textureComments.append(number)
            links.materials.append(index)
            report(material, index, slot, links.textures[number])
        }
        let arrived = Set(links.images.compactMap { $0 })
        let remedies = Remedy.keepingImages(of: scene)
        for (index, image) in scene.images.enumerated() {
            if !arrived.contains(index) {
                lose(
                    .textureDropped, .dropped, ScenePath.image(index), image.title(index), 1, "images",
                    image.kindOfExtensions.map { "this is \($0), which programs that read PLY can't open" }
                        ?? "PLY can store base colour textures only", remedy: remedies[index])
            } else if let name = image.name {
                lose(
                    .nameDropped, .reencoded, ScenePath.image(index), "image \(name)", 1, "images",
                    "PLY stores only the file name of an image")
            }
        }
        if layout.images.contains(where: { $0.name != nil }) { origin.imageNames = layout.images.map(\.name) }
        loseTextureNames(links.textures)
    }

    /// Whether a comment can name the image, and programs open it; a copied image gets a new name.
    private static func isWritable(_ image: SceneImage) -> Bool {
        (image.isFound || isFileName(image.uri)) && image.kindOfExtensions == nil
    }

    private static func isFileName(_ uri: String) -> Bool {
        !uri.isEmpty && uri.first != " " && uri.first != "\t" && !uri.unicodeScalars.contains { $0.value < 0x20 }
    }

    private mutating func report(_ material: SceneMaterial, _ index: Int, _ slot: TextureSlot, _ texture: Int?) {
        let path = ScenePath.material(index)
        let name = "material \(material.name ?? "\(index + 1)")"
        if material.name != nil {
            lose(
                .nameDropped, .dropped, path, name, 1, "materials", "PLY can't store names of materials",
                remedy: .ending("obj"))
        }
        let read = SceneMaterial(textures: [TextureSlot("baseColor", texture: 0)])
        let change = MaterialChange(from: material, to: read, textures: [texture])
        let settings = MaterialChange(settingsOf: material, read)
        let keepingAll = material.parameters.map(\.name) + material.textures.map(\.slot)
        lose(
            .materialApproximated, .approximated, path, name, change.missing, "values",
            "PLY stores only the base colour texture of a material", remedy: .format(keeping: .material(keepingAll)))
        if settings.changed > 0 {
            lose(
                .materialChanged, .approximated, path, name, change.changed, "values",
                "PLY stores only the base colour texture of a material", remedy: .format(keeping: .material(keepingAll))
            )
        } else {
            lose(
                .textureOptionsDropped, .approximated, path, name, change.changed, "textures",
                "PLY can't store texture options such as wrapping",
                remedy: .format(keeping: .textureOptions(slot.options.map(\.name))))
        }
    }

    /// For each primitive the number of each element's image in the file; −1 for none.
    func materialIndices(_ places: [PrimitivePlace]) -> [ContiguousArray<Int32>] {
        var numbers: [Int: Int32] = [:]
        for (number, origin) in links.materials.enumerated() {
            if let origin { numbers[origin] = Int32(clamping: number) }
        }
        return places.map { place in
            let count = place.primitive.elementCount
            switch place.primitive.material {
            case .none: return ContiguousArray(repeating: -1, count: numbers.isEmpty ? 0 : count)
            case .one(let material): return ContiguousArray(repeating: numbers[material] ?? -1, count: count)
            case .perElement(let column):
                guard !numbers.isEmpty else { return [] }
                return ContiguousArray(column.integers().map { numbers[Int(clamping: $0)] ?? -1 })
            }
        }
    }

    private func texNumberField(_ places: [PrimitivePlace]) -> PLYField? {
        guard !layout.textureComments.isEmpty else { return nil }
        let numbers = materialIndices(places)
        if layout.textureComments.count == 1, numbers.allSatisfy({ $0.allSatisfy { $0 == 0 } }) { return nil }
        return PLYField(
            ["texnumber"], .int32, numbers.map { PLYValues.Part(count: $0.count, source: .rows(Column($0))) })
    }
}
