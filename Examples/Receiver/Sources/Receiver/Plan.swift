import Foundation

/// What an upload holds, as `meshconv info --json` says.
struct Contents: Equatable {
    /// Whether it is a scan package; else it is a model.
    var isPackage = false
    var images = 0
    var depth = 0
    var poses = 0
    var meshes = 0

    /// Reads the document. What it doesn't say counts as none.
    init(json: Data) {
        let document = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any]
        guard let package = document?["package"] as? [String: Any] else { return }
        isPackage = true
        images = package["images"] as? Int ?? 0
        depth = package["depth"] as? Int ?? 0
        poses = package["poses"] as? Int ?? 0
        meshes = (package["meshes"] as? [Any])?.count ?? 0
    }
}

/// One conversion.
struct Step: Equatable {
    let target: String
    /// The name of the file that it makes.
    let file: String
    let words: [String]
}

/// Which conversions an upload gets: those of the targets for which it has what they need.
enum Plan {
    /// The layouts of packages, which hold frames; every other target holds a model.
    static let layouts: Set = ["scan4d", "polycam", "polycam-keyframes", "raw", "colmap", "colmap-binary"]
    /// Those of them that are nothing without poses.
    private static let posed: Set = ["polycam-keyframes", "raw"]

    /// | the upload holds | models (glb …) | colmap, polycam | raw, polycam-keyframes | scan4d |
    /// |---|---|---|---|---|
    /// | a model | yes | no | no | no |
    /// | a package with a mesh | its mesh | if it has pictures | if these have poses | yes |
    /// | depth and poses | reconstructed | if it has pictures | if these have poses | yes |
    /// | pictures only | no | yes | no | yes |
    /// | none of these | no | no | no | yes |
    static func steps(for contents: Contents, targets: [String]) -> [Step] {
        targets.compactMap { target in
            if layouts.contains(target) {
                guard contents.isPackage, target == "scan4d" || contents.images > 0 else { return nil }
                if posed.contains(target), contents.poses == 0 { return nil }
                return Step(target: target, file: target + ".zip", words: ["--to", target])
            }
            let variant = target.split(separator: ".").first.map(String.init) ?? target
            let file = target == variant ? "model.\(variant)" : "model-\(target).\(variant)"
            let step = Step(target: target, file: file, words: ["--to", target])
            if !contents.isPackage || contents.meshes > 0 { return step }
            guard contents.depth > 0, contents.poses > 0 else { return nil }
            return Step(target: target, file: file, words: step.words + ["--reconstruct", "tsdf"])
        }
    }
}
