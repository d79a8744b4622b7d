import Foundation

/// The models that were dropped on the page: a folder of files for each, below a folder that is removed at the end.
///
///     DIR/ID/files/…              what was dropped, under the names that it has: models name their textures
///     DIR/ID/before.html          the page that shows it
///     DIR/ID/results/VARIANT/…    what was made of it
struct DroppedModels: Sendable {
    let root: String
    /// The most bytes that one model's files take together.
    let largest: Int64
    /// The most models that are kept at once: the oldest gives way.
    static let most = 8
    private let state = Locked(State())

    private struct State {
        var last = 0
        var bytes: [(id: Int, bytes: Int64)] = []
    }

    init(root: String, largest: Int64) {
        self.root = root
        self.largest = largest
    }

    /// Makes the folders of a new model.
    func make() throws -> Int {
        let (id, oldest) = state.with { state in
            state.last += 1
            state.bytes.append((state.last, 0))
            return (state.last, state.bytes.count > Self.most ? state.bytes.removeFirst().id : nil)
        }
        if let oldest { Files.remove(folder(oldest)) }
        for part in ["files", "results"] { try Files.make(folder: "\(folder(id))/\(part)", below: root) }
        return id
    }

    /// Whether there is a model of this number.
    func holds(_ id: Int) -> Bool { state.with { state in state.bytes.contains { $0.id == id } } }

    /// Removes a model and all that was made of it.
    func remove(_ id: Int) {
        state.with { state in state.bytes.removeAll { $0.id == id } }
        Files.remove(folder(id))
    }

    /// Takes room for a file; false if the model's files would be too large together.
    func admit(_ bytes: Int64, to id: Int) -> Bool {
        state.with { state in
            guard let index = state.bytes.firstIndex(where: { $0.id == id }) else { return false }
            let (sum, overflow) = state.bytes[index].bytes.addingReportingOverflow(bytes)
            guard !overflow, sum <= largest else { return false }
            state.bytes[index].bytes = sum
            return true
        }
    }

    /// Gives back the room of a file that didn't come.
    func release(_ bytes: Int64, of id: Int) {
        state.with { state in
            guard let index = state.bytes.firstIndex(where: { $0.id == id }) else { return }
            state.bytes[index].bytes -= bytes
        }
    }

    func folder(_ id: Int) -> String { "\(root)/\(id)" }

    /// The place of a dropped file, or nil for a name that leads elsewhere.
    ///
    /// - Parameter parts: The parts of its relative path, percent-encoded.
    func file(_ parts: [String], of id: Int) -> String? {
        let names = parts.map(percentDecoded)
        guard (1...8).contains(names.count), names.allSatisfy(Self.isName) else { return nil }
        return "\(folder(id))/files/" + names.joined(separator: "/")
    }

    /// Where a target's outputs lie, or nil for what can't be a variant.
    func results(_ variant: String, of id: Int) -> String? {
        let isVariant = variant.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || ".-".utf8.contains($0)
        }
        guard isVariant, (2...24).contains(variant.utf8.count), variant.utf8.first != UInt8(ascii: ".") else {
            return nil
        }
        return "\(folder(id))/results/\(variant)"
    }

    /// Whether a name means a file of its folder on every system.
    static func isName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0 != "/" && $0 != "\\" }
    }
}
