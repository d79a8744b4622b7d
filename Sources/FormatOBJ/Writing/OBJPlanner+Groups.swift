import MeshFormats
import MeshModel

// Groups: named sets of elements, listed by a `g` statement and in force until the next one.

extension OBJPlanner {
    /// The name of the subset family that is written as groups.
    static let groupFamily = "groups"

    /// Chooses the written name of each group.
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
        var renames: [OBJOrigin.Rename] = []
        var free = DistinctNames(taken: taken)
        for name in names where groupNames[name] == nil {
            let written = free.numbered(OBJSpelling.word(name))
            groupNames[name] = written
            renames.append(OBJOrigin.Rename(written: written, meant: name))
        }
        ungrouped = free.numbered("default")
        if areNamesRestored { origin.groups = renames }
    }

    /// Whether the origin record keeps the names of groups; not when that would restore only some of a family.
    private var areNamesRestored: Bool {
        for mesh in scene.meshes {
            for index in mesh.primitives.indices {
                guard let verdict = judge(index, of: mesh.primitives), verdict.renamed > 0 else { continue }
                if verdict.broken > 0 || !verdict.isOrdered { return false }
            }
        }
        return true
    }

    /// The groups of a primitive: its first family with this name.
    static func groups(of primitive: Primitive) -> [Subset] {
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

    /// Adds a `g` statement before `element` if its groups differ from those in force.
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

    // MARK: The reader's view

    /// Reports the subsets of a primitive that a reader doesn't find unchanged.
    mutating func reportSubsets(mesh: Int, _ index: Int, of primitives: [Primitive]) {
        let families = primitives[index].subsetFamilies
        for (number, family) in families.enumerated() {
            let path = ScenePath.subsets(mesh: mesh, primitive: index, family: family.name)
            let isGroups = number == families.firstIndex { $0.name == Self.groupFamily }
            guard isGroups, let verdict = judge(index, of: primitives) else {
                lose(
                    .subsetDropped, .dropped, path, family.name, family.subsets.count, "subsets",
                    "OBJ can't store this kind of group")
                continue
            }
            let isRenamed = verdict.broken == 0 && !origin.groups.isEmpty
            lose(
                .subsetDropped, isRenamed ? .reencoded : .dropped, path, family.name, verdict.broken + verdict.renamed,
                "subsets",
                isRenamed
                    ? "renamed, as names of OBJ groups can't have blanks"
                    : "OBJ can't store groups that are empty, in joined parts, or whose names repeat or have blanks")
            if verdict.broken + verdict.renamed == 0, !verdict.isOrdered {
                lose(
                    .subsetReordered, .approximated, path, family.name, 1, "subsets",
                    "sorted by their first elements, as OBJ lists them")
            }
        }
    }

    /// How a reader finds the groups of a primitive.
    private struct GroupVerdict {
        /// The number of groups that a reader doesn't find unchanged.
        var broken = 0
        /// The number of groups of which only the name changes.
        var renamed = 0
        /// Whether groups are in the order of their first elements.
        var isOrdered = true
    }

    /// Compares the groups of a primitive with what a reader finds; nil when no groups are written.
    private func judge(_ index: Int, of primitives: [Primitive]) -> GroupVerdict? {
        let primitive = primitives[index]
        let subsets = Self.groups(of: primitive)
        guard primitive.elementCount > 0, !subsets.isEmpty else { return nil }
        let same = primitives.indices.filter {
            primitives[$0].topology == primitive.topology && primitives[$0].elementCount > 0
        }
        // Primitives are merged: a reader can't tell which of them a group belonged to.
        guard same.first == index else { return GroupVerdict(broken: subsets.count) }
        let others = Set(
            same.dropFirst().flatMap { Self.groups(of: primitives[$0]) }.filter { $0.count > 0 }.map(\.name))
        var elements: [String: [Range<Int>]] = [:]
        for subset in subsets { elements[subset.name, default: []] += subset.ranges }
        var verdict = GroupVerdict()
        for subset in subsets {
            let isWhole = Self.joined(elements[subset.name] ?? []) == subset.ranges
            if subset.count == 0 || others.contains(subset.name) || !isWhole {
                verdict.broken += 1
            } else if groupNames[subset.name] != subset.name {
                verdict.renamed += 1
            }
        }
        let firsts = subsets.compactMap { $0.ranges.first { !$0.isEmpty }?.lowerBound }
        // A reader finds a name that is used twice only once.
        verdict.isOrdered =
            zip(firsts, firsts.dropFirst()).allSatisfy { $0 <= $1 } && elements.count == subsets.count
        return verdict
    }

    /// The elements of `ranges` as ascending ranges that do not touch.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
