import MeshFormats
import MeshModel

// Animations of skeletons: which one moves a skeleton, and its values.

extension USDSceneBuilder {
    /// The animation that moves a skeleton, or nil.
    mutating func animation(of skeleton: Int) -> USDSkelAnimation? {
        guard let source = boundPrim("skel:animationSource", from: skeleton),
            stage.prims[source].typeName == "SkelAnimation"
        else { return nil }
        if let known = skelAnimations[source] { return known }
        let own = readAnimation(source)
        skelAnimations[source] = .some(own)
        return own
    }

    mutating func readAnimation(_ prim: Int) -> USDSkelAnimation? {
        var animation = USDSkelAnimation(
            name: stage.prims[prim].name, joints: value(prim, "joints")?.words ?? [],
            shapes: value(prim, "blendShapes")?.words ?? [])
        uses.use(stage.prims[prim].opinions, ["typeName"])
        useExtent(prim)
        let (joints, shapes) = (animation.joints.count, animation.shapeCount)
        animation.translations = track(prim, "translations", count: joints, components: 3)
        animation.rotations = track(prim, "rotations", count: joints, components: 4)
        animation.scales = track(prim, "scales", count: joints, components: 3)
        animation.weights = track(prim, "blendShapeWeights", count: shapes, components: 1)
        animation.measureRotations()
        if joints > 0, !animation.hasPoses {
            warn(
                "usd.skel-animation", prim,
                "an animation without valid translations, rotations and scales moves no joints in USD: it is left out")
        }
        if animation.hasPoses || animation.weights.still != nil { clipNames.append(animation.name) }
        return animation
    }

    /// The values of an array at all times. Samples that have not one element for each joint are left out.
    private mutating func track(
        _ prim: Int, _ name: String, count: Int, components: Int
    ) -> USDSkelAnimation.Track {
        func fitting(_ value: USDValue) -> Column? {
            guard let column = value.column, column.components == components, column.count == count,
                column.nonFiniteRows().count == 0
            else { return nil }
            return column
        }
        var track = USDSkelAnimation.Track()
        let still = value(prim, name, isMoving: true)
        track.still = still.flatMap(fitting)
        var leftOut = still != nil && track.still == nil ? 1 : 0
        let samples = stage.samples(prim, name)
        var isHeld = false
        for sample in changes(prim, name, samples.count) ? samples : [] {
            if sample.value.isBlock {
                isHeld = true
                continue
            }
            guard let values = fitting(sample.value), sample.time.isFinite,
                track.samples.last.map({ $0.time < sample.time }) ?? true
            else {
                leftOut += 1
                continue
            }
            if isHeld, let last = track.samples.last, last.time < sample.time.nextDown {
                track.samples.append((sample.time.nextDown, last.values))
            }
            isHeld = false
            track.samples.append((sample.time, values))
        }
        if track.still == nil { track.still = track.samples.first?.values }
        if leftOut > 0 {
            warn(
                "usd.samples", prim,
                "'\(name)' has not one valid value for each of \(count) names at \(leftOut) times: those are left out")
        }
        return track
    }

    // MARK: Bindings

    /// The value of an attribute without a time, unmarked.
    func still(_ prim: Int, _ name: String) -> USDValue? {
        stage.value(prim, name) ?? stage.samples(prim, name).first { !$0.value.isBlock }?.value
    }

    /// Whether an API schema is applied to a prim.
    func hasAPI(_ prim: Int, _ name: String = "SkelBindingAPI") -> Bool {
        guard case .list(let list)? = stage.metadata(prim, "apiSchemas") else { return false }
        return list.explicit.contains { if case .text(let text) = $0 { text == name } else { false } }
    }

    /// The target of a relationship of a prim or of the nearest of its ancestors with SkelBindingAPI that has it; nil
    /// if there is none.
    mutating func boundPrim(_ name: String, from prim: Int) -> Int? {
        guard let owner = bindingOwner(of: name, from: prim) else { return nil }
        use(owner, name, "targetPaths")
        return stage.targets(owner, name).first.flatMap { stage.prim(at: $0) }
    }

    /// The prim with SkelBindingAPI that a property comes from: this one, or the nearest ancestor that has it.
    func bindingOwner(of name: String, from prim: Int) -> Int? {
        var current = prim
        while current > 0 {
            if stage.property(current, name) != nil, hasAPI(current) { return current }
            current = stage.prims[current].parent
        }
        return nil
    }

    /// Whether a prim lies below a SkelRoot, outside of which USD binds nothing.
    func isBelowSkelRoot(_ prim: Int) -> Bool {
        var current = prim
        while current > 0 {
            if stage.prims[current].typeName == "SkelRoot" { return true }
            current = stage.prims[current].parent
        }
        return false
    }
}
