import MeshFormats
import MeshModel

// Time: the stage's rate and range, and the clip that all motion goes into.

extension USDSceneBuilder {
    /// Sets the timeline of a stage that has time samples.
    mutating func buildTimeline() {
        guard uses.isTimed else { return }
        var rate = metadata(0, "timeCodesPerSecond")?.number
        let frames = metadata(0, "framesPerSecond")?.number
        // Without a rate, that of frames counts, which crate files can have at 0.
        if let stated = rate ?? frames, !(stated > 0 && stated.isFinite) {
            warn("usd.rate", 0, "a rate of \(stated) time codes a second is read as 24")
            rate = 24
        }
        clock.rate = rate ?? frames ?? 24
        func code(_ name: String) -> Double? { metadata(0, name)?.number.flatMap { $0.isFinite ? $0 : nil } }
        let (first, moving) = firstSamples()
        let stated = code("startTimeCode")
        var start = stated ?? first ?? 0
        if let stated, let moving, moving < stated {
            start = moving
            note("usd.early-motion", 0, "motion before the start of the stage is read: second 0 is its first time")
        }
        clock.start = start
        scene.timeline = Timeline(
            codesPerSecond: clock.rate, framesPerSecond: frames.flatMap { $0 > 0 && $0.isFinite ? $0 : nil },
            start: start, end: code("endTimeCode"))
    }

    /// The earliest sample of all, and that of values that move nodes.
    private func firstSamples() -> (all: Double?, moving: Double?) {
        var (all, moving) = (Double?.none, Double?.none)
        for prim in stage.prims.indices.dropFirst() where stage.prims[prim].isActive {
            for name in stage.properties(of: prim) {
                let samples = stage.samples(prim, name)
                guard let first = samples.first?.time, first.isFinite else { continue }
                all = min(all ?? first, first)
                if changes(prim, name, samples.count),
                    name.hasPrefix("xformOp:") || name == "visibility" || name == "points" || Self.movesSettings(name)
                        || USDSkelAnimation.arrays.contains(name)
                        || stage.prims[prim].typeName == "PointInstancer" && Self.movesCopies(name)
                {
                    moving = min(moving ?? first, first)
                }
            }
        }
        return (all, moving)
    }

    /// Whether an attribute of this name may move a camera, light or material.
    private static func movesSettings(_ name: String) -> Bool {
        name.hasPrefix("inputs:")
            || ["focalLength", "horizontalAperture", "verticalAperture", "clippingRange"].contains(name)
    }

    /// Whether an attribute of this name may move the copies of an instancer.
    private static func movesCopies(_ name: String) -> Bool {
        ["positions", "orientations", "orientationsf", "scales"].contains(name) || rowNames.contains(name)
    }

    /// Whether an attribute with samples has several values: at several times, or one for when there is no time.
    func changes(_ prim: Int, _ name: String, _ sampleCount: Int) -> Bool {
        sampleCount > 1 || sampleCount == 1 && stage.value(prim, name) != nil
    }

    /// Adds a course to the clip.
    mutating func add(
        _ course: USDCourse, to property: AnimationChannel.Property, of node: Int
    ) throws(ReadError) {
        guard let sampler = clock.sampler(course) else { return }
        try add(sampler, to: property, of: node)
    }

    /// Adds a sampler to the clip.
    mutating func add(
        _ sampler: AnimationSampler, to property: AnimationChannel.Property, of node: Int
    ) throws(ReadError) {
        clipValues += sampler.values.count * sampler.values.components
        guard clipValues <= Self.mostClipValues else {
            throw ReadError(
                .limitExceeded, .whole, "what moves has more than \(Self.mostClipValues) values at its keys")
        }
        clip.channels.append(AnimationChannel(node: node, property: property, sampler: clip.samplers.count))
        clip.samplers.append(sampler)
    }

    /// More numbers than that aren't in memory together. A small file could ask for them by naming arrays many times.
    static let mostClipValues = 1 << 28

    /// The course of an attribute's samples, if it has several times and a value at one of them.
    ///
    /// - Parameter none: the value where a sample says that there is none.
    mutating func course(
        _ prim: Int, _ name: String, width: Int, isRotation: Bool = false, none: [Double]? = nil,
        _ numbers: (USDValue) -> [Double]? = { $0.numbers }
    ) -> USDCourse? {
        let samples = stage.samples(prim, name)
        guard changes(prim, name, samples.count) else { return nil }
        var leftOut = 0
        let course = USDCourse(
            samples, width: width, isRotation: isRotation, none: none, leftOut: &leftOut, numbers)
        if leftOut > 0 {
            warn("usd.samples", prim, "'\(name)' has samples without valid numbers, which are left out: \(leftOut)")
        }
        return course
    }

