/// A subset of a layer: selected fields, and the specs that own them.
struct USDLayerPart {
    private(set) var layer = USDLayer()
    /// The index here of each spec, by its index in the whole layer.
    private var places = [0: 0]
    private(set) var isEmpty = true

    /// Fields that declare a spec.
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
            if own.kind.isProperty {
                layer.specs[place].fields = own.fields.filter { Self.declaration.contains($0.name) }
            }
            places[spec] = place
        }
        layer.specs[places[index] ?? 0].fields.append(field)
        isEmpty = false
    }
}
