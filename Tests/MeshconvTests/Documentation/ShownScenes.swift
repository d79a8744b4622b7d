import Foundation
import MeshConvert
import MeshFormats

/// Scenes that together have all that the writers of glTF and USD can write: those of the cases, and a few more.
enum ShownScenes {
    static let all: [MeshScene] = cases + [pictureInKTX2, blinking] + FormatTable.scenes.features.map(\.scene)

    private static let cases: [MeshScene] = ["gltf", "usd", "ply", "looks"].flatMap { name in
        let folder = Program.cases.appendingPathComponent(name)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { ["gltf", "glb", "usda", "usdc", "usdz", "ply"].contains($0.pathExtension) }
            .compactMap { try? Pipeline().read(Pipeline.open($0.path)).scene }
    }

    private static var pictureInKTX2: MeshScene {
        var scene = FormatTable.scenes.features.first { $0.name == "base colour textures" }?.scene ?? MeshScene()
        let magic = [0xAB] + "KTX 20".utf8 + [0xBB] + "\r\n\u{1A}\n".utf8
        for image in scene.images.indices { scene.images[image] = SceneImage(uri: "wall.ktx2", bytes: magic) }
        return scene
    }

    /// A node that is hidden for a second.
    private static var blinking: MeshScene {
        var scene = FormatTable.scenes.plain
        scene.clips = [
            AnimationClip(
                name: "blink", channels: [AnimationChannel(node: 0, property: .visibility, sampler: 0)],
                samplers: [
                    AnimationSampler(
                        times: Column([0, 1] as [Float]), values: Column([0, 1] as [UInt8]), interpolation: .step)
                ])
        ]
        return scene
    }
}

extension MeshScene {
    /// The scene as a file, without the one that it comes from; nil: it can't be one.
    func written(as variant: String) -> Output? {
        let pipeline = Pipeline()
        let document = Document(of: self)
        let output = Output(memoryNamed: "page.\(variant)")
        guard let route = try? pipeline.route(document, to: variant),
            (try? pipeline.write(document, route, options: ConvertOptions(), to: output)) != nil
        else { return nil }
        return output
    }
}
