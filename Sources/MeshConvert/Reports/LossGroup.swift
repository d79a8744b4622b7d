public import MeshFormats
import MeshModel

/// Losses that people count as one: those with the same name, or of many things of one kind.
public struct LossGroup: Sendable, Hashable {
    /// A number of elements and their kind.
    public struct Amount: Sendable, Hashable {
        /// The number of elements.
        public var count: Int
        /// The kind of elements, in the plural: `vertices`.
        public var unit: String
    }

    /// The losses, in the order of the report; never empty.
    public let losses: [Loss]
    /// The name for people.
    public let name: String
    /// The severity.
    public let severity: Loss.Severity
    /// How much it matters to people.
    public let rank: Loss.Rank
    /// The affected elements, one entry per unit.
    public let amounts: [Amount]

    /// The cause, if all losses have the same one; else that of the first.
    public var cause: String { losses.first?.cause ?? "" }
    /// The remedy, if all losses have the same one.
    public var remedy: Remedy? {
        guard let first = losses.first?.remedy, losses.allSatisfy({ $0.remedy == first }) else { return nil }
        return first
    }

    /// Whether it is about files that the source itself lacks.
    package var isMissing: Bool { losses.first?.code == .textureMissing || losses.first?.code == .referenceMissing }

    /// Whether the file has it, but other programs show something else.
    package var isUnseen: Bool { losses.contains(where: \.isUnseen) }

    private init(_ losses: [Loss], _ first: Loss) {
        self.losses = losses
        name = Self.name(of: losses, first)
        (severity, rank) = (first.severity, first.rank)
        var amounts: [Amount] = []
        for loss in first.code == .colorBaked ? [first] : losses {
            if let index = amounts.firstIndex(where: { $0.unit == loss.unit }) {
                amounts[index].count += loss.count
            } else {
                amounts.append(Amount(count: loss.count, unit: loss.unit))
            }
        }
        self.amounts = amounts
    }

    /// Groups losses, in the order of the report: worst first.
    public static func groups(of losses: [Loss]) -> [LossGroup] {
        struct Key: Hashable {
            var name: String
            var severity: Loss.Severity
            var rank: Loss.Rank
        }
        var order: [Key] = []
        var members: [Key: [Loss]] = [:]
        for loss in losses {
            let key = Key(name: kind(of: loss) ?? loss.name, severity: loss.severity, rank: loss.rank)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(loss)
        }
        return order.compactMap { key in
            members[key].flatMap { losses in losses.first.map { LossGroup(losses, $0) } }
        }
    }

    // MARK: Things of one kind

    /// The kind of thing of which many are one group, in the plural; nil: it goes by its name.
    private static func kind(of loss: Loss) -> String? {
        switch loss.code {
        case .nativeUnmapped: loss.rank == .data && loss.unit == "entries" ? "format-specific settings" : nil
        case .nameDropped, .nameChanged: "names"
        case .metadataDropped: "entries of metadata"
        case .materialDropped, .materialApproximated, .materialChanged: "materials"
        case .textureDropped, .textureMissing: loss.subject.hasPrefix("/images/") ? "images" : "textures"
        // Frames of a scan are left out for reasons that their names tell.
        case .cameraDropped: loss.unit == "frames" ? nil : "cameras"
        case .lightDropped: "lights"
        case .tableDropped: "tables"
        case .colorBaked: paintedTexture
        case .attributeDropped: SplatNames.isName(loss.name) ? "values of splats" : nil
        default: nil
        }
    }

    /// The image, material and texture coordinates that show painted colours.
    private static let paintedTexture = "painted texture"

    private static func name(of losses: [Loss], _ first: Loss) -> String {
        if first.code == .colorBaked { return paintedTexture }
        let names = Set(losses.map(\.name))
        guard let kind = kind(of: first) else { return first.name }
        if names.count > 1, kind == "names" {
            return "\(PlainNumbers.grouped(losses.reduce(0) { $0 + $1.count })) \(kind)"
        }
        if names.count > 1 { return "\(PlainNumbers.grouped(names.count)) \(kind)" }
        if first.code == .materialApproximated, first.severity == .dropped {
            let count = losses.reduce(0) { $0 + $1.count }
            return "\(PlainNumbers.grouped(count)) \(CountedNoun.text(count, "settings")) of \(first.name)"
        }
        let isAboutName = first.code == .nameDropped || first.code == .nameChanged
        return isAboutName && !first.name.hasPrefix("name") ? "name of \(first.name)" : first.name
    }
}
