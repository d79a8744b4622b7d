import MeshFormats

/// The paths of a crate as a tree: each has a parent and a last element.
struct CratePaths {
    /// The parent of each path. −1 marks the root, −2 a number outside the tree, such as that of the empty path.
    private(set) var parents: ContiguousArray<Int32> = []
    /// The last element, as a token index.
    private(set) var elements: ContiguousArray<Int32> = []
    /// Whether the last element is a property of a prim.
    private(set) var isProperty: ContiguousArray<Bool> = []
    /// The number of the root.
    private(set) var root = -1

    /// The maximum path depth. Other code walks layers, partly by recursion.
    static let deepest = 2000

    /// Creates an empty tree.
    init() {}

    /// The count of path numbers.
    var count: Int { parents.count }

    /// Builds the tree from three numbers per path, parents first: path number, element (negative for properties), and
    /// jump to the next sibling. A jump of 0 means that the sibling comes next, −1 that there is only a child, −2
    /// neither. A positive jump is the distance to the sibling, and a child comes next.
    init(
        _ slots: Int, _ indices: ContiguousArray<Int32>, _ tokens: ContiguousArray<Int32>,
        _ jumps: ContiguousArray<Int32>, tokens tokenCount: Int, at offset: Int
    ) throws(ReadError) {
        parents = ContiguousArray(repeating: -2, count: slots)
        elements = ContiguousArray(repeating: 0, count: slots)
        isProperty = ContiguousArray(repeating: false, count: slots)
        // Positions of siblings that come after the descendants of the previous sibling.
        var waiting: [(place: Int, parent: Int32, depth: Int)] = []
        var place = 0
        var parent: Int32 = -1
        var depth = 0
        guard !indices.isEmpty else { return }
        while true {
            guard place < indices.count else { throw Self.broken(offset, "no path after the last one") }
            let index = Int(indices[place])
            guard index >= 0, index < slots, parents[index] == -2 else {
                throw Self.broken(offset, "each path once, found \(index) at \(place)")
            }
            let token = tokens[place]
            guard token.magnitude < tokenCount || place == 0 else {
                throw Self.broken(offset, "the number of one of \(tokenCount) tokens, found \(token)")
            }
            guard depth <= Self.deepest else {
                throw ReadError(
                    .limitExceeded, .byte(offset), "expected paths of at most \(Self.deepest) elements, found more")
            }
            parents[index] = parent
            elements[index] = place == 0 ? 0 : Int32(clamping: token.magnitude)
            isProperty[index] = token < 0
            if place == 0 { root = index }
            let jump = jumps[place]
            // The root has no sibling.
            guard jump >= -2, place > 0 || jump < 0 else {
                throw Self.broken(offset, "a jump of −2 or more, found \(jump)")
            }
            if jump > 0 {
                let (target, overflow) = place.addingReportingOverflow(Int(jump))
                guard !overflow, target < indices.count else {
                    throw Self.broken(offset, "a jump to a path, found \(jump)")
                }
                waiting.append((target, parent, depth))
            }
            if jump > 0 || jump == -1 {
                parent = Int32(index)
                depth += 1
            }
            place += 1
            if jump == -2 {
                guard let next = waiting.popLast() else { return }
                (place, parent, depth) = next
            }
        }
    }

    private static func broken(_ offset: Int, _ what: String) -> ReadError {
        ReadError(.invalidValue, .byte(offset), "paths: expected \(what)")
    }

    /// The text of a path. Empty for the empty path.
    func text(_ index: Int, _ tokens: [String]) -> String {
        guard index >= 0, index < count, parents[index] > -2 else { return "" }
        guard index != root else { return "/" }
        var chain: [Int] = []
        var current = index
        // This ends: a parent enters the tree before its children, so no path is its own ancestor.
        while current >= 0, current != root {
            chain.append(current)
            current = Int(parents[current])
        }
        var text = ""
        for node in chain.reversed() {
            let element = tokens[Int(elements[node])]
            if isProperty[node] {
                text += "." + element
            } else if element.first == "{" || element.first == "[" || element.first == "." || text.last == "}" {
                text += element
            } else {
                text += "/" + element
            }
        }
        return text
    }
}
