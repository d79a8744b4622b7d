/// A shape that a mesh can change to: the differences of vertex attributes are attributes of its vertex sets, named by
/// ``AttributeSemantic/target(_:_:)``.
///
/// An attribute of a vertex becomes its value plus the sum, over all targets, of weight × difference, before joints move
/// it. A set without differences for a target doesn't change with it. Weights are free: they may be negative, or above 1.
public struct MorphTarget: Sendable, Hashable {
    /// The name as the source has it.
    public var name: String?
    /// The weight at rest, unless a node has its own.
    public var weight: Double

    /// Creates a target.
    public init(name: String? = nil, weight: Double = 0) {
        self.name = name
        self.weight = weight
    }
}

extension AttributeSemantic {
    /// The differences of an attribute for a target of the mesh: `TARGET_0:POSITION`.
    public static func target(_ target: Int, _ base: AttributeSemantic) -> Self {
        Self(name: "\(targetPrefix)\(target):\(base.name)")
    }

    /// The target and the attribute whose differences the values are; nil: they are not of a target.
    public var ofTarget: (target: Int, base: AttributeSemantic)? {
        guard name.hasPrefix(Self.targetPrefix), let colon = name.firstIndex(of: ":") else { return nil }
        let digits = name[..<colon].dropFirst(Self.targetPrefix.count)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let target = Int(digits) else { return nil }
        return (target, Self(name: String(name[colon...].dropFirst())))
    }

    private static let targetPrefix = "TARGET_"
}

extension Attribute {
    /// Whether the values are differences of a morph target that are all 0: without them it is the same.
    package var changesNothing: Bool {
        guard semantic.ofTarget != nil else { return false }
        return values.blocks(of: Double.self).allSatisfy { $0.values.allSatisfy { $0 == 0 } }
    }
}
