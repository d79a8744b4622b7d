package import MeshFormats

// What the command line takes for settings and remedies. Reports show it too; an app may show words of its own.

extension Setting {
    /// The option of the command line.
    fileprivate var flag: String {
        switch self {
        case .variant: "--to"
        case .option: "--set"
        case .weld: "--weld"
        case .normals: "--normals"
        case .unit: "--units"
        case .upAxis: "--up"
        case .targetUnit: "--units-out"
        case .targetUpAxis: "--up-out"
        case .variantChoice: "--variant"
        case .addition: "--add"
        case .time: "--time"
        case .clip: "--clip"
        case .strictness: "--strict"
        case .purpose: "--for"
        case .reconstruction: "--reconstruct"
        case .limit: "--limit"
        }
    }
}

extension Remedy {
    /// What to type, behind the name of the input: `.ply`, `--to ply.ascii`.
    package var typed: String? {
        switch self {
        case .ending(let ending): ".\(ending)"
        case .setting(let setting, let value): "\(setting.flag) \(value)"
        case .format: nil
        }
    }
}

extension Remedy {
    /// What to do, for people: `to keep them, write .ply`, `to keep it: --weld none`.
    ///
    /// - Parameters:
    ///   - name: what is lost or added.
    ///   - isAdded: whether it was added.
    package func words(for name: String, isAdded: Bool = false) -> String? {
        guard let typed else { return nil }
        let aim =
            "\(isAdded ? "to leave" : "to keep") \(CountedNoun.isPlural(name) ? "them" : "it")\(isAdded ? " out" : "")"
        if case .ending = self { return "\(aim), write \(typed)" }
        return "\(aim): \(typed)"
    }
}

extension Wording {
    /// The text, with settings as they are typed.
    package var typed: String { spelled { setting, value in value.map { "\(setting.flag) \($0)" } ?? setting.flag } }
}
