import MeshConformance

/// `meshconformance --mutations N FOLDER… [--seed S] [--to-all] [--keep FOLDER]`.
struct MutationCommand {
    let run: MutationRun
    let folders: [String]

    /// Runs, and returns whether nothing was found.
    func perform() throws -> Bool {
        var run = run
        run.found = { print("found: \($0)") }
        let result = try run.run(folders)
        print(
            "\(result.files) files and \(result.mutations) mutations of them: \(result.read) read, the others refused with a "
                + "place")
        print(
            "    at most \(Double(Int(max(0, result.longest) * 1000)) / 1000) s beside a second per megabyte, at most "
                + "\(result.growth >> 20) MB more memory for a file and its mutations")
        for (_, failure) in result.failures.sorted(by: { $0.value.count > $1.value.count }) {
            print("FAILED \(failure.count) ×: \(failure.first)")
        }
        print("\(result.failures.count) kinds of failures")
        return result.failures.isEmpty
    }
}
