import MeshBytes
import MeshFormats
import MeshModel

@testable import FormatUSD

/// Scenes whose materials are documents of MaterialX.
enum MtlxFixture {
    /// A PNG, as far as its bytes say what it is.
    static let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

    /// The document of a file that refers to `a.mtlx`, with images `a.png`, `b.png` and `c.png`.
    static func document(
        _ contents: String, version: String = "1.39", files: [String: String] = [:]
    ) throws -> Document {
        try usd(
            "def \"Looks\" (references = @./a.mtlx@</MaterialX/Materials>)\n{\n}\n",
            files: ["a.mtlx": "<materialx version=\"\(version)\">\(contents)</materialx>"].merging(files) { $1 })
    }

    /// The document of a layer.
    static func usd(_ layer: String, files: [String: String] = [:]) throws -> Document {
        var options = ReadOptions()
        for (name, text) in files { options.sideFiles[name] = .bytes(Array(text.utf8)) }
        for name in ["a.png", "b.png", "c.png"] { options.sideFiles[name] = .bytes(image) }
        return try USDReader(input: .bytes(Array("#usda 1.0\n\(layer)".utf8), name: "root.usda"), options: options)
            .read()
    }

    /// The document of one surface, with graphs and nodes beside it.
    static func surface(_ node: String, _ inputs: String, _ others: String = "") throws -> Document {
        try document(
            """
            \(others)<\(node) name="S" type="surfaceshader">\(inputs)</\(node)>
            <surfacematerial name="M" type="material">
            <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
            """)
    }

    /// An input with a value.
    static func input(_ name: String, _ type: String, _ value: String) -> String {
        "<input name=\"\(name)\" type=\"\(type)\" value=\"\(value)\"/>"
    }

    /// An input that is connected to a node.
    static func link(_ name: String, _ type: String, _ node: String, _ output: String = "") -> String {
        let output = output.isEmpty ? "" : " output=\"\(output)\""
        return "<input name=\"\(name)\" type=\"\(type)\" nodename=\"\(node)\"\(output)/>"
    }

    /// A node.
    static func node(_ category: String, _ name: String, _ type: String, _ inputs: String...) -> String {
        "<\(category) name=\"\(name)\" type=\"\(type)\">\(inputs.joined())</\(category)>"
    }

    /// An image node.
    static func image(_ name: String, _ type: String, _ file: String, _ inputs: String = "") -> String {
        node("image", name, type, input("file", "filename", file), inputs)
    }
}

extension Document {
    /// The residue of shader networks: paths and counts.
    var shaderLosses: [String] {
        residue.filter { $0.kind.hasPrefix("shader ") }.map { "\($0.path) \($0.count)" }
    }
}
