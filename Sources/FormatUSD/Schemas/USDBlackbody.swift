/// The colour of light by its temperature, as `UsdLuxBlackbodyTemperatureAsRgb` of the reference has it: a Catmull-Rom
/// curve through the Planckian locus, with a luminance of 1.
enum USDBlackbody {
    /// Linear RGB from 1000 K to 10,000 K in steps of 500 K.
    private static let knots: [SIMD3<Double>] = [
        [1, 0.02749, 0], [1, 0.149664, 0], [1, 0.256644, 0.008095], [1, 0.372033, 0.06745], [1, 0.476725, 0.153601],
        [1, 0.570376, 0.259196], [1, 0.65348, 0.377155], [1, 0.726878, 0.501606], [1, 0.791543, 0.62805],
        [1, 0.848462, 0.753228], [1, 0.898581, 0.874905], [1, 0.942771, 0.991642], [0.906947, 0.890456, 1],
        [0.828247, 0.841838, 1], [0.765791, 0.801896, 1], [0.715255, 0.768579, 1], [0.673683, 0.740423, 1],
        [0.638992, 0.716359, 1], [0.609681, 0.695588, 1],
    ]

    /// Returns the linear RGB of a temperature in kelvins; beyond the range of the table, that of its end.
    static func color(kelvins: Double) -> SIMD3<Double> {
        let last = knots.count - 1
        // Not a number counts as the lowest, too.
        let place = kelvins > 1000 ? min((kelvins - 1000) / 500, Double(last)) : 0
        let first = Int(place)
        let part = place - Double(first)
        func knot(_ index: Int) -> SIMD3<Double> { knots[min(max(index, 0), last)] }
        let (a, b, c, d) = (knot(first - 1), knot(first), knot(first + 1), knot(first + 2))
        let slope = (c - a) * 0.5
        let bend = a - b * 2.5 + c * 2 - d * 0.5
        let turn = (b - c) * 1.5 + (d - a) * 0.5
        let color = b + (slope + (bend + turn * part) * part) * part
        let luminance = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
        return pointwiseMax(color / luminance, .zero)
    }
}
