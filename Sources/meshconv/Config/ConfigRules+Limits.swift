import MeshConvert
import MeshFormats

/// The limits of `--limit`, which the file may have below the usual ones.
extension ConfigRules {
    /// What the file may give for a limit.
    static func value(of limit: Limits.Name) -> ConfigValue {
        limit.isByteCount ? .text { word throws(Failure) in _ = try limit.value(word) } : .count
    }

    /// Whether a limit is below all that hold without it; others are not used.
    static func isTighter(_ name: String?, _ word: String) -> Bool {
        guard let limit = name.flatMap(Limits.Name.init(rawValue:)), let value = try? limit.value(word) else {
            return false
        }
        return value < limit.strictestUsual
    }
}
