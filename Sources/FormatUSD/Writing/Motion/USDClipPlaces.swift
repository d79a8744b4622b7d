import MeshModel

/// Where each clip lies on the time line of a stage.
///
/// The first clip is what the stage plays. Others follow end to end, each from the next whole second after a gap of a
/// second.
struct USDClipPlaces: Sendable {
    /// The time codes in a second.
    let rate: Double
    /// The time code of each clip's second 0; nil for a clip without keys.
    private(set) var offsets: [Double?] = []
    /// The number of clips with keys.
    private(set) var clipCount = 0
    /// The length of each clip in seconds.
    private(set) var lengths: [Double] = []
    /// The first and last time code that is played.
    let start: Double
    private(set) var end: Double

    /// The rate if the source says none.
    private static let usualRate = 24.0

    /// Rates that viewers play well, in order of preference.
    private static let usualRates = [24.0, 25, 30, 60, 120, 50, 48, 90, 100]

    /// The first rate at which all keys lie on whole frames; nil: no rate does it, or nothing has keys.
    private static func wholeRate(_ scene: MeshScene) -> Double? {
        var rates = usualRates
        var hasKeys = false
        for sampler in scene.clips.flatMap(\.samplers) {
            for time in sampler.times.doubles() where time != 0 && time.isFinite {
                hasKeys = true
                rates.removeAll { frame(time, $0) == nil }
                if rates.isEmpty { return nil }
            }
        }
        return hasKeys ? rates.first : nil
    }

    /// The whole frame of a second, if float32 doesn't tell them apart.
    private static func frame(_ second: Double, _ rate: Double) -> Double? {
        let whole = (second * rate).rounded()
        return Float(whole / rate) == Float(second) ? whole : nil
    }

    init(_ scene: MeshScene) {
        let stated = scene.timeline?.codesPerSecond ?? Self.wholeRate(scene) ?? Self.usualRate
        rate = stated.isFinite && stated > 0 ? stated : Self.usualRate
        start = scene.timeline?.start.flatMap { $0.isFinite ? $0 : nil } ?? 0
        var last = start
        if let stated = scene.timeline?.end, stated.isFinite, stated > start { last = stated }
        end = last
        var second = 0.0
        for clip in scene.clips {
            var length = 0.0
            var hasKeys = false
            for sampler in clip.channels.map(\.sampler) + clip.settings.map(\.sampler) {
                for time in clip.samplers[sampler].times.doubles() where time.isFinite {
                    hasKeys = true
                    length = max(length, time)
                }
            }
            lengths.append(length)
            offsets.append(hasKeys ? start + second * rate : nil)
            guard hasKeys else { continue }
            clipCount += 1
            if second == 0 {
                if scene.timeline?.end == nil { end = start + code(length) }
                length = max(length, (end - start) / rate)
            }
            // A thousandth of a microsecond more is a rounding error.
            second = ((second + length + 1) - 1e-9).rounded(.up)
        }
    }

    /// The time codes that a second of a clip takes: a whole number if it is one but for rounding.
    func code(_ second: Double) -> Double { Self.frame(second, rate) ?? second * rate }
}
