/// A 128-bit digest per attribute of a scene, independent of its storage.
///
/// `unordered` does not depend on format, vertex numbering, the order of elements, chunks or threads: it adds up one
/// hash per element, made of the positions and values at the element's corners. Numbers are hashed as float32 and
/// colours in steps of 1 ÷ 65535, so that a number and its text agree. `ordered` hashes every number exactly and in
/// order. Scenes with equal digests have equal contents; equal digests of two formats prove a conversion.
public struct Digest: Sendable, Hashable {
    /// A 128-bit value in two halves.
    public struct Value: Sendable, Hashable, CustomStringConvertible {
        var high: UInt64 = 0
        var low: UInt64 = 0

        /// Thirty-two hexadecimal digits.
        public var description: String {
            let text = [high, low].map { half in
                let digits = String(half, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }
            return text.joined()
        }

        mutating func add(_ other: Value) {
            high &+= other.high
            low &+= other.low
        }
    }

    /// One value per attribute, by semantic, sorted by name; `POSITION` covers positions and topology;
    /// `SKINS` and `ANIMATIONS` what moves, `INSTANCES` the copies that nodes show.
    public var attributes: [(semantic: String, value: Value)] = []
    /// All attributes together, without order.
    public var unordered = Value()
    /// All numbers exactly, in order.
    public var ordered = Value()

    /// Creates the digest of a scene.
    public init(_ scene: MeshScene) {
        var work = DigestWork(scene)
        work.run()
        for (semantic, value) in work.sums.inKeyOrder {
            attributes.append((semantic, value))
            var state = HashState(seed: 1)
            for byte in semantic.utf8 { state.mix(UInt64(byte)) }
            state.mix(value.high)
            state.mix(value.low)
            unordered.add(state.value)
        }
        ordered = work.ordered.value
    }

    /// Whether both digests are equal, `unordered` and `ordered`.
    public static func == (a: Digest, b: Digest) -> Bool { a.unordered == b.unordered && a.ordered == b.ordered }

    /// Hashes the two sums.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(unordered)
        hasher.combine(ordered)
    }
}

/// A 128-bit hash of two multiply-and-fold lanes with different constants.
struct HashState {
    private var a: UInt64
    private var b: UInt64

    init(seed: UInt64) {
        a = seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x2545_F491_4F6C_DD1D
        b = seed &* 0xC2B2_AE3D_27D4_EB4F ^ 0x1656_67B1_9E37_79F9
    }

    @inline(__always)
    mutating func mix(_ value: UInt64) {
        a = Self.fold(a ^ value, 0x9FB2_1C65_1E98_DF25)
        b = Self.fold(b &+ value ^ 0xD6E8_FEB8_6659_FD93, 0xA076_1D64_78BD_642F)
    }

    @inline(__always)
    private static func fold(_ x: UInt64, _ y: UInt64) -> UInt64 {
        let product = x.multipliedFullWidth(by: y)
        return product.high ^ product.low ^ x >> 32
    }

    var value: Digest.Value { Digest.Value(high: a, low: b) }
}

/// Computes a digest in one pass over a scene.
private struct DigestWork {
    let numbering: SceneNumbering
    var sums: [String: Digest.Value] = [:]
    var ordered = HashState(seed: 7)
    private var positions: ContiguousArray<UInt64> = []

    init(_ scene: MeshScene) { numbering = SceneNumbering(scene) }

    mutating func run() {
        let scene = numbering.scene
        positions = ContiguousArray(repeating: 0, count: numbering.vertexCount)
        for (set, vertices) in scene.vertexSets.enumerated() {
            guard let attribute = vertices.attribute(.position) else { continue }
            for (row, hash) in rowHashes(attribute).enumerated() where row < vertices.count {
                positions[numbering.vertexBases[set] + row] = hash
            }
        }
        for set in scene.vertexSets {
            for attribute in set.attributes + set.pools { addOrdered(attribute) }
        }
        var isUsed = ContiguousArray(repeating: false, count: numbering.vertexCount)
        for topology in Topology.allCases {
            for place in numbering[topology].places { add(topology, place, &isUsed) }
        }
        addUnused(isUsed)
        let motion = MotionDigest(scene, &ordered)
        sums["SKINS"] = motion.skins
        sums["ANIMATIONS"] = motion.animations
        sums["INSTANCES"] = motion.instances
    }

