import MeshFormats
import MeshModel

// Restores the scene that a file was written from, where the file fits the record.

extension GLTFOrigin {
    /// Restores the scene that the file was written from. What doesn't fit stays as it is and is reported.
    func restore(_ scene: inout MeshScene) -> [Diagnostic] {
        var misfits: [String] = []
        if !takeAwayRoots(&scene) || !joinMatrices(&scene) || !nestLifted(&scene) { misfits.append("nodes") }
        if !takeBackOffsets(&scene) { misfits.append("positions") }
        if !takeBackLengths(&scene) { misfits.append("cameras and lights") }
        scene.upAxis = upAxis
        scene.metersPerUnit = metersPerUnit
        let packing = packing.flatMap { $0.fits(scene) ? $0 : nil }
        for form in materials {
            // Another picture than the one that was written stays.
            if packing == nil, scene.materials.indices.contains(form.index),
                self.packing?.isShown(by: scene.materials[form.index]) ?? false
            {
                continue
            }
            if !form.restore(in: &scene) { misfits.append("material \(form.index)") }
        }
        if !takeAwayMaterial(&scene) { misfits.append("material") }
        for index in imagesOfFiles where scene.images.indices.contains(index) {
            scene.images[index].uri = scene.images[index].name ?? ""
            scene.images[index].name = nil
        }
        if !scene.orderMetadata(metadata) { misfits.append("metadata") }
        if !polygons.restore(in: &scene) { misfits.append("polygons") }
        for (set, form) in sets.inKeyOrder {
            guard scene.vertexSets.indices.contains(set) else {
                misfits.append("vertices")
                continue
            }
            misfits += restore(form, set, &scene)
        }
        // The last one first, so that the indices of the others stay valid.
        for join in joins.inOrder({ ($1.mesh, $1.parts.lowerBound) < ($0.mesh, $0.parts.lowerBound) })
        where !join.restore(in: &scene) { misfits.append("primitives") }
        if self.packing != nil, !(packing?.takeAway(from: &scene) ?? false) { misfits.append("textures") }
        return Diagnostic.misfits(misfits, at: .jsonPointer(Self.pointer))
    }

    // MARK: Nodes

    private func takeAwayRoots(_ scene: inout MeshScene) -> Bool {
        guard rootNodes > 0 else { return true }
        var own = MeshScene()
        own.upAxis = upAxis
        own.metersPerUnit = metersPerUnit
        let matrix = NodeTransform.matrix(GLTFPlanner.rootMatrix(own))
        let first = scene.nodes.count - rootNodes
        guard first > 0, scene.nodes[first...].allSatisfy({ $0.transform == matrix && $0.mesh == nil }),
            !scene.nodes[..<first].contains(where: { $0.children.contains { $0 >= first } }),
            !scene.moves(nodesFrom: first), !scene.skins.contains(where: { $0.joints.contains { $0 >= first } })
        else { return false }
        for index in scene.scenes.indices {
            scene.scenes[index].roots = scene.scenes[index].roots.flatMap {
                $0 >= first ? scene.nodes[$0].children : [$0]
            }
        }
        scene.nodes.removeLast(rootNodes)
        return true
    }

    /// Gives split nodes their matrices back, and merges the inner nodes, which are the last, into them.
    private func joinMatrices(_ scene: inout MeshScene) -> Bool {
        let parts = split.map { GLTFTransformParts($0.transform) }
        let first = scene.nodes.count - parts.filter { $0.inner != nil }.count
        guard first >= 0, split.allSatisfy({ $0.index >= 0 && $0.index < first }), !scene.moves(nodesFrom: first),
            !scene.scenes.contains(where: { $0.roots.contains { $0 >= first } })
        else { return false }
        var (nodes, outer) = (scene.nodes, [Int: Int]())
        var inner = first
        for (node, parts) in zip(split, parts) {
            guard nodes[node.index].transform == parts.outer else { return false }
            if let turn = parts.inner {
                let own = nodes[node.index]
                let expected = Node(
                    name: own.name, transform: parts.outer, children: [inner], isVisible: own.isVisible)
                guard own == expected, nodes[inner].name == nil, nodes[inner].transform == turn else {
                    return false
                }
                nodes[node.index] = nodes[inner]
                outer[inner] = node.index
                (nodes[node.index].name, nodes[node.index].isVisible) = (own.name, own.isVisible)
                inner += 1
            }
            nodes[node.index].transform = node.transform
        }
        guard !nodes[..<first].contains(where: { $0.children.contains { $0 >= first } }) else { return false }
        nodes.removeLast(nodes.count - first)
        scene.nodes = nodes
        for skin in scene.skins.indices {
            scene.skins[skin].joints = scene.skins[skin].joints.map { outer[$0] ?? $0 }
        }
        return true
    }

    // MARK: Cameras and lights

    /// Gives cameras and lights their lengths in the scene's unit back.
    private func takeBackLengths(_ scene: inout MeshScene) -> Bool {
        let scale = metersPerUnit ?? 1
        let (cameras, lights) = (cameras.map { $0.inGLTF(scale) }, lights.map { $0.scaled(by: scale) })
        guard cameras.isEmpty || cameras == scene.cameras, lights.isEmpty || lights == scene.lights else {
            return false
        }
        if !cameras.isEmpty { scene.cameras = self.cameras }
        if !lights.isEmpty { scene.lights = self.lights }
        return true
    }

