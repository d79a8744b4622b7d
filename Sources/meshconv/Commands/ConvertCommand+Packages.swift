import MeshConvert
import ScanPackages

/// Converts scan packages: `meshconv convert scan.zip FOLDER --to raw`.
extension ConvertCommand {
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
        var settings = try PackageSettings(
            try input.options(pipeline), from: input.from, lenient: input.lenient, purpose: target.purpose,
            settings: target.settings)
        try settings.apply(strictness, noClobber: noClobber, hashes: common.json || report != nil)
        return try PackageRun(
            source: source, output: output, variant: variant, options: settings.options, report: report,
            noClobber: noClobber, common: common
        ).perform()
    }
}
