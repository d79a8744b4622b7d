import MeshBytes
import MeshFormats
import MeshModel

/// What the file itself can't say about the scene that it was written from: the member `meshconv` of `asset.extras`.
struct GLTFOrigin: Sendable {
    /// The name of the member.
    static let member = "meshconv"

    /// What an attribute was in the scene.
    struct Form: Sendable, Hashable {
        /// Its name, and the name in the file.
        var name: String
        var stored: String
        var type: ScalarType
        var isNormalized: Bool
        var frame: Frame
        var components: Int
        /// Whether floats are the nearest to whole numbers of 0…255.
        var hasCodes = false
        /// The primitives of the file whose elements had the values, if vertices had not.
        var elements: [Place] = []
        /// Whether the way back gives it its name again; if not, nothing of it.
        var isNamed = true
        /// Whether the way back gives it type and frame again.
        var isRestored = true
    }

    /// A primitive of the file.
    struct Place: Sendable, Hashable {
        var mesh: Int
        var primitive: Int
    }

    /// What the vertices of a set were.
    struct SetForm: Sendable, Hashable {
        /// The attributes in the scene's order.
        var forms: [Form] = []
        /// The attributes that the scene did not have.
        var generated: [String] = []
        /// What positions are counted from; zero: from where they were.
        var offset = SIMD3<Double>.zero
        /// Whether what float32 leaves of positions is in an attribute of its own.
        var hasRest = false
    }

    /// Where a node stood that stands further for what it shows.
    struct NodeForm: Sendable, Hashable {
        var index: Int
        var transform: Transform
    }

    /// Whether the scene said nothing of up or unit, or something else than glTF.
    var upAxis: UpAxis? = .y
    var metersPerUnit: Double? = 1
    /// How many nodes were put above roots; they are the last.
    var rootNodes = 0
    /// The material of elements that had none; it is the last.
    var plainMaterial: Int?
    var materials: [MaterialForm] = []
    var nodes: [NodeForm] = []
    /// The keys of metadata in their order, where entries of one key don't lie together.
    var metadata: [String] = []
    var sets: [Int: SetForm] = [:]

    /// An origin of which there is nothing to say.
    init() {}

    /// Keeps from where positions are counted.
    mutating func add(_ offset: SIMD3<Double>, hasRest: Bool, set: Int) {
        guard offset != .zero || hasRest else { return }
        sets[set, default: SetForm()].offset = offset
        sets[set, default: SetForm()].hasRest = hasRest
    }

    /// Keeps what is worth keeping of a set.
    mutating func add(_ forms: [Form], set: Int, isPlain: Bool) {
        guard !isPlain else { return }
        sets[set, default: SetForm()].forms = forms.filter(\.isNamed)
    }
}

extension GLTFOrigin.Form {
    /// The form of an attribute that is stored under a name.
    init(_ attribute: Attribute, storedAs name: String) {
        self.init(
            name: attribute.semantic.name, stored: name, type: attribute.values.type,
            isNormalized: attribute.normalized, frame: attribute.frame, components: attribute.values.components)
        if attribute.semantic.isColor { hasCodes = Self.areCodes(attribute) }
    }

    /// Whether each value is what its type makes of k ÷ 255, or k where a 1 is stored as 255.
    private static func areCodes(_ attribute: Attribute) -> Bool {
        let type = attribute.values.type
        let scale = attribute.frame.scale
        guard type == .float32 || type == .float64, (attribute.frame.colorSpace ?? .srgb) == .srgb else { return false }
        var buffer = ContiguousArray<Double>()
        let step = max(1, 16_384 / max(attribute.values.components, 1))
        var row = 0
        while row < attribute.values.count {
            let end = min(row + step, attribute.values.count)
            attribute.values.read(row..<end, into: &buffer)
            for value in buffer {
                let code = scale == 255 ? value.rounded() : (value * 255).rounded()
                guard code >= 0, code <= 255 else { return false }
                let meant = scale == 255 ? code : type == .float32 ? Double(Float(code / 255)) : code / 255
                guard value == meant else { return false }
            }
            row = end
        }
        return true
    }
}

extension GLTFOrigin {
    /// What a material was in the scene.
    struct MaterialForm: Sendable, Hashable {
        var index: Int
        /// What a reader finds, as a number that other settings hardly have.
        var digest: String
        var parameters: [MaterialParameter]
        /// The textures, by their numbers in the file.
        var textures: [TextureSlot]

        init(index: Int, digest: String, parameters: [MaterialParameter], textures: [TextureSlot]) {
            self.index = index
            self.digest = digest
            self.parameters = parameters
            self.textures = textures
        }

        /// The form of a material that reads as `written`.
        ///
        /// - Parameter numbers: the texture of the file for each texture of the scene.
        init(_ index: Int, _ material: Material, _ written: Material, _ numbers: [Int: Int]) {
            self.index = index
            digest = Self.digest(written)
            parameters = material.parameters
            textures = material.textures.compactMap { slot in
                var slot = slot
                // Slots of one texture may have samplers of their own.
                let number = written.texture(slot.slot)?.texture ?? numbers[slot.texture]
                guard let number else { return nil }
                slot.texture = number
                return slot
            }
        }

        /// 64 bits of the settings, in the way of Fowler, Noll and Vo.
        static func digest(_ material: Material) -> String {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            func add(_ text: String) {
                for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
                hash = (hash ^ 0xFF) &* 0x100_0000_01B3
            }
            for parameter in material.parameters.sorted(by: { $0.name < $1.name }) {
                add(parameter.name)
                for value in parameter.values { add("\(value)") }
            }
            for slot in material.textures.sorted(by: { $0.slot < $1.slot }) {
                add(slot.slot)
                add("\(slot.texture)")
                for option in slot.options {
                    add(option.name)
                    for word in option.words { add(word) }
                }
            }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
