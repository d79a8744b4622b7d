import MeshFormats

extension [Loss] {
    /// Returns the losses with one entry for each cause and subject: losses of several instances are merged, with the
    /// sum of their counts and the largest error.
    func gathered() -> [Loss] {
        var gathered: [Loss] = []
        var places: [Loss: Int] = [:]
        for loss in self {
            var kind = loss
            kind.count = 0
            kind.largestError = nil
            guard let place = places[kind] else {
                places[kind] = gathered.count
                gathered.append(loss)
                continue
            }
            gathered[place].count += loss.count
            if let error = loss.largestError {
                gathered[place].largestError = Swift.max(gathered[place].largestError ?? 0, error)
            }
        }
        return gathered
    }
}
