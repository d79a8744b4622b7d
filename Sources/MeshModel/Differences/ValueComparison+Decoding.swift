extension ValueComparison {
    /// Converts target values in another frame back to the source's frame, rounded as the source stores them.
    struct Decoding {
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

        /// Creates a decoding. Codecs without a change of frame leave values unchanged.
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

        /// Returns the source value for a target value.
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
                    // A text or a narrower type has the shortest decimal of a float64.
                    let isNarrow = toType == .float32 && !form.type.isInteger && form.type != .float32
                    return isNarrow ? Double("\(Float(fraction))") ?? fraction : form.stored(fraction)
                }
                // Integer codes are flipped as codes.
                if form.isNormalized, most != 1 { return form.stored(1 - fraction) }
                return form.stored(UVFlip.restored(fraction, storedAs: toType))
            }
        }
    }

    /// The storage form of a source's numbers. It has plain values only: a reference would be retained for each number.
    private struct Form {
        let type: ScalarType
        let isNormalized: Bool
        private let most: Double?
        private let scale: Double
        private let hasCodes: Bool

        init(_ attribute: Attribute, hasCodes: Bool) {
            type = attribute.values.type
            isNormalized = attribute.normalized
            most = isNormalized ? type.normalizedMaximum : nil
            scale = attribute.frame.scale
            self.hasCodes = hasCodes
        }

        /// A fraction, rounded to the type.
        func stored(_ fraction: Double) -> Double {
            if let most {
                let code = (fraction * most).rounded()
                return code.isNaN ? 0 : min(max(code, type.isSignedInteger ? -most : 0), most)
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
