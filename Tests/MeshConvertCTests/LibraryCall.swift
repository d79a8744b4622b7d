import CMeshConv
import Foundation

/// Calls of the C library with Swift's values.
enum LibraryCall {
    /// Calls a function that can fail. Returns its status, and the code, place and message of its error.
    static func run(
        _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) -> (status: Int32, code: String?, place: String?, message: String?) {
        var error: OpaquePointer?
        let status = unsafe body(&error)
        defer { unsafe meshconv_error_free(error) }
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { unsafe pointer.map { unsafe String(cString: $0) } }
        return unsafe (
            status, text(meshconv_error_code(error)), text(meshconv_error_place(error)),
            text(meshconv_error_message(error))
        )
    }

    /// Reads bytes as a file and lends the scene.
    static func withScene<R>(_ bytes: [UInt8], named name: String, _ body: (OpaquePointer?) throws -> R) rethrows -> R {
        var scene: OpaquePointer?
        _ = unsafe bytes.withUnsafeBytes {
            unsafe meshconv_read_bytes($0.baseAddress, $0.count, name, nil, &scene, nil)
        }
        defer { unsafe meshconv_scene_free(scene) }
        return try unsafe body(scene)
    }

    /// The numbers of a column.
    static func numbers<T>(_ column: meshconv_column, as type: T.Type) -> [T] {
        let data = unsafe UnsafeRawBufferPointer(start: column.data, count: column.count * column.stride)
        return unsafe Array(data.bindMemory(to: T.self))
    }
}
