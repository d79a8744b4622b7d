#if canImport(CoreTransferable)
    public import CoreTransferable
    public import Foundation
    public import MeshConvert
    import MeshConvertFoundation
    public import UniformTypeIdentifiers

    /// A model to share, drag or copy, which is converted when its receiver asks for the file.
    ///
    /// ```swift
    /// ShareLink(item: try SharedModel(.path(scan), named: "Kitchen", as: .usdz), preview: SharePreview("Kitchen"))
    /// ```
    ///
    /// The file lies in a folder of its own in the app's temporary folder, which the system empties.
    public struct SharedModel: Transferable {
        /// The model's name, from which the file gets its own.
        public let name: String
        /// The format of the file.
        public let format: ShareFormat
        private let source: Source
        private let options: ConvertOptions
        private let report: (@Sendable (Report) -> Void)?

        /// Creates a model that isn't converted yet.
        ///
        /// - Parameters:
        ///   - source: what is converted: a file, bytes, a scene.
        ///   - name: the model's name.
        ///   - format: the format of the file.
        ///   - options: options of the conversion; the variant is the format's.
        ///   - report: gets the report, with the losses, on any thread.
        /// - Throws: ``MeshConvert/ConvertError/usage(_:)`` if the source names no file.
        public init(
            _ source: some ConvertSource, named name: String, as format: ShareFormat,
            options: ConvertOptions = ConvertOptions(), report: (@Sendable (Report) -> Void)? = nil
        ) throws(ConvertError) {
            self.source = try source.conversionSource()
            (self.name, self.format, self.options, self.report) = (name, format, options, report)
        }

        /// The file of each format, made on demand.
        public static var transferRepresentation: some TransferRepresentation {
            representation(.usdz)
            representation(.glb)
            representation(.ply)
            representation(.stl)
        }

        private static func representation(_ format: ShareFormat) -> some TransferRepresentation<SharedModel> {
            FileRepresentation(exportedContentType: format.contentType) { model in
                SentTransferredFile(try await model.file())
            }
            .exportingCondition { $0.format == format }
        }

        /// Converts the model into a file of its own, and returns that. Cancelling the task leaves nothing behind.
        ///
        /// - Throws: ``MeshConvert/ConvertError``; `CancellationError`.
        @concurrent public func file() async throws -> URL {
            let folder = URL.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: format.fileName(for: name), directoryHint: .notDirectory)
            do {
                let done = try await convert(source, to: file, options: format.options(options))
                // Receivers get one file.
                for side in done.outputs.dropFirst() {
                    try? FileManager.default.removeItem(at: URL(filePath: side.path))
                }
                report?(done.ofMainFile)
            } catch {
                try? FileManager.default.removeItem(at: folder)
                throw error
            }
            return file
        }
    }

    extension ShareFormat {
        /// The type for the system; one that it doesn't declare is found by the file's extension.
        public var contentType: UTType { UTType(typeIdentifier) ?? UTType(filenameExtension: rawValue) ?? .data }
    }
#endif
