/// A target or setting that keeps what is lost. The command line shows it as what to type, an app in its own words.
///
/// A remedy only promises that the same loss does not happen there. Conformance tries every remedy that a report names.
public enum Remedy: Hashable, Sendable {
    /// A file with this extension, without the dot: `ply`.
    case ending(String)
    /// Another value of a setting.
    case setting(Setting, String)
    /// Any format that keeps this. Only the plan of a single format has it: a route names the format.
    case format(keeping: Feature)

    /// A variant by name: `stl.ascii`.
    public static func variant(_ id: String) -> Remedy { .setting(.variant, id) }

    /// A value of a format's option.
    public static func option(_ name: String, _ value: String) -> Remedy { .setting(.option, "\(name)=\(value)") }

    /// Returns the remedy with the first of the formats that keeps what is lost; nil if none does.
    public func named(among formats: [any Format]) -> Remedy? {
        guard case .format(let feature) = self else { return self }
        return formats.lazy.compactMap { $0.remedy(for: feature) }.first
    }
}

extension Remedy: CustomStringConvertible {
    /// The extension or the setting by name: `.ply`, `variant stl.ascii`.
    public var description: String {
        switch self {
        case .ending(let ending): ".\(ending)"
        case .setting(let setting, let value): "\(setting.rawValue) \(value)"
        case .format: "another format"
        }
    }
}
