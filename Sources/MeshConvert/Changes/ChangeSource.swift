import MeshFormats
import MeshModel
import ScanPackages

/// One of two scans: what it shows, and its depth frames if it has any.
struct ChangeSource {
    let name: String
    let scene: MeshScene
    let byteCount: Int
    /// Its package; nil: a file, or a package without depth.
    let package: ScanPackage?

    init(_ source: Source, _ conversion: ConvertOptions, _ pipeline: Pipeline) throws(ConvertError) {
        name = source.name
        var conversion = conversion
        var package: ScanPackage?
        if case .path(let path) = source.kind, let files = try PackageFiles.found(at: path, options: conversion) {
            package = try ConvertError.reading(path) { () throws(ReadError) in
                try ScanPackage.read(files, options: conversion.packageOptions(lenient: true, pipeline.formats))
            }
        } else {
            // Files have their shape.
            conversion.reconstruction = nil
        }
        let document = try pipeline.document(of: source, options: conversion)
        (scene, byteCount) = (document.scene, document.byteCount)
        self.package = package?.frames.contains { $0.depthPath != nil } == true ? package : nil
    }

    /// What was assumed of it.
    var remarks: [String] {
        var remarks: [String] = []
        if scene.metersPerUnit == nil { remarks.append("\(name) defines no unit; metres are assumed") }
        if scene.upAxis == nil { remarks.append("\(name) doesn't define which way is up; Y is assumed") }
        return remarks
    }

    /// From the scene's frame to metres with +Y up.
    var toMeters: Affine {
        let unit = scene.metersPerUnit ?? 1
        let scale = unit > 0 && unit.isFinite ? unit : 1
        var frame = Affine()
        frame.x *= scale
        frame.y = scene.upAxis == .z ? SIMD3(0, 0, scale) : SIMD3(0, scale, 0)
        frame.z = scene.upAxis == .z ? SIMD3(0, -scale, 0) : SIMD3(0, 0, scale)
        return frame
    }
}
