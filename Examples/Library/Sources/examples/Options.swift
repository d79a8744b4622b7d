import MeshConvert

/// Options: a purpose, proof, and what happens when something would be lost.
func options(_ input: String, _ output: String) throws {
    var options = ConvertOptions()
    options.purpose = .archive  // refuses to lose anything
    options.verify = true  // reads the result back before it gets its name
    options.execution.threads = 2
    do {
        let report = try convert(input, to: output, options: options)
        print("proved: \(report.verified == true)")
        for loss in report.losses { print(loss.code.rawValue, loss.severity.rawValue, loss.name, loss.count) }
    } catch .refused(let report) {
        // Nothing was written; the report says what would have been lost, and what would keep it.
        for loss in report.losses {
            print("would lose \(loss.name)\(loss.remedy.map { ", but not with \($0)" } ?? "")")
        }
    } catch {
        print("\(error.path ?? input): \(error.message) [\(error.code)]")
    }
}
