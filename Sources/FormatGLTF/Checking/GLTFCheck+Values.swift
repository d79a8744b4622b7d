import MeshBytes
import MeshFormats
import MeshModel

// The values of accessors. A file that is not there has none.

extension GLTFCheck {
    /// The values of an accessor, if it has bytes in the file.
    mutating func column(_ value: JSONValue?) -> Column? {
        guard let index = value?.index, accessors.accessors.indices.contains(index),
            accessors.isStored(index) || accessors.accessors[index]["sparse"] != nil
        else { return nil }
        return try? accessors.column(index)
    }

    /// Checks that values are finite and between those that the accessor declares.
    mutating func checkValues() {
        for (index, accessor, pointer) in each("accessors") {
            guard let column = column(.int(index)) else { continue }
            if !column.type.isInteger, column.nonFiniteRows().count > 0 {
                add("accessor-invalid-float", pointer, "\(column.nonFiniteRows().count) elements are not finite")
            }
            guard accessor["min"] != nil || accessor["max"] != nil else { continue }
            let found = GLTFBounds(column)
            for (name, values) in [("min", found.minimum), ("max", found.maximum)] {
                let claimed = accessor.list(name).map { $0.number ?? .nan }
                guard claimed.count == values.count,
                    let place = values.indices.first(where: { !Self.isSame(values[$0], claimed[$0], column.type) })
                else { continue }
                add(
                    "accessor-\(name)-mismatch", "\(pointer)/\(name)/\(place)",
                    "expected \(values[place]) as in the values, found \(claimed[place])")
            }
        }
    }

    /// Whether a value is the declared one. Float32 values are declared as decimals, so both are rounded to float32.
    private static func isSame(_ value: Double, _ claim: Double, _ type: ScalarType) -> Bool {
        value == claim || (type == .float32 && Float(value) == Float(claim)) || !value.isFinite
    }

    /// The first row for which a rule fails. Each accessor is checked once for each use.
    mutating func firstRow(
        _ value: JSONValue?, _ use: String, width: Int, _ fails: (ArraySlice<Double>, Int) -> Bool
    ) -> Int? {
        guard let index = value?.index, seen.insert("\(use) \(index)").inserted, let column = column(value),
            column.components == width
        else { return nil }
        let most = accessors.isNormalized(index) ? column.type.normalizedMaximum : nil
        var block = ContiguousArray<Double>()
        for rows in column.blocks {
            column.read(rows, into: &block)
            if let most { for place in block.indices { block[place] = max(block[place] / most, -1) } }
            let values = Array(block)
            for row in 0..<rows.count where fails(values[row * width..<(row + 1) * width], rows.lowerBound + row) {
                return rows.lowerBound + row
            }
        }
        return nil
    }

    /// Checks that vectors have the length 1; `width` components of each count.
    mutating func checkUnits(
        _ value: JSONValue?, _ pointer: String, width: Int, length: Int, _ tolerance: Double, _ code: String
    ) {
        if let row = firstRow(
            value, code, width: width, { row, _ in abs(Self.length(row.prefix(length)) - 1) > tolerance })
        {
            add(code, pointer, "expected vectors of length 1, found another at \(row)")
        }
    }

    /// The largest error of the length of a unit vector with three components of 8 bits.
    static let tolerance3 = 0.00674

    /// Checks the values of a vertex attribute.
    mutating func checkValues(of name: String, _ value: JSONValue, _ pointer: String) {
        switch name {
        case "NORMAL":
            checkUnits(value, pointer, width: 3, length: 3, Self.tolerance3, "accessor-vector3-non-unit")
        case "TANGENT":
            checkUnits(value, pointer, width: 4, length: 3, Self.tolerance3, "accessor-vector3-non-unit")
            if firstRow(value, "signs", width: 4, { row, _ in abs(row.last ?? 1) != 1 }) != nil {
                add("accessor-invalid-sign", pointer, "expected 1 or -1 as the fourth component of each tangent")
            }
        case "COLOR_0":
            for width in [3, 4] {
                let row = firstRow(value, "colors \(width)", width: width) { row, _ in
                    !row.allSatisfy((0...1).contains)
                }
                if row != nil { add("accessor-non-clamped", pointer, "expected colours from 0 to 1") }
            }
        default: break
        }
    }

    // MARK: Skins

    /// Checks the joints and weights of a skinned primitive.
    mutating func checkInfluences(_ attributes: JSONValue, joints: Int, _ pointer: String) {
        var sets: [(joints: Column, weights: Column, most: Double?)] = []
        while let joint = column(attributes["JOINTS_\(sets.count)"]), let weights = attributes["WEIGHTS_\(sets.count)"],
            let weight = column(weights), joint.type.isInteger, joint.components == 4, weight.components == 4,
            joint.count == weight.count,
            sets.isEmpty || sets[0].joints.count == joint.count
        {
            let most = weights.index.map { accessors.isNormalized($0) } == true ? weight.type.normalizedMaximum : nil
            sets.append((joint, weight, most))
        }
        guard let first = sets.first?.joints else { return }
        var found = GLTFInfluences(joints: joints)
        for rows in first.blocks {
            let blocks = sets.map { set in
                var (joints, weights) = (ContiguousArray<Double>(), ContiguousArray<Double>())
                set.joints.read(rows, into: &joints)
                set.weights.read(rows, into: &weights)
                return (joints: joints, weights: weights, most: set.most ?? 1)
            }
            for row in 0..<rows.count {
                found.begin()
                for block in blocks {
                    for place in row * 4..<row * 4 + 4 {
                        found.add(Int(block.joints[place]), block.weights[place] / block.most)
                    }
                }
                found.end(rows.lowerBound + row)
            }
        }
        for (code, defect) in found.defects.inKeyOrder {
            add("accessor-\(code)", pointer, "\(defect.words) at vertex \(defect.vertex)")
        }
    }
}

/// The defects of joints and weights, found vertex after vertex.
struct GLTFInfluences {
    let joints: Int
    /// The first vertex of each defect, by code.
    private(set) var defects: [String: (words: String, vertex: Int)] = [:]
    private var used: [Int] = []
    private var sum: Float = 0
    private var pending: [(code: String, words: String)] = []

    init(joints: Int) { self.joints = joints }

    mutating func begin() {
        used.removeAll(keepingCapacity: true)
        pending.removeAll(keepingCapacity: true)
        sum = 0
    }

    mutating func add(_ joint: Int, _ weight: Double) {
        if joint < 0 || joint >= joints {
            return pending.append(("joints-index-oob", "expected a joint below \(joints), found \(joint)"))
        }
        guard weight != 0 else { return }
        if used.contains(joint) { pending.append(("joints-index-duplicate", "joint \(joint) is used twice")) }
        used.append(joint)
        if weight < 0 { return pending.append(("weights-negative", "expected no weight below 0, found \(weight)")) }
        sum += Float(weight)
    }

    mutating func end(_ vertex: Int) {
        if abs(Double(sum) - 1) > 2e-7 * Double(max(used.count, 1)) {
            pending.append(("weights-non-normalized", "expected weights with the sum 1, found \(sum)"))
        }
        for (code, words) in pending where defects[code] == nil { defects[code] = (words, vertex) }
    }
}
