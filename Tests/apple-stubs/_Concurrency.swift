// swift-format-ignore-file
// The declarations of concurrency that the libraries use. For apple-typecheck.sh only: never linked, never run.

public struct CancellationError: Error {
    public init() {}
}
