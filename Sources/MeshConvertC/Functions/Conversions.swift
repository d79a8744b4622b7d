// Bounds: places for results are compared with NULL.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

import CMeshConv
import MeshBytes
import MeshConvert
import MeshFormats

@c @implementation
public func meshconv_convert(
    _ source: UnsafePointer<CChar>?, _ target: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe convert(options, report, error) { () throws(Failure) in
        let source = try unsafe filePath(source, "the path of a source")
        return Conversion(.path(source), path: source, to: try unsafe filePath(target, "the path of a target"))
    }
}

@c @implementation
public func meshconv_convert_bytes(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ sourceName: UnsafePointer<CChar>?,
    _ targetName: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe convert(options, report, error) { () throws(Failure) in
        let name = try unsafe text(sourceName, "the name of a source")
        let source = Source.bytes(try unsafe copied(bytes, size, "a source"), named: name)
        return Conversion(source, toBytes: try unsafe text(targetName, "the name of a target"))
    }
}

@c @implementation
public func meshconv_write(
    _ scene: OpaquePointer?, _ target: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe convert(options, report, error) { () throws(Failure) in
        let scene = try unsafe SceneHandle.of(scene, "a scene")
        let source = Source.document(try scene.finished(), named: scene.name)
        return Conversion(source, to: try unsafe filePath(target, "the path of a target"))
    }
}

@c @implementation
public func meshconv_write_bytes(
    _ scene: OpaquePointer?, _ targetName: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe convert(options, report, error) { () throws(Failure) in
        let scene = try unsafe SceneHandle.of(scene, "a scene")
        let source = Source.document(try scene.finished(), named: scene.name)
        return Conversion(source, toBytes: try unsafe text(targetName, "the name of a target"))
    }
}

/// A source and a target.
private struct Conversion: Sendable {
    var source: Source
    /// The path of the source; nil: it is in memory.
    var path: String?
    var target: Target
    var isInMemory: Bool

    /// Creates a conversion to a file.
    init(_ source: Source, path: String? = nil, to target: String) {
        (self.source, self.path, self.target, isInMemory) = (source, path, .path(target), false)
    }

    /// Creates a conversion to memory.
    init(_ source: Source, toBytes name: String) {
        (self.source, path, target, isInMemory) = (source, nil, .data(named: name), true)
    }

    /// What became of it: a report, or an error with the document that the command would have written, or both.
    struct Outcome: Sendable {
        var report: Report?
        var error: ConvertError?
        var document: JSONValue
    }

    func perform(_ words: CommandWords, _ options: ConvertOptions) throws(Failure) -> Outcome {
        if let package = try words.target.packageVariant(of: path) {
            guard let path, !isInMemory else {
                throw Failure(usage: "expected a path to read and one to write a package, found bytes or a scene")
            }
            let settings = try words.packageSettings(options)
            var named = settings.options.common
            named.variant = Variant(package.rawValue)
            return try outcome(named) { () throws(ConvertError) in
                try convertPackage(path, to: target.name, as: package, options: settings.options)
            }
        }
        guard !words.strict.requirePrivacy else {
            throw Failure(
                usage: "expected --to with a package beside --require-privacy, found no package to write")
        }
        let variant = try words.target.wanted(Library.pipeline).first
        var named = ConvertOptions()
        named.variant = variant.map { Variant($0) }
        _ = try Library.pipeline.outputVariant(target.name, named)
        var options = options
        options.variant = named.variant
        return try outcome(options) { [options] () throws(ConvertError) in
            try Library.pipeline.convert(source, to: target, options: options)
        }
    }

    private func outcome(
        _ options: ConvertOptions, _ convert: () throws(ConvertError) -> Report
    ) throws(Failure) -> Outcome {
        do throws(ConvertError) {
            let report = try convert()
            return Outcome(report: report, document: report.json)
        } catch {
            // The call knows who cancelled it.
            if error.isCancelled { throw Failure(error) }
            let document = error.advised.json(input: source.name, output: target.name, options: options)
            switch error {
            case .refused(let report), .unverified(let report):
                return Outcome(report: report, error: error, document: document)
            default: return Outcome(error: error, document: document)
            }
        }
    }
}

/// Runs a conversion and hands out its report, also where it was refused.
private func convert(
    _ pointer: OpaquePointer?, _ place: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ prepare: () throws(Failure) -> Conversion
) -> Int32 {
    if let place = unsafe place { unsafe place.pointee = nil }
    var document: JSONValue?
    return unsafe attempt(error, known: { document }) { () throws(Failure) in
        let conversion = try prepare()
        let outcome = try Call.run(try unsafe options(pointer), conversion.path) { words, options throws(Failure) in
            try conversion.perform(words, options)
        }
        document = outcome.document
        if let place = unsafe place, let report = outcome.report {
            unsafe place.pointee = ReportHandle(report, outcome.document).retained()
        }
        if let error = outcome.error { throw Failure(error) }
        return .done
    }
}
