/// A part of a layer: some fields with the specs that they are said of.
struct USDLayerPart {
    private(set) var layer = USDLayer()
    /// The place of each spec of the whole.
    private var places = [0: 0]
    private(set) var isEmpty = true

    /// Fields that say what a spec is.
    static let declaration: Set<String> = ["specifier", "typeName", "custom", "variability"]

    mutating func add(_ field: USDField, of index: Int, in whole: USDLayer) {
        var path: [Int] = []
        var spec = index
        while places[spec] == nil {
            path.append(spec)
            spec = whole.specs[spec].parent
        }
        for spec in path.reversed() {
            let own = whole.specs[spec]
            let place = layer.add(own.kind, own.name, below: places[own.parent] ?? 0)
            if own.kind == .attribute || own.kind == .relationship {
                layer.specs[place].fields = own.fields.filter { Self.declaration.contains($0.name) }
            }
            places[spec] = place
        }
        layer.specs[places[index] ?? 0].fields.append(field)
        isEmpty = false
    }
}
