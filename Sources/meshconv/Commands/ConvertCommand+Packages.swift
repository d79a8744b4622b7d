import MeshBytes
import MeshConvert
import ScanPackages

/// Converts scan packages: `meshconv convert scan.zip FOLDER --to raw`.
extension ConvertCommand {
    func performPackage(_ variant: PackageVariant, _ pipeline: Pipeline) throws(Failure) -> ExitStatus {
        let names = (outDir == nil ? paths : []) + [output].compactMap(\.self)
        guard names.count == 2, let source = names.first, let output = names.last else {
            throw Failure(
                usage: "expected a package and a folder or NAME.zip to write, found "
                    + (outDir == nil ? Texts.names(names.count) : "--out-dir"))
        }
        guard !verify, !ifChanged, !keep else {
            let option = verify ? "--verify" : ifChanged ? "--if-changed" : "--keep"
            throw Failure(usage: "expected options that packages have, found \(option)")
        }
        var settings = try PackageSettings(
            try input.options(pipeline), from: input.from, lenient: input.lenient, purpose: target.purpose,
            settings: target.settings)
        // Both may be archives that a pattern found.
        let isProtected = self.output == nil && !force && Input.isFile(source) && Input.isFile(output)
        try settings.apply(strictness, noClobber: noClobber || isProtected, hashes: common.json || report != nil)
        return try PackageRun(
            source: source, output: output, variant: variant, options: settings.options, report: report,
            noClobber: noClobber, protection: isProtected ? .sameFormat : .none, common: common
        ).perform()
    }
}
