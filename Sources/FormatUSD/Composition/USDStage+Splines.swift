// Animation curves as samples.

extension USDStage {
    /// The samples of a curve at stage times; nil if it can't be evaluated.
    ///
    /// - Returns: an opinion only where the samples are all that the curve says.
    func samples(of spline: USDSpline, _ opinion: USDOpinion) -> USDResolved? {
        guard opinion.offset.scale > 0 else { return nil }
        func code(_ name: String) -> Double? {
            metadata(0, name)?.number.flatMap {
                let time = ($0 - opinion.offset.offset) / opinion.offset.scale
                return time.isFinite ? time : nil
            }
        }
        var range: ClosedRange<Double>?
        if let first = code("startTimeCode"), let last = code("endTimeCode"), first <= last { range = first...last }
        guard let (keys, isWhole) = spline.keys(in: range) else { return nil }
        let type: USDType = spline.type == .half ? .half : spline.type == .float ? .float : .double
        var samples: [USDSample] = []
        for key in keys {
            let time = opinion.offset.time(key.time)
            let own = key.isBefore ? time.nextDown : time
            guard samples.last.map({ $0.time < own }) ?? true else { continue }
            samples.append(USDSample(time: own, value: key.value.map { .real(type, type.rounded($0)) } ?? .block))
        }
        return .samples(samples, isWhole ? [opinion] : [])
    }
}
