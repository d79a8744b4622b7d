/// What feeds an input of a surface: numbers, or channels of an image that are multiplied with numbers.
struct ShaderTerm: Sendable, Hashable {
    /// The factor of each component, or its value where there is no image.
    var numbers: [Double]
    /// The shader that reads the image, if the value comes from one.
    var image: Int?
    /// The channel of the image that each component is: 0 red … 3 alpha.
    var channels: [Int] = []
    /// The scale of the slopes of a normal map; nil for other values.
    var normalScale: Double?
    /// Whether the colour of vertices is a factor.
    var hasVertexColor = false

    /// Numbers without an image.
    init(_ numbers: [Double]) { self.numbers = numbers }

    /// An image as it is.
    init(image: Int, channels: [Int]) {
        numbers = [Double](repeating: 1, count: channels.count)
        self.image = image
        self.channels = channels
    }

    /// Whether it is numbers only.
    var isConstant: Bool { image == nil && !hasVertexColor }

    /// The number of components.
    var width: Int { numbers.count }

    /// The term with this number of components: one becomes several equal ones, of several the first ones are left.
    func widened(to width: Int) -> ShaderTerm {
        guard numbers.count != width, let last = numbers.last else { return self }
        var term = self
        let isSingle = numbers.count == 1
        term.numbers = (0..<width).map { isSingle ? last : $0 < numbers.count ? numbers[$0] : 1 }
        if image != nil {
            term.channels = (0..<width).map { isSingle ? channels[0] : $0 < channels.count ? channels[$0] : 3 }
        }
        return term
    }

    /// The components at these places; nil: one is beyond the last.
    func picked(_ places: [Int]) -> ShaderTerm? {
        guard places.allSatisfy(numbers.indices.contains) else { return nil }
        var term = self
        term.numbers = places.map { numbers[$0] }
        if image != nil { term.channels = places.map { channels[$0] } }
        return term
    }

    /// The term times numbers.
    func times(_ factors: [Double]) -> ShaderTerm {
        let width = max(width, factors.count)
        var term = widened(to: width)
        let factors = ShaderTerm(factors).widened(to: width).numbers
        term.numbers = zip(term.numbers, factors).map { $0 * $1 }
        return term
    }

    /// The product of two terms; nil: both have images.
    func times(_ other: ShaderTerm) -> ShaderTerm? {
        guard image == nil || other.image == nil else { return nil }
        var product = image == nil ? other.times(numbers) : times(other.numbers)
        product.hasVertexColor = hasVertexColor || other.hasVertexColor
        return product
    }
}
