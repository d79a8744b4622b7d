extension ValueComparison {
    /// Turns values of a target in another frame back into those of the source, in the numbers that the source stores.
    struct Decoding {
        /// What one value means on the way back.
        private enum Way {
            case none
            case transfer(isChanged: Bool)
            case flip
            case encoding(Frame.Encoding, to: Frame.Encoding)
        }

        private let way: Way
        private let form: Form
        private let toType: ScalarType
        private let most: Double
        private let scale: Double
        private var memory: TransferMemory

        /// For codecs that stay in the frame it gives values back as they are.
        init(_ from: Attribute, _ to: Attribute, _ codec: Correspondence.Codec) {
            let space = from.frame.colorSpace ?? .srgb
            switch codec {
            case .transferred: way = .transfer(isChanged: (to.frame.colorSpace ?? .srgb) != space)
            case .flippedV: way = .flip
            case .encoded: way = .encoding(to.frame.encoding, to: from.frame.encoding)
            default: way = .none
            }
            form = Form(from, hasCodes: codec == .transferred && from.holdsColorCodes)
            toType = to.values.type
            most = to.normalized ? toType.normalizedMaximum ?? 1 : 1
            scale = to.frame.scale
            memory = TransferMemory(to: space, isUsed: codec == .transferred)
        }

        /// The source's value for a target's.
        mutating func value(_ y: Double, _ component: Int) -> Double {
            let fraction = y / most / scale
            switch way {
            case .none: return y
            case .transfer(let isChanged):
                guard isChanged, component < 3 else { return form.stored(fraction) }
                return form.stored(memory.value(of: fraction))
            case .encoding(let own, let other): return form.stored(other.encoded(own.decoded(fraction)))
            case .flip:
                guard component == 1 else {
                    // A text or a narrower type says the decimal that a float64 was.
                    let isNarrow = toType == .float32 && !form.type.isInteger && form.type != .float32
                    return isNarrow ? Double("\(Float(fraction))") ?? fraction : form.stored(fraction)
                }
                // Codes that are codes again are flipped as such.
                if form.isNormalized, most != 1 { return form.stored(1 - fraction) }
                return form.stored(UVFlip.restored(fraction, storedAs: toType))
            }
        }
    }

    /// How a source stores its numbers. Plain values alone: a reference would be counted for each number.
    private struct Form {
        let type: ScalarType
        let isNormalized: Bool
        private let most: Double?
        private let scale: Double
        /// Whether the floats are 8-bit codes.
        private let hasCodes: Bool

        init(_ attribute: Attribute, hasCodes: Bool) {
            type = attribute.values.type
            isNormalized = attribute.normalized
            most = isNormalized ? type.normalizedMaximum : nil
            scale = attribute.frame.scale
            self.hasCodes = hasCodes
        }

        /// A fraction as the type rounds it.
        func stored(_ fraction: Double) -> Double {
            if let most {
                let code = (fraction * most).rounded()
                let isSigned = type == .int8 || type == .int16 || type == .int32
                return code.isNaN ? 0 : min(max(code, isSigned ? -most : 0), most)
            }
            let value = fraction * scale
            if hasCodes {
                let code = (fraction * 255).rounded()
                return scale == 255 ? code : type == .float32 ? Double(Float(code / 255)) : code / 255
            }
            if type.isInteger { return value.rounded() }
            return type == .float64 ? value : Double(Float(value))
        }
    }
}
