import MeshBytes
import MeshFormats
import MeshModel

// Scenes, nodes, cameras and lights one to one; meshes that have elements.

extension GLTFPlanner {
    // MARK: Meshes

    mutating func planMeshes() -> [JSONValue] {
        var objects: [JSONValue] = []
        var missing = 0
        for (index, mesh) in scene.meshes.enumerated() {
            for (number, primitive) in mesh.primitives.enumerated() where primitive.elementCount == 0 {
                loseSubsets(PrimitivePlace(mesh: index, index: number, primitive: primitive))
            }
            guard !runs[index].isEmpty else {
                meshNumbers.append(nil)
                // A mesh without elements and name says nothing.
                if mesh.name != nil || mesh.primitives.contains(where: { $0.elementCount > 0 }) { missing += 1 }
                continue
            }
            meshNumbers.append(objects.count)
            links.meshes.append(index)
            var members: [(String, JSONValue)] = []
            if let name = mesh.name { members.append(("name", .string(name))) }
            var primitives: [JSONValue] = []
            for run in runs[index] { primitives.append(primitive(run)) }
            members.append(("primitives", .array(primitives)))
            objects.append(.object(members))
        }
        if !scene.hasImplicitHierarchy || scene.meshes.count != 1 || objects.isEmpty {
            lose(
                .meshDropped, .dropped, ScenePath.meshes, "meshes", missing, "meshes",
                "glTF has no meshes without elements")
        }
        return objects
    }

    private mutating func primitive(_ run: GLTFRun) -> JSONValue {
        let set = run.place.primitive.vertexSet
        var members: [(String, JSONValue)] = [("attributes", .object(attributeMembers[set] ?? []))]
        if let indices = indices(run) { members.append(("indices", .int(indices))) }
        if let material = run.material < 0 ? plainMaterial : run.material {
            members.append(("material", .int(material)))
        }
        if run.mode != 4 { members.append(("mode", .int(run.mode))) }
        if let isLinear = splatSets[set] {
            members.append(("extensions", .object([(GLTFSplats.name, GLTFSplats.member(isLinear: isLinear))])))
        }
        reportElementAttributes(run)
        return .object(members)
    }

    /// The accessor of a run's vertices; nil where they are all in order.
    private mutating func indices(_ run: GLTFRun) -> Int? {
        let count = sets[run.place.primitive.vertexSet]?.count ?? 0
        let type: ScalarType = count <= 65_535 ? .uint16 : .uint32
        let column: Column
        if let vertices = run.vertices {
            if vertices.count == count, vertices.indices.allSatisfy({ vertices[$0] == Int32(clamping: $0) }) {
                return nil
            }
            column = Column(vertices)
        } else if let corners = run.corners {
            var own = ContiguousArray<Int64>()
            run.place.primitive.readVertices(of: 0..<run.place.primitive.cornerCount, into: &own)
            column = Column(ContiguousArray(corners.map { Int32(clamping: own[Int($0)]) }))
        } else if let own = run.place.primitive.vertices {
            column = own
        } else if run.cornerCount == count {
            return nil
        } else {
            column = Column(ContiguousArray((0..<run.cornerCount).map { Int32(clamping: $0) }))
        }
        let indices = GLTFPackedIndices(column: column, type: type)
        let view = layout.buffer.add(
            .indices(indices), byteCount: indices.count * type.byteCount, target: 34963)
        return layout.buffer.add(
            accessor: Self.accessor(type, 1, count: indices.count, view: view))
    }

    /// What elements have and glTF has no place for.
    private mutating func reportElementAttributes(_ run: GLTFRun) {
        let place = run.place
        guard reported.insert(place.path).inserted else { return }
        for attribute in place.primitive.elementAttributes where !elementPaths.contains(place.path(attribute.semantic))
        {
            lose(
                .attributeDropped, .dropped, place.path(attribute.semantic), attribute.semantic.plainName,
                attribute.count, "elements", "glTF has values of vertices only",
                remedy: Remedy.keeping(attribute, of: content, isOfElements: true))
        }
        loseSubsets(place)
    }

