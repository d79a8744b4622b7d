import MeshBytes
import MeshFormats

/// Writes the text of a plan, with the MTL file and images beside it.
enum OBJWriter {
    /// Writes what `layout` says; the bytes do not depend on the number of threads.
    static func write(_ layout: OBJLayout, threads: Int, to output: Output) throws(WriteError) {
        let sink = try output.main()
        do throws(SystemError) {
            try writeHead(layout, stem: output.stem, to: sink)
            try writeVertices(layout, threads: threads, to: sink)
            for object in layout.objects { try write(object, layout, threads: threads, to: sink) }
        } catch {
            throw WriteError(error)
        }
        try MTLWriter.write(layout, to: output)
    }

    private static func writeHead(_ layout: OBJLayout, stem: String, to sink: ByteSink) throws(SystemError) {
        for remark in layout.remarks { try sink.write("\(remark)\n") }
        if !layout.materials.isEmpty { try sink.write("mtllib \(stem).mtl\n") }
    }

    private static func write(
        _ object: OBJObject, _ layout: OBJLayout, threads: Int, to sink: ByteSink
    ) throws(SystemError) {
        if object.isStated { try sink.write(object.name.map { "o \($0)\n" } ?? "o\n") }
        for elements in object.elements {
            try write(elements, materials: layout.materials, threads: threads, to: sink)
        }
    }
}
