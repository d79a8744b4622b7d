import MeshConvert

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@main struct Bench {
    private static let usage = """
        usage: bench kernels [SIDE [ROUNDS]]          each reader, writer, operation and number kernel, on one thread,
                                                      beside what the standard library does; 1 when one is too slow
               bench make SIDE FOLDER                 room.obj, .ply, .stl and their texts, for compare.py
               bench cancel INPUT OUTPUT [MOMENTS]    how long a conversion takes to end when its task is cancelled
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("kernels", 1...3):
            let side = arguments.dropFirst().first.flatMap { Int($0) } ?? 500
            let rounds = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 7
            let kernels =
                try NumberKernels.all(1_000_000) + FormatKernels.all(side: side) + OperationKernels.all(side: side)
            exit(try KernelBenchmark.run(kernels, rounds: rounds) ? 0 : 1)
        case ("make", 3):
            try make(side: Int(arguments[1]) ?? 1000, in: arguments[2])
        case ("cancel", 3...4):
            try await CancelBenchmark.run(
                arguments[1], to: arguments[2], moments: arguments.dropFirst(3).first.flatMap { Int($0) } ?? 40)
        default:
            print(usage)
            exit(64)
        }
    }

    private static func make(side: Int, in folder: String) throws {
        let source = try Source.buffers(Room.buffers(side: side), named: "room")
        for (name, variant) in [
            ("room.obj", "obj"), ("room.ply", "ply.binary"), ("room.ascii.ply", "ply.ascii"),
            ("room.stl", "stl.binary"), ("room.ascii.stl", "stl.ascii"),
        ] {
            var options = ConvertOptions()
            options.variant = Variant(variant)
            try convert(source, to: .path("\(folder)/\(name)"), options: options)
            print("\(folder)/\(name)")
        }
    }
}
