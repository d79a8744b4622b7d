import MeshBytes
import MeshFormats
import MeshModel

/// The files and times that a definition of value clips states, or those of its template.
struct USDClipList {
    /// Why a definition is wrong.
    struct Defect: Error {
        var reason: Wording
    }

    /// The asset paths of the clips.
    private(set) var assets: [String] = []
    /// The stage times from which on a clip is active, with the numbers of the clips.
    private(set) var active: [(time: Double, clip: Int)] = []
    /// The times of the stage and in the clips. Those of a template have the number of their file.
    private(set) var times: [(stage: Double, clip: Double, file: Int?)] = []
    private(set) var isTemplate = false

    /// More names than that are not looked for, of all templates together.
    static let mostFiles = 100_000

    /// What a template needs besides its path.
    static let templateParts = ["templateStartTime", "templateEndTime", "templateStride"]

    /// - Parameters:
    ///   - offset: moves the times of a template.
    ///   - room: how many files templates may still name; the template's are taken from it.
    init(_ info: [USDEntry], _ offset: USDOffset, room: inout Int) throws(Defect) {
        func value(_ name: String) -> USDValue? { info.first { $0.name == name }?.value }
        if case .texts(.asset, let assets)? = value("assetPaths") {
            self.assets = assets
            try readLists(active: value("active"), times: value("times"))
            return
        }
        isTemplate = true
        guard case .text(.string, let template)? = value("templateAssetPath"),
            case .real(.double, let start)? = value("templateStartTime"),
            case .real(.double, let end)? = value("templateEndTime"),
            case .real(.double, let stride)? = value("templateStride")
        else { throw Defect(reason: "expected a template's path, start, end and stride") }
        var activeOffset: Double?
        if case .real(.double, let number)? = value("templateActiveOffset") { activeOffset = number }
        try expand(template, start, end, stride, activeOffset, room)
        room -= assets.count
        for index in active.indices { active[index].time = offset.time(active[index].time) }
        for index in times.indices { times[index].stage = offset.time(times[index].stage) }
    }

    private mutating func readLists(active: USDValue?, times: USDValue?) throws(Defect) {
        guard assets.allSatisfy({ !$0.isEmpty }) else { throw Defect(reason: "'assetPaths' has an empty path") }
        guard let pairs = Self.pairs(active) else { throw Defect(reason: "expected pairs of numbers in 'active'") }
        var seen: Set<Double> = []
        for (time, clip) in pairs {
            guard clip >= 0, clip < Double(assets.count) else {
                throw Defect(reason: "'active' names clip \(clip), but there are \(assets.count)")
            }
            guard time.isFinite, seen.insert(time).inserted else {
                throw Defect(reason: "'active' has two clips at time \(time)")
            }
            self.active.append((time, Int(clip)))
        }
        if let pairs = Self.pairs(times) { self.times = pairs.map { ($0.0, $0.1, nil) } }
    }

    private static func pairs(_ value: USDValue?) -> [(Double, Double)]? {
        guard case .array(let array)? = value, array.type == .double2 else { return nil }
        let numbers = array.values.doubles()
        return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }

    // MARK: Templates

    /// Fills the lists with the files of a template such as `clip.###.usd`.
    private mutating func expand(
        _ template: String, _ start: Double, _ end: Double, _ stride: Double, _ activeOffset: Double?, _ room: Int
    ) throws(Defect) {
        guard stride > 0, start <= end, stride.isFinite, (start * 1e4).isFinite, (end * 1e4).isFinite else {
            throw Defect(reason: "expected a stride over 0 and an end after the start")
        }
        guard activeOffset.map({ $0.magnitude <= stride }) ?? true else {
            throw Defect(reason: "'templateActiveOffset' is larger than the stride")
        }
        guard (end - start) / stride < Double(room), start.magnitude < 1e9, end.magnitude < 1e9 else {
            throw Defect(reason: "the templates of the stage name more than \(Self.mostFiles) files")
        }
        let folder = template.pathFolder
        var parts = template.dropFirst(folder.count).split(separator: ".").map(String.init)
        let marks = parts.indices.filter { parts[$0].allSatisfy { $0 == "#" } }
        guard marks.count == 1 || marks.count == 2 && marks[0] + 1 == marks[1] else {
            throw Defect(reason: "expected a template such as name.###.usd or name.###.###.usd, found '\(template)'")
        }
        let digits = marks.map { parts[$0].count }
        guard digits.allSatisfy({ $0 <= 9 }) else { throw Defect(reason: "'\(template)' has more than 9 digits") }
        let offset = activeOffset?.magnitude ?? 0
        if activeOffset != nil {
            times.append(((start * 1e4 - offset * 1e4) / 1e4, (start * 1e4 - offset * 1e4) / 1e4, nil))
        }
        // As USD does, so that strides with fractions add up to the same times.
        var step = start * 1e4
        while step <= end * 1e4, assets.count < room {
            let time = step / 1e4
            let (whole, fraction) = Self.digits(of: time, digits)
            parts[marks[0]] = whole
            if let fraction { parts[marks[1]] = fraction }
            active.append((activeOffset.map { (step + $0 * 1e4) / 1e4 } ?? time, assets.count))
            times.append((time, time, assets.count))
            assets.append(folder + parts.joined(separator: "."))
            step += stride * 1e4
        }
        if activeOffset != nil {
            times.append(((end * 1e4 + offset * 1e4) / 1e4, (end * 1e4 + offset * 1e4) / 1e4, nil))
        }
    }

    /// The digits of a time before and after its point.
    private static func digits(of time: Double, _ counts: [Int]) -> (whole: String, fraction: String?) {
        let whole = Int(time.rounded(.towardZero))
        let sign = whole < 0 ? "-" : ""
        let digits = String(whole.magnitude)
        let padded = sign + String(repeating: "0", count: max(0, counts[0] - digits.count - sign.count)) + digits
        guard counts.count > 1 else { return (padded, nil) }
        var power = 1
        for _ in 0..<counts[1] { power *= 10 }
        let rest = Int((time.magnitude.truncatingRemainder(dividingBy: 1) * Double(power)).rounded(.toNearestOrEven))
        let text = String(rest % power)
        return (padded, String(repeating: "0", count: counts[1] - text.count) + text)
    }
}
