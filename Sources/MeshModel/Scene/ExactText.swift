/// A text that equals another only where its bytes do.
///
/// Swift's strings are equal where they are canonically equivalent ("é" as one character, and as two), and two names of a
/// file that only look alike would become one.
///
/// Bounds: hashing and comparing see the texts' own bytes.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (a: ExactText, b: ExactText) -> Bool { areSame(a.text, b.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Whether two texts have the same bytes, or both are nil.
    package static func areSame(_ a: String?, _ b: String?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        // Texts that aren't even equivalent are told apart at once.
        guard a.utf8.count == b.utf8.count, a == b else { return false }
        let areSame = unsafe a.utf8.withContiguousStorageIfAvailable { a in
            unsafe b.utf8.withContiguousStorageIfAvailable { b in unsafe a.elementsEqual(b) }
        }
        return areSame.flatMap { $0 } ?? a.utf8.elementsEqual(b.utf8)
    }
}
