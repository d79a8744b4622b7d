/// Matrices over time that keys of translation, rotation and scale are to follow.
protocol USDMatrixCourse {
    /// How near the keys have to be: the largest difference of a number, as a share of the largest.
    var tolerance: Double { get }

    /// The times that get keys in any case, ascending.
    ///
    /// - Parameter room: the number of times that may be added between others.
    func times(room: inout Int) -> [Double]

    func matrix(at time: Double) -> USDMatrix

    /// The parts of the matrix at a time, and how far they are from it; nil: it has none.
    ///
    /// - Parameter known: the rotation to keep where a scale of zero leaves it open.
    func parts(at time: Double, near known: SIMD4<Double>) -> (parts: USDParts, shear: Double)?

    /// Whether the parts at two neighbours of ``times(room:)`` show exactly what lies between them.
    func isStraight(from: Double, to: Double) -> Bool
}

extension USDMatrixCourse {
    var tolerance: Double { 2e-5 }

    func parts(at time: Double, near known: SIMD4<Double>) -> (parts: USDParts, shear: Double)? {
        matrix(at: time).parts(near: known)
    }

    func isStraight(from: Double, to: Double) -> Bool { false }
}
