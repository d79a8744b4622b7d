import MeshBytes
import MeshFormats

/// Writes the materials of a layout and the images that they use, beside the output and named after it.
enum MTLWriter {
    static func write(_ layout: OBJLayout, to output: Output) throws(WriteError) {
        guard !layout.materials.isEmpty else { return }
        let images = try output.copy(layout.images)
        let sink = try output.side("\(output.stem).mtl")
        do throws(SystemError) {
            for (index, material) in layout.materials.enumerated() {
                if index > 0 { try sink.write("\n") }
                try sink.write(text(of: material, images))
            }
        } catch {
            throw WriteError(error)
        }
    }

    private static func text(of material: MTLMaterialLayout, _ images: [String]) -> String {
        var lines = ["newmtl \(material.name)"] + material.lines
        for map in material.maps { lines.append("\(map.keyword) \(images[map.image])") }
        return lines.map { "\($0)\n" }.joined()
    }
}
