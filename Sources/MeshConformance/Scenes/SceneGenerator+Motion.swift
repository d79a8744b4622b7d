import MeshModel

// Scenes that move: morph targets, skins and clips.

extension SceneGenerator {
    mutating func drawMotion(_ scene: inout MeshScene) {
        guard has(.motion, oneIn: 5) else { return }
        calm(&scene)
        let owners = setOwners(scene)
        let free = scene.meshes.indices.filter { mesh in
            !scene.meshes[mesh].primitives.isEmpty
                && scene.meshes[mesh].primitives.allSatisfy { owners[$0.vertexSet] == [mesh] }
        }
        guard !free.isEmpty else { return drawClips(&scene) }
        if !random.oneIn(3) { drawTargets(free[random.int(0...free.count - 1)], &scene) }
        if !random.oneIn(3) { drawSkin(free[random.int(0...free.count - 1)], &scene) }
        drawClips(&scene)
    }

    /// Takes away what no sum of moved points survives: NaN, and places so far away that rounding is all that is left.
    private func calm(_ scene: inout MeshScene) {
        func isCalm(_ number: Double) -> Bool { abs(number) < 10_000 }
        for set in scene.vertexSets.indices {
            for index in scene.vertexSets[set].attributes.indices
            where scene.vertexSets[set].attributes[index].semantic == .position {
                scene.vertexSets[set].attributes[index].values = scene.vertexSets[set].attributes[index].values.changed
                {
                    isCalm($1) ? $1 : Double($0 % 7) - 3
                }
            }
        }
        for index in scene.nodes.indices {
            switch scene.nodes[index].transform {
            case .identity: break
            case .matrix(let numbers): if !numbers.allSatisfy(isCalm) { scene.nodes[index].transform = .identity }
            case .trs(let move, let turn, let scale):
                if (0..<3).allSatisfy({ isCalm(move[$0]) }) { continue }
                scene.nodes[index].transform = .trs(translation: SIMD3(1, 2, 3), rotation: turn, scale: scale)
            }
        }
    }

    /// The meshes that use each vertex set.
    private func setOwners(_ scene: MeshScene) -> [Int: Set<Int>] {
        scene.usersOfSets.mapValues { Set($0.map(\.mesh)) }
    }

    private mutating func drawTargets(_ mesh: Int, _ scene: inout MeshScene) {
        let count = random.int(1...3)
        let hasNames = random.oneIn(2)
        scene.meshes[mesh].targets = (0..<count).map { index in
            MorphTarget(name: hasNames ? "shape \(index)" : nil, weight: random.pick(0, 0, 0.5, -0.25, 1.5))
        }
        for set in Set(scene.meshes[mesh].primitives.map(\.vertexSet)).sorted() {
            let rows = scene.vertexSets[set].count
            let hasNormals = scene.vertexSets[set].attribute(.normal) != nil
            for target in 0..<count {
                if !random.oneIn(4) {
                    scene.vertexSets[set].attributes.append(
                        Attribute(.target(target, .position), drawDifferences(rows)))
                }
                if hasNormals, random.oneIn(2) {
                    scene.vertexSets[set].attributes.append(
                        Attribute(.target(target, .normal), drawDifferences(rows)))
                }
            }
        }
        for node in scene.nodes.indices where scene.nodes[node].mesh == mesh && random.oneIn(3) {
            scene.nodes[node].weights = (0..<count).map { _ in random.pick(0, 1, 0.125) }
        }
    }

    private mutating func drawDifferences(_ rows: Int) -> Column {
        let isSparse = random.oneIn(2)
        return Column(
            (0..<rows * 3).map { _ -> Float in
                let value = Float(random.int(-2000...2000)) / 1000
                return isSparse && !random.oneIn(4) ? 0 : value
            }, components: 3)
    }

    private mutating func drawSkin(_ mesh: Int, _ scene: inout MeshScene) {
        guard let shown = scene.nodes.firstIndex(where: { $0.mesh == mesh }) else { return }
        let count = random.int(1...4)
        let first = scene.nodes.count
        for joint in 0..<count {
            scene.nodes.append(
                Node(
                    name: "joint \(joint)", transform: drawMovable(),
                    children: joint + 1 < count ? [first + joint + 1] : []))
        }
        scene.scenes[0].roots.append(first)
        var skin = Skin(name: drawName(oneIn: 2), joints: Array(first..<first + count))
        if random.oneIn(2) { skin.joints.reverse() }
        if !random.oneIn(3) {
            skin.inverseBindMatrices = Column(
                (0..<count).flatMap { joint -> [Float] in
                    let move = Float(random.int(-3...3))
                    return [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, move, 0.5, Float(joint), 1]
                }, components: 16)
        }
        if random.oneIn(3) { skin.skeleton = first }
        scene.nestsSkins = count % 2 == 0
        scene.nodes[shown].skin = scene.skins.count
        scene.skins.append(skin)
        let setCount = random.oneIn(4) ? 2 : 1
        for set in Set(scene.meshes[mesh].primitives.map(\.vertexSet)).sorted() {
            for number in 0..<setCount { drawInfluences(number, of: count, &scene.vertexSets[set]) }
        }
    }

