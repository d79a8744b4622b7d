import MeshModel

/// A setting of a camera, light or material.
struct USDMovedSetting: Hashable, Sendable {
    var part: SettingChannel.Part
    var name: String
}

/// What samplers change of a camera, light or material, written as samples of the attributes that follow from it.
struct USDMovedSettings {
    /// The courses of the settings by name.
    private let courses: [(name: String, course: USDSampledCourse)]
    /// The time codes at which any of them has a sample.
    private let codes: [Double]

    /// More pieces of a segment aren't made.
    private static let mostPieces = 64
    /// How far an attribute may be off between samples, as a share of its size.
    static let tolerance = 1e-4

    init?(_ part: SettingChannel.Part, _ motion: USDMotion) {
        courses = motion.settings.filter { $0.key.part == part }.map { ($0.key.name, $0.value) }
            .inOrder { $0.0 < $1.0 }
        guard !courses.isEmpty else { return nil }
        codes = Set(courses.flatMap(\.course.codes)).sorted()
    }

    /// The names of the settings.
    var names: Set<String> { Set(courses.map(\.name)) }

    /// The numbers of all settings at a time code.
    func values(at code: Double) -> [String: [Double]] {
        Dictionary(courses.map { ($0.name, $0.course.value(at: code)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Adds samples to the attributes of a prim and the prims below it.
    ///
    /// - Parameter build: makes the prim in an empty layer from the numbers of the settings.
    func add(to prim: Int, of layer: inout USDLayer, _ build: ([String: [Double]]) -> (layer: USDLayer, prim: Int)) {
        func state(_ code: Double) -> [String: USDValue] {
            let built = build(values(at: code))
            return built.layer.numericDefaults(below: built.prim)
        }
        var samples: [Sample] = []
        for code in codes {
            let next = Sample(code: code, state: state(code), isInner: false)
            if let last = samples.last, code - last.code > 8 * code.ulp {
                samples += Self.between(last, next, state)
            }
            samples.append(next)
        }
        for (path, index) in layer.numericPlaces(below: prim).inKeyOrder {
            let own = samples.compactMap { sample in
                sample.state[path].map { Sample(code: sample.code, state: [path: $0], isInner: sample.isInner) }
            }
            guard own.count == samples.count, let first = own.first?.state[path]?.numbers,
                own.contains(where: { $0.state[path]?.numbers != first })
                    || layer.specs[index]["default"]?.numbers != first
            else { continue }
            layer.specs[index]["timeSamples"] = .samples(
                Self.needed(own, path).compactMap { sample in
                    sample.state[path].map { USDSample(time: sample.code, value: $0) }
                })
        }
    }

    /// The attributes at a time code.
    private struct Sample {
        var code: Double
        var state: [String: USDValue]
        /// Whether it was added between samples of settings.
        var isInner: Bool
    }

    /// The samples of an attribute without those that other attributes needed: inner ones of straight segments, and the
    /// first of two at one moment where nothing jumps.
    private static func needed(_ samples: [Sample], _ path: String) -> [Sample] {
        var needed: [Sample] = []
        var start = 0
        for (place, sample) in samples.enumerated() where !sample.isInner {
            let inner = samples[min(start + 1, place)..<place]
            let (from, to) = (samples[start], sample)
            let isStraight = inner.allSatisfy { middle in
                let part = (middle.code - from.code) / (to.code - from.code)
                return isNear(middle.state, from.state, to.state, part: part)
            }
            if !isStraight { needed += inner }
            if let last = needed.last, sample.code - last.code <= 8 * sample.code.ulp,
                isNear(last.state, sample.state, sample.state, part: 0)
            {
                needed.removeLast()
            }
            needed.append(sample)
            start = place
        }
        return needed
    }

    /// Samples inside a segment, so many that straight lines between them are near enough.
    private static func between(
        _ from: Sample, _ to: Sample, _ state: (Double) -> [String: USDValue]
    ) -> [Sample] {
        var points = [from, to]
        while points.count <= mostPieces {
            let middles = zip(points, points.dropFirst()).map { a, b -> Sample in
                let code = a.code + (b.code - a.code) / 2
                return Sample(code: code, state: state(code), isInner: true)
            }
            let isNear = middles.indices.allSatisfy { index in
                Self.isNear(middles[index].state, points[index].state, points[index + 1].state, part: 0.5)
            }
            if isNear { break }
            var finer = [points[0]]
            for (middle, end) in zip(middles, points.dropFirst()) { finer += [middle, end] }
            points = finer
        }
        return Array(points.dropFirst().dropLast())
    }

    private static func isNear(
        _ middle: [String: USDValue], _ a: [String: USDValue], _ b: [String: USDValue], part: Double
    ) -> Bool {
        middle.allSatisfy { path, value in
            guard let own = value.numbers, let from = a[path]?.numbers, let to = b[path]?.numbers,
                own.count == from.count, own.count == to.count
            else { return true }
            return own.indices.allSatisfy { place in
                let size = max(abs(from[place]), abs(to[place]), 1e-6)
                let straight = from[place] + (to[place] - from[place]) * part
                return abs(straight - own[place]) <= tolerance * size / 4
            }
        }
    }
}

extension USDLayer {
    /// The attributes with numbers of a prim and the prims below it, by their path from there.
    fileprivate func numericPlaces(below prim: Int) -> [String: Int] {
        var places: [String: Int] = [:]
        var open = [(prim: prim, path: "")]
        while let (prim, path) = open.popLast() {
            for index in specs[prim].properties where specs[index]["default"]?.isReal == true {
                places["\(path).\(specs[index].name)"] = index
            }
            for child in specs[prim].children { open.append((child, "\(path)/\(specs[child].name)")) }
        }
        return places
    }

    fileprivate func numericDefaults(below prim: Int) -> [String: USDValue] {
        numericPlaces(below: prim).compactMapValues { specs[$0]["default"] }
    }
}

extension USDValue {
    /// Whether it is a number or a row of numbers that USD interpolates.
    var isReal: Bool {
        switch self {
        case .real, .tuple: true
        default: false
        }
    }
}
