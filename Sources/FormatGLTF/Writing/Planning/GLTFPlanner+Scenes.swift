import MeshBytes
import MeshFormats
import MeshModel

// Writes scenes, cameras and lights one to one, and the nodes above roots.

extension GLTFPlanner {
    // MARK: Up and metres

    /// The matrix that converts the scene's up axis and unit to glTF's; the identity if they are the same.
    static func rootMatrix(_ scene: MeshScene) -> [Double] {
        let scale = scene.metersPerUnit ?? 1
        return scene.upAxis == .z
            ? [scale, 0, 0, 0, 0, 0, -scale, 0, 0, scale, 0, 0, 0, 0, 0, 1]
            : [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1]
    }

    /// The scenes, and the nodes above roots if the up axis or the unit differ: one for all roots that are in the same
    /// scenes.
    ///
    /// - Parameter firstNode: the index in the file of the first of these nodes.
    mutating func planRoots(firstNode: Int, _ lifting: GLTFLifting) -> GLTFHierarchy {
        let isTurned = scene.upAxis == .z
        let isScaled = scene.metersPerUnit.map { $0 != 1 } ?? false
        var groups: [(scenes: [Int], roots: [Int])] = []
        if isTurned || isScaled {
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
                    groups[known].roots.append(node)
                } else {
                    place[showing[node]] = groups.count
                    groups.append((showing[node], [node]))
                }
            }
        }
        origin.rootNodes = groups.count
        if isTurned {
            lose(
                .frameRooted, .reencoded, ScenePath.upAxis, "up axis", 1, "values",
                "turned to Y up by a root node, as glTF needs")
        }
        if isScaled {
            lose(
                .frameRooted, .reencoded, ScenePath.metersPerUnit, "unit", 1, "values",
                "scaled to metres by a root node, as glTF needs")
        }
        let matrix = JSONValue.numbers(Self.rootMatrix(scene))
        return GLTFHierarchy(
            nodes: groups.map { ["children": .indices($0.roots) ?? [], "matrix": matrix] },
            scenes: scene.scenes.enumerated().map { index, entry in
                let own = groups.indices.filter { groups[$0].scenes.contains(index) }.map { firstNode + $0 }
                return .given([
                    "name": JSONValue(entry.name),
                    "nodes": .indices((groups.isEmpty ? entry.roots : own) + lifting.roots(ofScene: index)),
                ])
            })
    }

    // MARK: Cameras and lights

    /// The scene's unit in metres. The node above the roots scales everything but the lengths of cameras and lights.
    private var scale: Double { scene.metersPerUnit ?? 1 }

    /// Reports the cameras whose planes glTF can't hold, and records lengths in the scene's unit, since the file has metres.
    mutating func planLengths() {
        for (index, camera) in scene.cameras.enumerated() {
            let written = camera.inGLTF(scale)
            lose(
                .cameraChanged, .reencoded, ScenePath.camera(index), "camera \(camera.name ?? "\(index + 1)")",
                written == camera.scaled(by: scale) ? 0 : 1, "cameras",
                "its near and far planes are where glTF allows them: in front of it, one behind the other")
            if written != camera { origin.cameras = scene.cameras }
        }
        if scale != 1, scene.lights.contains(where: { $0.range != nil }) { origin.lights = scene.lights }
    }

    var cameraObjects: [JSONValue] {
        scene.cameras.map { $0.inGLTF(scale) }.map { camera in
            let name = JSONValue(camera.name)
            switch camera.projection {
            case .perspective(let yfov, let aspectRatio, let znear, let zfar):
                let lens = JSONValue.given([
                    "aspectRatio": JSONValue(aspectRatio), "yfov": .number(yfov),
                    "zfar": JSONValue(zfar), "znear": .number(znear),
                ])
                return .given(["name": name, "type": "perspective", "perspective": lens])
            case .orthographic(let xmag, let ymag, let znear, let zfar):
                let lens: JSONValue = [
                    "xmag": .number(xmag), "ymag": .number(ymag), "zfar": .number(zfar), "znear": .number(znear),
                ]
                return .given(["name": name, "type": "orthographic", "orthographic": lens])
            }
        }
    }

    /// The extension's object; nil: there are no lights.
    var lightsExtension: JSONValue? {
        guard !scene.lights.isEmpty else { return nil }
        let lights = scene.lights.map { $0.scaled(by: scale) }.map { light -> JSONValue in
            let type: JSONValue
            var cone: JSONValue?
            switch light.kind {
            case .directional: type = "directional"
            case .point: type = "point"
            case .spot(let inner, let outer):
                type = "spot"
                cone = ["innerConeAngle": .number(inner), "outerConeAngle": .number(outer)]
            }
            return .given([
                "name": JSONValue(light.name), "type": type, "spot": cone,
                "color": light.color == SIMD3(1, 1, 1) ? nil : .numbers(light.color),
                "intensity": light.intensity == 1 ? nil : .number(light.intensity),
                "range": JSONValue(light.range),
            ])
        }
        return ["lights": .array(lights)]
    }
}
