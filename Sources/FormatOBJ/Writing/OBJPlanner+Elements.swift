import MeshFormats
import MeshModel

// The elements of a mesh: their statements, the state between them, and what a reader makes of it.

extension OBJPlanner {
    /// Plans the elements of a mesh, in order.
    mutating func planElements(mesh: Int, object: Int) -> [OBJElements] {
        var elements: [OBJElements] = []
        var kinds: [Topology] = []
        var targets: [Int] = []
        let primitives = scene.meshes[mesh].primitives
        for primitive in primitives {
            guard primitive.elementCount > 0 else {
                targets.append(-1)
                continue
            }
            if !kinds.contains(primitive.topology) { kinds.append(primitive.topology) }
            targets.append(kinds.firstIndex(of: primitive.topology) ?? 0)
        }
        for index in primitives.indices {
            reportElementAttributes(mesh, index)
            reportSubsets(mesh: mesh, index, of: primitives)
            guard targets[index] >= 0 else { continue }
            elements.append(planElements(mesh, index, target: (object, targets[index])))
        }
        let isRestored = keepsPieces && elements.count > kinds.count
        if isRestored { origin.pieces.append(OBJMergedPrimitives(object: object, primitives)) }
        lose(
            .primitivesMerged, isRestored ? .reencoded : .approximated, ScenePath.mesh(mesh), "primitives",
            elements.count - kinds.count, "primitives",
            "joined, as an OBJ object has one list each of faces, lines and points")
        return elements
    }

    private mutating func planElements(
        _ mesh: Int, _ index: Int, target: (object: Int, primitive: Int)
    ) -> OBJElements {
        let primitive = scene.meshes[mesh].primitives[index]
        let set = primitive.vertexSet
        let isPolygons = primitive.topology == .polygons
        var elements = OBJElements(
            keyword: isPolygons ? 0x66 : primitive.topology == .lines ? 0x6C : 0x70, primitive: primitive,
            firstVertex: Int64(vertexBases[set]) + 1,
            texCoord: primitive.topology == .points ? nil : texCoordSources[set]?.index(of: primitive),
            normal: isPolygons ? normalSources[set]?.index(of: primitive) : nil, opening: [])
        planGroups(of: primitive, &elements)
        planSmoothing(mesh, index, target, &elements)
        planMaterial(&elements)
        losePlainMaterial(
            ScenePath.materialBinding(mesh: mesh, primitive: index), "material of \(primitive.topology.rawValue)",
            primitive.bareElementCount, "elements")
        return elements
    }

