extension ViewDirection {
    /// The direction at angles in degrees.
    ///
    /// - Parameters:
    ///   - azimuth: 0 is the front, 90 the right, −90 the left, 180 the back.
    ///   - elevation: 0 is level, 90 from above, −90 from below.
    public init(azimuth: Double, elevation: Double) {
        let (across, along) = (Self.sine(azimuth), Self.sine(azimuth + 90))
        let (height, flat) = (Self.sine(elevation), Self.sine(elevation + 90))
        self.init(right: across * flat, up: height, front: along * flat)
    }

    /// The direction, turned around the upright axis.
    ///
    /// - Parameter degrees: to the right, so that what is shown seems to turn to the left.
    public func turned(by degrees: Double) -> Self {
        let (sine, cosine) = (Self.sine(degrees), Self.sine(degrees + 90))
        return Self(right: right * cosine + front * sine, up: up, front: front * cosine - right * sine)
    }

    /// The sine of degrees by its series: the same bits on every machine, and exact at right angles.
    private static func sine(_ degrees: Double) -> Double {
        var turn = degrees.remainder(dividingBy: 360)
        // To −90 … 90, where the series needs few terms.
        if turn > 90 { turn = 180 - turn } else if turn < -90 { turn = -180 - turn }
        if abs(turn) == 90 { return turn / 90 }
        let x = turn * (.pi / 180)
        var (term, sum) = (x, x)
        for step in 1..<14 {
            term *= -x * x / Double((2 * step) * (2 * step + 1))
            sum += term
        }
        return sum
    }
}