    /// Adds a set of joints and weights.
    private mutating func drawInfluences(_ number: Int, of jointCount: Int, _ set: inout VertexSet) {
        let joints = (0..<set.count * 4).map { _ in random.int(0...jointCount - 1) }
        let weights = (0..<set.count * 4).map { _ in random.int(0...255) }
        let isWide = random.oneIn(2)
        let kind = random.int(0...2)
        set.attributes.append(
            Attribute(
                .joints(number),
                isWide
                    ? Column(joints.map { UInt16($0) }, components: 4)
                    : Column(joints.map { UInt8($0) }, components: 4)))
        let column =
            switch kind {
            case 0: Column(weights.map { Float($0) / 255 }, components: 4)
            case 1: Column(weights.map { UInt8($0) }, components: 4)
            default: Column(weights.map { UInt16($0 * 257) }, components: 4)
            }
        set.attributes.append(Attribute(.weights(number), column, normalized: kind > 0))
    }

    /// A transform of parts, which clips can move.
    private mutating func drawMovable() -> NodeTransform {
        let turn = random.pick(SIMD4(0, 0, 0, 1), SIMD4(0.6, 0, 0, 0.8), SIMD4(0.5, 0.5, 0.5, 0.5))
        let scale = random.pick(SIMD3(1, 1, 1), SIMD3(2, 2, 2), SIMD3(1, 0.5, 1))
        return .trs(translation: SIMD3(Double(random.int(-2...2)), 1, 0.5), rotation: turn, scale: scale)
    }

    // MARK: Visibility

    /// Hides nodes, at rest and in clips.
    mutating func drawVisibility(_ scene: inout MeshScene) {
        guard has(.visibility, oneIn: 6) else { return }
        for node in scene.nodes.indices where random.oneIn(3) { scene.nodes[node].isVisible = false }
        for clip in scene.clips.indices {
            for node in scene.nodes.indices where random.oneIn(4) {
                var time: Float = random.pick(0, 0, 0.5)
                var (times, values): ([Float], [UInt8]) = ([], [])
                for _ in 0..<random.int(1...4) {
                    times.append(time)
                    values.append(random.pick(0, 1))
                    time += Float(random.int(1...40)) / 24
                }
                scene.clips[clip].channels.append(
                    AnimationChannel(
                        node: node, property: .visibility, sampler: scene.clips[clip].samplers.count))
                scene.clips[clip].samplers.append(
                    AnimationSampler(times: Column(times), values: Column(values), interpolation: .step))
            }
        }
    }

    // MARK: Clips

    private mutating func drawClips(_ scene: inout MeshScene) {
        for _ in 0..<random.int(0...2) {
            var clip = AnimationClip(name: drawName(oneIn: 2), channels: [], samplers: [])
            for node in scene.nodes.indices {
                if case .matrix = scene.nodes[node].transform { continue }
                let targetCount = scene.nodes[node].mesh.map { scene.meshes[$0].targets.count } ?? 0
                for property in AnimationChannel.Property.allCases where property != .visibility {
                    let isDrawn = random.oneIn(4)
                    guard isDrawn, property != .weights || targetCount > 0 else { continue }
                    clip.channels.append(
                        AnimationChannel(node: node, property: property, sampler: clip.samplers.count))
                    clip.samplers.append(drawSampler(property, targetCount))
                }
            }
            if !clip.channels.isEmpty { scene.clips.append(clip) }
        }
    }

    private mutating func drawSampler(_ property: AnimationChannel.Property, _ targetCount: Int) -> AnimationSampler {
        let kind: AnimationSampler.Interpolation = random.pick(.linear, .linear, .step, .cubicSpline)
        let count = random.int(kind == .cubicSpline ? 2...4 : 1...4)
        var time: Float = random.pick(0, 0, 0.5)
        var times: [Float] = []
        for _ in 0..<count {
            times.append(time)
            time += Float(random.int(1...40)) / 24
        }
        let rows = kind == .cubicSpline ? 3 * count : count
        let width = property == .weights ? targetCount : property == .rotation ? 4 : 3
        var values: [Float] = []
        for _ in 0..<rows {
            let turn: [Float] = random.pick(
                [0, 0, 0, 1], [0.6, 0, 0, 0.8], [0, -0.28, 0, 0.96], [0.5, -0.5, 0.5, -0.5])
            let numbers = (0..<width).map { _ in Float(random.int(-2000...2000)) / 1000 }
            values += property == .rotation ? turn : numbers
        }
        return AnimationSampler(
            times: Column(times), values: Column(values, components: width), interpolation: kind)
    }
}
