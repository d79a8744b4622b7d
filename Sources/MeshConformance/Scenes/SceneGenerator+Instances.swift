import MeshModel

// Copies of meshes by rows of transforms.

extension SceneGenerator {
    /// Lets some nodes show copies of their mesh.
    mutating func drawInstances(_ scene: inout MeshScene) {
        guard has(.instances, oneIn: 5) else { return }
        for index in scene.nodes.indices {
            guard let mesh = scene.nodes[index].mesh, scene.nodes[index].skin == nil,
                scene.meshes[mesh].targets.isEmpty, !random.oneIn(3)
            else { continue }
            scene.nodes[index].instances = drawRows(random.int(1...4))
        }
    }

    private mutating func drawRows(_ count: Int) -> NodeInstances {
        var attributes: [Attribute] = []
        let kinds = random.int(1...15)
        if kinds & 1 != 0 {
            let numbers = (0..<count * 3).map { _ in Double(random.int(-400...400)) / 16 }
            attributes.append(
                Attribute(
                    .translation,
                    random.oneIn(4)
                        ? Column(numbers.map { $0 + 0.1 }, components: 3)
                        : Column(numbers.map { Float($0) }, components: 3)))
        }
        if kinds & 2 != 0 { attributes.append(drawTurns(count)) }
        if kinds & 4 != 0 {
            attributes.append(
                Attribute(
                    .scale, Column((0..<count * 3).map { _ in random.pick(1, 2, 0.5, -1.5) as Float }, components: 3)))
        }
        if kinds & 8 != 0 {
            let numbers = (0..<count).map { _ in random.int(0...200) }
            let column =
                switch random.int(0...3) {
                case 0: Column(numbers.map { UInt8($0) })
                case 1: Column(numbers.map { UInt32($0) })
                case 2: Column(numbers.map { Int64($0) })
                default: Column(numbers.map { Float($0) / 3 })
                }
            attributes.append(Attribute(AttributeSemantic(name: "_ID"), column))
        }
        return NodeInstances(attributes)
    }

    private mutating func drawTurns(_ count: Int) -> Attribute {
        let half = 0.5.squareRoot()
        let turns = (0..<count).flatMap { _ in
            let turn = random.pick(
                SIMD4(0, 0, 0, 1), SIMD4(0, 0, half, half), SIMD4(0.5, -0.5, 0.5, 0.5), SIMD4(0.6, 0, 0, -0.8))
            return (0..<4).map { turn[$0] }
        }
        let frame = Frame(quaternionOrder: .xyzw)
        switch random.int(0...2) {
        case 0:
            return Attribute(
                .rotation, Column(turns.map { Int8(($0 * 127).rounded()) }, components: 4), normalized: true,
                frame: frame)
        case 1:
            return Attribute(
                .rotation, Column(turns.map { Int16(($0 * 32767).rounded()) }, components: 4), normalized: true,
                frame: frame)
        default: return Attribute(.rotation, Column(turns.map { Float($0) }, components: 4), frame: frame)
        }
    }
}
