package import MeshConvert
import MeshImages

/// A scene as a graphics framework shows it: nodes, surfaces of one material each, and materials; and what it loses.
package struct SurfaceScene: Sendable {
    /// The frameworks.
    package enum Target: String, Sendable {
        case realityKit = "RealityKit"
        case modelIO = "Model I/O"
    }

    /// Parents come before their children.
    package private(set) var nodes: [SurfaceNode] = []
    package private(set) var meshes: [SurfaceMesh] = []
    package private(set) var materials: [SurfaceMaterial] = []
    /// The pixels of the materials' textures.
    package private(set) var images: [SurfaceMaterial.TextureUse: SurfaceImage] = [:]
    /// What the framework's objects don't hold, worst first.
    package private(set) var losses: [Loss] = []

    /// Fits a scene: polygons become triangles, a primitive per material, copies nodes.
    ///
    /// RealityKit gets metres and Y up through a node above the roots, and a texture of colours, since its materials
    /// show no vertex colours. Model I/O gets the numbers of the scene.
    ///
    /// - Throws: a defect of an inconsistent scene.
    package init(_ scene: MeshScene, for target: Target) throws(SceneDefect) {
        try scene.validate()
        var losses = SurfaceLosses(target)
        losses.loseContents(of: scene)
        losses.loseTransforms(of: scene)
        var fitted = triangulate(expandInstances(scene).scene)
        losses.add(triangulated: fitted.changed, of: scene)
        if target == .realityKit {
            fitted.scene = losses.framed(fitted.scene)
            fitted.scene = losses.painted(fitted.scene)
        }
        let split = splitByMaterial(fitted.scene)
        let parts = split.scene
        materials = parts.materials.map { SurfaceMaterial($0, of: parts) }
        if let painted = losses.paintedImage {
            for index in materials.indices where materials[index].textures[.baseColor]?.image == painted {
                materials[index].isUnlit = true
            }
        }
        var builder = SurfaceBuilder(parts)
        for (index, mesh) in parts.meshes.enumerated() {
            var surfaces: [Surface] = []
            for (part, primitive) in mesh.primitives.enumerated() where primitive.elementCount > 0 {
                let place = split.origins[index][part]
                guard target == .modelIO || primitive.topology == .polygons else {
                    losses.drop(primitive, mesh: index, place)
                    continue
                }
                let material: Int? = if case .one(let number) = primitive.material { number } else { nil }
                builder.texCoordSet = material.map { materials[$0].texCoordSet } ?? 0
                let use = losses.use(ofColors: target, material.map { materials[$0] })
                guard let surface = builder.surface(primitive, mesh: index, place, colors: use) else { continue }
                surfaces.append(surface)
                losses.addSegments(primitive, mesh: index, place)
            }
            meshes.append(SurfaceMesh(name: mesh.name, surfaces: surfaces))
        }
        losses.loseMaterials(parts, materials)
        for use in Set(materials.flatMap(\.textures.values)).sorted(by: { $0.image < $1.image }) {
            images[use] = SurfaceImage(parts.images[use.image], channel: use.channel)
            if images[use] == nil { losses.lose(parts.images[use.image], use.image) }
        }
        nodes = Self.nodes(of: parts)
        losses.loseAttributes(of: scene, but: builder)
        losses.add(builder, of: parts)
        losses.loseNames(of: parts)
        losses.loseUnreached(in: parts, nodes)
        self.losses = losses.sorted
    }

    /// The nodes that scenes show, parents before children; without scenes all.
    private static func nodes(of scene: MeshScene) -> [SurfaceNode] {
        var result: [SurfaceNode] = []
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for child in scene.nodes.flatMap(\.children) { isChild[child] = true }
        let roots =
            scene.scenes.isEmpty
            ? scene.nodes.indices.filter { !isChild[$0] } : scene.scenes[scene.defaultScene ?? 0].roots
        var isReached = [Bool](repeating: false, count: scene.nodes.count)
        var stack: [(node: Int, parent: Int?)] = roots.reversed().map { ($0, nil) }
        while let (index, parent) = stack.popLast() {
            guard !isReached[index] else { continue }
            isReached[index] = true
            let node = scene.nodes[index]
            stack += node.children.reversed().map { ($0, result.count) }
            result.append(
                SurfaceNode(
                    name: node.name, matrix: matrix(node.transform), parent: parent, mesh: node.mesh,
                    isVisible: node.isVisible))
        }
        return result
    }

    private static func matrix(_ transform: NodeTransform) -> [Double] {
        if case .matrix(let numbers) = transform, numbers.count == 16 { return numbers }
        let affine = Affine(transform) ?? .identity
        let (x, y, z, t) = (affine.x, affine.y, affine.z, affine.translation)
        return [x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, t.x, t.y, t.z, 1]
    }
}

extension SurfaceLosses {
    /// The scene in metres with Y up, through a node above the roots; what it doesn't say is taken so.
    mutating func framed(_ scene: MeshScene) -> MeshScene {
        var stated = scene
        stated.upAxis = scene.upAxis ?? .y
        stated.metersPerUnit = scene.metersPerUnit ?? 1
        let result = convertFrame(stated, to: SceneFrame(upAxis: .y, metersPerUnit: 1))
        if !result.changed.addedNodes.isEmpty {
            add(
                .frameRooted, .reencoded, "/nodes", "up axis and unit", result.changed.addedNodes.count, "nodes",
                "RealityKit has metres and Y up, which a node above the roots makes of the scene")
        }
        return result.scene
    }

    /// The scene with its colours as a texture, which materials show.
    mutating func painted(_ scene: MeshScene) -> MeshScene {
        let result = scene.paintingColors { painting in
            let layout: PixelLayout = painting.components == 4 ? .rgba : .rgb
            return try? PNGWriter(width: painting.width, height: painting.height, layout: layout)
                .file(painting.pixels)
        }
        guard let result else { return scene }
        paintedImage = scene.images.count
        add(
            .colorBaked, .generated, "/images/\(scene.images.count)", "colours", result.faceCount, "faces",
            "RealityKit's materials show no vertex colours, so a texture was painted from them")
        return result.scene
    }
}
