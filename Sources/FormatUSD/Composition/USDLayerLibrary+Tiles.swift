import MeshFormats

// Textures in tiles: `wood.<UDIM>.png` stands for `wood.1001.png`, `wood.1002.png` …, one for each unit square of the
// texture coordinates.

/// A tile of a texture: its number, and the file's asset path.
struct USDTile: Hashable, Sendable {
    /// 1001 for the unit square; ten to a row.
    var number: Int
    var asset: String

    /// The square's lower left corner.
    var column: Int { (number - 1001) % 10 }
    var row: Int { (number - 1001) / 10 }

    static let mark = "<UDIM>"
    /// Tiles that are looked for.
    static let numbers = 1001...1200

    static func names(_ asset: String) -> Bool { parts(asset) != nil }

    /// What is before the mark and after it.
    static func parts(_ asset: String) -> (before: Substring, after: Substring)? {
        guard let start = asset.firstIndex(of: "<"), asset[start...].hasPrefix(mark) else { return nil }
        return (asset[..<start], asset[asset.index(start, offsetBy: mark.count)...])
    }
}

extension USDLayerLibrary {
    /// The tiles of a texture that are there.
    mutating func tiles(of asset: String, from layer: Int) -> [USDTile] {
        guard let asset = spelled(asset, in: layer), let (before, after) = USDTile.parts(asset) else { return [] }
        return USDTile.numbers.compactMap { number in
            let name = "\(before)\(number)\(after)"
            guard let place = location(name, from: layer), mayBeThere(place, spelled: name, from: layer) else {
                return nil
            }
            if case .missing = find(place, spelled: name, from: layer, as: .image) { return nil }
            return USDTile(number: number, asset: name)
        }
    }
}
