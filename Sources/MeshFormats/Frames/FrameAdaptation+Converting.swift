import MeshModel

// From the frames of a scene to those of a file.

extension FrameAdaptation {
    static func adapted(
        _ attribute: Attribute, _ target: Target, beside others: Neighbours
    ) -> Attribute? {
        guard attribute.offsets == nil else { return nil }
        let type = attribute.values.type
        let isFraction = attribute.normalized && type.normalizedMaximum != nil
        switch attribute.semantic {
        case .color(0):
            guard attribute.frame.colorSpace == .linear, isFraction || !type.isInteger else { return nil }
            var attribute = attribute
            attribute.values = attribute.values.lookingUpFew
            switch target {
            case .codes: return codes(attribute, others)
            case .text: return decimals(attribute)
            }
        case .texCoord(0):
            guard attribute.frame.uvOrigin == .topLeft || isFraction else { return nil }
            return coordinates(attribute, target)
        case .position, .normal: return isFraction ? fractions(attribute) : nil
        case let semantic where semantic == .weight || semantic.isCustom:
            // Only formats that store codes have such properties.
            guard isFraction, case .codes = target else { return nil }
            return fractions(attribute)
        default: return nil
        }
    }

    /// Integers that mean fractions, as the fractions.
    private static func fractions(_ attribute: Attribute) -> Attribute {
        var result = attribute
        result.normalized = false
        result.values = ColorTransfer.converted(
            attribute, to: attribute.frame, type: attribute.values.type.byteCount > 2 ? .float64 : .float32)
        return result
    }

    /// Numbers of splats in the usual encoding.
    static func splats(_ attribute: Attribute, _ target: Target) -> Attribute? {
        guard case .codes = target else { return nil }
        var result = attribute
        result.frame.encoding = SplatNames.encoding(attribute.semantic.name)
        guard result.frame.encoding != attribute.frame.encoding else { return nil }
        result.values = attribute.encoded(as: result.frame.encoding, type: attribute.values.type)
        return result
    }

    /// What is known of all colours of the same elements, which become one property: looked at once for all of them.
    struct Neighbours {
        /// Whether some are not linear, so that they stay as they are; whether such are floats, or of more than 8 bits.
        var hasFixed = false
        var hasFixedFloats = false
        var hasFixedWords = false
        /// Whether linear ones are of more than 8 bits.
        var hasLinearWords = false

        init(_ attributes: [Attribute]) {
            for attribute in attributes {
                let type = attribute.values.type
                let isWord = type.isInteger && type.byteCount > 1
                if attribute.frame.colorSpace == .linear {
                    if isWord { hasLinearWords = true }
                } else if attribute.values.components >= 3 {
                    hasFixed = true
                    if !type.isInteger { hasFixedFloats = true }
                    if isWord { hasFixedWords = true }
                }
            }
        }
    }

    private static func codes(_ attribute: Attribute, _ others: Neighbours) -> Attribute {
        if others.hasFixedFloats {
            let values = ColorTransfer.converted(attribute, to: .srgb, type: .float32).clampedToUnit()
            return Attribute(attribute.semantic, values, frame: .srgb)
        }
        let type: ScalarType = (others.hasFixed ? others.hasFixedWords : others.hasLinearWords) ? .uint16 : .uint8
        return Attribute(
            attribute.semantic, ColorTransfer.converted(attribute, to: .srgb, type: type, normalized: true),
            normalized: true, frame: .srgb)
    }

    private static func decimals(_ attribute: Attribute) -> Attribute {
        var sample = attribute
        // What is true of each number that there is, is true of any number of them.
        if let few = attribute.values.lookedUp { sample.values = few.keys }
        if attribute.values.type == .uint8, attribute.normalized { sample.values = codesUsed(attribute.values) }
        // The shortest digits that give each value back: those of codes, of float32, else of float64. Most columns show with
        // their first rows that they are none of these.
        var first = sample
        first.values = sample.values.rows(0..<4096)
        for snapsToCodes in [true, false]
        where comesBack(first, from: decimals(first, .float32, snapsToCodes: snapsToCodes))
            && comesBack(sample, from: decimals(sample, .float32, snapsToCodes: snapsToCodes))
        {
            return decimals(attribute, .float32, snapsToCodes: snapsToCodes)
        }
        return decimals(attribute, .float64, snapsToCodes: false)
    }

    /// Whether readers that find a record get the values of an attribute from what is stored of it.
    private static func comesBack(_ attribute: Attribute, from stored: Attribute) -> Bool {
        OriginForm(of: attribute).values(of: stored)?.hasSameNumbers(as: attribute.values, width: 3) ?? false
    }

    /// The bytes that the first three components of any row have, ascending, as rows of one.
    private static func codesUsed(_ column: Column) -> Column {
        var isUsed = ContiguousArray(repeating: false, count: 256)
        var buffer = ContiguousArray<UInt8>()
        let width = column.components
        var row = 0
        while row < column.count {
            let end = min(row + 4096, column.count)
            column.read(row..<end, into: &buffer)
            for index in 0..<end - row {
                for component in 0..<min(width, 3) { isUsed[Int(buffer[index * width + component])] = true }
            }
            row = end
        }
        return Column(ContiguousArray<UInt8>((0...255).filter { isUsed[Int($0)] }))
    }

    private static func decimals(_ attribute: Attribute, _ type: ScalarType, snapsToCodes: Bool) -> Attribute {
        let values = ColorTransfer.converted(attribute, to: .srgb, type: type, snapsToCodes: snapsToCodes)
        return Attribute(attribute.semantic, values.clampedToUnit(), frame: .srgb)
    }

    private static func coordinates(_ attribute: Attribute, _ target: Target) -> Attribute {
        let type = attribute.values.type
        var result = attribute
        result.normalized = false
        result.frame.uvOrigin = .bottomLeft
        let isWide = type == .float64 || (type.isInteger && type.byteCount > 2)
        let own: ScalarType = attribute.normalized || type == .float16 ? (isWide ? .float64 : .float32) : type
        guard attribute.frame.uvOrigin == .topLeft else {
            result.values = ColorTransfer.converted(attribute, to: attribute.frame, type: own)
            return result
        }
        result.values = UVFlip.flipped(attribute.values, type: own, normalized: attribute.normalized)
        if case .text = target, own == .float32, !comesBack(attribute, from: result) {
            result.values = UVFlip.flippedDecimals(attribute.values, normalized: attribute.normalized)
        }
        return result
    }
}
