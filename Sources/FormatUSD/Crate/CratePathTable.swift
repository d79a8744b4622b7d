import MeshFormats
import MeshModel

/// The paths of a crate being written, as a tree. Each path occurs once, parents before children.
struct CratePathTable {
    private struct Node: Hashable {
        var parent: UInt32
        var element: UInt32
        var isProperty: Bool
    }

    private let output: String
    private var nodes: [Node] = []
    private var numbers: [Node: UInt32] = [:]
    private var texts: [ExactText: UInt32] = [:]

    /// The number of the root.
    static let root: UInt32 = 0

    /// Creates a table with the root only.
    init(output: String) {
        self.output = output
        nodes = [Node(parent: 0, element: 0, isProperty: false)]
    }

    /// The count of path numbers.
    var count: Int { nodes.count }

    /// The number of a path, from its parent and its last element.
    mutating func add(_ element: UInt32, below parent: UInt32, isProperty: Bool = false) -> UInt32 {
        let node = Node(parent: parent, element: element, isProperty: isProperty)
        if let number = numbers[node] { return number }
        let number = UInt32(nodes.count)
        nodes.append(node)
        numbers[node] = number
        return number
    }

    /// The number of a path given as text, which is absolute or empty.
    mutating func number(_ text: String, _ words: inout CrateWords) throws(WriteError) -> UInt32 {
        if let number = texts[ExactText(text)] { return number }
        let number: UInt32
        if text.isEmpty {
            number = UInt32(nodes.count)
            nodes.append(Node(parent: .max, element: 0, isProperty: false))
        } else {
            number = try parse(text, &words)
        }
        texts[ExactText(text)] = number
        return number
    }

    private mutating func parse(_ text: String, _ words: inout CrateWords) throws(WriteError) -> UInt32 {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/"), !bytes.starts(with: "//".utf8) else { throw wrong(text) }
        var node = Self.root
        var at = 1
        // Elements after a property are its targets and their names, not properties of prims.
        var isBehindProperty = false
        while at < bytes.count {
            let first = at
            let separator = bytes[at]
            switch separator {
            case UInt8(ascii: "{"):
                while at < bytes.count, bytes[at] != UInt8(ascii: "}") { at += 1 }
                at += 1
            case UInt8(ascii: "["):
                var depth = 0
                repeat {
                    depth += bytes[at] == UInt8(ascii: "[") ? 1 : bytes[at] == UInt8(ascii: "]") ? -1 : 0
                    at += 1
                } while at < bytes.count && depth > 0
            case UInt8(ascii: "/"), UInt8(ascii: "."):
                at += 1
                while at < bytes.count, !Self.separators.contains(bytes[at]) { at += 1 }
            default:
                while at < bytes.count, !Self.separators.contains(bytes[at]) { at += 1 }
            }
            guard at <= bytes.count,
                at > first + (separator == UInt8(ascii: "/") || separator == UInt8(ascii: ".") ? 1 : 0)
            else { throw wrong(text) }
            let isProperty = separator == UInt8(ascii: ".") && !isBehindProperty
            let start = isProperty || separator == UInt8(ascii: "/") ? first + 1 : first
            let element = try words.token(String(decoding: bytes[start..<at], as: UTF8.self))
            node = add(element, below: node, isProperty: isProperty)
            if isProperty { isBehindProperty = true }
        }
        return node
    }

    private static let separators = Set("/.{[".utf8)

    private func wrong(_ text: String) -> WriteError {
        WriteError(.unrepresentable, path: output, "expected a path from the root, found '\(text)'")
    }

    /// The tree as three numbers per path, parents first: path number, element, and jump to the next sibling.
    func encoded() -> (indices: ContiguousArray<Int32>, elements: ContiguousArray<Int32>, jumps: ContiguousArray<Int32>)
    {
        // Group children by parent, in the order of their numbers.
        var starts = ContiguousArray<Int>(repeating: 0, count: nodes.count + 1)
        for node in nodes.dropFirst() where node.parent != .max { starts[Int(node.parent) + 1] += 1 }
        for index in nodes.indices { starts[index + 1] += starts[index] }
        var children = ContiguousArray<Int32>(repeating: 0, count: starts[nodes.count])
        var next = starts
        for index in nodes.indices.dropFirst() where nodes[index].parent != .max {
            let parent = Int(nodes[index].parent)
            children[next[parent]] = Int32(index)
            next[parent] += 1
        }
        var indices: ContiguousArray<Int32> = []
        var elements: ContiguousArray<Int32> = []
        var jumps: ContiguousArray<Int32> = []
        // Waiting paths: the path, whether it has a next sibling, and the position whose jump leads to it (−1 for
        // none).
        var waiting: [(node: Int, hasSibling: Bool, jumper: Int)] = [(0, false, -1)]
        while let (node, hasSibling, jumper) = waiting.popLast() {
            let place = indices.count
            if jumper >= 0 { jumps[jumper] = Int32(place - jumper) }
            let range = starts[node]..<starts[node + 1]
            indices.append(Int32(node))
            let element = Int32(truncatingIfNeeded: nodes[node].element)
            elements.append(nodes[node].isProperty ? -element : element)
            jumps.append(hasSibling ? 0 : range.isEmpty ? -2 : -1)
            // The next sibling comes after all children. Its jump is filled in when it is reached.
            if hasSibling, !range.isEmpty, let last = waiting.indices.last { waiting[last].jumper = place }
            for place in range.reversed() {
                waiting.append((Int(children[place]), place + 1 < range.upperBound, -1))
            }
        }
        return (indices, elements, jumps)
    }
}
