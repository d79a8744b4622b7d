/// The joints of a skeleton, which are named by paths: each stands below the nearest of its ancestors in the list.
struct USDJointTree {
    /// A list that is no tree.
    enum Defect: Error, Equatable {
        case repeated(String)
        /// A joint that comes before the one that it stands below.
        case misordered(String)
    }

    /// The paths.
    let paths: [String]
    /// The index of the joint that each stands below, or −1.
    private(set) var parents: [Int] = []
    private var indices: [String: Int] = [:]

    init(_ paths: [String]) throws(Defect) {
        self.paths = paths
        for (joint, path) in paths.enumerated() {
            guard indices.updateValue(joint, forKey: path) == nil else { throw .repeated(path) }
        }
        var places = Places()
        var walks: [[Int]] = []
        for (joint, path) in paths.enumerated() {
            let names = path.split(separator: "/")
            // USD takes a path with an illegal name for a root, and so all below it.
            let isLegal = names.allSatisfy { USDPathText.isIdentifier(String($0)) }
            walks.append(isLegal ? places.walk(names) : [])
            if let last = walks[joint].last { places.joints[last] = joint }
        }
        for (joint, walk) in walks.enumerated() {
            let parent = walk.dropLast().last { places.joints[$0] != nil }.flatMap { places.joints[$0] } ?? -1
            guard parent < joint else { throw .misordered(paths[joint]) }
            parents.append(parent)
        }
    }

    /// The index of a joint.
    func index(of path: String) -> Int? { indices[path] }

    /// The last name of a joint's path.
    func name(of joint: Int) -> String {
        paths[joint].split(separator: "/").last.map(String.init) ?? paths[joint]
    }

    /// The places in a tree of names, numbered as they appear.
    private struct Places {
        private struct Step: Hashable {
            var above: Int
            var name: Substring
        }

        private var numbers: [Step: Int] = [:]
        /// The joint at a place.
        var joints: [Int: Int] = [:]

        /// The places that a path leads through.
        mutating func walk(_ names: [Substring]) -> [Int] {
            var place = -1
            return names.map { name in
                let step = Step(above: place, name: name)
                place = numbers[step] ?? numbers.count
                numbers[step] = place
                return place
            }
        }
    }
}
