// Bounds: places for results are compared with NULL.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

import CMeshConv
import MeshConvert
import MeshFormats

@c @implementation
public func meshconv_read(
    _ path: UnsafePointer<CChar>?, _ options: OpaquePointer?, _ scene: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe read(options, scene, error) { () throws(Failure) in
        let path = try unsafe filePath(path, "the path of a source")
        return (.path(path), path)
    }
}

@c @implementation
public func meshconv_read_bytes(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ name: UnsafePointer<CChar>?, _ options: OpaquePointer?,
    _ scene: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe read(options, scene, error) { () throws(Failure) in
        let name = try unsafe text(name, "the name of a source")
        return (.bytes(try unsafe copied(bytes, size, "a source"), named: name), nil)
    }
}

private func read(
    _ pointer: OpaquePointer?, _ scene: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ prepare: () throws(Failure) -> (Source, path: String?)
) -> Int32 {
    if let scene = unsafe scene { unsafe scene.pointee = nil }
    return unsafe attempt(error) { () throws(Failure) in
        let scene = try unsafe place(scene, "a scene")
        let (source, path) = try prepare()
        let document = try Call.run(try unsafe options(pointer), path) { _, options throws(Failure) in
            try Failure.of { () throws(ConvertError) in
                try Library.pipeline.document(of: source, options: options)
            }
        }
        unsafe scene.pointee = SceneHandle(document, named: source.name).retained()
        return .done
    }
}

@c @implementation
public func meshconv_scene_new() -> OpaquePointer? { unsafe SceneHandle().retained() }

@c @implementation
public func meshconv_scene_free(_ scene: OpaquePointer?) { unsafe SceneHandle.free(scene) }
