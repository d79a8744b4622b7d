import MeshBytes
import MeshFormats
import MeshModel

/// Writes the text that a plan describes, and the MTL file and images beside it.
enum OBJWriter {
    /// Writes `scene` as `plan` says and decides nothing; the bytes do not depend on the number of threads.
    static func write(_ scene: Scene, plan: WritePlan, to output: Output) throws(WriteError) -> WriteResult {
        guard let layout = plan.layout as? OBJLayout else {
            throw WriteError(.internal, path: output.name, "the plan is not one of OBJ")
        }
        let sink = try output.main()
        do throws(SystemError) {
            try writeHead(layout, stem: output.stem, to: sink)
            try writeVertices(layout, threads: plan.options.threads, to: sink)
            for object in layout.objects { try write(object, layout, threads: plan.options.threads, to: sink) }
        } catch {
            throw WriteError(error)
        }
        try MTLWriter.write(layout, to: output)
        return WriteResult(correspondence: layout.correspondence, losses: plan.losses)
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
