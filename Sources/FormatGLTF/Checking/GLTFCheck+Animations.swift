import MeshBytes
import MeshFormats

// Animations (section 3.11 of the specification).

extension GLTFCheck {
    mutating func checkAnimations() {
        for (_, animation, pointer) in each("animations") {
            let samplers = animation.list("samplers")
            for (place, sampler) in samplers.enumerated() { checkSampler(sampler, "\(pointer)/samplers/\(place)") }
            var targets: Set<String> = []
            for (place, channel) in animation.list("channels").enumerated() {
                let position = "\(pointer)/channels/\(place)"
                checkChannel(channel, samplers, position)
                guard let target = channel["target"], let node = target["node"]?.int,
                    let path = target["path"]?.string, !targets.insert("\(node) \(path)").inserted
                else { continue }
                add("animation-duplicate-targets", "\(position)/target", "another channel animates the same property")
            }
        }
    }

    private mutating func checkSampler(_ sampler: JSONValue, _ pointer: String) {
        for name in ["input", "output"] {
            guard let accessor = find("accessors", sampler[name], "\(pointer)/\(name)") else { continue }
            useWithoutStride(
                accessor, for: "other", "animation data", "animation-sampler-accessor-with-bytestride",
                "\(pointer)/\(name)")
        }
        guard let times = known("accessors", sampler["input"]) else { return }
        let place = "\(pointer)/input"
        if times["type"]?.string != "SCALAR" || times["componentType"]?.int != 5126 {
            add("animation-sampler-input-accessor-invalid-format", place, "expected times as float32")
        }
        if times["min"] == nil || times["max"] == nil {
            add("animation-sampler-input-accessor-without-bounds", place, "times must have min and max")
        }
        if sampler["interpolation"]?.string == "CUBICSPLINE", (times["count"]?.int ?? 2) < 2 {
            add("animation-sampler-input-accessor-too-few-elements", place, "a cubic curve needs at least two times")
        }
        var last = -Double.infinity
        var isNegative = false
        let bad = firstRow(sampler["input"], "times", width: 1) { row, _ in
            let time = row.first ?? 0
            isNegative = time < 0
            defer { last = time }
            return isNegative || time <= last
        }
        if let bad {
            add(
                "accessor-animation-input-\(isNegative ? "negative" : "non-increasing")", place,
                "expected increasing times from 0 on, found another at \(bad)")
        }
    }

    private mutating func checkChannel(_ channel: JSONValue, _ samplers: [JSONValue], _ pointer: String) {
        let (target, place) = (channel["target"] ?? .null, "\(pointer)/target")
        let path = target["path"]?.string
        let node = find("nodes", target["node"], "\(place)/node")
        let paths = ["translation", "rotation", "scale", "weights"]
        if let path, !paths.contains(path), path != "pointer" {
            add(
                "value-not-in-list", "\(place)/path", "expected \(paths.joined(separator: ", ")), found \(path)",
                .warning)
        }
        let targets = known("meshes", node?["mesh"])?.list("primitives").first?["targets"]?.array
        if node?["matrix"] != nil, path != "weights" {
            add("animation-channel-target-node-matrix", place, "a node with a matrix can't be animated")
        }
        if node != nil, path == "weights", targets == nil {
            add("animation-channel-target-node-weights-no-morphs", place, "the mesh has no morph targets")
        }
        if let extended = extended(target, "KHR_animation_pointer") { checkPointer(extended, target, place) }
        guard let index = channel["sampler"]?.index, index >= 0 else { return }
        guard samplers.indices.contains(index) else {
            return addUnresolved("\(pointer)/sampler", index, of: samplers.count, "samplers")
        }
        checkOutput(samplers[index], path ?? "", targets?.count ?? 0, "\(pointer)/sampler")
    }

    private mutating func checkPointer(_ extended: JSONValue, _ target: JSONValue, _ pointer: String) {
        let place = "\(pointer)/extensions/KHR_animation_pointer"
        if target["node"] != nil {
            add(
                "khr-animation-pointer-animation-channel-target-node", place,
                "a channel with a pointer can't have a node")
        }
        if target["path"]?.string != "pointer" {
            add("khr-animation-pointer-animation-channel-target-path", place, "expected the path 'pointer'")
        }
    }

    /// Checks the values of a curve: their form, their number, the length of rotations.
    private mutating func checkOutput(_ sampler: JSONValue, _ path: String, _ targets: Int, _ pointer: String) {
        guard let values = known("accessors", sampler["output"]) else { return }
        let shapes = ["translation": "VEC3", "scale": "VEC3", "rotation": "VEC4", "weights": "SCALAR"]
        guard let shape = shapes[path] else { return }
        let type = values["componentType"]?.int ?? 0
        let isFloat = type == 5126
        let isFraction = values["normalized"]?.bool == true && (5120...5123).contains(type)
        if values["type"]?.string != shape || !(isFloat || (isFraction && shape != "VEC3")) {
            add(
                "animation-sampler-output-accessor-invalid-format", pointer, "values of this type can't animate \(path)"
            )
        }
        let isCubic = sampler["interpolation"]?.string == "CUBICSPLINE"
        if let times = known("accessors", sampler["input"])?["count"]?.int, let count = values["count"]?.int,
            case let each = Int64((isCubic ? 3 : 1) * (path == "weights" ? targets : 1)), each > 0,
            times.multipliedReportingOverflow(by: each).partialValue != count
        {
            add(
                "animation-sampler-output-accessor-invalid-count", pointer,
                "expected \(each) × \(times) values, found \(count)")
        }
        guard path == "rotation" else { return }
        let bad = firstRow(sampler["output"], "rotations \(isCubic)", width: 4) { row, index in
            // Of a cubic curve's three values only the second is a rotation.
            (!isCubic || index % 3 == 1) && abs(Self.length(row) - 1) > Self.tolerance4
        }
        if let bad {
            add(
                "accessor-animation-sampler-output-non-normalized-quaternion", pointer,
                "expected rotations of length 1, found another at \(bad)")
        }
    }
}
