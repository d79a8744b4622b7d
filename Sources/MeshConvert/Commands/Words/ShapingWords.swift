/// What the options that change points and faces say.
package struct ShapingWords: Sendable {
    /// `--crop`.
    package var crop: String?
    /// `--sample`.
    package var sample: String?
    /// `--outliers`.
    package var outliers: String?
    /// `--thin`.
    package var thin: String?
    /// `--faces`.
    package var faces: Int?
    /// `--face-error`.
    package var faceError: String?

    package init() {}

    /// The first option that is given.
    package var first: String? {
        [
            ("--crop", crop), ("--sample", sample), ("--outliers", outliers), ("--thin", thin),
            ("--faces", faces.map(String.init)), ("--face-error", faceError),
        ].first { $0.1 != nil }?.0
    }

    /// Applies the checked options.
    package func apply(to options: inout ShapingOptions) throws(Failure) {
        if let crop {
            guard let box = ShapingOptions.Box(word: crop) else {
                throw Failure(usage: "expected --crop X,Y,Z:X,Y,Z, found '\(crop)'")
            }
            options.box = box
        }
        if let sample {
            let parts = Self.parts(sample, 2)
            guard let count = Int32(parts[0]), count > 0, let seed = parts.count > 1 ? UInt64(parts[1]) : 0 else {
                throw Failure(usage: "expected --sample with 1 to \(Int32.max) points, as 100000, found '\(sample)'")
            }
            options.sampling = ShapingOptions.Sampling(count: Int(count))
            options.sampling?.seed = seed
        }
        if let outliers { options.outliers = try Self.rule(outliers) }
        if let faces {
            guard faces > 0 else { throw Failure(usage: "expected --faces above 0, found \(faces)") }
            options.faces = faces
        }
        if let faceError { options.faceError = try LengthWords.distance(faceError, option: "--face-error") }
        if let thin { options.voxelSize = try LengthWords.distance(thin, option: "--thin") }
    }

    private static func rule(_ text: String) throws(Failure) -> ShapingOptions.Outliers {
        let parts = parts(text, 3)
        let failure = Failure(
            usage: "expected --outliers statistical[:NEIGHBORS[:RATIO]] or radius:DISTANCE[:NEIGHBORS], found '\(text)'"
        )
        func neighbors(_ index: Int, _ usual: Int, upTo most: Int) throws(Failure) -> Int {
            guard parts.count > index else { return usual }
            guard let count = Int(parts[index]), count > 0, count <= most else { throw failure }
            return count
        }
        switch (parts[0], parts.count) {
        case ("statistical", _):
            var ratio = 2.0
            if parts.count > 2 {
                guard let number = Double(parts[2]), number >= 0, number.isFinite else { throw failure }
                ratio = number
            }
            return .statistical(neighbors: try neighbors(1, 20, upTo: 1024), ratio: ratio)
        case ("radius", 2...):
            return .radius(
                neighbors: try neighbors(2, 16, upTo: 1023),
                meters: try LengthWords.distance(parts[1], option: "--outliers radius:DISTANCE"))
        default: throw failure
        }
    }

    /// Returns `neighbors[:RADIUS[:COUNT]]` of --normals; nil: the text is something else.
    static func neighbors(_ text: String) throws(Failure) -> ShapingOptions.Neighbors? {
        let parts = parts(text, 3)
        guard parts[0] == "neighbors" else { return nil }
        var neighbors = ShapingOptions.Neighbors()
        if parts.count > 1 {
            neighbors.meters = try LengthWords.distance(parts[1], option: "--normals neighbors:RADIUS")
        }
        if parts.count > 2 {
            guard let count = Int(parts[2]), (3...1024).contains(count) else {
                throw Failure(
                    usage: "expected --normals neighbors:RADIUS:COUNT with a count of 3 to 1024, found '\(text)'")
            }
            neighbors.count = count
        }
        return neighbors
    }

    private static func parts(_ text: String, _ most: Int) -> [String] {
        text.split(separator: ":", maxSplits: most - 1, omittingEmptySubsequences: false).map(String.init)
    }
}
