import MeshBytes
import MeshFormats
import MeshModel

/// Accounts for every member of a tree: in the scene, in the residue, or left out with a diagnostic.
struct GLTFCensus {
    /// The number of members of each pattern.
    private var counts = [Int](repeating: 0, count: GLTFPatterns.all.places.count)
    private var residues: [String: Residue] = [:]
    private var order: [String] = []
    /// The number of members that a pattern matches but the reader could not use, by pattern.
    private var leftOut: [String: Int] = [:]

    /// Whether the scene has all variants of materials.
    private let holdsVariants: Bool

    init(_ root: JSONValue, leftOut: [String: Int], holdsVariants: Bool) {
        self.leftOut = leftOut
        self.holdsVariants = holdsVariants
        walk(root)
    }

    /// Walks the tree without recursion, because it may be deep.
    private mutating func walk(_ root: JSONValue) {
        let patterns = GLTFPatterns.all
        var open: [(value: JSONValue, place: Int)] = [(root, 0)]
        while let (value, place) = open.popLast() {
            switch value {
            case .object(let members):
                for (name, member) in members { enter(name, member, place, patterns, &open) }
            case .array(let elements):
                for element in elements { enter("0", element, place, patterns, &open) }
            default: break
            }
        }
    }

    private mutating func enter(
        _ name: String, _ member: JSONValue, _ place: Int, _ patterns: GLTFPatterns,
        _ open: inout [(value: JSONValue, place: Int)]
    ) {
        if let child = patterns.child(place, name), holdsVariants || name != GLTFExtensions.variants,
            patterns.places[child].fate != .texts || GLTFMetadata.texts(member) != nil,
            patterns.places[child].fate != .splats || GLTFSplats.isPlain(member),
            patterns.places[child].fate != .pointer || GLTFExtensions.isKnown(member)
        {
            if patterns.places[child].fate == .open { open.append((member, child)) } else { counts[child] += 1 }
            return
        }
        let path = "\(patterns.places[place].pattern)/\(name)"
        let count = max(member.array?.count ?? 1, 1)
        if residues[path] == nil {
            order.append(path)
            residues[path] = Residue(path: path, kind: Self.kind(path), count: 0, shownAs: Self.shown(path))
        }
        residues[path]?.count += count
    }

    /// The kind of content at a path.
    private static func kind(_ path: String) -> String {
        let parts = path.split(separator: "/").map(String.init)
        if let place = parts.firstIndex(of: "extensions"), place + 1 < parts.count {
            return "extension \(parts[place + 1])"
        }
        if parts.contains("extras") { return "extras" }
        switch parts.last {
        case "animations": return "animations"
        case "skins", "skin": return "skins"
        case "targets", "weights": return "morph targets"
        default: return "members"
        }
    }

    /// What viewers show of the content at a path; nil: nothing.
    private static func shown(_ path: String) -> ShownFact? {
        switch kind(path) {
        case "animations": .animation
        case "skins": .skeleton
        case "morph targets": .morphTargets
        case "extension KHR_materials_variants": .materialVariants
        case "extension \(GLTFExtensions.animationPointer)": .animation
        case let kind where kind.hasPrefix("extension ") && path.hasPrefix("/materials/"): .materialExtension(kind)
        default: nil
        }
    }

    /// The content that only the tree holds.
    var residue: [Residue] { order.sorted().compactMap { residues[$0] } }

    /// The census entries, by pattern.
    var entries: [CensusEntry] {
        let patterns = GLTFPatterns.all
        var entries = counts.enumerated().compactMap { place, count -> CensusEntry? in
            guard count > 0, patterns.places[place].fate != .layout else { return nil }
            let pattern = patterns.places[place].pattern
            let left = min(leftOut[pattern] ?? 0, count)
            return CensusEntry(kind: pattern, count: count, inScene: count - left, inDiagnostics: left)
        }
        entries += residue.map { CensusEntry(kind: $0.path, count: $0.count, inResidue: $0.count) }
        return entries
    }
}
