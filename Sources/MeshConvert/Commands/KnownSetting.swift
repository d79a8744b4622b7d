/// A setting of `--set`: what it takes and what it changes.
package struct KnownSetting<Options>: Sendable {
    package var name: String
    /// The allowed values; empty: see `placeholder`.
    package var values: [String] = []
    package var placeholder = ""
    package var summary: String
    private let change: @Sendable (inout Options, String) throws(Failure) -> Void

    init(
        _ name: String, values: [String] = [], placeholder: String = "", _ summary: String,
        _ change: @escaping @Sendable (inout Options, String) throws(Failure) -> Void
    ) {
        (self.name, self.values, self.placeholder) = (name, values, placeholder)
        (self.summary, self.change) = (summary, change)
    }

    /// The syntax: `frame=canonical|raw`.
    package var form: String { "\(name)=\(values.isEmpty ? placeholder : values.joined(separator: "|"))" }

    /// Applies a value to options.
    package func apply(_ value: String, to options: inout Options) throws(Failure) {
        guard values.isEmpty ? !value.isEmpty : values.contains(value) else {
            throw values.isEmpty
                ? Failure(usage: "expected --set \(form), found nothing after =")
                : Failure.unexpected("--set \(name) to be", value, values)
        }
        try change(&options, value)
    }
}
