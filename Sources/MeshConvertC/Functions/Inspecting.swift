// Bounds: places for results are compared with NULL.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

import CMeshConv
import MeshBytes
import MeshConvert
import MeshFormats

@c @implementation
public func meshconv_info(
    _ path: UnsafePointer<CChar>?, _ options: OpaquePointer?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("info", options, report, error) { () throws(Failure) in
        let path = try unsafe filePath(path, "a path")
        return Inspection(path) { words, options throws(Failure) in
            let pipeline = Library.pipeline
            // A mesh that is named is shown like a file.
            if options.scanMesh.path == nil, options.reconstruction == nil,
                let info = try Failure.of({ () throws(ConvertError) in
                    try PackageInfo.found(at: path, options, pipeline)
                })
            {
                return (info.json, .done)
            }
            return (info(try document(.path(path), options), path, words), .done)
        }
    }
}

@c @implementation
public func meshconv_scene_info(
    _ scene: OpaquePointer?, _ options: OpaquePointer?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("info", options, report, error) { () throws(Failure) in
        let scene = try unsafe SceneHandle.of(scene, "a scene")
        let document = try scene.finished()
        return Inspection(nil) { words, _ in (info(document, scene.name, words), .done) }
    }
}

@c @implementation
public func meshconv_plan(
    _ path: UnsafePointer<CChar>?, _ target: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("plan", options, report, error) { () throws(Failure) in
        let path = try unsafe filePath(path, "a path")
        let target = unsafe target == nil ? nil : try unsafe filePath(target, "the path of a target")
        return Inspection(path) { words, options throws(Failure) in
            if let package = try words.target.packageVariant(of: path) {
                let settings = try words.packageSettings(options)
                return try outcome { () throws(ConvertError) in
                    try Plan(package: path, to: package, options: settings.options)
                }
            }
            return try plan(.path(path), target, words, options)
        }
    }
}

@c @implementation
public func meshconv_scene_plan(
    _ scene: OpaquePointer?, _ target: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("plan", options, report, error) { () throws(Failure) in
        let scene = try unsafe SceneHandle.of(scene, "a scene")
        let source = Source.document(try scene.finished(), named: scene.name)
        let target = try unsafe optionalText(target, "the name of a target")
        return Inspection(nil) { words, options throws(Failure) in try plan(source, target, words, options) }
    }
}

@c @implementation
public func meshconv_diff(
    _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("diff", options, report, error) { () throws(Failure) in
        let first = try unsafe filePath(first, "the path of the first file")
        let second = try unsafe filePath(second, "the path of the second file")
        return Inspection(first) { words, options throws(Failure) in
            let (a, b) = try DiffWords.documents(first, second, options) { path, options throws(Failure) in
                try document(.path(path), options)
            }
            let diff = Diff(from: a, first, to: b, second, options: try words.diff.options())
            return (diff.json, diff.isEqual ? .done : .differs)
        }
    }
}

@c @implementation
public func meshconv_scene_diff(
    _ first: OpaquePointer?, _ second: OpaquePointer?, _ options: OpaquePointer?,
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("diff", options, report, error) { () throws(Failure) in
        let first = try unsafe SceneHandle.of(first, "the first scene")
        let second = try unsafe SceneHandle.of(second, "the second scene")
        let (a, b) = (try first.finished(), try second.finished())
        return Inspection(nil) { words, _ throws(Failure) in
            let diff = Diff(from: a, first.name, to: b, second.name, options: try words.diff.options())
            return (diff.json, diff.isEqual ? .done : .differs)
        }
    }
}

@c @implementation
public func meshconv_check(
    _ path: UnsafePointer<CChar>?, _ options: OpaquePointer?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("check", options, report, error) { () throws(Failure) in
        let path = try unsafe filePath(path, "a path")
        return Inspection(path) { _, options throws(Failure) in
            let package = try Failure.of { () throws(ConvertError) in
                try Check.found(at: path, options, Library.pipeline)
            }
            if let package { return (package.json, package.hasErrors ? .differs : .done) }
            let check = Check(try document(.path(path), options), path: path, purpose: options.purpose)
            return (check.json, check.hasErrors ? .differs : .done)
        }
    }
}

@c @implementation
public func meshconv_scene_check(
    _ scene: OpaquePointer?, _ options: OpaquePointer?, _ report: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("check", options, report, error) { () throws(Failure) in
        let scene = try unsafe SceneHandle.of(scene, "a scene")
        let document = try scene.finished()
        return Inspection(nil) { _, options in
            let check = Check(document, path: scene.name, purpose: options.purpose)
            return (check.json, check.hasErrors ? .differs : .done)
        }
    }
}

@c @implementation
public func meshconv_formats(
    _ report: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe inspect("formats", nil, report, error) {
        Inspection(nil) { _, _ in (FormatTable(Library.pipeline).json, .done) }
    }
}

/// Something to look at, and what makes its document.
private struct Inspection: Sendable {
    typealias Look = @Sendable (CommandWords, ConvertOptions) throws(Failure) -> (JSONValue, ExitStatus)

    /// The path that errors are about.
    var path: String?
    var look: Look

    init(_ path: String?, _ look: @escaping Look) { (self.path, self.look) = (path, look) }
}

/// Looks at something and hands out the report.
private func inspect(
    _ document: String, _ pointer: OpaquePointer?, _ place: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ prepare: () throws(Failure) -> Inspection
) -> Int32 {
    if let place = unsafe place { unsafe place.pointee = nil }
    return unsafe attempt(error, document) { () throws(Failure) in
        let inspection = try prepare()
        let (json, status) = try Call.run(try unsafe options(pointer), inspection.path) {
            words, options throws(Failure) in try inspection.look(words, options)
        }
        if let place = unsafe place { unsafe place.pointee = ReportHandle(json).retained() }
        return status
    }
}

private func document(_ source: Source, _ options: ConvertOptions) throws(Failure) -> Document {
    try Failure.of { () throws(ConvertError) in try Library.pipeline.document(of: source, options: options) }
}

private func info(_ document: Document, _ path: String, _ words: CommandWords) -> JSONValue {
    Info(document, path: path, pipeline: words.formats ? Library.pipeline : nil, isDigested: words.digest).json
}

private func plan(
    _ source: Source, _ target: String?, _ words: CommandWords, _ options: ConvertOptions
) throws(Failure) -> (JSONValue, ExitStatus) {
    let pipeline = Library.pipeline
    var variants: [String] = []
    for name in try words.target.wanted(pipeline) { variants.append(try pipeline.variant(named: name, for: target)) }
    if let target {
        // Errors in names are found as for a conversion.
        var named = ConvertOptions()
        named.variant = variants.first.map { Variant($0) }
        _ = try pipeline.outputVariant(target, named)
    }
    return try outcome { [variants] () throws(ConvertError) in
        try Plan(of: source, output: target, variants: variants, options: options, pipeline: pipeline)
    }
}

/// Returns a plan. A single target that can't be reached has the status of the conversion.
private func outcome(_ plan: () throws(ConvertError) -> Plan) throws(Failure) -> (JSONValue, ExitStatus) {
    let plan = try Failure.of(plan)
    guard plan.targets.count == 1, let error = plan.targets.first?.error else { return (plan.json, .done) }
    return (plan.json, ExitStatus(error.code))
}

extension Failure {
    /// Runs `body`; its errors become failures.
    static func of<R>(_ body: () throws(ConvertError) -> R) throws(Failure) -> R {
        do throws(ConvertError) { return try body() } catch { throw Failure(error) }
    }
}
