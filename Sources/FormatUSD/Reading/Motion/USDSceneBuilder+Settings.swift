import MeshFormats
import MeshModel

// Cameras, lights and materials whose attributes have time samples: each is built again at the times of the samples.

extension USDSceneBuilder {
    /// An attribute with samples that a camera, light or material was built from.
    struct MovedAttribute: Hashable {
        var prim: Int
        var name: String
    }

    /// How far a setting may be off between keys, as a share of its size.
    private static let tolerance = 1e-4
    /// More pieces of a segment aren't made.
    private static let mostPieces = 64

    /// Adds channels for the settings that change with the samples of `moved`, which were found while building a part.
    ///
    /// - Parameter build: builds the part as it is at `moment`, and returns its settings by name.
    mutating func animate(
        _ part: SettingChannel.Part, _ build: (inout Self) -> [String: [Double]]
    ) throws(ReadError) {
        let own = moved
        moved = []
        guard uses.isTimed, !own.isEmpty else { return }
        let codes = Set(own.flatMap { place in stage.samples(place.prim, place.name).map(\.time) })
            .filter(\.isFinite).sorted()
        guard codes.count > 0 else { return }
        var before = self
        func state(_ code: Double) -> [String: [Double]] {
            var builder = before
            builder.moment = code
            let settings = build(&builder)
            before.momentCourses = builder.momentCourses
            return settings
        }
        var samples: [(code: Double, state: [String: [Double]])] = []
        for code in codes {
            let next = (code: code, state: state(code))
            if let last = samples.last, code - last.code > 8 * code.ulp {
                samples += between(last, next, state)
            }
            samples.append(next)
        }
        let known = clip.settings.count
        for name in Set(samples.flatMap(\.state.keys)).sorted() {
            let rows = samples.compactMap { $0.state[name] }
            let rest = scene.setting(name, of: part)
            guard rows.count == samples.count, let width = rows.first?.count, rows.allSatisfy({ $0.count == width }),
                rows.allSatisfy({ $0.allSatisfy(\.isFinite) })
            else { continue }
            guard rows.contains(where: { $0 != rows[0] }) || rest != rows[0] else { continue }
            guard rest?.count == width else { continue }
            var course = USDCourse(width: width)
            for (index, row) in rows.enumerated() {
                // Of two samples at one moment where this setting doesn't jump, one is enough.
                let isSame =
                    index + 1 < rows.count
                    && samples[index + 1].code - samples[index].code <= 8 * samples[index].code.ulp
                    && zip(row, rows[index + 1]).allSatisfy { abs($0 - $1) <= 1e-6 * max(abs($0), 1e-6) }
                if !isSame { course.append(samples[index].code, row.map { Double(Float($0)) }) }
            }
            guard let sampler = clock.sampler(course) else { continue }
            clipValues += sampler.values.count * sampler.values.components
            guard clipValues <= Self.mostClipValues else {
                throw ReadError(
                    .limitExceeded, .whole, "what moves has more than \(Self.mostClipValues) values at its keys")
            }
            clip.settings.append(SettingChannel(part: part, name: name, sampler: clip.samplers.count))
            clip.samplers.append(sampler)
        }
        if clip.settings.count == known, let first = own.map(\.prim).min() {
            note("usd.animated", first, "values that change are read at one time only")
        }
    }

    /// Samples inside a segment, so many that straight lines between them are near enough.
    private mutating func between(
        _ from: (code: Double, state: [String: [Double]]), _ to: (code: Double, state: [String: [Double]]),
        _ state: (Double) -> [String: [Double]]
    ) -> [(code: Double, state: [String: [Double]])] {
        var points = [from, to]
        while points.count <= Self.mostPieces, addedKeys >= points.count {
            let middles = zip(points, points.dropFirst()).map { a, b -> (code: Double, state: [String: [Double]]) in
                let code = a.code + (b.code - a.code) / 2
                return (code, state(code))
            }
            let isNear = middles.indices.allSatisfy { index in
                Self.isNear(middles[index].state, points[index].state, points[index + 1].state)
            }
            if isNear { break }
            addedKeys -= middles.count
            var finer = [points[0]]
            for (middle, end) in zip(middles, points.dropFirst()) { finer += [middle, end] }
            points = finer
        }
        return Array(points.dropFirst().dropLast())
    }

