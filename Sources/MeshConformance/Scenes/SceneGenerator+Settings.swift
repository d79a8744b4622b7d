import MeshModel

// Cameras, lights and materials that change with time.

extension SceneGenerator {
    mutating func drawSettings(_ scene: inout MeshScene) {
        guard has(.settings, oneIn: 4) else { return }
        var places: [(part: SettingChannel.Part, name: String)] = []
        for camera in scene.cameras.indices { places += Camera.settingNames.map { (.camera(camera), $0) } }
        for light in scene.lights.indices { places += Light.settingNames.map { (.light(light), $0) } }
        for material in scene.materials.indices {
            places += ["baseColor", "alpha", "metallic", "roughness", "emissive"].map { (.material(material), $0) }
        }
        if scene.clips.isEmpty { scene.clips.append(AnimationClip(channels: [], samplers: [])) }
        for clip in scene.clips.indices {
            for (part, name) in places where random.oneIn(3) {
                guard let width = scene.setting(name, of: part)?.count else { continue }
                scene.clips[clip].settings.append(
                    SettingChannel(part: part, name: name, sampler: scene.clips[clip].samplers.count))
                scene.clips[clip].samplers.append(drawCourse(name, width))
            }
        }
        scene.clips.removeAll { $0.channels.isEmpty && $0.settings.isEmpty }
    }

    private mutating func drawCourse(_ name: String, _ width: Int) -> AnimationSampler {
        let kind: AnimationSampler.Interpolation = random.pick(.linear, .linear, .step)
        let range: ClosedRange<Int> =
            switch name {
            case "yfov", "outerConeAngle": 400...1500
            case "innerConeAngle": 0...390
            case "znear": 10...900
            case "zfar": 2000...90_000
            case "aspectRatio", "xmag", "ymag": 500...3000
            case "intensity", "range": 1...50_000
            default: 0...1000
            }
        var time: Float = random.pick(0, 0, 0.5)
        var (times, values): ([Float], [Float]) = ([], [])
        for _ in 0..<random.int(1...4) {
            times.append(time)
            for _ in 0..<width { values.append(Float(random.int(range)) / 1000) }
            time += Float(random.int(1...40)) / 24
        }
        return AnimationSampler(
            times: Column(times), values: Column(values, components: width), interpolation: kind)
    }
}
