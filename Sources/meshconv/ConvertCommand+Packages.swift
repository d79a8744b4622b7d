import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// Scan packages: `meshconv convert scan.zip FOLDER --to raw`.
extension ConvertCommand {
    /// What kind of package is asked for; nil: none is. A purpose that is about packages is so for packages only.
    func packageVariant() throws(Failure) -> PackageVariant? {
        let named = target.variants.compactMap { PackageVariant(rawValue: $0) }
        let purpose = target.purpose.flatMap(Purpose.named)?.packageVariant
        guard !named.isEmpty || purpose != nil && paths.first.map(Self.mayBePackage) == true else { return nil }
        guard target.variants.count <= 1, named.count == target.variants.count else {
            throw Failure(
                usage: "expected one --to for a package, found \(target.variants.joined(separator: " and "))")
        }
        return named.first ?? purpose
    }

    /// Whether a path is anything but a file that is no archive.
    private static func mayBePackage(_ path: String) -> Bool {
        guard Input.isFile(path), let input = try? Input.file(path), let start = try? input.read(0..<2) else {
            return true
        }
        return start == [0x50, 0x4B]
    }

    /// Converts a package.
    func performPackage(_ variant: PackageVariant, _ pipeline: Pipeline) throws(Failure) -> ExitStatus {
        guard paths.count == 2, outDir == nil, let source = paths.first, let output = paths.last else {
            throw Failure(
                usage: "expected a package and a folder or NAME.zip to write, found "
                    + (outDir == nil ? Texts.names(paths.count) : "--out-dir"))
        }
        guard !verify, !ifChanged, !keep else {
            let option = verify ? "--verify" : ifChanged ? "--if-changed" : "--keep"
            throw Failure(usage: "expected options that packages have, found \(option)")
        }
        var input = self.input
        input.from = nil
        var settings = try PackageSettings(
            try input.options(pipeline), from: self.input.from, lenient: self.input.lenient, purpose: target.purpose,
            settings: target.settings)
        settings.options.common.replacesExisting = !noClobber
        settings.options.common.hashes = common.json || report != nil
        try strictness.apply(to: &settings.options.common)
        return try PackageRun(
            source: source, output: output, variant: variant, options: settings.options, report: report,
            noClobber: noClobber, common: common
        ).perform()
    }
}
