/// Value clips of a prim: layers that give samples to its attributes and to those below it, each for a part of the
/// stage's time.
///
/// - Order: clips by ascending start.
struct USDClipSet: Sendable {
    /// A layer and the stage times at which it is active.
    struct Clip: Sendable {
        /// The layer, or nil for one that can't be read, which has no samples.
        var layer: Int?
        /// The start as the file states it.
        var authoredStart: Double
        /// The times at which it is active. The first clip starts at −∞, the last ends at ∞.
        var start: Double
        var end: Double

        func isActive(at time: Double) -> Bool { start <= time && time < end }
    }

    var clips: [Clip]
    var times: USDClipTimes
    /// The names of the prim in the clips' layers that stands for the prim with the clips.
    var prim: [String]
    /// The layer that declares the attributes with samples; nil: the clips do.
    var manifest: Int?
    /// Whether there is a readable manifest or none is named. Without the one that is named, no attribute has samples.
    var hasManifest = true
    /// Whether clips without samples take their values from the clips around them.
    var interpolatesMissing = false
    /// The layer stack, the layer and the path that the clips belong to.
    var stack: Int
    var layer: Int
    var path: Int

    /// The number of the clip that is active at a time.
    func clip(at time: Double) -> Int {
        var (low, high) = (0, clips.count)
        while low < high {
            let middle = (low + high) / 2
            if clips[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}

/// The place of value clips among the opinions on a prim.
struct USDClipPlace: Sendable {
    /// The index in ``USDStage/clipSets``.
    var set: Int
    /// The number of opinions on the prim that are stronger.
    var position: Int
    /// The names of the prims below that with the clips, down to this one.
    var names: [String]
}