    // MARK: Materials

    private func takeAwayMaterial(_ scene: inout MeshScene) -> Bool {
        guard let plainMaterial else { return true }
        // Generated for a scene of another model.
        scene.bareModel = .plain
        guard plainMaterial == scene.materials.count - 1, let last = scene.materials.last, last.name == nil,
            last.textures.isEmpty,
            // Colours that let something show through need an alpha mode.
            case let mode = last.parameters.filter({ $0.name == "alphaMode" }),
            MaterialChange(settingsOf: SceneMaterial(parameters: mode), last).isNone
        else { return false }
        scene.removeMaterials(from: plainMaterial)
        return true
    }

    // MARK: Attributes

    /// - Returns: the names of what doesn't fit.
    private func restore(_ form: SetForm, _ number: Int, _ scene: inout MeshScene) -> [String] {
        var set = scene.vertexSets[number]
        var misfits: [String] = []
        for name in form.generated {
            guard let index = set.attributes.firstIndex(where: { $0.semantic.name == name }),
                set.attributes[index].values.areZeros
            else {
                misfits.append(name)
                continue
            }
            set.attributes.remove(at: index)
        }
        var attributes: [Attribute] = []
        var forms = form.forms
        if let splats = form.splats, !takeAway(splats, &forms, &set) { misfits.append("splats") }
        for form in forms {
            let own = form.attribute
            guard let index = set.attributes.firstIndex(where: { $0.semantic.name == own.stored }) else {
                misfits.append(own.name)
                continue
            }
            var attribute = set.attributes.remove(at: index)
            if own.isRestored {
                if let restored = form.restored(attribute) { attribute = restored } else { misfits.append(own.name) }
            }
            attribute.semantic = AttributeSemantic(name: own.name)
            if !form.elements.isEmpty {
                if Self.give(attribute, of: number, to: form.elements, &scene) { continue }
                misfits.append(own.name)
            }
            attributes.append(attribute)
        }
        set.attributes = attributes + set.attributes
        scene.vertexSets[number] = set
        return misfits
    }

    /// Turns a vertex attribute into an attribute of elements.
    ///
    /// - Returns: whether all vertices of each element have the same value; if not, nothing is changed.
    private static func give(
        _ attribute: Attribute, of set: Int, to places: [Place], _ scene: inout MeshScene
    ) -> Bool {
        var columns: [Column] = []
        for place in places {
            guard scene.meshes.indices.contains(place.mesh),
                scene.meshes[place.mesh].primitives.indices.contains(place.primitive),
                scene.meshes[place.mesh].primitives[place.primitive].vertexSet == set,
                let column = column(of: scene.meshes[place.mesh].primitives[place.primitive], attribute.values)
            else { return false }
            columns.append(column)
        }
        for (place, column) in zip(places, columns) {
            scene.meshes[place.mesh].primitives[place.primitive].elementAttributes.append(
                Attribute(attribute.semantic, column, normalized: attribute.normalized, frame: attribute.frame))
        }
        return true
    }

    /// The value that all corners of each element share; nil: some differ.
    private static func column(of primitive: Primitive, _ values: Column) -> Column? {
        var rows = ContiguousArray<Int32>()
        rows.reserveCapacity(primitive.elementCount)
        var walk = ElementWalk(primitive)
        var vertices = ContiguousArray<Int64>()
        let packed = Column.joined([values])
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            var start = 0
            for arity in block.arities {
                guard arity > 0 else { return nil }
                let first = Int(vertices[start])
                for corner in start + 1..<max(start + arity, start + 1) {
                    let other = Int(vertices[corner])
                    if other != first, !packed.hasSameBits(first, other) { return nil }
                }
                rows.append(Int32(clamping: first))
                start += arity
            }
        }
        return packed.picked(rows)
    }
}

extension Column {
    /// Whether all numbers are 0.
    fileprivate var areZeros: Bool {
        let facts = Content(MeshScene()).facts(of: self)
        return facts.nonFiniteCount == 0 && (count == 0 || (facts.minimum == 0 && facts.maximum == 0))
    }
}

extension GLTFOrigin.Form {
    /// The attribute as it was; nil where its values don't fit.
    func restored(_ stored: Attribute) -> Attribute? {
        var stored = stored
        let (name, form) = (attribute.name, attribute.form)
        // Sizes and opacities of splats that stand as themselves.
        if attribute.stored == name, SplatNames.isShape(name), stored.frame.encoding != form.frame.encoding {
            stored.values = stored.encoded(as: form.frame.encoding, type: form.type)
            stored.frame = form.frame
        }
        return attribute.restored(stored)
    }
}

extension MeshScene {
    /// Whether clips move one of the nodes from a number on, or a skin names one as its root, as others may have added since.
    fileprivate func moves(nodesFrom first: Int) -> Bool {
        clips.contains { $0.channels.contains { $0.node >= first } }
            || skins.contains { $0.skeleton.map { $0 >= first } ?? false }
    }
}
