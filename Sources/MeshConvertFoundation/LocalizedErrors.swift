public import MeshConvert

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// `localizedDescription` is the sentence that `print(error)` shows.

extension ConvertError: LocalizedError {
    /// The file with the place in it, and the message.
    public var errorDescription: String? { description }
}

extension ReadError: LocalizedError {
    /// The place in the file and the message.
    public var errorDescription: String? { description }
}

extension WriteError: LocalizedError {
    /// The file and the message.
    public var errorDescription: String? { description }
}

extension SystemError: LocalizedError {
    /// The operation, the file and the reason.
    public var errorDescription: String? { description }
}

extension SceneDefect: LocalizedError {
    /// The part and what is wrong with it.
    public var errorDescription: String? { description }
}
