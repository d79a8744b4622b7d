import ArgumentParser
import MeshConvert

/// Options for the mesh of a package, of a folder or of an archive, for commands that only look at it.
struct MeshOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Which of several models to use, as mesh=NAME; and other settings for scans.",
            valueName: "option=value"))
    var settings: [String] = []

    /// Applies the settings to options.
    func apply(to options: inout ConvertOptions) throws(Failure) {
        for setting in settings {
            let (name, value) = try TargetWords.setting(setting)
            let known = ScanMeshSettings.known
            guard let setting = known.first(where: { $0.name == name }) else {
                throw Failure.unexpected("--set", name, known.map(\.name))
            }
            try setting.apply(value, to: &options.scanMesh)
        }
    }
}
