import MeshBytes
import MeshFormats

/// Writes the materials of a layout and the images that they use, beside the output and named after it.
enum MTLWriter {
    static func write(_ layout: OBJLayout, to output: Output) throws(WriteError) {
        guard !layout.materials.isEmpty else { return }
        for (number, image) in layout.images.enumerated() where image.isCopied {
            try copy(image, as: image.name(number, stem: output.stem), to: output)
        }
        let sink = try output.side("\(output.stem).mtl")
        do throws(SystemError) {
            for (index, material) in layout.materials.enumerated() {
                if index > 0 { try sink.write("\n") }
                try sink.write(text(of: material, layout, stem: output.stem))
            }
        } catch {
            throw WriteError(error)
        }
    }

    private static func text(of material: MTLMaterialLayout, _ layout: OBJLayout, stem: String) -> String {
        var lines = ["newmtl \(material.name)"] + material.lines
        for map in material.maps {
            lines.append("\(map.keyword) \(layout.images[map.image].name(map.image, stem: stem))")
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private static func copy(_ image: OBJImage, as name: String, to output: Output) throws(WriteError) {
        let sink = try output.side(name)
        if let bytes = image.bytes {
            do throws(SystemError) { return try sink.write(bytes) } catch { throw WriteError(error) }
        }
        guard let path = image.path else { return }
        let input: Input
        do throws(SystemError) { input = try Input.file(path) } catch {
            throw WriteError(.input, path: path, error.message)
        }
        try OBJFileCopy.copy(input, 0..<input.byteCount, to: sink)
    }
}
