import MeshBytes
import MeshFormats
import MeshModel

/// A property of a node.
struct USDMovedProperty: Hashable, Sendable {
    var node: Int
    var property: AnimationChannel.Property
}

/// What moves in the file: the course of each animated property over all clips.
struct USDMotion: Sendable {
    let clock: USDClipPlaces
    /// The size of what is shown, if something moves.
    let size: USDShownSize?
    private(set) var courses: [USDMovedProperty: USDSampledCourse] = [:]
    /// The courses of settings of cameras, lights and materials.
    private(set) var settings: [USDMovedSetting: USDSampledCourse] = [:]

    /// How far a straight piece may be from a spline, as a share of the shown size.
    static let tolerance = 4e-5

    /// How far a point may stand from where it stood, as a share of the shown size: more where curves are cut into
    /// pieces, and where joints have scales of eleven bits, whose errors add up along a chain.
    static func comparison(_ scene: MeshScene) -> Double {
        let joints = Set(scene.skins.flatMap(\.joints))
        func isScaled(_ node: Int) -> Bool {
            let scale = USDRestParts(scene.nodes[node].transform).scale
            return (0..<3).contains { HalfBits.value(HalfBits.bits(Double(Float(scale[$0])))) != scale[$0] }
        }
        let scales = scene.clips.contains { clip in
            clip.channels.contains { $0.property == .scale && joints.contains($0.node) }
        }
        if scales || joints.contains(where: isScaled) { return 4e-3 }
        let hasCurves = scene.clips.contains { $0.samplers.contains { $0.interpolation == .cubicSpline } }
        return hasCurves ? 1e-3 : 2e-4
    }

    /// Lays the clips onto the time line, and reports what changes.
    init(_ draft: inout USDDraft) {
        let scene = draft.scene
        clock = USDClipPlaces(scene)
        size = scene.canMove ? USDShownSize(scene) : nil
        guard let size else { return }
        var properties: [USDMovedProperty] = []
        var channels: [[USDMovedProperty: Int]] = []
        for clip in scene.clips {
            var own: [USDMovedProperty: Int] = [:]
            for (index, channel) in clip.channels.enumerated()
            where scene.nodes.indices.contains(channel.node) && clip.samplers.indices.contains(channel.sampler) {
                let property = USDMovedProperty(node: channel.node, property: channel.property)
                own[property] = index
                if courses[property] == nil {
                    properties.append(property)
                    courses[property] = USDSampledCourse(
                        width: clip.samplers[channel.sampler].values.components,
                        isRotation: channel.property == .rotation)
                }
            }
            channels.append(own)
        }
        for property in properties {
            for clip in scene.clips.indices {
                add(property, clip, channels[clip][property], scene, size, &draft)
            }
            // A property without any sample doesn't move.
            if courses[property]?.codes.isEmpty == true { courses[property] = nil }
        }
        addSettings(scene, &draft)
        draft.reportClips(clock)
    }

    /// Lays the settings of all clips onto the time line.
    private mutating func addSettings(_ scene: MeshScene, _ draft: inout USDDraft) {
        var order: [USDMovedSetting] = []
        for channel in scene.clips.flatMap(\.settings) {
            let setting = USDMovedSetting(part: channel.part, name: channel.name)
            if !order.contains(setting) { order.append(setting) }
        }
        for setting in order {
            guard let rest = scene.setting(setting.name, of: setting.part) else { continue }
            var course = USDSampledCourse(width: rest.count, isRotation: false)
            for (index, clip) in scene.clips.enumerated() {
                let place = clip.settings.firstIndex { $0.part == setting.part && $0.name == setting.name }
                let sampler = place.map { clip.samplers[clip.settings[$0].sampler] }
                guard sampler.map({ $0.values.components == rest.count }) ?? true else { continue }
                let size = sampler.map { $0.values.doubles().reduce(1e-6) { max($0, abs($1)) } } ?? 1
                var sampling = sampler.map {
                    USDSampling($0, isRotation: false, tolerance: USDMovedSettings.tolerance * size)
                }
                guard let start = clock.offsets[index] else { continue }
                var own = USDSampledCourse(width: rest.count, isRotation: false)
                sampling?.add(to: &own) { [clock] in start + clock.code($0) }
                if let sampling, let place {
                    draft.lose(
                        .animationResampled, .approximated, ScenePath.setting(clip: index, place), setting.name,
                        sampling.pieceCount, "keys", error: sampling.tolerance,
                        "USD has no curves of vectors: a curve became straight pieces, nowhere farther from it than "
                            + "the error")
                }
                let end = start + clock.code(clock.lengths[index])
                course.add(own, from: start, to: end, rest, isAlone: clock.clipCount == 1)
            }
            if !course.codes.isEmpty { settings[setting] = course }
        }
    }

    /// Whether a node's transform changes with time.
    func movesTransform(of node: Int) -> Bool {
        AnimationChannel.Property.allCases.contains {
            $0.isOfTransform && courses[USDMovedProperty(node: node, property: $0)] != nil
        }
    }

    /// Adds a clip to the course of a property. Values are held over the clip's ends, and what a clip doesn't move
    /// is at rest meanwhile.
    private mutating func add(
        _ property: USDMovedProperty, _ clip: Int, _ channel: Int?, _ scene: MeshScene, _ size: USDShownSize,
        _ draft: inout USDDraft
    ) {
        // Taken out, since it would be copied for each of thousands of clips.
        guard let start = clock.offsets[clip], var course = courses.removeValue(forKey: property) else { return }
        let end = start + clock.code(clock.lengths[clip])
        let isAlone = clock.clipCount == 1
        var own = USDSampledCourse(width: course.width, isRotation: course.isRotation)
        if let channel {
            let sampler = scene.clips[clip].samplers[scene.clips[clip].channels[channel].sampler]
            let tolerance = Self.tolerance(property, sampler, scene, size)
            var sampling = USDSampling(
                sampler, isRotation: course.isRotation, isHeld: property.property == .visibility, tolerance: tolerance)
            let clock = clock
            sampling.add(to: &own) { start + clock.code($0) }
            draft.report(sampling, property, clip, channel)
        }
        course.add(own, from: start, to: end, Self.rest(property, scene), isAlone: isAlone)
        courses[property] = course
    }