    private mutating func loseSubsets(_ place: PrimitivePlace) {
        for family in place.primitive.subsetFamilies {
            lose(
                .subsetDropped, .dropped,
                ScenePath.subsets(mesh: place.mesh, primitive: place.index, family: family.name), family.name,
                family.subsets.count, "subsets", "glTF has no named sets of elements",
                remedy: Remedy.keeping(family, of: place.primitive))
        }
    }

    // MARK: Nodes

    mutating func planNodes() -> [JSONValue] {
        var objects: [JSONValue] = []
        for (index, node) in scene.nodes.enumerated() { objects.append(object(node, index)) }
        links.nodes = scene.nodes.indices.map { $0 }
        planRoots()
        for root in rootNodes {
            objects.append(
                .object([
                    ("children", .array(root.children.map { .int($0) })),
                    ("matrix", .array(Self.rootMatrix(scene).map { .number($0) })),
                ]))
            links.nodes.append(nil)
        }
        return objects
    }

    private mutating func object(_ node: Node, _ index: Int) -> JSONValue {
        var members: [(String, JSONValue)] = []
        if let name = node.name { members.append(("name", .string(name))) }
        if let camera = node.camera { members.append(("camera", .int(camera))) }
        if !node.children.isEmpty { members.append(("children", .array(node.children.map { .int($0) }))) }
        if let light = node.light {
            members.append(("extensions", [GLTFExtensions.lights: ["light": .int(light)]]))
        }
        var transform = Self.written(node.transform)
        if transform != node.transform {
            lose(
                .valueNormalized, .approximated, ScenePath.node(index), "transform of \(node.name ?? "node \(index)")",
                1,
                "nodes", "glTF has rotations of length 1 and numbers that are finite")
        }
        let offset = recentering.nodeOffsets[index]
        if offset != .zero {
            transform = Recentering.moved(transform, by: offset)
            loseOffset(offset, ofNode: index)
        }
        switch transform {
        case .identity: break
        case .matrix(let numbers): members.append(("matrix", .array(numbers.map { .number($0) })))
        case .trs(let move, let turn, let scale):
            let isPlain = turn == SIMD4(0, 0, 0, 1) && scale == SIMD3(1, 1, 1)
            if move != SIMD3(0, 0, 0) || isPlain {
                members.append(("translation", .array((0..<3).map { .number(move[$0]) })))
            }
            if turn != SIMD4(0, 0, 0, 1) { members.append(("rotation", .array((0..<4).map { .number(turn[$0]) }))) }
            if scale != SIMD3(1, 1, 1) { members.append(("scale", .array((0..<3).map { .number(scale[$0]) }))) }
        }
        if let mesh = node.mesh.flatMap({ meshNumbers[$0] }) { members.append(("mesh", .int(mesh))) }
        return .object(members)
    }

    /// A transform that glTF allows: the same, if it does.
    static func written(_ transform: Transform) -> Transform {
        switch transform {
        case .identity: return transform
        case .matrix(let numbers): return numbers.allSatisfy(\.isFinite) ? transform : .identity
        case .trs(let move, let turn, let scale):
            let numbers = [move.x, move.y, move.z, turn.x, turn.y, turn.z, turn.w, scale.x, scale.y, scale.z]
            guard numbers.allSatisfy(\.isFinite) else { return .identity }
            let length = (turn * turn).sum().squareRoot()
            let isLegal = abs(length - 1) <= 0.005 && (0..<4).allSatisfy { abs(turn[$0]) <= 1 }
            if isLegal { return transform }
            guard length > 0, length.isFinite else {
                return .trs(translation: move, rotation: SIMD4(0, 0, 0, 1), scale: scale)
            }
            let unit = turn / length
            return .trs(
                translation: move,
                rotation: unit.clamped(lowerBound: SIMD4(repeating: -1), upperBound: SIMD4(repeating: 1)),
                scale: scale)
        }
    }

    // MARK: Up and metres

    /// What turns a scene of another axis and unit into one of glTF's; the unit matrix where nothing is to be done.
    static func rootMatrix(_ scene: Scene) -> [Double] {
        let scale = scene.metersPerUnit ?? 1
        return scene.upAxis == .z
            ? [scale, 0, 0, 0, 0, 0, -scale, 0, 0, scale, 0, 0, 0, 0, 0, 1]
            : [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1]
    }

