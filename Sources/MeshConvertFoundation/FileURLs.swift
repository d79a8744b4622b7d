public import MeshConvert
import MeshFormats

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension URL: ConvertSource, ConvertTarget {
    /// The file of this URL.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` if it isn't a file URL.
    public func conversionSource() throws(ConvertError) -> Source { .path(try filePath()) }

    /// The file of this URL.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` if it isn't a file URL.
    public func conversionTarget() throws(ConvertError) -> Target { .path(try filePath()) }
}

extension ConvertSource where Self == Source {
    /// A file by its URL. If the app must request access to it, the caller does that.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` if it isn't a file URL.
    public static func file(_ url: URL) throws(ConvertError) -> Source { .path(try url.filePath()) }

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - data: the whole file.
    ///   - name: the file's name; its extension identifies formats without a signature.
    public static func data(_ data: Data, named name: String) -> Source { .bytes([UInt8](data), named: name) }
}

extension ConvertTarget where Self == Target {
    /// A file by its URL.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - staging: where it is assembled; another folder if the app may write only this file.
    /// - Throws: ``ConvertError/usage(_:)`` if it isn't a file URL.
    public static func file(_ url: URL, staging: Target.Staging = .sameFolder) throws(ConvertError) -> Target {
        .path(try url.filePath(), staging: staging)
    }
}

extension Target.Staging {
    /// Another folder, such as `URL.temporaryDirectory`.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` if it isn't a file URL.
    public static func folder(_ url: URL) throws(ConvertError) -> Target.Staging { .folder(try url.filePath()) }
}

extension URL {
    fileprivate func filePath() throws(ConvertError) -> String {
        guard isFileURL else { throw .usage("'\(absoluteString)' is not the URL of a file") }
        return path(percentEncoded: false)
    }
}
