import MeshFormats
import MeshModel

// Groups: named sets of elements that a statement lists and that stay in force until the next.

extension OBJPlanning {
    /// The family of subsets that are groups.
    static let groupFamily = "groups"

    /// Finds a written name for each group.
    mutating func planGroupNames() {
        var names: [String] = []
        for mesh in scene.meshes {
            for primitive in mesh.primitives where primitive.elementCount > 0 {
                for subset in Self.groups(of: primitive) { names.append(subset.name) }
            }
        }
        var taken: Set<String> = []
        for name in names where groupNames[name] == nil && OBJSpelling.word(name) == name {
            groupNames[name] = name
            taken.insert(name)
        }
        for name in names where groupNames[name] == nil {
            let written = OBJSpelling.unique(OBJSpelling.word(name), among: &taken)
            groupNames[name] = written
            origin.groups.append(OBJOrigin.Rename(written: written, meant: name))
        }
        ungrouped = OBJSpelling.unique("default", among: &taken)
    }

    /// The groups of a primitive: the first family of this name.
    private static func groups(of primitive: Primitive) -> [Subset] {
        primitive.subsetFamilies.first { $0.name == groupFamily }?.subsets ?? []
    }

    // MARK: Statements

    mutating func planGroups(of primitive: Primitive, _ elements: inout OBJElements) {
        let groups = Self.groups(of: primitive)
        var starts: [(element: Int, group: Int)] = []
        var ends: [(element: Int, group: Int)] = []
        for (index, group) in groups.enumerated() {
            for range in group.ranges.map({ $0.clamped(to: 0..<primitive.elementCount) }) where !range.isEmpty {
                starts.append((range.lowerBound, index))
                ends.append((range.upperBound, index))
            }
        }
        starts.sort { $0.element < $1.element }
        ends.sort { $0.element < $1.element }
        var depth = [Int](repeating: 0, count: groups.count)
        var active: [Int] = []
        var (start, end) = (0, 0)
        var element = 0
        while element < primitive.elementCount {
            while end < ends.count, ends[end].element <= element {
                depth[ends[end].group] -= 1
                if depth[ends[end].group] == 0 { active.removeAll { $0 == ends[end].group } }
                end += 1
            }
            while start < starts.count, starts[start].element <= element {
                let group = starts[start].group
                depth[group] += 1
                if depth[group] == 1 { active.insert(group, at: active.firstIndex { $0 > group } ?? active.count) }
                start += 1
            }
            enter(active.map { groups[$0].name }, at: element, &elements)
            let next = min(
                start < starts.count ? starts[start].element : primitive.elementCount,
                end < ends.count ? ends[end].element : primitive.elementCount)
            element = max(next, element + 1)
        }
    }

    /// Says which groups the elements from `element` on are in, if that changes.
    private mutating func enter(_ names: [String], at element: Int, _ elements: inout OBJElements) {
        guard state.groups != names, !(state.groups == nil && names.isEmpty) else { return }
        state.groups = names
        let words = names.map { groupNames[$0] ?? $0 }
        let line = "g \(words.isEmpty ? ungrouped : words.joined(separator: " "))"
        if element == 0 {
            elements.opening.append(line)
        } else {
            elements.groupChanges.append(OBJElements.GroupChange(element: element, line: line))
        }
    }

    // MARK: What a reader makes of it

    /// Reports the subsets of a primitive that a reader of the text does not find as they are.
    mutating func reportSubsets(mesh: Int, _ index: Int, of primitives: [Primitive]) {
        let primitive = primitives[index]
        for (number, family) in primitive.subsetFamilies.enumerated() {
            let isGroups =
                family.name == Self.groupFamily
                && number == primitive.subsetFamilies.firstIndex { $0.name == Self.groupFamily }
            var missing = family.subsets.count
            var isRenamed = false
            if isGroups, primitive.elementCount > 0 {
                let same = primitives.filter { $0.topology == primitive.topology && $0.elementCount > 0 }
                let isFirst = !primitives[..<index].contains {
                    $0.topology == primitive.topology && $0.elementCount > 0
                }
                let rest = Set(same.dropFirst().flatMap { Self.groups(of: $0).filter { $0.count > 0 }.map(\.name) })
                if isFirst {
                    (missing, isRenamed) = judge(family.subsets, mesh: mesh, index, rest: rest)
                }
            }
            lose(
                .subsetDropped, isRenamed ? .reencoded : .dropped,
                ScenePath.subsets(mesh: mesh, primitive: index, family: family.name), family.name, missing, "subsets",
                isRenamed
                    ? "OBJ groups have names without blanks"
                    : isGroups ? "OBJ groups belong to objects, each once" : "OBJ has groups only")
        }
    }

    /// How many groups of the first primitive of its kind are missing, and whether just their names were changed.
    private mutating func judge(
        _ subsets: [Subset], mesh: Int, _ index: Int, rest: Set<String>
    ) -> (missing: Int, isRenamed: Bool) {
        var counts: [String: Int] = [:]
        for subset in subsets { counts[subset.name, default: 0] += 1 }
        let broken = subsets.filter { $0.count == 0 || rest.contains($0.name) || counts[$0.name] != 1 }.count
        let renamed = subsets.filter {
            $0.count > 0 && !rest.contains($0.name) && counts[$0.name] == 1 && groupNames[$0.name] != $0.name
        }.count
        if broken + renamed == 0 {
            let order = subsets.compactMap { $0.ranges.first { !$0.isEmpty }?.lowerBound }
            if zip(order, order.dropFirst()).contains(where: { $0 > $1 }) {
                lose(
                    .subsetReordered, .approximated,
                    ScenePath.subsets(mesh: mesh, primitive: index, family: Self.groupFamily), Self.groupFamily, 1,
                    "subsets", "OBJ groups stand in the order of their first elements")
            }
        }
        return (broken + renamed, broken == 0 && renamed > 0)
    }
}
