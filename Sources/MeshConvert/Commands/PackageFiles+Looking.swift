import MeshFormats
import ScanPackages

extension PackageInfo {
    /// Reads the facts about a package and its meshes; nil if the path is not a package.
    package static func found(
        at path: String, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ConvertError) -> PackageInfo? {
        try PackageFiles.look(at: path, options) { (files, reading) throws(ReadError) in
            try PackageInfo(
                try ScanPackage.read(files, options: reading), path: path, options: options, pipeline: pipeline)
        }
    }
}

extension Check {
    /// Checks a package; nil if the path is not a package.
    package static func found(
        at path: String, _ options: ConvertOptions, _ pipeline: Pipeline
    ) throws(ConvertError) -> Check? {
        try PackageFiles.look(at: path, options) { (files, reading) throws(ReadError) in
            try Check(
                try PackageCheck(files, options: reading, work: options.work), path: path, options: options,
                pipeline: pipeline)
        }
    }
}

extension PackageFiles {
    /// Applies `body` to the files of a package; nil if the path is not a package.
    fileprivate static func look<R>(
        at path: String, _ options: ConvertOptions,
        _ body: (PackageFiles, PackageOptions) throws(ReadError) -> R
    ) throws(ConvertError) -> R? {
        guard let files = try found(at: path, options: options) else { return nil }
        let reading = options.packageOptions(lenient: options.reading.lenient)
        return try ConvertError.reading(path) { () throws(ReadError) in try body(files, reading) }
    }
}