    /// Puts a node above roots where up or the unit are others: one above all that the same scenes show.
    private mutating func planRoots() {
        let isTurned = scene.upAxis == .z
        let isScaled = scene.metersPerUnit.map { $0 != 1 } ?? false
        guard isTurned || isScaled else { return }
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for node in scene.nodes {
            for child in node.children where isChild.indices.contains(child) { isChild[child] = true }
        }
        var showing = [[Int]](repeating: [], count: scene.nodes.count)
        for (index, entry) in scene.scenes.enumerated() {
            for root in entry.roots where showing.indices.contains(root) { showing[root].append(index) }
        }
        var place: [[Int]: Int] = [:]
        for node in scene.nodes.indices where !isChild[node] {
            if let known = place[showing[node]] {
                rootNodes[known].children.append(node)
            } else {
                place[showing[node]] = rootNodes.count
                rootNodes.append((scenes: showing[node], children: [node]))
            }
        }
        origin.rootNodes = rootNodes.count
        lose(
            .nodeGenerated, .reencoded, ScenePath.nodes, "nodes", rootNodes.count, "nodes",
            "a node above all others turns them and makes them metres")
        if isTurned {
            lose(
                .frameRooted, .reencoded, ScenePath.upAxis, "up axis", 1, "values",
                "in glTF Y is up: a node above all others turns them")
        }
        if isScaled {
            lose(
                .frameRooted, .reencoded, ScenePath.metersPerUnit, "unit", 1, "values",
                "in glTF lengths are metres: a node above all others scales them")
        }
    }

    func planScenes() -> [JSONValue] {
        scene.scenes.enumerated().map { index, entry in
            var roots = entry.roots
            if !rootNodes.isEmpty {
                roots = rootNodes.indices.filter { rootNodes[$0].scenes.contains(index) }.map { scene.nodes.count + $0 }
            }
            var members: [(String, JSONValue)] = []
            if let name = entry.name { members.append(("name", .string(name))) }
            if !roots.isEmpty { members.append(("nodes", .array(roots.map { .int($0) }))) }
            return .object(members)
        }
    }

    // MARK: Cameras and lights

    mutating func planCamerasAndLights() {
        links.cameras = scene.cameras.indices.map { $0 }
        links.lights = scene.lights.indices.map { $0 }
    }

    var cameraObjects: [JSONValue] {
        scene.cameras.map { camera in
            var members: [(String, JSONValue)] = []
            if let name = camera.name { members.append(("name", .string(name))) }
            switch camera.projection {
            case .perspective(let yfov, let aspectRatio, let znear, let zfar):
                var lens: [(String, JSONValue)] = []
                if let aspectRatio { lens.append(("aspectRatio", .number(aspectRatio))) }
                lens.append(("yfov", .number(yfov)))
                if let zfar { lens.append(("zfar", .number(zfar))) }
                lens.append(("znear", .number(znear)))
                members += [("type", "perspective"), ("perspective", .object(lens))]
            case .orthographic(let xmag, let ymag, let znear, let zfar):
                let lens: JSONValue = [
                    "xmag": .number(xmag), "ymag": .number(ymag), "zfar": .number(zfar), "znear": .number(znear),
                ]
                members += [("type", "orthographic"), ("orthographic", lens)]
            }
            return .object(members)
        }
    }

    var lightsExtension: (String, JSONValue)? {
        guard !scene.lights.isEmpty else { return nil }
        let lights = scene.lights.map { light -> JSONValue in
            var members: [(String, JSONValue)] = []
            if let name = light.name { members.append(("name", .string(name))) }
            switch light.kind {
            case .directional: members.append(("type", "directional"))
            case .point: members.append(("type", "point"))
            case .spot(let inner, let outer):
                members.append(("type", "spot"))
                members.append(
                    ("spot", ["innerConeAngle": .number(inner), "outerConeAngle": .number(outer)]))
            }
            if light.color != SIMD3(1, 1, 1) {
                members.append(("color", .array((0..<3).map { .number(light.color[$0]) })))
            }
            if light.intensity != 1 { members.append(("intensity", .number(light.intensity))) }
            if let range = light.range { members.append(("range", .number(range))) }
            return .object(members)
        }
        return (GLTFExtensions.lights, ["lights": .array(lights)])
    }
}
