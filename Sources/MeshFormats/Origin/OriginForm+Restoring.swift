public import MeshModel

extension OriginForm {
    /// Whether a file has texture coordinates from the other end.
    func isFlipped(in attribute: Attribute) -> Bool {
        guard let stored = attribute.frame.uvOrigin, let own = frame.uvOrigin else { return false }
        return stored != own
    }

    /// Whether a file has colours or texture coordinates in another frame than this form.
    public func isConverted(in attribute: Attribute) -> Bool {
        isFlipped(in: attribute)
            || attribute.semantic.isColor && frame.colorSpace != nil && frame.colorSpace != attribute.frame.colorSpace
    }

    /// The frame that numbers are turned into: only colours leave that of the file, if it is known.
    func target(of attribute: Attribute) -> Frame {
        attribute.semantic.isColor && attribute.frame.colorSpace != nil ? frame : attribute.frame
    }

    /// The numbers of a file's attribute in this form, as a reader restores them that finds a record.
    ///
    /// - Parameters:
    ///   - attribute: the attribute as the file has it.
    ///   - snapsToCodes: whether float colours become the nearest k ÷ 255.
    /// - Returns: nil if nothing can be restored to the form.
    public func values(of attribute: Attribute, snapsToCodes: Bool = false) -> Column? {
        guard type != .float16, attribute.offsets == nil else { return nil }
        if isFlipped(in: attribute) { return UVFlip.restored(attribute, type: type, normalized: isNormalized) }
        if attribute.frame.encoding != frame.encoding {
            return type.isInteger ? nil : attribute.encoded(as: frame.encoding, type: type)
        }
        let target = target(of: attribute)
        if attribute.values.type == type, attribute.normalized == isNormalized, target == attribute.frame {
            return attribute.values
        }
        if let decimals, target.colorSpace == attribute.frame.colorSpace, attribute.normalized {
            return DecimalCodes(decimals: decimals).values(of: attribute.values, type)
        }
        return ColorTransfer.converted(
            attribute, to: target, type: type, normalized: isNormalized,
            snapsToCodes: snapsToCodes && attribute.semantic.isColor && frame.scale == 1)
    }
}

extension Attribute {
    /// The numbers that are stored for the same quantities in another encoding, as float32 or float64.
    package func encoded(as encoding: Frame.Encoding, type: ScalarType) -> Column {
        var numbers = ContiguousArray<Double>()
        values.read(0..<values.count, into: &numbers)
        for index in numbers.indices { numbers[index] = encoding.encoded(frame.encoding.decoded(numbers[index])) }
        if type == .float64 { return Column(numbers, components: values.components) }
        return Column(ContiguousArray(numbers.map { Float($0) }), components: values.components)
    }
}