    /// The values of a property at rest.
    static func rest(_ property: USDMovedProperty, _ scene: MeshScene) -> [Double] {
        let node = scene.nodes[property.node]
        if property.property == .visibility { return [node.isVisible ? 1 : 0] }
        guard property.property == .weights else {
            return USDRestParts(node.transform).values(of: property.property)
        }
        return node.weights ?? node.mesh.map { scene.meshes[$0].targets.map(\.weight) } ?? []
    }

    /// How far a value may be off, so that no point is farther off than the share of the shown size.
    static func tolerance(
        _ property: USDMovedProperty, _ sampler: AnimationSampler, _ scene: MeshScene, _ size: USDShownSize
    ) -> Double {
        guard sampler.interpolation == .cubicSpline else { return 0 }
        let distance = tolerance * size.box
        let node = property.node
        let result: Double
        switch property.property {
        case .translation: result = distance / max(size.factor[node], .leastNormalMagnitude)
        // A rotation turns by twice the angle of its quaternion.
        case .rotation: result = distance / (2 * size.reach[node])
        case .scale:
            let scale = USDRestParts(scene.nodes[node].transform).scale
            let largest = max(abs(scale.x), abs(scale.y), abs(scale.z))
            result = distance / size.reach[node] * (largest > 0 ? largest : 1)
        case .visibility: result = 0
        case .weights: result = distance / scene.largestDifference(ofNode: node, size)
        }
        return result.isFinite && result > 0 ? result : tolerance
    }
}

extension MeshScene {
    /// The farthest that weights of 1 move a point of a node's mesh.
    fileprivate func largestDifference(ofNode node: Int, _ size: USDShownSize) -> Double {
        guard let mesh = nodes[node].mesh else { return size.box }
        var sums: [Int: Double] = [:]
        for set in Set(meshes[mesh].primitives.map(\.vertexSet)) {
            for attribute in vertexSets[set].attributes {
                guard let target = attribute.semantic.ofTarget, target.base == .position else { continue }
                let values = attribute.values.doubles()
                var most = 0.0
                for start in stride(from: 0, to: values.count - 2, by: 3) {
                    let v = SIMD3(values[start], values[start + 1], values[start + 2])
                    most = max(most, (v * v).sum())
                }
                sums[target.target] = max(sums[target.target, default: 0], most.squareRoot())
            }
        }
        let x = size.worlds[node][row: 0]
        let scale = max(1e-9, (x.x * x.x + x.y * x.y + x.z * x.z).squareRoot())
        return sums.values.reduce(0, +) * scale
    }
}

extension USDDraft {
    /// Reports how the values of a channel were changed.
    fileprivate mutating func report(
        _ sampling: USDSampling, _ property: USDMovedProperty, _ clip: Int, _ channel: Int
    ) {
        let path = ScenePath.channel(clip: clip, channel)
        let name = "\(property.property.rawValue) of \(scene.nodes[property.node].name ?? "node \(property.node + 1)")"
        lose(
            .valueNormalized, .narrowed, path, name, sampling.normalizedCount, "keys",
            error: sampling.normalizedError, "scaled to length 1, as USD needs")
        lose(
            .animationResampled, .approximated, path, name, sampling.pieceCount, "keys", error: sampling.tolerance,
            "USD has no curves of vectors: a curve became straight pieces, nowhere farther from it than the error")
    }

    /// Reports that clips share a time line, and records where they lie.
    fileprivate mutating func reportClips(_ clock: USDClipPlaces) {
        guard !scene.clips.isEmpty else { return }
        let first = clock.offsets.firstIndex { $0 != nil }
        for (index, clip) in scene.clips.enumerated() {
            let name = "animation \(clip.name ?? "\(index + 1)")"
            guard index == first else {
                guard let offset = clock.offsets[index] else { continue }
                let second = NumberPrinter.text(((offset - clock.start) / clock.rate * 1000).rounded() / 1000)
                lose(
                    .animationClipsJoined, .reencoded, ScenePath.clip(index), name, 1, "clips",
                    "USD has one time line: it follows the first animation, from second \(second)")
                continue
            }
            lose(
                clip.name == nil ? .nameChanged : .nameDropped, .reencoded, ScenePath.clip(index),
                "name of \(name)", 1, "clips", "USD has no names of clips: it gets that of an animation")
        }
        // A reader of the time line finds the first clip.
        if let first { links.clips = [first] }
        restored.clips = scene.clips.indices.map { $0 }
        origin.isTimeless = scene.timeline == nil
    }

    /// States how the stage counts time, if something moves.
    mutating func planTime(_ clock: USDClipPlaces) {
        guard clock.clipCount > 0 || scene.timeline != nil else { return }
        layer.specs[0]["timeCodesPerSecond"] = .real(.double, clock.rate)
        layer.specs[0]["framesPerSecond"] = .real(.double, scene.timeline?.framesPerSecond ?? clock.rate)
        layer.specs[0]["startTimeCode"] = .real(.double, clock.start)
        layer.specs[0]["endTimeCode"] = .real(.double, clock.end)
    }
}
