/// A JSON value whose objects keep the order of their keys.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A signed whole number.
    case int(Int64)
    /// An unsigned whole number.
    case uint(UInt64)
    /// A number with a fraction or an exponent. Printed as a string if it is not finite.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values with their keys, in order; a parsed object may repeat a key.
    case object([(String, JSONValue)])
}

extension JSONValue {
    /// The largest whole number that every JSON reader preserves: 2⁵³. Larger ones are printed as strings.
    public static let largestSafeInteger: UInt64 = 1 << 53

    /// A whole number.
    public static func int(_ value: Int) -> JSONValue { .int(Int64(value)) }

    /// The value of the first member with this key, if this is an object that has one.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        // By index: a loop over members would copy each.
        for index in members.indices where members[index].0 == key { return members[index].1 }
        return nil
    }

    /// The value at an index, if this is an array that has it.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The text, if this is one.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The Boolean value, if this is one.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The whole number, if this is one that fits; `1.0` counts.
    public var int: Int64? {
        switch self {
        case .int(let value): value
        case .uint(let value): Int64(exactly: value)
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The number, if this is one.
    public var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The elements, if this is an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members in order, if this is an object.
    public var object: [(String, JSONValue)]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

extension JSONValue: Equatable {
    /// Equal as documents: both print as the same text, so objects need equal keys in equal order and numbers compare
    /// by value. A number that prints as a string, such as one that is not finite, equals that string.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        // Printing uses no recursion, so depth can't exhaust the stack.
        left.bytes() == right.bytes()
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with its keys in the order written.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }
}
