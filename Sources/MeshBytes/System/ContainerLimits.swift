/// The limits of a container, read from the files of Linux's control groups, versions 1 and 2.
///
/// A group's limit is the least of its own and those of the groups above it, as far as they are visible: inside a
/// container the root is often the container's own group.
struct ContainerLimits {
    private let root: String
    private let membership: String?

    /// Creates the limits of this process.
    init() { self.init(root: "/sys/fs/cgroup", membership: SmallFile.text("/proc/self/cgroup")) }

    /// Creates the limits that a folder of control groups gives.
    ///
    /// - Parameters:
    ///   - root: the folder where the groups are mounted.
    ///   - membership: the text of `/proc/self/cgroup`, a line `NUMBER:CONTROLLERS:PATH` for each hierarchy.
    init(root: String, membership: String?) {
        self.root = root
        self.membership = membership
    }

    /// The maximum bytes of memory; nil when there is no limit.
    var memory: Int? {
        let limits =
            texts(controller: "memory", version2: "memory.max", version1: "memory.limit_in_bytes")
            .compactMap { $0.words.first.flatMap { Int($0) } }
        // Version 1 writes "no limit" as a number near 2⁶³.
        return limits.filter { $0 > 0 && $0 < 1 << 60 }.min()
    }

    /// The share of processors, rounded up; nil when there is no limit.
    var processors: Int? {
        let unified = texts(controller: "cpu", version2: "cpu.max", version1: nil).compactMap {
            Self.quotient($0.words)
        }
        let quotas = texts(controller: "cpu", version2: nil, version1: "cpu.cfs_quota_us")
        let periods = texts(controller: "cpu", version2: nil, version1: "cpu.cfs_period_us")
        let separate = quotas.compactMap { quota in
            periods.first { $0.folder == quota.folder }.flatMap { Self.quotient(quota.words + $0.words) }
        }
        return (unified + separate).min()
    }

    private static func quotient(_ words: [Substring]) -> Int? {
        guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), quota > 0, period > 0 else {
            return nil
        }
        return max(1, quota / period + (quota % period == 0 ? 0 : 1))
    }

    /// The contents of a file in the process's group and in all groups above it.
    private func texts(
        controller: String, version2: String?, version1: String?
    ) -> [(folder: String, words: [Substring])] {
        var found: [(folder: String, words: [Substring])] = []
        func look(_ hierarchy: String, _ path: Substring, _ file: String) {
            var parts = path.split(separator: "/")
            while true {
                let folder = ([hierarchy] + parts.map(String.init)).joined(separator: "/")
                if let text = SmallFile.text("\(folder)/\(file)") {
                    found.append((folder, text.split(whereSeparator: \.isWhitespace)))
                }
                if parts.popLast() == nil { return }
            }
        }
        var hasVersion1 = false
        for line in membership?.split(separator: "\n") ?? [] {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let controllers = fields[1].split(separator: ",")
            if let version2, fields[0] == "0", fields[1].isEmpty {
                look(root, fields[2], version2)
            } else if let version1, controllers.contains(Substring(controller)) {
                hasVersion1 = true
                // Controllers that share a hierarchy have one folder, and usually links under each name.
                look("\(root)/\(controller)", fields[2], version1)
            }
        }
        if membership == nil, let version2 { look(root, "", version2) }
        if !hasVersion1, let version1 { look("\(root)/\(controller)", "", version1) }
        return found
    }
}
