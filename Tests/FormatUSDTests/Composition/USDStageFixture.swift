import MeshBytes
import MeshFormats

@testable import FormatUSD

/// Stages of layers written as text.
enum USDStageFixture {
    /// The stage of a layer and of the files that it names.
    static func stage(
        _ root: String, _ files: [String: String] = [:], options: [String: String] = [:]
    ) throws -> USDStage {
        var reading = ReadOptions()
        reading.options = options
        for (name, text) in files { reading.sideFiles[name] = .bytes(Array("#usda 1.0\n\(text)".utf8)) }
        return try USDStage(
            .bytes(Array("#usda 1.0\n\(root)".utf8), name: "root.usda"), options: reading)
    }
}

extension USDStage {
    /// The opinions about a prim, strongest first: `root.usda/Room` …
    func stack(_ path: String) -> [String]? {
        prim(at: path).map { prims[$0].opinions.map { words($0) } }
    }

    func words(_ opinion: USDOpinion) -> String {
        layers.layers[opinion.layer].path + layers.layers[opinion.layer].layer.path(of: opinion.spec)
    }

    /// The value of an integer attribute.
    func integer(_ path: String, _ name: String) -> Int? {
        guard let prim = prim(at: path), case .integer(_, let value)? = value(prim, name) else {
            return nil
        }
        return Int(value)
    }

    func codes() -> [String] { diagnostics.map(\.code) }
}

extension Optional {
    /// Whether there is no value, for values that can't be compared.
    var isNone: Bool { if case .none = self { true } else { false } }
}
