import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations

/// Which clip of a source is converted, and the moment at which it is frozen.
public struct MomentChoice: Sendable, Hashable {
    /// A time from the start of a clip.
    public enum Time: Sendable, Hashable {
        /// Seconds.
        case seconds(Double)
        /// Frames, at the source's rate, else 24 a second.
        case frames(Double)
        /// A time code of the source, as USD counts them.
        case code(Double)
    }

    /// The time; nil: the clip goes on moving where the target can store it, else its start is shown.
    public var time: Time?
    /// The name of the clip, or its number from 1; nil: the first.
    public var clip: String?

    /// Creates a choice.
    public init(time: Time? = nil, clip: String? = nil) {
        self.time = time
        self.clip = clip
    }

    /// Creates the choice for the text of a time: `1.5s`, `1.5`, `12f`, `120tc`. Fails for other texts.
    public init?(time text: String, clip: String? = nil) {
        let suffixes: [(String, (Double) -> Time)] = [
            ("tc", Time.code), ("f", Time.frames), ("s", Time.seconds), ("", Time.seconds),
        ]
        guard let (suffix, time) = suffixes.first(where: { text.hasSuffix($0.0) }),
            let number = Double(text.dropLast(suffix.count)), number.isFinite, text.first?.isLetter == false
        else { return nil }
        self.init(time: time(number), clip: clip)
    }

    /// The text of the time, as ``init(time:clip:)`` takes it.
    var word: String? {
        switch time {
        case nil: nil
        case .seconds(let number): NumberPrinter.text(number) + "s"
        case .frames(let number): NumberPrinter.text(number) + "f"
        case .code(let number): NumberPrinter.text(number) + "tc"
        }
    }

    /// Returns the clip and the moment in a scene.
    ///
    /// - Throws: an error of usage that says what the scene has.
    func found(in scene: MeshScene) throws(ReadError) -> (clip: Int, moment: Moment?) {
        let option = time == nil ? Setting.clip.wording : Setting.time.wording
        guard !scene.clips.isEmpty else {
            throw ReadError(.usage, .whole, wording: "\(option) needs an animation, and the file has none")
        }
        let index = try clip.map { name throws(ReadError) in try Self.index(of: name, in: scene) } ?? 0
        guard let time else { return (index, nil) }
        return (index, Moment(clip: index, seconds: try Self.seconds(time, scene.timeline)))
    }

    private static func index(of name: String, in scene: MeshScene) throws(ReadError) -> Int {
        if let index = scene.clips.firstIndex(where: { $0.name == name }) { return index }
        if let number = Int(name), number > 0, number <= scene.clips.count { return number - 1 }
        let names = scene.clips.enumerated().map { $1.name ?? "\($0 + 1)" }
        throw ReadError(
            .usage, .whole,
            wording:
                "there is no animation '\(name)'; there are \(names.listed(most: 12))\(Spelling.hint(name, in: names))")
    }

    private static func seconds(_ time: Time, _ timeline: Timeline?) throws(ReadError) -> Double {
        switch time {
        case .seconds(let seconds): return seconds
        case .frames(let frames):
            let rate = timeline?.framesPerSecond ?? 24
            return frames / (rate > 0 && rate.isFinite ? rate : 24)
        case .code(let code):
            guard let timeline, timeline.codesPerSecond > 0, timeline.codesPerSecond.isFinite else {
                throw ReadError(
                    .usage, .whole,
                    wording: "\(.time) with a time code needs a file that counts time in codes: give seconds")
            }
            return (code - (timeline.start ?? 0)) / timeline.codesPerSecond
        }
    }

    /// Returns a warning if the time is outside of the clip, where nothing moves.
    func notes(_ scene: MeshScene) -> [Diagnostic] {
        guard let moment = (try? found(in: scene))?.moment, let index = moment.clip else { return [] }
        let end = scene.clips[index].duration
        guard moment.seconds < 0 || moment.seconds > end else { return [] }
        let name = scene.clips[index].name ?? "animation \(index + 1)"
        let side = moment.seconds < 0 ? "before the start" : "after the end"
        return [
            Diagnostic(
                "time.outside", .warning, at: .whole,
                "second \(NumberPrinter.text(moment.seconds)) is \(side) of \(name), which takes "
                    + "\(PlainNumbers.short(end)) s: its \(moment.seconds < 0 ? "first" : "last") pose is shown")
        ]
    }
}

extension Setting {
    fileprivate var wording: Wording { "\(self)" }
}

extension MeshScene {
    /// The scene as a file without motion shows it: posed at rest, if joints or morph targets change it.
    var atRest: MeshScene {
        let isChanged =
            nodes.contains { $0.skin != nil } || nodes.contains { $0.weights?.contains { $0 != 0 } ?? false }
            || meshes.contains { $0.targets.contains { $0.weight != 0 } }
        return isChanged ? poseScene(self, at: .rest).scene : self
    }
}
