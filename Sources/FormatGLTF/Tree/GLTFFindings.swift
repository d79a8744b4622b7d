import MeshFormats

/// The diagnostics about a tree. A repeated defect is reported once, with a count.
struct GLTFFindings {
    private(set) var diagnostics: [Diagnostic] = []
    /// The index in ``diagnostics`` of each code.
    private var placeOf: [String: Int] = [:]

    /// Reports a defect at a JSON pointer.
    mutating func add(_ code: String, _ pointer: String, _ message: Wording, _ severity: Diagnostic.Severity) {
        if let place = placeOf[code] {
            diagnostics[place].count += 1
            return
        }
        placeOf[code] = diagnostics.count
        diagnostics.append(Diagnostic(code, severity, at: .jsonPointer(pointer), wording: message))
    }

    mutating func add(_ more: [Diagnostic]) { diagnostics += more }
}
