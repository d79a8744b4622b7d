// Bounds: texts belong to the error's handle.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

import CMeshConv
import MeshBytes
import MeshConvert

@c @implementation
public func meshconv_version() -> UnsafePointer<CChar>? { unsafe Library.texts.pointer(Tool.version) }

@c @implementation
public func meshconv_abi() -> Int32 { MESHCONV_ABI }

@c @implementation
public func meshconv_error_status(_ error: OpaquePointer?) -> Int32 {
    (unsafe ErrorHandle.found(error)?.failure.status ?? .done).rawValue
}

@c @implementation
public func meshconv_error_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let error = unsafe ErrorHandle.found(error) else { return nil }
    return unsafe error.texts.pointer(error.failure.code)
}

@c @implementation
public func meshconv_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let error = unsafe ErrorHandle.found(error) else { return nil }
    return unsafe error.texts.pointer(error.failure.message.shownFileName)
}

@c @implementation
public func meshconv_error_path(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let error = unsafe ErrorHandle.found(error) else { return nil }
    return unsafe error.texts.pointer(path: error.failure.path)
}

@c @implementation
public func meshconv_error_place(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let error = unsafe ErrorHandle.found(error), error.failure.location != .whole else { return nil }
    return unsafe error.texts.pointer(error.failure.location.text.shownFileName)
}

@c @implementation
public func meshconv_error_json(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let error = unsafe ErrorHandle.found(error) else { return nil }
    return unsafe error.texts.pointer(error.document.text(.pretty))
}

@c @implementation
public func meshconv_error_free(_ error: OpaquePointer?) { unsafe ErrorHandle.free(error) }
