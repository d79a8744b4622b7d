import MeshModel

extension ViewDirection {
    /// The direction at angles in degrees; numbers that aren't finite give none, which a camera refuses.
    ///
    /// - Parameters:
    ///   - azimuth: 0 is the front, 90 the right, −90 the left, 180 the back.
    ///   - elevation: 0 is level, 90 from above, −90 from below.
    public init(azimuth: Double, elevation: Double) {
        guard azimuth.isFinite, elevation.isFinite else {
            self.init(right: .nan, up: .nan, front: .nan)
            return
        }
        let (across, along) = Angles.sinCos(degrees: azimuth)
        let (height, flat) = Angles.sinCos(degrees: elevation)
        self.init(right: across * flat, up: height, front: along * flat)
    }

    /// The direction, turned around the upright axis.
    ///
    /// - Parameter degrees: to the right, so that what is shown seems to turn to the left.
    public func turned(by degrees: Double) -> Self {
        let (sine, cosine) = Angles.sinCos(degrees: degrees)
        return Self(right: right * cosine + front * sine, up: up, front: front * cosine - right * sine)
    }
}
