import MeshBytes
import MeshConvert

// Bounds: the place for the error is compared with NULL.

/// The error of a call. It never changes, so threads may share it.
final class ErrorHandle: Handle, @unchecked Sendable {
    let failure: Failure
    /// The document of the failure.
    let document: JSONValue

    init(_ failure: Failure, _ document: JSONValue) {
        self.failure = failure
        self.document = document
    }
}

/// Runs the body of a function that can fail, and hands its error out.
///
/// - Parameters:
///   - document: the name of the document that the command would have written.
///   - known: returns that document, if it says more than the error.
func attempt(
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ document: String = "report", known: () -> JSONValue? = { nil },
    _ body: () throws(Failure) -> ExitStatus
) -> Int32 {
    if let error = unsafe error { unsafe error.pointee = nil }
    do throws(Failure) { return try body().rawValue } catch let failure {
        if let error = unsafe error {
            unsafe error.pointee = ErrorHandle(failure, known() ?? failure.json(document)).retained()
        }
        return failure.status.rawValue
    }
}
