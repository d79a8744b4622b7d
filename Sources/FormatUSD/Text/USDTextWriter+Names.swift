import MeshFormats

extension USDTextWriter {
    /// Refuses names that text has no form for. Damaged crates have such names.
    func checkNames() throws(WriteError) {
        for (index, spec) in layer.specs.enumerated() {
            let fits =
                switch spec.kind {
                case .prim: USDPathText.isIdentifier(spec.name)
                case .attribute, .relationship: USDPathText.isNamespacedName(spec.name)
                // These are in quotes.
                case .pseudoRoot, .variantSet, .variant: true
                }
            guard fits else { throw unrepresentable("the name of \(layer.path(of: index))") }
            for field in spec.fields where !USDPathText.isNamespacedName(field.name) {
                throw unrepresentable("the field '\(field.name)' of \(layer.path(of: index))")
            }
        }
    }
}
