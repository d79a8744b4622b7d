import MeshFormats
import MeshModel

/// The counts of a census by what its records are listed under.
struct USDFieldLedger {
    /// What records are listed under. Those with one title are one entry.
    struct Heading: Hashable {
        var kind: USDSpec.Kind
        /// The type name of the spec's prim.
        var type = ""
        /// The name of a property.
        var name = ""
        var field = ""
        /// The set of a variant that the stage has not chosen: all that it says is one thing.
        var unchosen: String?
        /// Whether it is a surface of a material for other renderers: all that these say is one thing.
        var isOfOtherSurface = false

        var title: String {
            if let unchosen { return "variants of \(unchosen)" }
            if isOfOtherSurface { return "surfaces for other renderers" }
            // All that a shape says is one thing where it is not read.
            if USDSceneBuilder.isUnreadShape(type) { return type }
            switch kind {
            case .pseudoRoot: return "layer (\(field))"
            case .prim: return "prim (\(field))"
            case .variantSet: return "variantSet (\(field))"
            case .variant: return "variant (\(field))"
            case .attribute, .relationship:
                let name = "\(type.isEmpty ? "prim" : type).\(name)"
                return field == "default" || field == "targetPaths" ? name : "\(name) (\(field))"
            }
        }

        /// The kind of a residue of such records.
        var residueKind: String {
            if unchosen != nil { return USDShownFacts.variants }
            if isOfOtherSurface { return "shading network" }
            if USDSceneBuilder.isUnreadShape(type) { return Residue.unreadShapeKind }
            switch kind {
            case .pseudoRoot: return "layer metadata"
            case .prim: return "prim metadata"
            case .variantSet, .variant: return "variant metadata"
            case .attribute, .relationship:
                switch field {
                case "default", "targetPaths": return "property"
                case "timeSamples", "spline": return "animation"
                case "connectionPaths": return "connection"
                default: return "property metadata"
                }
            }
        }
    }

    private var entries: [CensusEntry] = []
    private var residues: [Int: Residue] = [:]
    /// The entry of each heading, and of each title.
    private var numbers: [Heading: Int] = [:]
    private var titles: [String: Int] = [:]

    /// The entries by title.
    var census: [CensusEntry] { entries.inOrder { $0.kind < $1.kind } }
    /// What is neither in the scene nor in a diagnostic, by title.
    var residue: [Residue] { residues.values.inOrder { $0.path < $1.path } }

    /// Counts a record.
    ///
    /// - Parameter fate: where it ended up; nil: in the residue.
    mutating func add(_ heading: Heading, _ fate: USDFieldCensus.Fate?) {
        let number = numbers[heading] ?? newNumber(heading)
        entries[number].count += 1
        switch fate {
        case .scene?: entries[number].inScene += 1
        case .diagnostic?: entries[number].inDiagnostics += 1
        case nil:
            entries[number].inResidue += 1
            if residues[number] == nil {
                let (title, kind) = (heading.title, heading.residueKind)
                residues[number] = Residue(
                    path: title, kind: kind, count: 0, shownAs: USDShownFacts.fact(of: title, kind))
            }
            residues[number]?.count += 1
        }
    }

    private mutating func newNumber(_ heading: Heading) -> Int {
        let title = heading.title
        let number = titles[title] ?? entries.count
        if number == entries.count { entries.append(CensusEntry(kind: title, count: 0)) }
        (titles[title], numbers[heading]) = (number, number)
        return number
    }
}
