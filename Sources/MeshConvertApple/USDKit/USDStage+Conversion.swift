#if canImport(USDKit)
    public import Foundation
    public import MeshConvert
    import MeshConvertFoundation
    public import USDKit

    @available(iOS 27, macOS 27, *)
    extension USDStage {
        /// Converts a model to USD and opens it as a stage, whose root layer is the file.
        ///
        /// - Parameters:
        ///   - source: what is converted: a file of any format, bytes, a scene.
        ///   - file: the file to write, ending in `.usdc`, `.usda` or `.usdz`. The stage reads it as long as it lives.
        ///   - options: options of the conversion.
        ///   - report: gets the report, with the losses.
        /// - Throws: ``MeshConvert/ConvertError``; `CancellationError`; USDKit's errors.
        public static func open(
            converting source: some ConvertSource, to file: URL, options: ConvertOptions = ConvertOptions(),
            report: (Report) -> Void = { _ in }
        ) async throws -> sending USDStage {
            report(try await convert(source, to: file, options: options))
            return try open(file)
        }

        /// The stage as a source of a conversion: packed with all its layers and textures into a `.usdz` in memory.
        ///
        /// - Throws: USDKit's errors, such as for a texture that can't be found.
        public func conversionSource(named name: String = "stage") throws -> Source {
            .bytes([UInt8](try exportPackage()), named: "\(name).usdz")
        }
    }
#endif
