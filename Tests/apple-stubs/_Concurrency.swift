// swift-format-ignore-file
// What the libraries use of concurrency, as Apple declares it. For apple-typecheck.sh only: never linked, never run.

public struct CancellationError: Error {
    public init() {}
}
