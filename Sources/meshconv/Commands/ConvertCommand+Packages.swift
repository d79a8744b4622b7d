import MeshBytes
import MeshConvert
import ScanPackages

/// Converts scan packages: `meshconv convert scan.zip FOLDER --to raw`.
extension ConvertCommand {
    func performPackage(_ variant: PackageVariant, _ pipeline: Pipeline) throws(Failure) -> ExitStatus {
        guard inputs.isEmpty || !paths.isEmpty || files.output != nil else {
            throw Failure(usage: "no output is named; add a folder or NAME.zip")
        }
        let names = (files.outDir == nil ? inputs + paths : []) + [files.output].compactMap(\.self)
        if let option = input.words.ofShape ?? target.words.ofShape ?? html.map({ _ in "--html" }) {
            throw Failure(usage: "expected a file for the shape beside \(option), found a package to write")
        }
        if dryRun, let source = names.first {
            return try PlanRun(
                path: source, output: names.count > 1 ? names[1] : nil, variants: [], package: variant, target: target,
                strict: strictness.words, input: input, common: common, pipeline: pipeline
            ).perform()
        }
        guard names.count == 2, let source = names.first, let output = names.last else {
            throw Failure(
                usage: "expected a package and a folder or NAME.zip to write, found "
                    + (files.outDir == nil ? Texts.names(names.count) : "--out-dir"))
        }
        try Failure.refuseUnnamed(output)
        guard !verify, !files.ifChanged, !files.keep else {
            let option = verify ? "--verify" : files.ifChanged ? "--if-changed" : "--keep"
            throw Failure(usage: "expected options that packages have, found \(option)")
        }
        var settings = try PackageSettings(
            try input.options(pipeline), from: input.from, lenient: input.lenient, purpose: target.purpose,
            settings: target.settings)
        // Both may be archives that a pattern found.
        let isProtected = files.output == nil && !files.force && Input.isFile(source) && Input.isFile(output)
        try settings.apply(
            strictness.words, noClobber: files.noClobber || isProtected, hashes: common.json || report != nil)
        return try PackageRun(
            source: source, output: output, variant: variant, options: settings.options, report: report,
            noClobber: files.noClobber, protection: isProtected ? .sameFormat : .none, common: common
        ).perform()
    }
}
