public import MeshBytes
public import MeshModel

/// How a scene stores the numbers of an attribute, and how they are to be understood: what origin records keep of it.
public struct OriginForm: Sendable, Hashable {
    /// The type of the numbers.
    public var type: ScalarType
    /// Whether integers stand for fractions of their largest value.
    public var isNormalized: Bool
    /// The frame.
    public var frame: Frame
    /// The number of decimals to which fractions of 255 were rounded; nil: they were not, or are none.
    package var decimals: Int?

    /// A form from its parts.
    public init(type: ScalarType, isNormalized: Bool = false, frame: Frame) {
        self.type = type
        self.isNormalized = isNormalized
        self.frame = frame
    }

    /// The form that an attribute has.
    public init(of attribute: Attribute) {
        self.init(type: attribute.values.type, isNormalized: attribute.normalized, frame: attribute.frame)
    }

    // MARK: JSON

    /// The members of a record that say the form; those of the frame that are as usual are left out.
    public func members(usual: Frame = .plain) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("type", .string(type.name))]
        members.add("normalized", isNormalized)
        func add(_ name: String, _ word: String?, _ usual: String?) {
            if let word, word != usual { members.append((name, .string(word))) }
        }
        add("colorSpace", frame.colorSpace?.rawValue, usual.colorSpace?.rawValue)
        add("uvOrigin", frame.uvOrigin?.rawValue, usual.uvOrigin?.rawValue)
        add("encoding", frame.encoding.rawValue, usual.encoding.rawValue)
        add("quaternionOrder", frame.quaternionOrder?.rawValue, nil)
        if frame.scale != 1 { members.append(("scale", .number(frame.scale))) }
        if let decimals { members.append(("decimals", .int(decimals))) }
        return members
    }

    /// Creates a form from members of a record; nil if they name no type.
    ///
    /// - Parameters:
    ///   - json: the members.
    ///   - encoding: the encoding if they name none.
    public init?(json: JSONValue, encoding: Frame.Encoding = .linear) {
        guard let type = json["type"]?.string.flatMap(ScalarType.init(name:)) else { return nil }
        self.init(
            type: type, isNormalized: json["normalized"]?.bool ?? false,
            frame: Frame(
                colorSpace: json["colorSpace"]?.string.flatMap(Frame.ColorSpace.init(rawValue:)),
                uvOrigin: json["uvOrigin"]?.string.flatMap(Frame.UVOrigin.init(rawValue:)),
                encoding: json["encoding"]?.string.flatMap(Frame.Encoding.init(rawValue:)) ?? encoding,
                quaternionOrder: json["quaternionOrder"]?.string.flatMap(Frame.QuaternionOrder.init(rawValue:))))
        if let scale = json["scale"]?.number, scale.isFinite, scale > 0 { frame.scale = scale }
        decimals = json["decimals"]?.index.flatMap { DecimalCodes.usual.contains($0) ? $0 : nil }
    }
}
