/// What differs between a scene and the same scene after a conversion, found by looking at both.
public struct Difference: Hashable, Sendable {
    /// Which side of a thing differs.
    public enum Facet: String, Sendable, Hashable, CaseIterable {
        /// It is not there any more.
        case presence
        /// It is there with other values.
        case value
        /// Its values are equal and stored as another type or in another form.
        case type
        /// It is there in another order.
        case order
        /// Which corners share a vertex or a value changed.
        case sharing
        /// It is there under another name, or without one.
        case names
        /// The source does not have it.
        case generated
    }

    /// How far values are apart, for the facet `value`.
    public enum ValueClass: String, Sendable, Hashable {
        /// Within the rounding that the precision rules allow.
        case rounded
        /// Further.
        case approximated
    }

    /// Which side of the thing differs.
    public var facet: Facet
    /// The thing: a path in the source scene, in the target scene for generated things.
    public var subject: String
    /// How many elements (vertices, corners, rows, entries) differ.
    public var count: Int
    /// For values: how far.
    public var valueClass: ValueClass?
    /// For values: the largest distance, in the attribute's own unit.
    public var largestError: Double?

    /// A difference from its parts.
    public init(
        _ facet: Facet, _ subject: String, count: Int, valueClass: ValueClass? = nil, largestError: Double? = nil
    ) {
        self.facet = facet
        self.subject = subject
        self.count = count
        self.valueClass = valueClass
        self.largestError = largestError
    }
}
