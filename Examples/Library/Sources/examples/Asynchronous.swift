import MeshConvert

/// From an app: nothing blocks, progress is shown, and the task can be cancelled.
@MainActor func asynchronous(_ input: String, _ output: String) async throws {
    var options = ConvertOptions()
    options.execution.priority = .utility
    options.work = Work { progress in
        let percent = progress.total.map { " \(progress.completed * 100 / max($0, 1)) %" } ?? ""
        print("\(progress.phase.rawValue)\(percent)")
    }
    let task = Task { [options] in try await convert(input, to: output, options: options) }
    // task.cancel() ends it within a tenth of a second: CancellationError, and no file.
    let report = try await task.value
    print(report.summary)
}

/// On a server: many conversions, as many at a time as fit in memory.
func many(_ inputs: [String], in folder: String) async throws {
    let converter = Converter(memory: 500_000_000)
    try await withThrowingTaskGroup(of: Report.self) { group in
        for (index, input) in inputs.enumerated() {
            group.addTask { try await converter.convert(input, to: "\(folder)/\(index).ply") }
        }
        for try await report in group { print(report.outputs[0].path, report.summary) }
    }
}

/// From memory into memory.
func inMemory(_ bytes: [UInt8]) async throws -> [UInt8]? {
    let data = try await convert(.bytes(bytes, named: "scan.ply"), to: .data(named: "scan.glb")).data
    return data
}