    private static func isNear(
        _ middle: [String: [Double]], _ a: [String: [Double]], _ b: [String: [Double]]
    ) -> Bool {
        middle.allSatisfy { name, own in
            guard let from = a[name], let to = b[name], own.count == from.count, own.count == to.count else {
                return true
            }
            return own.indices.allSatisfy { place in
                let size = max(abs(from[place]), abs(to[place]), 1e-6)
                return !(abs((from[place] + to[place]) / 2 - own[place]) > tolerance * size / 4)
            }
        }
    }

    /// The value of an attribute at the moment at which something is built again.
    mutating func value(_ prim: Int, _ name: String, at code: Double) -> USDValue? {
        let place = MovedAttribute(prim: prim, name: name)
        if let known = momentCourses[place] { return known.value(at: code) }
        switch stage.resolved(prim, name) {
        case nil: return nil
        case .value(let value, _): return value
        case .samples(let samples, _):
            let first = samples.first { !$0.value.isBlock }?.value
            var leftOut = 0
            guard let first, first.isReal, let width = first.numbers?.count,
                let course = USDCourse(samples, width: width, leftOut: &leftOut, { $0.numbers })
            else { return samples.last { $0.time <= code && !$0.value.isBlock }?.value ?? first }
            let own = MomentCourse(first: first, course: course)
            momentCourses[place] = own
            return own.value(at: code)
        }
    }

    /// The course of an attribute with values like the first one.
    struct MomentCourse {
        var first: USDValue
        var course: USDCourse

        fileprivate func value(at code: Double) -> USDValue {
            let numbers = course.value(at: code)
            return switch first {
            case .real(let type, _): .real(type, numbers.first ?? 0)
            case .tuple(let type, _): .tuple(type, numbers)
            default: first
            }
        }
    }

    // MARK: Parts

    mutating func animateCamera(_ prim: Int, _ camera: Int) throws(ReadError) {
        try animate(.camera(camera)) { builder in
            guard let own = builder.camera(prim), case let made = builder.scene.cameras[own] else { return [:] }
            return Self.settings(Camera.settingNames) { name in made.setting(name).map { [$0] } }
        }
    }

    mutating func animateLight(_ prim: Int, _ light: Int) throws(ReadError) {
        try animate(.light(light)) { builder in
            guard let own = builder.light(prim), case let made = builder.scene.lights[own] else { return [:] }
            return Self.settings(Light.settingNames, made.setting)
        }
    }

    mutating func animateMaterial(_ prim: Int, _ material: Int) throws(ReadError) {
        try animate(.material(material)) { builder in
            builder.buildMaterial(prim)
            guard let made = builder.scene.materials.last else { return [:] }
            var names = made.parameters.map(\.name).filter { $0 != "alphaMode" && $0 != "vertexColors" }
            for slot in made.textures {
                names += SceneMaterial.movingOptions.map { "\(slot.slot).\($0.name)" }
                // A strength of 1 is not among the parameters.
                if let strength = Self.strengths[slot.slot] { names.append(strength) }
            }
            return Self.settings(names, made.setting)
        }
        // What becomes transparent must be blended.
        let isClear = clip.settings.contains { channel in
            channel.part == .material(material) && channel.name == "alpha"
                && clip.samplers[channel.sampler].values.doubles().contains { $0 < 1 }
        }
        if isClear { scene.materials[material].add("alphaMode", 2) }
    }

    /// The settings that weaken a texture, by its slot.
    private static let strengths = ["occlusion": "occlusionStrength", "normal": "normalScale"]

    private static func settings(_ names: [String], _ value: (String) -> [Double]?) -> [String: [Double]] {
        var settings: [String: [Double]] = [:]
        for name in names { if let own = value(name) { settings[name] = own } }
        return settings
    }
}
