extension RowBand {
    /// e^−x for x = 0, ⅛, … 8.
    private static let falloff: [Float] = {
        // By its series at ⅛, then by multiplication: the same bits on every machine.
        var (term, step) = (1.0, 1.0)
        for index in 1..<16 {
            term *= -0.125 / Double(index)
            step += term
        }
        var values: [Float] = []
        var value = 1.0
        for _ in 0...65 {
            values.append(Float(value))
            value *= step
        }
        return values
    }()

    /// Mixes a Gaussian splat with what is behind it, out to three standard deviations.
    mutating func drawSplat(_ splat: ScreenElement) {
        let middle = splat.a.place
        let form = splat.form
        let (left, right) = (max(Int(middle.x - form.w), 0), min(Int(middle.x + form.w), width - 1))
        let (top, bottom) = (
            max(Int(middle.y - splat.size / 2), rows.lowerBound),
            min(Int(middle.y + splat.size / 2), rows.upperBound - 1)
        )
        guard left <= right, top <= bottom else { return }
        var color = splat.a.color
        let opacity = color.w
        for row in top...bottom {
            let y = Float(row) + 0.5 - middle.y
            for column in left...right {
                let x = Float(column) + 0.5 - middle.x
                let square = (form.x * x + 2 * form.y * y) * x + form.z * y * y
                // Half of the square counts; nine are three deviations.
                guard square < 9 else { continue }
                let index = (row - rows.lowerBound) * width + column
                guard splat.a.depth >= depths[index] else { continue }
                let place = max(square, 0) * 4
                let first = Int(place)
                let share = place - Float(first)
                color.w = opacity * (Self.falloff[first] + (Self.falloff[first + 1] - Self.falloff[first]) * share)
                if color.w > 1 / 512 { mix(index, color, lit: 0) }
            }
        }
    }
}