    // MARK: Copies and numbers

    /// Lets the copies that instancers made of moving nodes move as well, with joints of their own.
    mutating func moveCopies() {
        guard !copies.isEmpty else { return }
        copyChannels()
        withFurtherClips { $0.copyChannels() }
        var first = 0
        // Trees that hold copies of others come after them.
        while first < copies.count, !scene.skins.isEmpty {
            let end = copies[first...].firstIndex { $0.tree != copies[first].tree } ?? copies.count
            copySkins(copies[first..<end])
            first = end
        }
    }

    /// Lets the copies of nodes that the clip moves move as well.
    private mutating func copyChannels() {
        guard !clip.channels.isEmpty else { return }
        var channels: [Int: [AnimationChannel]] = [:]
        for channel in clip.channels { channels[channel.node, default: []].append(channel) }
        for copy in copies {
            guard let own = channels[copy.original] else { continue }
            let copied = own.map { AnimationChannel(node: copy.copy, property: $0.property, sampler: $0.sampler) }
            channels[copy.copy] = copied
            clip.channels += copied
        }
    }

    /// Gives the meshes of a copied tree skins of its own joints.
    private mutating func copySkins(_ tree: ArraySlice<Copy>) {
        guard tree.contains(where: { scene.nodes[$0.original].skin != nil }) else { return }
        let numbers = Dictionary(tree.map { ($0.original, $0.copy) }, uniquingKeysWith: { first, _ in first })
        var skins: [Int: Int] = [:]
        for copy in tree {
            guard let old = scene.nodes[copy.original].skin else { continue }
            if skins[old] == nil {
                var skin = scene.skins[old]
                skin.joints = skin.joints.map { numbers[$0] ?? $0 }
                skin.skeleton = skin.skeleton.map { numbers[$0] ?? $0 }
                skins[old] = scene.skins.count
                scene.skins.append(skin)
            }
            scene.nodes[copy.copy].skin = skins[old]
        }
    }

    /// Gives nodes of the scene their new numbers; what moves nodes that no scene shows is dropped.
    mutating func renumberMotion(_ numbers: [Int: Int]) {
        for index in scene.skins.indices {
            scene.skins[index].joints = scene.skins[index].joints.compactMap { numbers[$0] }
            scene.skins[index].skeleton = scene.skins[index].skeleton.flatMap { numbers[$0] }
        }
        let used = Set(scene.nodes.compactMap(\.skin))
        var skins: [Int: Int] = [:]
        var kept: [Skin] = []
        for (index, skin) in scene.skins.enumerated() where used.contains(index) && skin.hasAllMatrices {
            skins[index] = kept.count
            kept.append(skin)
        }
        scene.skins = kept
        for index in scene.nodes.indices {
            scene.nodes[index].skin = scene.nodes[index].skin.flatMap { skins[$0] }
        }
        renumberClip(numbers)
        withFurtherClips { $0.renumberClip(numbers) }
    }

    private mutating func renumberClip(_ numbers: [Int: Int]) {
        var samplers: [Int: Int] = [:]
        var (channels, courses): ([AnimationChannel], [AnimationSampler]) = ([], [])
        for channel in clip.channels {
            guard let node = numbers[channel.node] else { continue }
            if samplers[channel.sampler] == nil {
                samplers[channel.sampler] = courses.count
                courses.append(clip.samplers[channel.sampler])
            }
            channels.append(
                AnimationChannel(node: node, property: channel.property, sampler: samplers[channel.sampler] ?? 0))
        }
        for index in clip.settings.indices {
            let sampler = clip.settings[index].sampler
            if samplers[sampler] == nil {
                samplers[sampler] = courses.count
                courses.append(clip.samplers[sampler])
            }
            clip.settings[index].sampler = samplers[sampler] ?? 0
        }
        (clip.channels, clip.samplers) = (channels, courses)
    }

    /// Adds the clip to the scene, if anything moves.
    mutating func finishMotion() {
        if !clip.channels.isEmpty || !clip.settings.isEmpty {
            let names = Set(clipNames)
            clip.name = names.count == 1 ? clipNames.first : metadata(0, "defaultPrim")?.word
            scene.clips = [clip]
        }
        scene.clips += furtherClips.filter { !$0.channels.isEmpty }
    }
}

extension Skin {
    /// Whether no joint went missing.
    fileprivate var hasAllMatrices: Bool {
        !joints.isEmpty && (inverseBindMatrices.map { $0.count == joints.count } ?? true)
    }
}
