import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

/// Each reader and each writer, on one thread, in memory.
enum FormatKernels {
    /// The required speeds of reading and writing a variant, as fractions of copying its bytes.
    private static let thresholds: [(variant: String, reading: Double, writing: Double)] = [
        ("ply.binary", 0.15, 0.10), ("ply.ascii", 0.03, 0.015), ("ply.binary-big-endian", 0.06, 0.05),
        ("obj", 0.02, 0.02), ("stl.binary", 0.10, 0.025), ("stl.ascii", 0.02, 0.015),
    ]

    static func all(side: Int) throws -> [Kernel] {
        var options = ConvertOptions()
        options.execution.threads = 1
        let source = try Source.buffers(Room.buffers(side: side), named: "room")
        var kernels: [Kernel] = []
        for (variant, reading, writing) in thresholds {
            options.variant = Variant(variant)
            let name = "room." + (variant.split(separator: ".").first.map(String.init) ?? variant)
            let bytes = try convert(source, to: .data(named: name), options: options).data ?? []
            let copy = {
                keep(
                    Array(unsafeUninitializedCapacity: bytes.count) { memory, count in
                        count = memory.initialize(fromContentsOf: bytes)
                    })
            }
            kernels.append(
                Kernel(
                    name: "read \(variant)", amount: bytes.count, unit: "bytes",
                    run: { [options] in
                        keep(try Pipeline().read(.bytes(bytes, name: name), options: options).scene.vertexSets.count)
                    }, reference: ("copying the bytes", copy), threshold: reading))
            kernels.append(
                Kernel(
                    name: "write \(variant)", amount: bytes.count, unit: "bytes",
                    run: { [options] in keep(try convert(source, to: .data(named: name), options: options).outputs) },
                    reference: ("copying the bytes", copy), threshold: writing))
        }
        return kernels
    }
}
