import MeshFormats

// Inputs, outputs and references, with the names and values that they have in layers.

extension MtlxTranslation {
    /// Adds an input with its value or its connection.
    mutating func addInput(_ index: Int, to prim: Int, from source: String? = nil) throws(ReadError) {
        try checkSize(index)
        let element = document.elements[index]
        guard !element.name.isEmpty, !element.type.isEmpty else { return }
        let name = "inputs:\(Self.word(element.name))"
        let type = MtlxValue.typeName(element.type)
        if let source { return layer.connection(prim, name, type, to: source) }
        let value = value(of: index)
        let attribute = layer.attribute(prim, name, type, value)
        if let space = colorSpace(of: index), value != nil {
            layer.specs[attribute]["colorSpace"] = .token(space)
        }
    }

    /// The value of an input; nil: it has none or none that fits.
    func value(of index: Int) -> USDValue? {
        let element = document.elements[index]
        guard let text = element["value"] else { return nil }
        guard element.type == "filename" else { return MtlxValue.value(text, element.type) }
        let prefix = document.inherited("fileprefix", of: index) ?? ""
        let folder = root(of: index).folder
        // The prefix counts, but other readers skip it, so that some files have it in their values too.
        let plain = folder + text
        let full = folder + prefix + text
        return .text(.asset, prefix.isEmpty || !isThere(full) && isThere(plain) ? plain : full)
    }

    private func root(of index: Int) -> MtlxElement {
        var current = index
        while document.elements[current].parent >= 0 { current = document.elements[current].parent }
        return document.elements[current]
    }

    /// The colour space of an input's value where it is not that of the document.
    private func colorSpace(of index: Int) -> String? {
        let element = document.elements[index]
        guard element.type == "filename" || element.type.hasPrefix("color"),
            let space = document.inherited("colorspace", of: index)
        else { return nil }
        return space == root(of: index)["colorspace"] && element["colorspace"] == nil ? nil : space
    }

    mutating func addOutput(_ name: String, _ type: String, to prim: Int, from source: String?) {
        let property = "outputs:\(Self.word(name))"
        let type = MtlxValue.typeName(type)
        if let source { return layer.connection(prim, property, type, to: source) }
        layer.attribute(prim, property, type, nil)
    }

    mutating func refer(_ prim: Int, to path: String) {
        layer.specs[prim]["references"] = .list(
            USDListEdit(item: .reference, isExplicit: true, explicit: [.reference(USDReference(path: path))]))
    }

    /// A name of MaterialX as one of USD: the colon of a namespace is two underscores.
    static func word(_ name: String) -> String {
        USDNames.identifier(name.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "__"))
    }
}
