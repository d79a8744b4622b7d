import MeshFormats
import MeshModel
import ScanPackages

/// What the options for reading inputs say.
package struct InputWords: Sendable {
    /// `--from`.
    package var from: String?
    /// `--up`.
    package var up: String?
    /// `--units`.
    package var units: String?
    /// `--input-color`.
    package var inputColor: String?
    /// `--variant`.
    package var variants: [String] = []
    /// `--strict-input`.
    package var strictInput = false
    /// `--lenient`.
    package var lenient = false
    /// `--sandbox`.
    package var sandbox = false
    /// The shape from depth frames.
    package var reconstruction = ReconstructionWords()

    package init() {}

    /// Applies the checked options.
    package func apply(to options: inout ConvertOptions, _ pipeline: Pipeline) throws(Failure) {
        if let from = from?.lowercased() {
            let kinds = PackageKind.allCases.map(\.rawValue)
            let names = pipeline.names + kinds
            guard names.contains(from) else {
                throw Failure.unexpected("--from", from, pipeline.formats.map(\.descriptor.id) + kinds, near: names)
            }
            options.from = from
        }
        if let up { options.input.upAxis = try Self.axis(up, option: "--up") }
        if let units { options.input.metersPerUnit = try LengthWords.meters(units, option: "--units") }
        if let inputColor {
            guard let space = Frame.ColorSpace(rawValue: inputColor) else {
                throw Failure.unexpected("--input-color", inputColor, ["srgb", "linear"])
            }
            options.reading.inputColor = space
        }
        for variant in variants {
            let parts = variant.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(",") }) else {
                throw Failure(usage: "expected --variant SET=NAME, found '\(variant)'")
            }
        }
        if !variants.isEmpty { options.reading.options[VariantChoices.option] = variants.joined(separator: ",") }
        options.reading.strictInput = strictInput
        options.reading.lenient = lenient
        options.reading.followsAllReferences = !sandbox
        options.reconstruction = try reconstruction.options()
    }

    /// Returns the axis that an option names.
    static func axis(_ word: String, option: String) throws(Failure) -> UpAxis {
        guard let axis = UpAxis(rawValue: word.uppercased()) else {
            throw Failure.unexpected(option, word, ["y", "z"])
        }
        return axis
    }
}
