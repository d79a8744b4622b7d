import MeshBytes
import MeshFormats
import MeshModel

/// What a layer itself can't say about the scene that it was written from: the entry `meshconv` of `customLayerData`.
struct USDOrigin: Sendable {
    /// The name of the entry.
    static let member = "meshconv"

    /// What an attribute was in the scene.
    struct Form: Sendable, Hashable {
        /// Where a reader finds it: a vertex set, or a mesh if it belongs to elements.
        var owner: Int
        var isElement: Bool
        /// The place among the pools of the set; nil: it is no pool.
        var pool: Int?
        /// Its name, and the name that a reader gives it.
        var name: String
        var stored: String
        var type: ScalarType
        var isNormalized: Bool
        var frame: Frame
        var components: Int
        /// Whether floats are the nearest to whole numbers of 0…255.
        var hasCodes = false
        /// Whether the way back gives it type and frame again.
        var isRestored = true
    }

    /// A node that shows a mesh whose prims are below it.
    struct Showing: Sendable, Hashable {
        /// The node as a reader finds it.
        var node: Int
        /// The mesh, once prims of a mesh are one mesh again.
        var mesh: Int
    }

    /// A mesh, by its prims.
    struct MeshForm: Sendable, Hashable {
        var name: String?
        /// How many prims it has.
        var count: Int
    }

    /// What a material was in the scene.
    struct MaterialForm: Sendable, Hashable {
        var index: Int
        /// What a reader finds, as a number that other settings hardly have.
        var digest: String
        var parameters: [MaterialParameter]
        /// The textures, by their numbers in the file.
        var textures: [TextureSlot]
    }

    /// Whether the scene said which axis is up, and its unit.
    var hasUpAxis = true
    var hasUnit = true
    /// Whether the first node turns a scene whose up axis is Z.
    var isRooted = false
    /// How many nodes a reader finds; what is said of nodes is for that many.
    var nodeCount = 0
    /// The nodes that were added, and those without a name.
    var generated: [Int] = []
    var nameless: [Int] = []
    var showing: [Showing] = []
    var meshes: [MeshForm] = []
    /// The scenes, if they have names or are several; their nodes as they are without those that were added.
    var scenes: [SceneRoot] = []
    var defaultScene: Int?
    /// How many materials were made for what has none; they are the last.
    var plainMaterials = 0
    var namelessMaterials: [Int] = []
    var materials: [MaterialForm] = []
    /// The keys of metadata in their order, where entries of one key don't lie together.
    var metadata: [String] = []
    var forms: [Form] = []
    /// The vertex sets whose points have no place in the scene.
    var pointless: [Int] = []

    /// What makes Y of Z.
    static let turn = Transform.matrix([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1])

    /// An origin of which there is nothing to say.
    init() {}

    /// Whether layer data can hold an entry of metadata.
    static func isAllowed(_ entry: MetadataEntry) -> Bool {
        !entry.key.isEmpty && entry.key != member && !entry.key.utf8.contains(0) && !entry.value.utf8.contains(0)
    }
}

extension USDOrigin.Form {
    /// The form of an attribute as a shape has it.
    ///
    /// - Parameter pool: the number of its pool, if it is one.
    init(_ plan: USDAttributePlan, _ shape: USDShape, pool: Int?) {
        let attribute = plan.attribute
        self.init(
            owner: shape.number, isElement: plan.domain == .uniform, pool: pool, name: attribute.semantic.name,
            stored: plan.semantic.name, type: attribute.values.type, isNormalized: attribute.normalized,
            frame: attribute.frame, components: min(attribute.values.components, plan.values.components))
        if plan.isColor { hasCodes = Self.areCodes(attribute) }
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

extension USDOrigin.MaterialForm {
    /// The form of a material that reads as `written`.
    ///
    /// - Parameter numbers: the texture that a reader makes of each texture of the scene.
    init(_ index: Int, _ material: Material, _ written: Material, numbers: [Int: Int]) {
        self.init(
            index: index, digest: Self.digest(written), parameters: material.parameters,
            textures: material.textures.compactMap { slot in
                var slot = slot
                guard let number = numbers[slot.texture] else { return nil }
                slot.texture = number
                return slot
            })
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
