// Bounds: indices are compared with the list; bytes are copied by the size that the caller states.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

public import CMeshConv
import MeshConvert
import MeshFormats

@c @implementation
public func meshconv_options_new() -> OpaquePointer? { unsafe OptionsHandle().retained() }

@c @implementation
public func meshconv_options_copy(_ options: OpaquePointer?) -> OpaquePointer? {
    unsafe (OptionsHandle.found(options)?.copy() ?? OptionsHandle()).retained()
}

@c @implementation
public func meshconv_options_free(_ options: OpaquePointer?) { unsafe OptionsHandle.free(options) }

@c @implementation
public func meshconv_options_set(
    _ options: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let options = try unsafe OptionsHandle.of(options, "options")
        let option = try NamedOption.named(try unsafe text(name, "the name of an option"))
        let value = try unsafe text(value, "a value of \(option.name)")
        try options.change { settings throws(Failure) in try option.set(value, in: &settings.words) }
        return .done
    }
}

@c @implementation
public func meshconv_option_name(_ index: Int) -> UnsafePointer<CChar>? {
    guard NamedOption.all.indices.contains(index) else { return nil }
    return unsafe Library.texts.pointer(NamedOption.all[index].name)
}

@c @implementation
public func meshconv_option_kind(_ index: Int) -> UnsafePointer<CChar>? {
    guard NamedOption.all.indices.contains(index) else { return nil }
    return unsafe Library.texts.pointer(NamedOption.all[index].kind.rawValue)
}

@c @implementation
public func meshconv_options_add_file(
    _ options: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ bytes: UnsafeRawPointer?, _ size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let options = try unsafe OptionsHandle.of(options, "options")
        let name = try unsafe text(name, "the name of a file")
        let copy = try unsafe copied(bytes, size, "the file")
        try options.change { $0.files[name] = .bytes(copy) }
        return .done
    }
}

@c @implementation
public func meshconv_options_set_progress(
    _ options: OpaquePointer?, _ progress: meshconv_progress?, _ context: UnsafeMutableRawPointer?
) {
    guard let options = unsafe OptionsHandle.found(options) else { return }
    let callback = unsafe progress.map { unsafe ProgressCallback(function: $0, context: context) }
    try? options.change { $0.progress = callback }
}

@c @implementation
public func meshconv_cancel(_ options: OpaquePointer?) { unsafe OptionsHandle.found(options)?.cancel() }