    /// Reports element attributes that OBJ has no statement for.
    mutating func reportElementAttributes(_ mesh: Int, _ index: Int) {
        let primitive = scene.meshes[mesh].primitives[index]
        for attribute in primitive.elementAttributes where !Self.isSmoothing(attribute, of: primitive) {
            lose(
                .attributeDropped, .dropped,
                ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic),
                attribute.semantic.plainName, attribute.count, primitive.topology.unit,
                "OBJ can't store this, only smoothing groups of faces",
                remedy: Remedy.keeping(attribute, of: content, isOfElements: true))
        }
    }

    // MARK: Smoothing

    static func isSmoothing(_ attribute: Attribute, of primitive: Primitive) -> Bool {
        attribute.semantic == .smoothingGroup && primitive.topology == .polygons && attribute.offsets == nil
            && attribute.values.components == 1
            && !attribute.normalized && attribute.count == primitive.elementCount && primitive.elementCount > 0
    }

    private static func smoothing(of primitive: Primitive) -> Attribute? {
        primitive.elementAttributes.first { isSmoothing($0, of: primitive) }
    }

    private mutating func planSmoothing(
        _ mesh: Int, _ index: Int, _ target: (object: Int, primitive: Int), _ elements: inout OBJElements
    ) {
        let primitive = elements.primitive
        guard primitive.topology == .polygons else { return }
        guard let attribute = Self.smoothing(of: primitive) else {
            if let current = state.smoothing, current != 0 {
                elements.opening.append("s off")
                state.smoothing = 0
            }
            return
        }
        let path = ScenePath.elementAttribute(mesh: mesh, primitive: index, .smoothingGroup)
        let targetPath = ScenePath.elementAttribute(
            mesh: target.object, primitive: target.primitive, .smoothingGroup)
        links.attributes.append(Correspondence.AttributeLink(path, targetPath))
        let same = scene.meshes[mesh].primitives.compactMap(Self.smoothing)
        let change = OBJStatementColumn.clampedChange(attribute.values)
        let isRestored = same.allSatisfy {
            $0.values.type == attribute.values.type && $0.frame == attribute.frame
                && OBJStatementColumn.clampedChange($0.values).count == 0
        }
        if attribute.values.type != .uint32 || attribute.frame != .plain {
            if isRestored {
                let form = OBJOrigin.Form(
                    path: targetPath, form: OriginForm(type: attribute.values.type, frame: attribute.frame))
                if !origin.forms.contains(form) { origin.forms.append(form) }
            }
            lose(
                .attributeReencoded, isRestored ? .reencoded : .approximated, path,
                AttributeSemantic.smoothingGroup.plainName,
                attribute.count, primitive.topology.unit, "stored as whole numbers (uint32), as OBJ needs")
        }
        lose(
            .valueClamped, .approximated, path, AttributeSemantic.smoothingGroup.plainName, change.count,
            primitive.topology.unit,
            error: change.largestError, "changed to whole numbers from 0, as OBJ needs")
        let ends = OBJStatementColumn.smoothing(attribute.values, 0..<1)
        if let first = ends.first, state.smoothing != first {
            elements.opening.append(OBJStatementColumn.smoothingLine(first))
        }
        state.smoothing =
            OBJStatementColumn.smoothing(
                attribute.values, primitive.elementCount - 1..<primitive.elementCount
            ).first
        elements.smoothing = attribute.values
    }

    /// Reports faces without a smoothing group: readers give them group 0 as soon as any face has one.
    mutating func planSmoothingOfOthers() {
        let hasAny = scene.placedPrimitives.contains {
            $0.primitive.elementCount > 0 && Self.smoothing(of: $0.primitive) != nil
        }
        guard hasAny else { return }
        for (object, mesh) in links.meshes.enumerated() {
            guard let mesh else { continue }
            var kinds: [Topology] = []
            let primitives = scene.meshes[mesh].primitives
            for primitive in primitives where primitive.elementCount > 0 && !kinds.contains(primitive.topology) {
                kinds.append(primitive.topology)
            }
            for (target, kind) in kinds.enumerated() where kind == .polygons {
                let places = primitives.indices.filter {
                    primitives[$0].topology == kind && primitives[$0].elementCount > 0
                }
                let bare = places.filter { Self.smoothing(of: primitives[$0]) == nil }
                func fill(_ path: String, _ count: Int) {
                    lose(
                        .attributeFilled, .generated, path, AttributeSemantic.smoothingGroup.plainName, count,
                        kind.unit,
                        "filled in, as an OBJ smoothing group holds until the next one")
                }
                if bare.count == places.count {
                    fill(
                        ScenePath.elementAttribute(mesh: object, primitive: target, .smoothingGroup),
                        places.reduce(0) { $0 + primitives[$1].elementCount })
                } else {
                    for place in bare {
                        fill(
                            ScenePath.elementAttribute(mesh: mesh, primitive: place, .smoothingGroup),
                            primitives[place].elementCount)
                    }
                }
            }
        }
    }

    // MARK: Materials

    private mutating func planMaterial(_ elements: inout OBJElements) {
        let primitive = elements.primitive
        let known = scene.materials.indices
        elements.plainMaterial = origin.plainMaterial
        var first = origin.plainMaterial
        var last = first
        switch primitive.material {
        case .none: break
        case .one(let material):
            if known.contains(material) { first = material }
            last = first
        case .perElement(let column):
            let values = OBJStatementColumn.materials(
                column, 0..<primitive.elementCount, count: known.count, plain: origin.plainMaterial)
            first = values.first.flatMap { $0 < 0 ? nil : Int($0) }
            last = values.last.flatMap { $0 < 0 ? nil : Int($0) }
            if values.contains(where: { $0 != values[0] }) { elements.materials = column }
        }
        if state.material != first { elements.opening.append(OBJStatementColumn.materialLine(first, layout.materials)) }
        state.material = last
    }
}

extension Topology {
    /// The plural noun for elements of this topology.
    var unit: String { self == .polygons ? "faces" : rawValue }
}
