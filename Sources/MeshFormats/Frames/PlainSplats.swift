package import MeshModel

/// The numbers of Gaussian splats as glTF and USD store them: sizes from 0, opacities from 0 to 1, rotations of length
/// 1.
///
/// Files of trainers have logarithms, logits and rotations of any length; see ``SplatNames``.
package enum PlainSplats {
    /// The decoded values of a column, rounded to finite float32 before decoding; 0 for NaN.
    package static func decoded(_ column: Column, _ encoding: Frame.Encoding) -> ContiguousArray<Double> {
        var values = ContiguousArray<Double>()
        column.read(0..<column.count, into: &values)
        for index in values.indices {
            let single = Float(values[index])
            let most = Float.greatestFiniteMagnitude
            values[index] = encoding.decoded(single.isNaN ? 0 : Double(max(-most, min(single, most))))
        }
        return values
    }

    /// The attributes of columns by their names, in the order of ``SplatNames``.
    ///
    /// - Parameter colors: the frame of coefficients.
    package static func attributes(_ columns: [String: Column], degree: Int, colors: Frame) -> [Attribute] {
        SplatNames.all(degree: degree).compactMap { name in
            guard let column = columns[name] else { return nil }
            let isTurn = SplatNames.rotations.contains(name)
            return Attribute(
                AttributeSemantic(name: name), column,
                frame: isTurn ? Frame(quaternionOrder: .wxyz) : SplatNames.isShape(name) ? .plain : colors)
        }
    }

    /// A size, from 0.
    package static func size(_ value: Double) -> Float {
        value > 0 ? Float(min(value, Double(Float.greatestFiniteMagnitude))) : 0
    }

    /// An opacity, from 0 to 1.
    package static func opacity(_ value: Double) -> Float { value > 0 ? Float(min(value, 1)) : 0 }

    /// The rotation (w first) with length 1. One of that length within the precision of float32 stays as it is; one
    /// without a direction becomes no rotation.
    package static func turn(_ turn: SIMD4<Double>) -> SIMD4<Double> {
        let square = (turn * turn).sum()
        guard !(abs(square - 1) <= 0x1p-20) else { return turn }
        let largest = max(max(abs(turn.x), abs(turn.y)), max(abs(turn.z), abs(turn.w)))
        guard largest > 0, largest.isFinite, square == square else { return SIMD4(1, 0, 0, 0) }
        let scaled = turn / largest
        return scaled / (scaled * scaled).sum().squareRoot()
    }

    /// The plain numbers of a size, an opacity or a component of rotations; nil for other attributes.
    ///
    /// - Parameter attributes: the attributes of the splats by name, with equal numbers of rows.
    package static func column(_ name: String, of attributes: [String: Attribute]) -> Column? {
        guard let attribute = attributes[name] else { return nil }
        if let place = SplatNames.rotations.firstIndex(of: name) {
            let all = SplatNames.rotations.compactMap { attributes[$0] }
            guard all.count == 4, all.allSatisfy({ $0.count == attribute.count }) else { return nil }
            return Column(count: attribute.count) { (rows, block: inout ContiguousArray<Float>) in
                let parts = all.map { decoded($0.values.rows(rows), $0.frame.encoding) }
                block.removeAll(keepingCapacity: true)
                for row in 0..<rows.count {
                    let own = turn(SIMD4(parts[0][row], parts[1][row], parts[2][row], parts[3][row]))
                    block.append(Float(own[place]))
                }
            }
        }
        guard SplatNames.isShape(name) else { return nil }
        let isOpacity = name == SplatNames.opacity
        return Column(count: attribute.count) { (rows, block: inout ContiguousArray<Float>) in
            block.removeAll(keepingCapacity: true)
            for value in decoded(attribute.values.rows(rows), attribute.frame.encoding) {
                block.append(isOpacity ? opacity(value) : size(value))
            }
        }
    }
}
