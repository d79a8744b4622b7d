/// The texts of `--time` and `--clip`.
package enum MomentOptions {
    /// The choice that both make.
    package static func choice(_ time: String?, clip: String?) throws(Failure) -> MomentChoice {
        guard let time else { return MomentChoice(clip: clip) }
        guard let moment = MomentChoice(time: time, clip: clip) else {
            throw Failure(usage: "expected --time such as 1.5s (seconds), 12f (frames) or 120tc, found '\(time)'")
        }
        return moment
    }
}
