/// A difference between a scene and the same scene after a conversion.
public struct Difference: Hashable, Sendable {
    /// The aspect of a thing that differs.
    public enum Facet: String, Sendable, Hashable, CaseIterable {
        /// It is missing.
        case presence
        /// It has other values.
        case value
        /// Its values are equal but stored as another type or in another form.
        case type
        /// It has another order.
        case order
        /// Other corners share a vertex or a value.
        case sharing
        /// It has another name, or none.
        case names
        /// The source does not have it.
        case generated
    }

    /// The size of a difference of values, for the facet `value`.
    public enum ValueClass: String, Sendable, Hashable {
        /// Within the rounding that the precision rules allow.
        case rounded
        /// Beyond that rounding.
        case approximated
    }

    /// The aspect that differs.
    public var facet: Facet
    /// A path in the source scene, or in the target scene for generated things.
    public var subject: String
    /// The number of elements (vertices, corners, rows, entries) that differ.
    public var count: Int
    /// For values: the size of the difference.
    public var valueClass: ValueClass?
    /// For values: the largest distance, in the attribute's own unit.
    public var largestError: Double?

    /// Creates a difference.
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
