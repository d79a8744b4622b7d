import MeshBytes
import MeshFormats
import MeshModel

// Writes scenes, cameras and lights one to one, and the nodes above roots.

extension GLTFPlanner {
    // MARK: Up and metres

    /// The matrix that converts the scene's up axis and unit to glTF's; the identity if they are the same.
    static func rootMatrix(_ scene: Scene) -> [Double] {
        let scale = scene.metersPerUnit ?? 1
        return scene.upAxis == .z
            ? [scale, 0, 0, 0, 0, 0, -scale, 0, 0, scale, 0, 0, 0, 0, 0, 1]
            : [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1]
    }

    /// Adds nodes above roots if the up axis or the unit differ: one for all roots that are in the same scenes.
    mutating func planRoots() {
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
                roots = rootNodes.indices.filter { rootNodes[$0].scenes.contains(index) }.map { firstRoot + $0 }
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