    private mutating func add(
        _ topology: Topology, _ place: SceneNumbering.Place, _ isUsed: inout ContiguousArray<Bool>
    ) {
        let all = numbering[topology]
        let primitive = numbering.primitive(place)
        let set = numbering.scene.vertexSets[primitive.vertexSet]
        let base = Int32(clamping: numbering.vertexBases[primitive.vertexSet])
        for corner in place.corners {
            isUsed[Int(all.vertices[corner])] = true
            ordered.mix(UInt64(bitPattern: Int64(all.vertices[corner])))
        }
        let positions = positions
        addElements(.position, all, place, topology) { corner in positions[Int(all.vertices[corner])] }
        for attribute in set.attributes where attribute.semantic != .position {
            let hashes = rowHashes(attribute)
            addElements(attribute.semantic, all, place, topology) { corner in
                hashes[Int(all.vertices[corner] - base)]
            }
        }
        var rows = ContiguousArray<Int64>()
        for use in primitive.cornerAttributes {
            use.readRows(of: 0..<place.corners.count, into: &rows)
            let pool = set.pools[use.pool]
            let hashes = rowHashes(pool)
            addElements(pool.semantic, all, place, topology) { corner in
                let row = rows[corner - place.corners.lowerBound]
                return row >= 0 && row < hashes.count ? hashes[Int(row)] : 1
            }
        }
        for attribute in primitive.elementAttributes {
            addOrdered(attribute)
            let hashes = rowHashes(attribute)
            var element = -1
            var last = -1
            addElements(attribute.semantic, all, place, topology) { corner in
                while all.starts[place.elements.lowerBound + element + 1] <= corner { element += 1 }
                last = min(element, hashes.count - 1)
                return last >= 0 ? hashes[last] : 0
            }
        }
    }

    private mutating func addElements(
        _ semantic: AttributeSemantic, _ all: SceneNumbering.Elements, _ place: SceneNumbering.Place,
        _ topology: Topology, _ value: (Int) -> UInt64
    ) {
        var sum = sums[semantic.name] ?? Digest.Value()
        let seed: UInt64 = topology == .points ? 3 : topology == .lines ? 4 : 5
        for element in place.elements {
            var state = HashState(seed: seed)
            for corner in all.starts[element]..<all.starts[element + 1] {
                state.mix(positions[Int(all.vertices[corner])])
                state.mix(value(corner))
            }
            sum.add(state.value)
        }
        sums[semantic.name] = sum
    }

    /// Adds vertices that no element uses, one hash each.
    private mutating func addUnused(_ isUsed: ContiguousArray<Bool>) {
        for (set, vertices) in numbering.scene.vertexSets.enumerated() {
            let base = numbering.vertexBases[set]
            let unused = (0..<vertices.count).filter { !isUsed[base + $0] }
            guard !unused.isEmpty else { continue }
            for attribute in vertices.attributes {
                let hashes = rowHashes(attribute)
                var sum = sums[attribute.semantic.name] ?? Digest.Value()
                for row in unused where row < hashes.count {
                    var state = HashState(seed: 6)
                    state.mix(positions[base + row])
                    state.mix(hashes[row])
                    sum.add(state.value)
                }
                sums[attribute.semantic.name] = sum
            }
        }
    }

    private mutating func addOrdered(_ attribute: Attribute) {
        for byte in attribute.semantic.name.utf8 { ordered.mix(UInt64(byte)) }
        ordered.mix(UInt64(attribute.values.type.rawValue))
        for (_, buffer) in attribute.values.blocks(of: Double.self) {
            for value in buffer { ordered.mix(value.isNaN ? 1 : value.bitPattern) }
        }
    }

    /// One hash per row, of values in a form that is equal for all formats.
    private func rowHashes(_ attribute: Attribute) -> ContiguousArray<UInt64> {
        let scale =
            (attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1) * attribute.frame.scale
        let isColor = attribute.semantic.isColor
        let isLinear = isColor && attribute.frame.colorSpace == .linear
        let isFlipped = attribute.frame.uvOrigin == .topLeft
        func canonical(_ stored: Double, _ component: Int) -> UInt64 {
            var value = stored
            if value.isNaN { return 1 }
            // Linear colours, and texture coordinates from the top, hash like their sRGB and bottom-left equivalents.
            if isLinear, component < 3 { value = ColorTransfer.srgb(fromLinear: value / scale) * scale }
            if isFlipped, component == 1 {
                value = UVFlip.restored(value / scale, storedAs: attribute.values.type) * scale
            }
            if isColor {
                // One-digit decimals lie halfway between two 16-bit codes. The shift keeps them on one side after
                // rounding on the way through linear values.
                let code = (value / scale * 65_535 + 0.4375).rounded(.down)
                return UInt64(bitPattern: Int64(exactly: code) ?? .max)
            }
            let number = Float(value)
            return number == 0 ? 0 : UInt64(number.bitPattern)
        }
        let values = attribute.values.doubles()
        var hashes = ContiguousArray<UInt64>()
        hashes.reserveCapacity(attribute.count)
        let offsets = attribute.offsets?.integers()
        for row in 0..<attribute.count {
            var state = HashState(seed: 2)
            let width = attribute.values.components
            let range = offsets.map { Int($0[row])..<Int($0[row + 1]) } ?? row * width..<row * width + width
            for index in range { state.mix(canonical(values[index], index - range.lowerBound)) }
            hashes.append(state.value.high)
        }
        return hashes
    }
}
